"""Derivatives of more than sixty formulas of the matrix-cookbook kind: as text and as numbers (issue 6).

Cases 36, 39, 42-45 and 49 of acceptance are among them.  The page ``docs/cookbook.md`` is the golden text; every
printed form is read back and compared with differences in extended precision, in matrix notation with NumPy, and
with JAX where it is installed.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from cookbook import ENTRIES, PAGE, Entry, derivative, matrix_form, page
from matrix_language import value

import espresso as es
from espresso.formulas.extents.scopes import uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.inference.infer import Inference
from espresso.reference import evaluator

N = 3
ALL = [(entry, wrt) for entry in ENTRIES for wrt in entry.wrt]
IDS = [f"{entry.name} by {wrt}" for entry, wrt in ALL]


def _arrays(e: es.Expr) -> dict[str, np.ndarray]:
    """Inputs well inside the domain of every formula: positive, matrices near a multiple of the identity."""
    rng = np.random.default_rng(5)
    arrays: dict[str, np.ndarray] = {}
    for t in sorted(ex.tensors(e), key=lambda t: t.data.name):
        length = N - 1 if t.data.name in "w" and "x[p + r]" in str(e) else N
        a = rng.uniform(0.4, 1.2, (length,) * t.data.rank)
        if t.data.rank == 2:
            a += 1.5 * np.eye(N)
        arrays[t.data.name] = (a + a.T) / 2 if "symmetric" in t.data.structure else a
    if "x[p + r]" in str(e):
        arrays["t"] = arrays["t"][:2]
    elif "t" in arrays:
        arrays["t"] = np.array([2, 0, 1])
    return arrays


def _evaluator(e: es.Expr, arrays: dict[str, np.ndarray]) -> Callable[[dict[str, np.ndarray]], np.ndarray]:
    """The reference for many arrays of these shapes: the facts about the formula are found once."""
    program = uniquify_all([e])
    facts = Inference(program, [e]).check({n: a.shape for n, a in arrays.items()}, {n: a.dtype for n, a in arrays.items()})

    def run(given: dict[str, np.ndarray]) -> np.ndarray:
        with np.errstate(all="ignore"):
            return evaluator._Program(facts, given, [e, *program]).run(program)[0]

    np.testing.assert_array_equal(run(arrays), es.evaluate(e, arrays))
    return run


def _differences(e: es.Expr, name: str, arrays: dict[str, np.ndarray]) -> np.ndarray:
    """The derivative by differences, extrapolated to the fourth power of the step."""
    matrices = any(n.op in ("reduce", "scan") and n.data[0] in ("inv", "det", "logdet") for n in ex.postorder(e))
    wide = np.float64 if matrices else np.longdouble  # LAPACK has no extended precision
    given = {n: a if a.dtype.kind == "i" else a.astype(wide) for n, a in arrays.items()}
    x, at_once = given[name], _evaluator(e, given)
    step = wide(1e-3 if matrices else 1e-4)
    columns = []
    for at in np.ndindex(x.shape):
        slopes = []
        for h in (step, step / 2):
            ends = []
            for sign in (1, -1):
                moved = x.copy()
                moved[at] += sign * h
                ends.append(at_once({**given, name: moved}))
            slopes.append((ends[0] - ends[1]) / (2 * h))
        columns.append((4 * slopes[1] - slopes[0]) / 3)
    shape = np.shape(columns[0])
    return np.moveaxis(np.reshape(columns, (*x.shape, *shape)), range(x.ndim), range(len(shape), len(shape) + x.ndim))


def test_the_page_is_what_espresso_prints() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_there_are_more_than_sixty() -> None:
    assert len(ENTRIES) > 60 and len(ALL) > 100
    assert len({e.name for e in ENTRIES}) == len(ENTRIES)


@pytest.mark.parametrize(("entry", "wrt"), ALL, ids=IDS)
def test_printed_form(entry: Entry, wrt: str) -> None:
    found = derivative(entry, wrt)
    assert es.parse(str(found)) is found
    before = es.parse(entry.formula) if len(wrt) == 1 else derivative(entry, wrt[:-1])
    arrays = _arrays(es.parse(entry.formula))
    needed = {n: arrays[n] for n in found.inputs}
    got = es.evaluate(es.parse(str(found)), needed)
    wanted = _differences(before, wrt[0], {n: arrays[n] for n in before.inputs})
    np.testing.assert_allclose(got, wanted.astype(float), rtol=2e-8, atol=2e-8)
    matrix = matrix_form(found)
    if matrix:
        np.testing.assert_allclose(value(matrix, needed, N), got, rtol=1e-10, atol=1e-12)


def test_a_wrong_derivative_is_found() -> None:
    """Planted fault: the factor 2 of least squares left out."""
    entry = next(e for e in ENTRIES if e.name == "least squares")
    arrays = _arrays(es.parse(entry.formula))
    wrong = es.parse(str(derivative(entry, "x")).replace("2*sum", "sum"))
    differences = _differences(es.parse(entry.formula), "x", arrays)
    assert not np.allclose(es.evaluate(wrong, arrays), differences.astype(float), rtol=1e-3)


@pytest.mark.parametrize(("entry", "wrt"), ALL[::5], ids=IDS[::5])
def test_jax_agrees(entry: Entry, wrt: str) -> None:
    """The NumPy source of the formula, differentiated by JAX."""
    jax = pytest.importorskip("jax")
    e = es.parse(entry.formula)
    source = e.to_numpy().replace('@np.errstate(divide="ignore", invalid="ignore", over="ignore")\n', "")
    if "_es_" in source:
        pytest.skip("needs a helper that JAX cannot trace")
    scope: dict[str, object] = {}
    exec(source.replace("import numpy as np", "import jax.numpy as np"), scope)
    function = scope[e.name or "f"]
    arrays = _arrays(e)
    with jax.enable_x64(True):
        place = e.inputs.index(wrt[0])
        for _ in wrt:
            function = jax.jacobian(function, argnums=place)
        got = function(*(jax.numpy.asarray(arrays[n]) for n in e.inputs))
    found = derivative(entry, wrt)
    np.testing.assert_allclose(got, es.evaluate(found, {n: arrays[n] for n in found.inputs}), rtol=1e-8, atol=1e-10)
