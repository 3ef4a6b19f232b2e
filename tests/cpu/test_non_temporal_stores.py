"""Results past the cache: the same values, whole blocks and their edges, nothing written beside the array."""

from __future__ import annotations

import ast
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.ir.driver import Launch, Product
from espresso.llvm import library, machine
from espresso.llvm.emit.non_temporal_stores import non_temporal
from espresso.llvm.image import PLAIN
from espresso.system import machine_model, threads


@pytest.fixture(params=[0, 1 << 60], ids=["past", "within"])
def cache(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Every step goes past a cache of 0 bytes, none past a very large one."""
    monkeypatch.setattr(machine_model, "largest", lambda: request.param)
    monkeypatch.setattr(machine_model, "EVERYWHERE", 0)
    monkeypatch.setattr(machine_model, "LONG_ROW", 0)
    monkeypatch.setattr(machine_model, "COMPUTES", float("inf"))
    return int(request.param)


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "int64", "bool"])
@pytest.mark.parametrize("n", [0, 1, 5, 63, 1000, 1024, 5001, 30_000])
def test_blocks_have_the_values_of_the_whole_loop(n: int, dtype: str, cache: int) -> None:
    random = np.random.default_rng(n)
    x, y = ((10 * random.normal(size=n)).astype(dtype) for _ in range(2))
    text = "z[i] = x[i] & ~y[i]" if dtype == "bool" else "z[i] = 2*y[i] + 4*x[i]"
    right = x & ~y if dtype == "bool" else 2 * y + 4 * x
    f = es.compile(text)
    for offset in range(4):
        whole = np.full(n + 8, 77).astype(dtype)
        f(x=x, y=y, out=whole[offset : offset + n])
        np.testing.assert_allclose(whole[offset : offset + n], right, rtol=1e-6)
        assert (whole[:offset] == whole[-1]).all() and (whole[offset + n :] == whole[-1]).all()
    assert f._last._plain.module.steps[0].non_temporal == ("z",)


@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (100, 37), (2, 9000)])
def test_several_results_rows_and_functions_computed_twice(
    shape: tuple[int, int], cache: int, monkeypatch: Any
) -> None:
    """Results of other dtypes lie otherwise in their cache lines; sine runs again where an argument is too large."""
    monkeypatch.setattr(threads, "count", lambda: 3)
    monkeypatch.setattr(machine_model, "rates", lambda: machine_model.Rates(sleeping=1))
    x = np.random.default_rng(0).normal(size=shape)
    x[-1, -1] = 1e14
    f = es.compile(["p[i,j] = 2*x[i,j] + 1", "q[i,j] = sin(x[i,j])", "b[i,j] = x[i,j] > 0",
                    "y[i,j] = exp(x[i,j] - max[k](x[i,k]))/sum[k](exp(x[i,k] - max[l](x[i,l])))"])  # fmt: skip
    p, q, b, y = f(x)
    e = np.exp(x - x.max(1, keepdims=True))
    assert (p == 2 * x + 1).all() and (b == (x > 0)).all()
    np.testing.assert_allclose(q, np.sin(x), rtol=1e-13)
    np.testing.assert_allclose(y, e / e.sum(1, keepdims=True), rtol=1e-12, atol=1e-300)


def test_what_waits_for_arithmetic_stays_in_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """W8: 2y + 4x goes past the cache, gelu does not; small arrays never do."""
    monkeypatch.setattr(machine_model, "largest", lambda: 1 << 12)
    monkeypatch.setattr(machine_model, "EVERYWHERE", 0)
    for text, n, past in (("z[i] = 2*x[i] + 4*y[i]", 4000, 1), ("z[i] = gelu(x[i])", 4000, 0),
                          ("z[i] = 2*x[i] + 4*y[i]", 40, 0)):  # fmt: skip
        f = es.compile(text)
        f(**{name: np.ones(n) for name in f.inputs})
        call = f._last._plain
        assert [int(v) for v, key in zip(call.table, call.code.numbers, strict=True) if key[0] == "non_temporal"] == [past]


def test_short_rows_stay_in_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each row is a block of its own, also where it fills a line in part. Axes that are one loop are one row."""
    monkeypatch.setattr(machine_model, "largest", lambda: 1 << 12)
    monkeypatch.setattr(machine_model, "EVERYWHERE", 0)
    for text, columns, past in (("z[i,j] = x[i,j] + b[j]", 8, 0), ("z[i,j] = x[i,j] + b[j]", 80, 1),
                                ("z[i,j] = x[i,j] + 1", 8, 1)):  # fmt: skip
        f, x, b = es.compile(text), np.ones((500, columns)), np.ones(columns)
        f(**{n: a for n, a in {"x": x, "b": b}.items() if n in f.inputs})
        call = f._last._plain
        assert [int(v) for v, key in zip(call.table, call.code.numbers, strict=True) if key[0] == "non_temporal"] == [past]


def test_what_only_moves_data_passes_a_mesh(monkeypatch: pytest.MonkeyPatch) -> None:
    """W8: on a server whose largest cache is across a mesh 2y + 4x goes past it earlier than an exponential does."""
    given = {"x": np.ones(400_000), "y": np.ones(400_000)}

    def past(text: str) -> int:
        f = es.compile(text, target="cpu")
        f(**{name: given[name] for name in f.inputs})
        call = f._last._plain
        return next(int(v) for v, key in zip(call.table, call.code.numbers, strict=True) if key[0] == "non_temporal")

    monkeypatch.setattr(threads, "count", lambda: 2)
    monkeypatch.setattr(machine_model, "levels", lambda: {1: 48 << 10, 2: 1 << 20, 3: 1 << 28})
    for model, expected in (("207", (1, 0)), ("165", (0, 0))):
        facts = {"vendor_id": "GenuineIntel", "cpu family": "6", "model": model}
        monkeypatch.setattr(machine_model, "processor", lambda facts=facts: facts)
        machine_model.on_a_mesh.cache_clear()
        assert (past("z[i] = 2*x[i] + 4*y[i]"), past("z[i] = exp(x[i])")) == expected
        assert machine_model.largest() == (machine_model.UNKNOWN if model == "207" else 1 << 28)
    machine_model.on_a_mesh.cache_clear()


def test_sizes_of_caches_are_those_that_the_system_says(tmp_path: Path) -> None:
    """Instructions have a cache of their own; no folder, and one with something else, say nothing."""
    said = [("1", "Data", "48K"), ("1", "Instruction", "32K"), ("2", "Unified", "2048K"), ("3", "Unified", "32M")]
    for k, facts in enumerate(said):
        folder = tmp_path / f"index{k}"
        folder.mkdir()
        for name, text in zip(("level", "type", "size"), facts, strict=True):
            (folder / name).write_text(text + "\n")
    assert machine_model.levels(str(tmp_path)) == {1: 48 << 10, 2: 2 << 20, 3: 32 << 20}
    assert machine_model.levels(str(tmp_path / "none")) == {}
    (tmp_path / "index0" / "size").write_text("much\n")
    machine_model.levels.cache_clear()
    assert machine_model.levels(str(tmp_path)) == {}


def test_what_is_read_again_stays() -> None:
    """A result into which is summed, and one that a later step reads: the losses of rows, and their mean."""
    given = {"x": np.ones(300), "A": np.ones((300, 300)), "B": np.ones((300, 300))}
    for text in (["z[j] = sum[i](exp(A[i,j])*x[i])"], ["y[i] = exp(x[i])", "w[j] = sum[i](B[i,j]*exp(x[i]))"]):
        f = es.compile(text)
        f(**{n: given[n] for n in f.inputs})
        read = {n for s in f._last._plain.module.steps if isinstance(s, Product) for n in (s.left, s.right)}
        past = {n for s in f._last._plain.module.steps if isinstance(s, Launch) for n in s.non_temporal}
        assert not past & {*read, "z", "w"}


@pytest.mark.skipif(not PLAIN, reason="programs have no functions in common here")
def test_stores_are_non_temporal() -> None:
    """Whole lines, in the code that is made for this processor."""
    from espresso.machine.program import Facts, ModuleWriter

    f = es.compile("z[i] = 2*x[i]")
    f(np.ones(9))
    module = f._last._plain.module
    writer = ModuleWriter(f.source, module.steps, Facts({"x": ("float64", 1), "z": ("float64", 1)}, ("x",), ("z",), ()))
    text = str(machine.optimised(str(writer.module))[0])
    assert "@es.copy_past_cache(" in text and "fence seq_cst" in text
    assert "!nontemporal" in str(machine.optimised(str(library.module("copy_past_cache")))[0])


@pytest.mark.parametrize(("loop", "past"), [
    ("for i in range(n):\n z[i] = x[i]", True), ("for i in range(n):\n z[i] = np.float32(1.0)", True),
    ("for i in range(n):\n z[i] = np.float32(0.0)", False), ("for i in range(n):\n z[i] = 0.0", False),
    ("for i in range(t, min(t + 32, n)):\n z[i] = x[i]", False),
])  # fmt: skip
def test_zeros_and_rows_of_tiles_do_not_go_past_the_cache(loop: str, past: bool) -> None:
    """The C library fills arrays; a tile writes a few lines of each row: both took up to twice as long."""
    (node,) = ast.parse(loop).body
    assert isinstance(node, ast.For)
    assert bool(non_temporal(node, {"z": SimpleNamespace(non_temporal=True)})) is past


def test_long_bodies_are_written_once() -> None:
    """They wait for arithmetic on every machine."""
    for text, past in (("z[i] = 2*x[i] + 4*y[i]", ("z",)), ("z[i] = gelu(x[i])", ("z",)),
                       ("z[i] = " + " + ".join(f"exp({k}*x[i])" for k in range(2, 42)), ())):  # fmt: skip
        f = es.compile(text)
        f(**{name: np.ones(40) for name in f.inputs})
        assert f._last._plain.module.steps[0].non_temporal == past
