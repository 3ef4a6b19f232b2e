"""Engines: who computes a library call, who refused and why (sC2-sC8, sC14, sC15, sC18)."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from formulas import FORMULAS, arrays

import espresso as es
from espresso.api import autotune as measured
from espresso.compiler.matching.selection import method_of
from espresso.engine import table
from espresso.engine.numpy_blas import NUMPY_BLAS
from espresso.formulas.graph.serialisation import decode, encode
from espresso.ir.engine import CONTRACTION, CONVOLUTION, KERNEL, Call, Engine, Operand
from espresso.ir.methods import METHODS
from espresso.system import cache

CPU = tuple(e.name for e in table.ENGINES if e.target == "cpu" and CONTRACTION in e.kinds)
"""Engines for products, in rank."""

PRODUCT = "C[i,k] = A[i,j]*B[j,k]"


def two(m: int = 5, k: int = 6, n: int = 7, dtype: str = "float64") -> dict[str, np.ndarray]:
    rng = np.random.default_rng(m + k + n)
    return {"A": rng.normal(size=(m, k)).astype(dtype), "B": rng.normal(size=(k, n)).astype(dtype)}


def a_call(**changes: Any) -> Call:
    from espresso.ir.calls import Contraction

    step = Contraction("C", ("i", "k"), "A", ("i", "j"), "B", ("j", "k"), {}, "float64")
    operand = lambda name, axes: Operand(name, axes, (4, 4), "float64")  # noqa: E731
    inputs = (operand("A", ("i", "j")), operand("B", ("j", "k")))
    call = Call(CONTRACTION, "cpu", step, inputs, operand("C", ("i", "k")), {"i": 4, "j": 4, "k": 4})
    return replace(call, **changes)


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    return tmp_path


# --- the table ---------------------------------------------------------------------------


def test_engines_are_listed_with_version_device_and_reason() -> None:
    report = es.engines()
    names = [row[0] for row in report.rows[1:]]
    assert {*CPU, "cublas", "cuda-kernels", "opencl-kernels", "numpy"} <= set(names)
    assert len(set(names)) == len(names)
    states = {row[0]: row[-1] for row in report.rows[1:]}
    assert states["numpy-blas"] == states["numba-loops"] == "ready"
    assert all(row[2] for row in report.rows) and "numpy-blas" in str(report)
    assert report["openblas"].target == "cpu"
    assert [e.name for e in report] == names and len(report) == len(names)
    with pytest.raises(KeyError):
        report["mkl"]


def test_every_target_has_an_engine_for_everything() -> None:  # sC8
    for target in ("cpu", "gpu", "opencl"):
        assert [e.name for e in table.ENGINES if e.target == target and KERNEL in e.kinds]
        assert KERNEL in [e for e in table.ENGINES if e.target == target][-1].kinds  # last in rank


@pytest.mark.parametrize("name", [e.name for e in table.ENGINES])
def test_every_engine_says_why_not(name: str) -> None:  # sC3
    engine = es.engines()[name]
    assert "target" in (engine.supports(a_call(target="abacus")) or "")
    there = replace(engine, missing=lambda: None)
    assert "conjuring" in (there.supports(a_call(target=engine.target, kind="conjuring")) or "")
    if CONTRACTION in engine.kinds:
        call = a_call(target=engine.target)
        assert there.supports(call) is None
        assert there.seconds(call) > 0
        assert replace(there, missing=lambda: "no library").supports(call) == "no library"
        needy = replace(there, workspace=lambda call: 1_000_000, deterministic=False)
        limited = replace(call, workspace_limit=1000)
        assert needy.supports(limited) == "it needs 1,000,000 bytes of workspace, the limit is 1,000"
        assert "deterministic=True" in (needy.supports(replace(call, deterministic=True)) or "")


@pytest.mark.parametrize("name", [e.name for e in table.ENGINES if e.target == "cpu"])
def test_calls_of_an_engine_get_into_the_program(name: str) -> None:
    engine = es.engines()[name]
    assert engine.loops != bool(engine.emit)


def test_every_engine_stands_in_the_table_of_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "adding-an-engine.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|", page.split("## What stands there")[1], re.MULTILINE)
    assert {n for row in rows for n in re.findall(r"`([\w-]+)`", row)} == {e.name for e in table.ENGINES} - {"numpy"}


def test_reasons_name_the_parameter() -> None:
    openblas, cublas = es.engines()["openblas"], replace(es.engines()["cublas"], missing=lambda: None)
    long = a_call(sizes={"i": 2**31, "j": 4, "k": 4})
    assert "2**31" in (openblas.refuses(long) or "") and "2**31" in (cublas.refuses(long) or "")
    half = tuple(replace(o, dtype="float16") for o in a_call().inputs)
    assert "no float16" in (NUMPY_BLAS.refuses(a_call(inputs=half)) or "")
    assert "no product float16, float16 -> float64" in (cublas.refuses(a_call(target="gpu", inputs=half)) or "")


# --- the choice --------------------------------------------------------------------------

LAYOUTS = {
    "plain": ("C[i,k] = A[i,j]*B[j,k]", (5, 6), (6, 7)),
    "stored transposed": ("C[k,i] = A[i,j]*B[j,k]", (5, 6), (6, 7)),
    "operands transposed": ("C[i,k] = A[j,i]*B[k,j]", (6, 5), (7, 6)),
    "batch in the middle": ("C[i,b,k] = A[b,i,j]*B[j,b,k]", (3, 4, 5), (5, 3, 6)),
    "groups of axes": ("C[i,j,l] = A[i,j,k,m]*B[k,m,l]", (2, 3, 4, 5), (4, 5, 6)),
    "vector": ("y[i] = A[i,j]*B[j]", (5, 6), (6,)),
    "one row": ("C[i,k] = A[i,j]*B[j,k]", (1, 6), (6, 1)),
    "nothing to sum": ("C[i,k] = A[i,j]*B[j,k]", (3, 0), (0, 2)),
    "empty": ("C[i,k] = A[i,j]*B[j,k]", (0, 4), (4, 2)),
}


@pytest.mark.parametrize("engine", CPU)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_engines_agree(engine: str, layout: str) -> None:  # sC5
    formula, left, right = LAYOUTS[layout]
    rng = np.random.default_rng(1)
    A, B = rng.normal(size=left), rng.normal(size=right)
    f = es.compile(formula, engine=engine)
    f.check(A=A, B=B)
    chosen = [c.engine for c in f.program.choices]
    assert chosen == [engine]


@pytest.mark.parametrize("dtype", ["float32", "complex128"])
def test_dtypes_of_an_engine(dtype: str) -> None:
    f = es.compile(PRODUCT, engines=["openblas", "numpy-blas"])
    f.check(**two(dtype=dtype))
    assert f.program.choices[0].engine == ("openblas" if dtype == "float32" else "numpy-blas")
    assert ("openblas" in dict(f.program.choices[0].refused)) == (dtype == "complex128")


@pytest.mark.parametrize("engine", CPU)
def test_float16_is_computed_in_float32(engine: str) -> None:
    f = es.compile(PRODUCT, engine=engine, strict=True)
    f.check(**two(dtype="float16"))
    assert f.program.choices[0].engine == engine


def test_the_default_is_the_first_in_rank() -> None:
    f = es.compile(PRODUCT)
    f(**two())
    (choice,) = f.program.choices
    assert (choice.engine, choice.why) == ("openblas", "first in rank")
    assert choice.answers["numpy-blas"] is None
    assert choice.answers["direct"]


def test_strided_operands() -> None:
    big = np.random.default_rng(0).normal(size=(40, 42))
    for engine in CPU:
        f = es.compile(PRODUCT, engine=engine)
        for A, B in ((big[::2, 1::3], big[:14, ::-1]), (big.T[:20], big[:40, 3:30])):
            np.testing.assert_allclose(f(A=A, B=B), A @ B, rtol=1e-12, atol=1e-12)


def test_a_forced_engine_or_the_exact_reason() -> None:  # sC14
    f = es.compile("y[i] = A[i,j]*x[j]", engine="openblas", strict=True)
    with pytest.raises(es.EngineError) as caught:
        f(A=np.ones((2, 3), complex), x=np.ones(3, complex))
    assert str(caught.value) == (
        "no engine that was asked for computes y[i] = sum[j](A[i,j]*x[j])\n"
        "  openblas: this OpenBLAS interface has no complex128 (it has float32, float64)\n"
        "where i = 2, j = 3 and dtypes are complex128, complex128, complex128.\n"
        "Name another engine, or leave out strict=True: generated code computes every call."
    )
    assert es.compile("y[i] = A[i,j]*x[j]", engine="openblas")(A=np.ones((2, 3)), x=np.ones(3)).tolist() == [3, 3]


def test_refusals_before_any_call() -> None:
    with pytest.raises(es.EngineError, match="there is no engine 'opnblas'. Did you mean 'openblas'"):
        es.compile(PRODUCT, engine="opnblas")
    with pytest.raises(es.EngineError, match=r"for target 'cpu', but cublas computes on target 'gpu'"):
        es.compile(PRODUCT, engine="cublas", strict=True)
    with pytest.raises(es.EngineError, match="say the same thing"):
        es.compile(PRODUCT, engine="openblas", engines=["numpy-blas"])
    with pytest.raises(ValueError, match="autotune = 'fastest' is none of False, True, 'none'"):
        es.compile(PRODUCT, autotune="fastest")


def test_strict_without_any_call() -> None:
    with pytest.raises(es.EngineError, match="the program has no call that an engine could take"):
        es.compile("y[i] = 2*x[i]", engine="openblas", strict=True)(x=np.ones(3))
    with pytest.raises(es.EngineError, match=r"all of it.\nProducts of integers, .* are loops"):
        es.compile("y[i] = A[i,j]*x[j]", engine="openblas", strict=True)(A=np.ones((3, 3), int), x=np.ones(3, int))
    assert es.compile("y[i] = 2*x[i]", engine="numba-loops", strict=True)(x=np.ones(3)).tolist() == [2, 2, 2]


def test_engines_by_result() -> None:  # sC4
    f = es.compile([PRODUCT, "D[k,i] = B[j,k]*B[j,i]"], engines={"C": ["numba-loops"], "D": ["openblas"]})
    f.check(**two())
    assert {c.name: c.engine for c in f.program.choices} == {"C": "numba-loops", "D": "openblas"}


def test_loops_fuse_with_their_neighbours() -> None:
    f = es.compile("y[i] = relu(sum[j](A[i,j]*x[j])) + 1", engine="numba-loops")
    f.check(A=np.ones((3, 4)), x=np.ones(4))
    assert len(f.program.steps) == 1


def test_report() -> None:  # sC15
    f = es.compile("C[i,k] = relu(A[i,j]*B[j,k])", engines=["direct", "openblas", "numpy-blas"])
    f(**two())
    text = f.report()
    assert "1. s[i,k] = sum[j](A[i,j]*B[j,k])\n     engine openblas: as asked for; estimated" in text
    assert "could also be: numpy-blas" in text and "refused by direct: " in text and "workspace 0 bytes" in text
    assert "2. kernel_C: engine numba-loops" in text
    assert "(openblas)" in f.explain()
    assert "generated source" in es.compile(PRODUCT, target="numpy").report()


def test_a_report_before_any_call() -> None:
    f = es.compile("l = -sum[b](log_softmax[k](z[b,k])*(t[b] == k))")  # t becomes a position: int64 by default
    assert "engine numba-loops" in f.report() and "def run" in f.source


def test_a_saved_module_keeps_its_engine(tmp_path: Path) -> None:
    f = es.compile(PRODUCT, engine="openblas")
    values = two()
    expected = f(**values)
    scope: dict[str, Any] = {}
    exec(f.save(tmp_path / "product.py").read_text().replace(", cache=True", ""), scope)
    assert "_load_blas" in scope
    assert (scope["program"](values["A"], values["B"]) == expected).all()


# --- conditions and measuring ------------------------------------------------------------


def with_engine(monkeypatch: pytest.MonkeyPatch, engine: Engine) -> None:
    """An engine is one row: this is all that adding one takes."""
    monkeypatch.setattr(table, "ENGINES", (engine, *table.ENGINES))


GREEDY = replace(NUMPY_BLAS, name="greedy", workspace=lambda call: call.output.bytes, deterministic=False)


@pytest.mark.parametrize(
    "options",
    [{"workspace_limit": 100}, {"deterministic": True}, {"autotune": "deterministic"}, {"autotune": "small"}],
)
def test_conditions_exclude(options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:  # sC6
    with_engine(monkeypatch, GREEDY)
    f = es.compile(PRODUCT, **options)
    f.check(**two())
    assert f.program.choices[0].engine == "openblas"
    assert es.compile(PRODUCT).program.choices[0].engine == "greedy"


def test_text_without_its_prelude_is_an_error_of_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    with_engine(monkeypatch, replace(NUMPY_BLAS, name="bare", emit=lambda step: [f"multiply({step.left}, {step.name})"]))
    with pytest.raises(es.EngineError, match="the text of engine bare has names that nothing defines: multiply\n"):
        es.compile(PRODUCT)(**two())


def test_a_limit_is_asked_for_every_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    with_engine(monkeypatch, GREEDY)
    f = es.compile(PRODUCT, workspace_limit=100)
    for n, engine in ((2, "greedy"), (9, "openblas"), (3, "greedy")):
        f.check(**two(n, n, n))
        assert f.program.choices[0].engine == engine


def test_measured_once_and_remembered(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # sC6
    asked: list[tuple[str, int]] = []
    speed = dict.fromkeys(CPU, 2.0) | {"numpy-blas": 3.0, "openblas": 1.0}

    def pretended(call: Call, engine: Engine) -> float:
        asked.append((engine.name, call.sizes["i"]))
        return speed[engine.name] if call.sizes["i"] < 9 else 4 - speed[engine.name]

    monkeypatch.setattr(measured, "measure", pretended)
    f = es.compile(PRODUCT, autotune=True)
    f.check(**two(5))
    assert f.program.choices[0].engine == "openblas" and [n for n, _ in asked] == list(CPU)
    es.compile("D[a,c] = X[a,b]*Y[b,c]", autotune=True)(X=np.ones((5, 6)), Y=np.ones((6, 7)))
    f(**two(5))
    assert len(asked) == len(CPU)  # the same call by another name, and again
    f.check(**two(9))
    assert f.program.choices[0].engine == "numpy-blas" and len(asked) == 2 * len(CPU)
    once = es.compile(PRODUCT, autotune="time_once")
    for m in (5, 9):
        once.check(**two(m))
        assert once.program.choices[0].engine == "openblas"
    assert len(asked) == 2 * len(CPU)
    for path in own_folder.glob("*.measured"):
        assert set(decode(cache.read_entry(path.name) or b"", {})) == set(CPU)
        cache.write_entry(path.name, encode({"openblas": "quick"}, {}))  # not what was measured: measured again
    es.compile(PRODUCT, autotune=True)(**two(5))
    assert len(asked) == 3 * len(CPU)


def test_real_measurements(own_folder: Path) -> None:
    f = es.compile(PRODUCT, autotune=True)
    f.check(**two(30, 30, 30))
    (choice,) = f.program.choices
    assert set(choice.measured) == {n for n in CPU if choice.answers[n] is None}
    assert choice.engine == min(choice.measured, key=choice.measured.__getitem__)
    assert all(0 < s < 1 for s in choice.measured.values()) and "measured: " in f.report()
    assert list(own_folder.glob("*.measured"))


@pytest.mark.parametrize("method", METHODS)
def test_every_method_gives_the_result(method: str, own_folder: Path) -> None:  # sC18
    es.compile(PRODUCT, autotune=method).check(**two(8, 8, 8))


def test_methods() -> None:
    assert method_of(True) == "time_on_shape_change" and method_of(False) == "none"
    assert {"small", "none", "guess_once", "guess_on_shape_change", "time_once", "time_on_shape_change"} < set(METHODS)


def test_hopeless_candidates_are_not_measured(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = replace(NUMPY_BLAS, name="slow", seconds=lambda call: 1e9)
    with_engine(monkeypatch, slow)
    monkeypatch.setattr(measured, "measure", lambda call, engine: 1.0)
    f = es.compile(PRODUCT, autotune=True)
    f(**two())
    assert "slow" not in f.program.choices[0].measured


ATTENTION = "s[i,j] = q[i,d]*k[j,d]/8\no[i,e] = softmax[j](s[i,j])*v[j,e]"


def test_plans_are_made_by_what_an_engine_can_do_and_not_by_its_name(
    monkeypatch: pytest.MonkeyPatch, rng: np.random.Generator
) -> None:
    """An engine with the abilities of OpenBLAS gets its plans: a sum that is one call, attention in blocks of rows."""
    shapes = {"A": (80, 80), "B": (80, 80), "D": (80, 80), "q": (2048, 64), "k": (2048, 64), "v": (2048, 64)}
    given = {n: rng.normal(size=s).astype("float32") for n, s in shapes.items()}

    def plan(text: str) -> tuple[list[str], int, np.ndarray]:
        f = es.compile(text, target="cpu")
        y = f(**{n: given[n] for n in f.inputs})
        return [f"{type(s).__name__} {getattr(s, 'engine', '')}" for s in f.program.steps], f.memory.arena, y

    texts = "C[i,k] = D[i,k] - 2*A[i,j]*B[j,k]", ATTENTION
    expected = [plan(t) for t in texts]
    twin = replace(es.engines()["openblas"], name="twin")
    monkeypatch.setattr(table, "ENGINES", (twin, *(e for e in table.ENGINES if e.name != "openblas")))
    for text, (steps, arena, y) in zip(texts, expected, strict=True):
        found = plan(text)
        assert found[:2] == ([s.replace("openblas", "twin") for s in steps], arena)
        np.testing.assert_allclose(found[2], y, rtol=1e-5, atol=1e-5)
    assert "Kernel " not in expected[0][0]  # nothing is added beside the product
    less = replace(twin, accumulates=False, blocked=False)
    monkeypatch.setattr(table, "ENGINES", (less, *table.ENGINES[1:]))
    assert plan(texts[0])[0] != expected[0][0] and plan(texts[1])[1] > 2 * expected[1][1]


# --- planted faults ----------------------------------------------------------------------


def test_an_engine_that_computes_nonsense_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    with_engine(monkeypatch, replace(NUMPY_BLAS, name="wrong", emit=lambda step: [f"{step.name}[...] = 0"]))
    with pytest.raises(es.EspressoError, match="the reference gives"):
        es.compile(PRODUCT).check(**two())


def test_an_engine_that_lies_about_what_it_supports_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """It claims matrix-vector products, and multiplies element by element."""

    def emit(step: Any) -> list[str]:
        return [f"np.multiply({step.left}[0], {step.right}, out={step.name})"]

    liar = replace(es.engines()["openblas"], name="liar", refuses=lambda call: None, emit=emit, native=False)
    with_engine(monkeypatch, liar)
    with pytest.raises((es.EspressoError, ValueError, IndexError)):
        es.compile("y[i] = A[i,j]*x[j]").check(A=np.ones((3, 4)), x=np.arange(4.0))


def test_kinds_of_calls_that_are_not_contractions() -> None:
    call = a_call(kind=CONVOLUTION, parameters={"stride": (1, 1), "groups": 4})
    assert es.engines()["numba-loops"].supports(call) is None
    assert es.engines()["numpy-blas"].supports(call) == "it computes contractions, this is a convolution"
    assert call.signature != a_call(kind=CONVOLUTION, parameters={"stride": (2, 1), "groups": 4}).signature


# --- in longer programs --------------------------------------------------------------------

LONGER = (
    "C[i,l] = A[i,j]*B[j,k]*D[k,l]",
    "H[j,k] = sum[i](s[i]*X[i,j]*X[i,k])",
    "y[n,k,p,q] = x[n,c,2*p+r,2*q+s]*w[k,c,r,s]",
    "h[i] = tanh(W[i,j]*x[j]); g[i] = tanh(W[i,j]*h[j]); z[i] = h[i] + g[i]",
    "o[b,i,e] = softmax[j](q[b,i,d]*k[b,j,d]/sqrt(4.0))*v[b,j,e]",
)


@pytest.mark.parametrize("text", LONGER)
@pytest.mark.parametrize("engine", ["openblas", "numba-loops"])
def test_who_computes_does_not_change_the_result(text: str, engine: str) -> None:  # sC5, sC8
    f = es.compile(text, engine=engine)
    f.check(**arrays(dict(FORMULAS)[text]))
    assert f.program.choices


def test_a_gradient_by_loops_alone() -> None:
    text = LONGER[-1]
    given = arrays(dict(FORMULAS)[text])
    gradient = es.vjp(es.parse(text), "k", "G")
    f = es.compile(gradient, engine="numba-loops", strict=True)
    f.check(**given, G=es.evaluate(es.parse(text), given))
    assert all(not hasattr(step, "left") for step in f.program.steps)
