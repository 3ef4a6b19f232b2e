"""Recurrences on devices, as a class of tests that tests/opencl and tests/shim run on theirs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import campaign
import numpy as np
import pytest
from device_suite import Kit
from random_areas import case

import espresso as es
from espresso.codegen.simt import one_block
from espresso.runtime.device import recurrences

sys.path.append(str(Path(__file__).parent / "cpu"))
from test_nested_recurrences import given, parsed as nested
from test_recurrence_positions import CASES as POSITIONS
from test_recurrences import CASES, REAL, computed, parsed, rnn, scalar
from test_several_indices import CASES as SEVERAL


def outcome(compute: Any) -> Any:
    """The value, or the text of the refusal."""
    try:
        return compute()
    except es.EspressoError as error:
        return f"{type(error).__name__}: {error}"


def some(rows: list[Any], quick: int) -> list[Any]:
    """The first rows in every run, the others in the slow tier."""
    return [*rows[:quick], *(pytest.param(row, marks=pytest.mark.slow) for row in rows[quick:])]


STEPS = [
    "h[0,i] = x[0,i]; h[t,i] = tanh(sum[j](W[i,j]*h[t-1,j]) + x[t-1,i])",
    "h[0,i] = x[0,i]; h[t,i] = softmax[i](sum[j](W[i,j]*h[t-1,j]) + x[t-1,i])",
    "h[size(x,0),i] = x[0,i]; h[t,i] = max[j](W[j,i] + h[t+1,j]) - mean[j](h[t+1,j])*x[t,i]",
    "h[0,i] = x[0,i]; h[t,i] = cumsum[i](h[t-1,i]*x[t-1,i])/size(x,1) + x[t-1,argmax[j](h[t-1,j])]",
    "h[0,i] = x[0,i]; h[t,i] = h[t-1,k[t-1,i]]*x[t-1,i]; L = sum[t,i](h[t,i]**2)",
    "h[0,i] = x[0,i]; c[0,i] = 0; c[t,i] = c[t-1,i] + h[t-1,i]*x[t-1,i]; h[t,i] = tanh(sum[j](W[j,i]*c[t,j]))*complex(1, 0.5)",
    "h[0,i,j] = W[i,j]; h[t,i,j] = sum[k](h[t-1,i,k]*W[k,j]) + x[t-1,i]*(i == j); y[i,j] = h[size(x,0),i,j]",
]
"""Steps of one part and of several: products, softmax, running sums, places, gathers, two states, complex numbers."""


class RecurrenceSuite:
    """Values, refusals, gradients and shapes beside the reference."""

    @pytest.mark.parametrize("case", some([*list(CASES)[::2], *list(CASES)[1::2]], (len(CASES) + 1) // 2))
    def test_values(self, kit: Kit, case: str) -> None:
        inputs = CASES[case].inputs
        got = es.compile(parsed(case), target=kit.target)(**inputs)
        want = computed(parsed(case), inputs)
        assert got.dtype == want.dtype
        np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-12)

    @pytest.mark.parametrize("case", ["edit distance", "two states"])
    def test_values_over_several_indices(self, kit: Kit, case: str) -> None:
        text, loop, inputs = SEVERAL[case]
        np.testing.assert_allclose(es.compile(text, target=kit.target)(**inputs), loop(**inputs), atol=1e-12)

    @pytest.mark.parametrize("case", some(["two states", "rows", "cells inside", "three deep"], 2))
    def test_loops_inside_steps(self, kit: Kit, case: str) -> None:
        loss = nested(case, "L")
        roots, inputs = [loss, es.grad(loss, "p")], given(loss)
        got = es.compile(roots, target=kit.target)(**inputs)
        for e, value in zip(roots, got, strict=True):
            np.testing.assert_allclose(value, es.evaluate(e, inputs), atol=1e-12)

    @pytest.mark.parametrize("number", some([0, 3, 8, 11, 4, 5, 12, 14], 4))
    def test_random_ones(self, kit: Kit, number: int) -> None:
        """Values and refusals, gradients and Hessians."""
        assert campaign.check(case("recurrences", number), kit.target)[0]

    @pytest.mark.parametrize("case, w", [REAL[k] for k in (2, 10, 14, 17)])
    def test_gradients(self, kit: Kit, case: str, w: str) -> None:
        e, inputs = scalar(case), CASES[case].inputs
        value, gradient = es.compile(es.value_and_grad(e, w), target=kit.target)(**inputs)
        np.testing.assert_allclose(value, computed(e, inputs))
        np.testing.assert_allclose(gradient, computed(es.grad(e, w), inputs), rtol=1e-9, atol=1e-9)

    @pytest.mark.filterwarnings("ignore:overflow encountered")  # of int8
    @pytest.mark.parametrize("case", some([*list(POSITIONS)[::3], *(c for k, c in enumerate(POSITIONS) if k % 3)], 8))
    def test_positions(self, kit: Kit, case: str) -> None:
        text, arrays, step = POSITIONS[case]
        want = outcome(lambda: es.evaluate(es.parse(text), arrays))
        f = es.compile(text, target=kit.target)
        got = outcome(lambda: f(**arrays))
        if step is None:
            np.testing.assert_allclose(got, want)
        else:
            assert got == want

    def test_any_number_of_steps_without_new_code(self, kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
        f, inputs = es.compile(parsed("rnn"), target=kit.target), CASES["rnn"].inputs
        f(**inputs)
        monkeypatch.setattr("espresso.codegen.simt.program.simt_program", None)
        for steps in (0, 1, 2, 3, 100):
            given = inputs | {"x": np.random.default_rng(steps).normal(size=(steps, 3))}
            np.testing.assert_allclose(f(**given), rnn(**given), rtol=1e-9, atol=1e-9)

    @pytest.mark.parametrize("text", [
        "h[0,i] = p[i]; h[1,i] = p[i]*2; h[t,i] = h[t-2,i]*0.5 + h[t-1,i]*x[t,i]; y[i] = h[size(x,0)-1,i] + h[size(x,0)-2,i]",
        "h[size(x,0),i] = p[i]; h[size(x,0)+1,i] = p[i]*2; h[t,i] = h[t+2,i]*0.5 + h[t+1,i]*x[t,i]; y[i] = h[0,i] - h[1,i]",
        "h[i,0] = p[i]; h[i,t] = h[i,t-1]*x[t,i]; y[i] = h[i,size(x,0)-1]",
    ])  # fmt: skip
    def test_few_rows_where_the_last_ones_are_read(self, kit: Kit, text: str) -> None:
        f = es.compile(text, target=kit.target)
        for steps in (2, 3, 4, 7, 60):
            given = {"x": np.random.default_rng(steps).normal(size=(steps, 3)), "p": np.arange(1.0, 4)}
            np.testing.assert_allclose(f(**given), computed(es.parse(text), given), rtol=1e-9)
        assert f.memory.arena < 60 * 3 * 8 + 2048  # that of x, and little more
        assert "; kept: " in str(f.explain())

    @pytest.mark.parametrize("dtype", ["float32", "float16", "complex128", "int32", "uint8"])
    def test_dtypes(self, kit: Kit, dtype: str) -> None:
        x = (np.random.default_rng(0).normal(size=(4, 3)) * 2).astype(dtype)
        e = es.parse("h[0,i] = x[0,i]; h[t,i] = h[t-1,i]*x[t,i] + x[t-1,i]")
        want, got = np.asarray(es.evaluate(e, {"x": x})), es.compile(e, target=kit.target)(x=x)
        assert got.dtype == want.dtype
        np.testing.assert_allclose(got, want, rtol=2e-2 if dtype == "float16" else 1e-5)

    def test_arrays_of_the_device(self, kit: Kit) -> None:
        """Nothing moves; strided arrays are read where they lie; calls at the same addresses are replayed."""
        f, inputs = es.compile(parsed("rnn"), target=kit.target, transfer="forbid"), CASES["rnn"].inputs
        given, want = {n: kit.put(a) for n, a in inputs.items()}, rnn(**inputs)
        out = kit.put(np.zeros_like(want))
        for _ in range(3):
            assert f(**given, out=out) is out
            np.testing.assert_allclose(kit.get(out), want)
        given |= {"x": kit.put(np.repeat(inputs["x"], 2, 0))[::2], "W": kit.put(np.ascontiguousarray(inputs["W"].T)).T}
        got = f(**given)
        assert isinstance(got, kit.kind)
        np.testing.assert_allclose(kit.get(got), want)
        assert (f.transfers.to_device, f.transfers.to_host) == (0, 0)

    def test_products_of_matrices(self, kit: Kit) -> None:
        """Libraries read and write rows where they lie, or copies of them."""
        e = es.parse("""
            h[0,b,i] = p[b,i]; h[t,b,i] = tanh(h[t-1,b,j]*W[j,i]) + x[t,b,i]
            g[0,b,i] = p[b,i]; g[t,b,i] = g[t-1,b,j]*h[t-1,i,j]
        """)
        rng = np.random.default_rng(0)
        inputs = {"p": rng.normal(size=(5, 5)), "W": rng.normal(size=(5, 5)), "x": rng.normal(size=(6, 5, 5))}
        f = es.compile([e, es.grad(es.parse(f"{e}; L = sum[t,b,i](g[t,b,i]**2)"), "W")], target=kit.target)
        given, outs = {n: kit.put(a) for n, a in inputs.items()}, [kit.put(np.zeros(s)) for s in ((7, 5, 5), (5, 5))]
        for _ in range(3):
            f(**given, out=outs)
            np.testing.assert_allclose(kit.get(outs[0]), computed(e, inputs), rtol=1e-9)
            np.testing.assert_allclose(kit.get(outs[1]), computed(f.expressions[1], inputs), rtol=1e-9)

    def test_steps_along_another_axis_and_inverses(self, kit: Kit) -> None:
        inputs = CASES["another axis"].inputs
        got = es.compile(parsed("another axis"), target=kit.target)(**{n: kit.put(a) for n, a in inputs.items()})
        np.testing.assert_allclose(kit.get(got), CASES["another axis"].loop(**inputs))
        e = es.parse("h[0,i] = p[i]; h[t,i] = solve[i,j](A[i,j] + x[t]*A[j,i], h[t-1,j])")
        rng = np.random.default_rng(0)
        inputs = {"p": rng.normal(size=3), "A": rng.normal(size=(3, 3)) + 4 * np.eye(3), "x": rng.normal(size=4)}
        np.testing.assert_allclose(es.compile(e, target=kit.target)(**inputs), computed(e, inputs), rtol=1e-9)

    def test_reads_outside_where_nobody_looks(self, kit: Kit) -> None:
        f = es.compile("h[0] = 1; h[t] = h[t-1] + w[o[t]]", target=kit.target)
        got = kit.get(f(w=kit.put(np.arange(3.0)), o=kit.put(np.array([0, 1, 5, 1]))))
        np.testing.assert_array_equal(got, [1, 2, np.nan, np.nan])
        with pytest.raises(es.InputError, match=r"This is the step t = 2\.$"):
            f(w=kit.put(np.arange(3.0)), o=np.array([0, 1, 5, 1]))

    @pytest.mark.parametrize("text", STEPS)
    def test_one_block_or_launches(self, kit: Kit, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """The same values from one launch of all steps as from launches of each, with other lengths and numbers of steps."""
        e, rng = es.parse(text), np.random.default_rng(0)
        one = es.compile(e, target=kit.target)
        with monkeypatch.context() as patch:
            patch.setattr(recurrences, "FEW", 1 << 40)
            several = es.compile(e, target=kit.target)
            for n, steps in ((5, 9), (40, 6), (1, 5), (50, 4)):
                given = {"x": rng.normal(size=(steps, n)), "W": rng.normal(size=(n, n)) / n, "k": rng.integers(0, n, (steps, n))}
                given = {m: given[m] for m in one.inputs}
                want = several(**given)
                with monkeypatch.context() as again:
                    again.setattr(recurrences, "FEW", 4)
                    got = one(**given)
                np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-12)
                np.testing.assert_allclose(got, computed(e, given), rtol=1e-9, atol=1e-12)
                assert "one launch of one block" in str(one.explain()) and "one launch" not in str(several.explain())

    def test_steps_of_very_many_arrays_are_launches(self, kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
        """A kernel may have so many bytes of arguments; of one block they are those of all parts of a step."""
        inputs = CASES["rnn"].inputs
        for most, one in ((4096, True), (64, False)):
            monkeypatch.setitem(one_block.ARGUMENTS, "cuda", most)
            monkeypatch.setitem(one_block.ARGUMENTS, "opencl", most)
            f = es.compile(parsed("rnn"), target=kit.target)
            np.testing.assert_allclose(f(**inputs), rnn(**inputs), rtol=1e-9, atol=1e-9)
            assert ("one launch of one block" in str(f.explain())) == one

    def test_long_steps_are_launches(self, kit: Kit) -> None:
        f = es.compile("h[0,i] = x[0,i]; h[t,i] = sum[j](W[i,j]*h[t-1,j]) + x[t-1,i]", target=kit.target)
        for n, one in ((16, True), (512, False)):
            f(x=np.zeros((6, n)), W=np.zeros((n, n)))
            assert ("one launch of one block" in str(f.explain())) == one

    def test_reports(self, kit: Kit) -> None:
        f, inputs = es.compile(parsed("another axis"), target=kit.target), CASES["another axis"].inputs
        f(**inputs)
        text = str(f.explain())
        assert "0 library calls, 1 recurrence" in text and "recurrence over t: a2, step by step" in text
        for part in ("before the steps: 1 launch\n", "in each of 4 steps, a2: one launch of one block"):
            assert part in text
        assert f.source.count("// recurrence a2: ") == 2
        assert "recurrence a2: " in str(f.profile(**inputs)) and "steps of a2: " in str(f.memory)
