"""Phases of the compiler: each takes a state, leaves it as it is and returns the next one; what depends on lengths
is decided in one place."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np
import pytest

import espresso as es
from espresso.compiler import pipeline
from espresso.compiler.loops import fuse
from espresso.compiler.sizes import Size, Sizes
from espresso.compiler.state import Formulas, Fused, Lowered
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import Contraction
from espresso.ir.loops import Statement
from espresso.runtime.cpu.programs import evaluate_extent
from espresso.system import cache

ATTENTION = "y[i,e] = softmax[j](sum[d](q[i,d]*k[j,d]))*v[j,e] + 1"
PRODUCTS = """h[i,k] = A[i,j]*B[j,k]
g[i,k] = A[i,j]*C[j,k]
y[i,k] = h[i,k]*tanh(g[i,k]) + exp(h[i,k]) + exp(h[i,k])**2"""
N, M = ex.size(ex.tensor("x", 2, None), 0), ex.size(ex.tensor("x", 2, None), 1)
L = TypeVar("L", bound=Lowered)


def lengths(n: int, m: int = 1) -> Size:
    return lambda e: evaluate_extent(e, {"x": (n, m)})


# --- decisions ------------------------------------------------------------------------------


def test_a_decision_is_replayed_with_other_lengths() -> None:
    sizes = Sizes(lengths(100))
    assert sizes.agree(lengths(7))
    assert sizes.decide(lambda size: size(N) > 50) is True
    assert sizes.agree(lengths(51)) and not sizes.agree(lengths(50))


def test_what_is_compared_may_be_a_mark_of_what_is_found() -> None:
    sizes = Sizes(lengths(3))
    assert sizes.decide(lambda size: [size(N)], mark=len) == [3]
    assert sizes.agree(lengths(4))


def test_what_any_lengths_may_have_is_not_recorded() -> None:
    sizes = Sizes(lengths(3, 5))
    assert sizes.prefer(lambda size: size(N) < size(M)) and sizes.elements([N, M]) == 15
    assert sizes.decide(lambda size: size(ex.const(4))) == 4  # no length of a call
    assert sizes.decide(lambda size: size(N) > 50, always=False) is False  # nothing found
    assert sizes.agree(lambda e: 1 // 0)


def test_a_length_cannot_be_asked_for_outside_of_a_decision() -> None:
    """An analysis that keeps the lengths for later would decide by them unseen."""
    sizes = Sizes(lengths(3))
    kept = sizes.decide(lambda size: size, mark=lambda size: None)
    iterator: Iterator[int] = sizes.prefer(lambda size: (size(e) for e in (N, M)))
    for late in (lambda: kept(N), lambda: next(iterator)):
        with pytest.raises(RuntimeError, match="outside of a recorded decision"):
            late()


def test_decisions_of_a_copy_are_its_own() -> None:
    sizes = Sizes(lengths(3))
    sizes.decide(lambda size: size(N))
    copy = sizes.copy()
    copy.decide(lambda size: size(M))
    assert sizes.agree(lengths(3, 9)) and not copy.agree(lengths(3, 9)) and not copy.agree(lengths(4, 1))


# --- phases ---------------------------------------------------------------------------------


def states(text: str, target: str = "cpu", n: int = 2000) -> tuple[dict[str, Formulas], dict[str, str]]:
    """The state after each phase, for float64 arrays of this length, and its text when the phase was done."""
    f = es.compile(text, target="cpu")
    found: dict[str, Formulas] = {}
    texts: dict[str, str] = {}

    def watch(name: str, state: Formulas) -> None:
        found[name], texts[name] = state, str(state)

    prepared = pipeline.prepare(f.outputs, f.options, target, watch)
    dtypes, results = dict.fromkeys(f.inputs, "float64"), dict.fromkeys(f.outputs, "float64")
    size: Size = lambda e: evaluate_extent(e, dict.fromkeys(f.inputs, (n, n)))  # noqa: E731
    pipeline.build(prepared, dtypes, results, size, watch=watch)
    return found, texts


def frozen(state: L) -> L:
    """The state with what passes may change in copies alone made unchangeable."""
    code, sizes = state.statements, state.sizes.copy()
    fixed: dict[str, Any] = {n: MappingProxyType(getattr(code, n)) for n in ("buffers", "dtypes")}
    fixed |= {"steps": tuple(code.steps), "choices": tuple(code.choices), "reserved": frozenset(code.reserved)}
    sizes._decisions = tuple(sizes._decisions)  # type: ignore[assignment]
    return replace(state, statements=replace(code, **fixed), sizes=sizes)


def passed(name: str, state: Lowered) -> Formulas:
    """The state after a phase that follows ``lower``."""
    if name in pipeline.PROGRAM:
        assert isinstance(state, Fused)
        return pipeline.PROGRAM[name](state)
    return fuse.run(state) if name == "fuse" else pipeline.STATEMENTS[name](state)


@pytest.mark.parametrize("target", ["cpu", "opencl"])
@pytest.mark.parametrize("text", [ATTENTION, PRODUCTS], ids=["attention", "products"])
def test_each_pass_runs_alone_and_leaves_its_state(text: str, target: str) -> None:
    found, texts = states(text, target)
    assert [*found] == [*pipeline.PREPARE, *pipeline.BUILD]
    names = list(pipeline.BUILD)
    for before, name in itertools.pairwise(names):
        state = found[before]
        assert isinstance(state, Lowered)
        made = passed(name, frozen(state))
        assert str(made) == texts[name], name
        assert str(found[before]) == texts[before], name
    assert all(texts.values()) and texts["lower"] != texts["fuse"]


def test_a_pass_that_changes_its_state_is_found() -> None:
    """Also where it has nothing to change."""
    state = states(ATTENTION)[0]["share"]
    assert isinstance(state, Lowered)
    for change in (
        lambda s: s.statements.drop_unread(s.outputs), lambda s: s.statements.add_buffer("new", "float64", []),
        lambda s: s.sizes.record(lambda size: True), lambda s: s.statements.choices.clear(),
    ):  # fmt: skip
        with pytest.raises((TypeError, AttributeError)):
            change(frozen(state))
        change(frozen(state).changed())


def test_a_pass_that_is_left_out_leaves_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass is one line of a list: without sharing and blocks the results are the same."""
    given = {n: np.random.default_rng(1).random((30, 30)) for n in "qkv"}
    expected = es.compile(ATTENTION)(**given)
    fewer = {n: run for n, run in pipeline.STATEMENTS.items() if n not in ("share", "stack")}
    monkeypatch.setattr(pipeline, "STATEMENTS", fewer)
    monkeypatch.setattr(pipeline, "PROGRAM", {})
    monkeypatch.setattr(cache, "KEEP", False)
    np.testing.assert_allclose(es.compile(ATTENTION)(**given), expected, rtol=1e-13)


