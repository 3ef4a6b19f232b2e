"""Sums over pairs whose reads each belong to one side: rows in registers, the other side in shared memory (W13)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from programs import Case, run

import espresso as es
from espresso.compiler.device.kernel_sums import is_separable
from espresso.compiler.matching.pair_passes import PairPass
from espresso.formulas.graph import expr as ex
from tests.oracles import in_turn

pytestmark = pytest.mark.usefixtures("few_pairs")
RNG = np.random.default_rng(5)

GAUSS = "a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*b[j])"
CLOUDS = {"x": (90, 3), "y": (300, 3), "b": (300,)}

TABLE: list[tuple[str, dict[str, tuple[int, ...]]]] = [
    (GAUSS, CLOUDS),
    ("a[i] = sum[j](exp(-(x[i] - y[j])**2)*b[j])", {"x": (1,), "y": (257,), "b": (257,)}),
    ("a[i] = sum[j](exp(-abs(x[i] - y[j])))", {"x": (129,), "y": (1000,)}),
    ("a[b,i] = sum[j](tanh(x[b,i] + y[b,j])*c[j])", {"x": (3, 70), "y": (3, 260), "c": (260,)}),
    ("a[i,k] = sum[j,l](1/(1 + (x[i,k] - y[j])**2 + z[l]**2))", {"x": (9, 11), "y": (30,), "z": (31,)}),
    ("m[i] = max[j](x[i]*y[j] - y[j]**2)", {"x": (70,), "y": (400,)}),
    ("m[i] = min[j](abs(x[i] - y[j]) + z[j])", {"x": (70,), "y": (400,), "z": (400,)}),
    ("n[i] = any[j](abs(x[i] - y[j]) < 0.001)", {"x": (70,), "y": (400,)}),
    ("n[i] = sum[j](where(x[i] < y[j], 1, 0))", {"x": (70,), "y": (400,)}),
    ("c[i] = sum[j](where(j <= i, exp(x[j] - x[i])*y[j], 0))", {"x": (300,), "y": (300,)}),
    ("s[i] = sum[j](sin(x[i] + 0.01*j)*J[j])", {"x": (70,), "J": (300,)}),
    ("w[i] = sum[j](" + " + ".join(f"tanh(x[i,{k}] - y[j,{k}])" for k in range(20)) + ")", {"x": (70, 20), "y": (300, 20)}),
]  # fmt: skip


def drawn(shapes: dict[str, tuple[int, ...]], dtype: str = "float32") -> dict[str, np.ndarray]:
    return {n: RNG.normal(size=s).astype(dtype) for n, s in shapes.items()}


def passes(case: Case) -> list[PairPass]:
    return [s for s in case.program.steps if isinstance(s, PairPass)]


def wanted(e: Any, given: dict[str, np.ndarray]) -> np.ndarray:
    return np.asarray(es.evaluate(e, {n: a.astype("float64") for n, a in given.items()}))


def near(value: np.ndarray, expected: np.ndarray, tolerance: float) -> None:
    assert value.shape == expected.shape
    assert np.abs(value.astype("float64") - expected).max() <= tolerance * max(1e-30, np.abs(expected).max())


@in_turn(("text", "shapes"), TABLE, "dtype", ["float32", "float64"])
def test_values_are_those_of_the_reference(text: str, shapes: Any, dtype: str) -> None:
    given = drawn(shapes, dtype)
    case = Case(text, given)
    (one,) = passes(case)
    assert is_separable(one)
    near(case.run()[0], wanted(es.parse(text), given), 3e-6 if dtype == "float32" else 1e-12)


@in_turn("wide", [False, True], "block", [32, 64, 256])
def test_blocks_and_offsets(block: int, wide: bool) -> None:
    given = drawn(CLOUDS)
    case = Case(GAUSS, given)
    near(case.run(block=block, wide=wide)[0], wanted(es.parse(GAUSS), given), 3e-6)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_gradients_share_what_a_pair_has(dtype: str) -> None:
    """All of them in two passes; differences of a pair are computed once, not for each use."""
    e = es.parse(GAUSS)
    given = {**drawn(CLOUDS, dtype), "G_": RNG.normal(size=90).astype(dtype)}
    roots = [e, *es.vjp(e, ["x", "y", "b"], "G_")]
    case = Case(roots, given)
    found = passes(case)
    assert len(found) == 2 and all(map(is_separable, found))
    for value, root in zip(case.run(), roots, strict=True):
        near(value, wanted(root, given), 2e-3 if dtype == "float16" else 5e-6 if dtype == "float32" else 1e-12)
    (kernel,) = (s.source for s in Case(es.vjp(e, "x", "G_"), given, "gpu").simt("cuda").steps if "moving0" in s.source)
    inner = kernel[kernel.index("m = across") :]
    inner = inner[: inner.index("__syncthreads")]
    assert inner.count("exp") == 1  # one exponential for a pair
    assert inner.count(" + v") + inner.count(" - v") <= 3 + 2 + 3  # three differences, a sum of three squares, three sums


def test_inputs_with_strides() -> None:
    given = drawn(CLOUDS)
    case = Case(GAUSS, given)
    program = case.simt("opencl", strided=frozenset({"y"}))
    near(run(program, case, strides={"y": (3, 1)})[0], wanted(es.parse(GAUSS), given), 3e-6)


def test_what_has_no_number_stays_in_its_row() -> None:
    given = drawn(CLOUDS, "float32")
    given["x"][7, 1], given["x"][8, 0], given["x"][9] = np.nan, np.inf, 1e30
    with np.errstate(all="ignore"):
        expected = wanted(es.parse(GAUSS), given)
        (value,) = Case(GAUSS, given).run()
    assert np.isnan(expected[7]) and np.isnan(value[7]) and value[8] == value[9] == expected[8] == expected[9] == 0
    near(np.delete(value, 7), np.delete(expected, 7), 3e-6)


def test_copies_in_another_order_are_not_made() -> None:
    """Rows are read where they are, each once for all pairs."""
    case = Case(GAUSS, drawn(CLOUDS))
    assert [s.name for s in case.program.steps] == ["a"]
    assert not [b for b in case.program.buffers.values() if b.role == "temporary"]


def test_a_copy_that_another_step_reads_stays() -> None:
    """The transposed array of a product is asked for beside the sum."""
    texts = ["t[d,i] = 2*x[i,d]", GAUSS.replace("x[i,d]", "t[d,i]"), "u[d,i] = t[d,i] + 1"]
    e = [es.parse(f"{texts[0]}; {texts[1]}"), es.parse(f"{texts[0]}; {texts[2]}")]
    given = drawn(CLOUDS)
    case = Case(e, given)
    assert passes(case)
    for value, root in zip(case.run(), e, strict=True):
        near(value, wanted(root, given), 3e-6)


@pytest.mark.parametrize("text", [
    "a[i] = sum[j](exp(x[i]*y[j] + W[i,j]))",  # an array of all pairs is read
    "a[i] = sum[j](x[i]*y[j])",  # a product
    "a[i] = sum[j](exp(-(x[i] - z[j])**2))",  # a short side
])  # fmt: skip
def test_other_sums_are_no_such_passes(text: str) -> None:
    given = drawn({"x": (70,), "y": (300,), "W": (70, 300), "z": (40,)})
    case = Case(text, {n: a for n, a in given.items() if f"{n}[" in text})
    assert not passes(case)


def test_few_pairs_stay_a_plain_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert not passes(Case(GAUSS, drawn({"x": (4000, 3), "y": (300, 3), "b": (300,)})))


# --- exponentials of what was rounded anyway ------------------------------------------------------------


def test_only_arguments_that_were_rounded_get_the_short_exponential() -> None:
    """One rounding (a difference, a multiple) keeps ``exp``: its error would grow by more than that of the argument."""
    given = drawn({"x": (70,), "y": (300,)})

    def short(body: str, dtype: str = "float32") -> bool:
        program = Case(f"a[i] = sum[j]({body})", {n: v.astype(dtype) for n, v in given.items()}, "gpu").simt("cuda")
        assert "moving0" in program.source
        return "_es_exp_of_sum" in program.source

    assert short("exp(-(x[i] - y[j])**2)") and short("exp(x[i]*y[j] - abs(x[i] + y[j]))")
    assert not short("exp(x[i] - y[j])") and not short("exp(x[i]*y[j])") and not short("sin(x[i] + y[j])")
    assert not short("exp(-(x[i] - y[j])**2)", "float64")


def test_its_error_is_about_that_of_the_argument() -> None:
    """Relative to |x|: at most 4 units in the last place more than float32 arithmetic with an exact exponential."""
    x, y = np.linspace(0, 9, 400, dtype="float32"), np.float32(0.1)
    given = {"x": x, "y": np.full(256, y), "e": np.eye(1, 256, dtype="float32")[0]}
    case = Case("a[i] = sum[j](exp(-(x[i] - y[j])**2)*e[j])", given)
    assert passes(case) and "_es_exp_of_sum" in case.simt("opencl").source
    (value,) = case.run()
    square = (x.astype("float64") - float(y)) ** 2
    error = np.abs(value / np.exp(-square) - 1)
    assert (error <= 2.0**-23 * (4 + 4 * square)).all()
    assert error.max() > 2.0**-23 * 4  # the argument is what rounds: the bound says something


def test_a_short_exponential_counts_as_two_operations() -> None:
    """And as one of the units for special functions; written in full it is ten."""
    given = drawn(CLOUDS)
    case = Case(GAUSS, given, "gpu")
    (step,) = case.simt("cuda").steps
    whole = next(n for n in ex.postorder(step.schedule.statements[0].body) if ex.is_call(n, "exp"))
    assert step.short == {whole}
    cost = step.cost(case.size, lambda name: 4, lambda name: 4)
    from espresso.codegen.simt.cost.cost import stream_cost

    pairs = 90 * 300
    assert stream_cost(step.schedule, case.size, lambda name: 4).flops - cost.flops == 8 * pairs
    assert cost.special == pairs
