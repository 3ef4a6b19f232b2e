"""The machine model: measured rates, defaults, and the decisions that read them (`espresso.system.machine_model`)."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import numpy as np
import pytest

import espresso as es
from espresso.api.reports import measure
from espresso.runtime.cpu import plans
from espresso.system import cache, machine_model, threads
from espresso.system.machine_model import AVX512, DEFAULTS, Rates


@pytest.fixture
def _as_users_have_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty cache folder, and nothing assumed."""
    monkeypatch.setattr(machine_model, "_assumed", [])
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "KEEP", True)
    machine_model._known.cache_clear()
    yield
    machine_model._known.cache_clear()


@pytest.mark.usefixtures("_as_users_have_it")
def test_what_was_measured_is_found_again() -> None:
    assert machine_model.rates() == machine_model.default()
    found = dataclasses.replace(AVX512, memory=1e10, source="measured")
    assert machine_model.keep(found)
    assert machine_model.rates() == found
    assert "memory 10 GB/s" in str(es.doctor()["machine model"].found)


@pytest.mark.usefixtures("_as_users_have_it")
@pytest.mark.parametrize("data", [b"", b"[]", b"{}x", b'{"memory": NaN}', b'{"memory": 0}', b'{"memory": "fast"}', b'{"new": 1}'])
def test_other_contents_give_the_defaults(data: bytes) -> None:
    cache.write_entry(machine_model._entry(), data)
    assert machine_model.rates() == machine_model.default()


def test_only_positive_numbers_are_kept() -> None:
    for wrong in (0.0, -1.0, float("nan"), float("inf"), "1"):
        with pytest.raises(ValueError, match="memory is .*, not a positive number"):
            machine_model.keep(dataclasses.replace(AVX512, memory=wrong))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("machine", "facts", "expected"),
    [
        ("x86_64", {"flags": "sse2 avx2 avx512f", "limited": ""}, "avx512f"),
        ("x86_64", {"flags": "sse2 avx2 avx512f", "limited": "avx2"}, "avx2"),
        ("AMD64", {"limited": ""}, "avx2"),
        ("x86_64", {"flags": "sse2", "limited": ""}, ""),
        ("arm64", {"limited": ""}, "neon"),
        ("aarch64", {"Features": "asimd", "limited": ""}, "neon"),
    ],
)
def test_defaults_are_those_of_the_instruction_set(
    machine: str, facts: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.machine", lambda: machine)
    monkeypatch.setattr(machine_model, "processor", lambda: facts)
    assert machine_model.default() == DEFAULTS[expected]


def test_slices_follow_what_a_thread_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "count", lambda: 4)
    for cost, expected in ((1e5, 1), (5e4, 2), (1e4, 4)):
        with machine_model.assumed(Rates(sleeping=cost)):
            assert threads.threads_worth(1e5, 100) == expected
    with machine_model.assumed(Rates(awake=1e3)):
        assert threads.short_jobs(100, 20.0) == 2


def test_slow_vectors_are_cut_earlier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "count", lambda: 2)
    found = []
    for slow in (1.0, 10.0):
        with machine_model.assumed(Rates(vectors=slow)):
            f = es.compile("y[i] = exp(x[i])")
            f(np.ones(30_000, np.float32))
            found.append(f._last._plain.slices[0][1])
    assert found == [1, 2]


def test_estimates_of_engines_follow_the_rates() -> None:
    def estimate(**changes: float) -> float:
        with machine_model.assumed(dataclasses.replace(AVX512, **changes)):
            f = es.compile("C[i,k] = A[i,j]*B[j,k]")
            f(np.ones((300, 300), np.float32), np.ones((300, 300), np.float32))
            return float(re.search(r"engine openblas: .*estimated ([0-9.e+]+) us", str(f.report()))[1])  # type: ignore[index]

    usual = estimate()
    assert estimate(float32=1e11) == pytest.approx(2 * usual, rel=0.01)
    assert estimate(float64=1e10) == usual
    assert estimate(memory=1e7) > 10 * usual


def test_plans_of_other_rates_are_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "KEEP", True)
    f = es.compile("y[i] = 2*x[i]")
    before = plans.key_of(f, {"x": "float64"})
    assert before == plans.key_of(f, {"x": "float64"})
    with machine_model.assumed(Rates(memory=1e9)):
        assert before != plans.key_of(f, {"x": "float64"})


def test_a_machine_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine with other work numbers are wrong by a factor, not by many."""
    monkeypatch.setattr(measure, "SECONDS", 0.01)
    found = machine_model.checked(measure.measure())
    assert found.measured and found.source.startswith("measured ")
    for name, least, most in (("float32", 1e9, 1e14), ("float64", 5e8, 1e14), ("memory", 1e8, 1e13), ("cached", 1e9, 1e14),
                              ("vectors", 0.05, 100), ("transposing", 1e-3, 100), ("sleeping", 500, 1e8), ("awake", 500, 1e8)):  # fmt: skip
        assert least <= getattr(found, name) <= most, (name, found)
    assert found.awake <= found.sleeping