def test_fields_are_those_of_the_phase() -> None:
    found, _ = states(ATTENTION)
    lowered, fused = found["lower"], found["block"]
    assert not isinstance(found["simplify"], Lowered) and not isinstance(lowered, Fused)
    assert isinstance(lowered, Lowered) and isinstance(fused, Fused)
    assert not any(s.engine for s in lowered.statements.steps if isinstance(s, Contraction))
    assert all(s.engine for s in fused.program.steps if isinstance(s, Contraction))
    assert {b.name for b in lowered.statements.buffers.values()} == {s.name for s in lowered.statements.steps}
    assert all(isinstance(s, (Statement, Contraction)) for s in lowered.statements.steps)


def test_passes_ask_for_abilities_of_a_target_and_for_no_name() -> None:
    found = {}
    for path in (Path(es.__file__).parent / "compiler").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare) and ast.unparse(node.left).endswith("target"):
                found[f"{path.name}:{node.lineno}"] = ast.unparse(node)
    assert {at: text for at, text in found.items() if re.search("['\"]", text)} == {}


# --- explain --------------------------------------------------------------------------------


def test_lengths_are_those_of_a_statement() -> None:
    f = es.compile("s[i] = sum[j](A[i,j])\ny = sum[i](s[i]*sum[j](B[i,j]))")
    assert f.explain(after="extents").splitlines()[-2:] == [
        "  s[i]: i < size(A, 0), j < size(A, 1)", "  y: i < size(A, 0), j < size(B, 1)",
    ]  # fmt: skip


@pytest.mark.parametrize("target", ["cpu", "opencl"])
def test_explain_shows_the_state_after_a_phase(target: str) -> None:
    f = es.compile("y[i] = sum[j](exp(x[i] - z[j]))", target=target)
    assert f.explain(after="lower").startswith("s[i] = sum[j](exp(x[i] - z[j]))\ny[i] = s[i]\n  temporary s: float64")
    assert "temporary" not in f.explain(after="share") and "for j in range(size(z, 0)):" in f.explain(after="fuse")
    assert f.explain(after="extents").endswith("\n  y[i]: i < size(x, 0), j < size(z, 0)")
    assert "lower" not in f.explain(after="simplify") and f.explain().startswith(f"target: {target}")


def test_explain_plans_again_where_the_plan_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "KEEP", True)
    text = "y[i,k] = sum[j](A[i,j]*B[j,k]) + 1"
    given = {"A": np.ones((3, 4), "float32"), "B": np.ones((4, 5), "float32")}
    first, again = es.compile(text), es.compile(text)
    first(**given)
    expected = first.explain(after="choose")
    again(**given)
    assert "_planned" not in vars(again._last.generated)  # found in the cache
    assert again.explain(after="choose") == expected and "float32" in expected


def test_explain_of_parts() -> None:
    f = es.compile("y[i] = A[k,i]*A[k,j]*x[j]", constant=["A"])
    f(A=np.ones((3, 3)), x=np.ones(3))
    text = f.explain(after="lower")
    assert text.startswith("computed once for the arrays A:") and text.count("float64[") >= 2


def test_a_word_that_is_no_phase() -> None:
    f = es.compile("y[i] = 2*x[i]")
    with pytest.raises(es.EspressoError) as caught:
        f.explain(after="fused")
    assert str(caught.value) == (
        "after='fused' is no phase of the compiler for target 'cpu'. Did you mean 'fuse'?\n"
        f"Phases: {', '.join((*pipeline.PREPARE, *pipeline.BUILD))}."
    )
    with pytest.raises(es.EspressoError, match=r"for target 'numpy'\.\nPhases: extents, own_functions, simplify\."):
        es.compile("y[i] = 2*x[i]", target="numpy").explain(after="fuse")


def test_an_input_called_after() -> None:
    f = es.compile("y[i] = 2*after[i]")
    assert f.explain(after=(3,)) == f.explain(after=np.ones(3)) and "2*after[i]" in f.explain(after="lower")


def test_a_const_is_no_length() -> None:
    asked: list[Expr] = []
    sizes = Sizes(lambda e: asked.append(e) or 4)  # type: ignore[func-returns-value]
    sizes.decide(lambda size: size(ex.const(4)))
    assert sizes.agree(lambda e: 1 // 0) and len(asked) == 1
