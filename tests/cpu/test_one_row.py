"""A scalar function is one row: with a meaning alone, and with texts of its own, it works everywhere."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es
from espresso.errors import DtypeError
from espresso.formulas.graph.functions import (
    BY_NAME,
    FUNCTIONS,
    INDEX_FUNCTION_BY_NAME,
    OVER_INDICES,
    REDUCTION_BY_NAME,
    Function,
    IndexFunction,
    Reduction,
)
from espresso.formulas.notation.meanings import meaning
from tests.loaded import loaded

MEANT = Function(
    "mish(x)", "float", real_only=True, finite="always", sign="any", partials=None, meaning="x*tanh(log(1 + exp(x)))"
)

SPELLED = Function(
    "mish(x)", "float", real_only=True, finite="always", sign="any",
    partials=("tanh(softplus(x)) + x*logistic(x)*(1 - tanh(softplus(x))**2)",),
    meaning="x*tanh(softplus(x))",
    numpy='''
def _es_mish(x):
    """x*tanh(log(1 + exp(x)))."""
    return x * np.tanh(np.logaddexp(0, x))
''',
    vector='''
def _es_mish_KIND(x):
    """x*tanh(log(1 + exp(x)))."""
    return x * _es_tanh_KIND.write(_es_softplus_KIND.write(x))
''',
    simt="x*tanh(_es_softplus(x))",
)  # fmt: skip

TEMPLATES = Function(
    "mish(x)", "float", real_only=True, finite="always", sign="any", partials=None, meaning="x*tanh(softplus(x))",
    numpy="{0}*np.tanh(np.logaddexp(0, {0}))", simt="{0}*tanh(_es_softplus({0}))",
)  # fmt: skip
"""Arguments and results of templates are put into parentheses where they need them."""


@pytest.fixture(params=[MEANT, SPELLED], ids=["meaning", "texts"])
def row(request, monkeypatch, tmp_path):
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path / "cache"))  # plans do not know which row was patched in
    monkeypatch.setitem(BY_NAME, "mish", request.param)
    yield request.param
    meaning.cache_clear()


X = np.linspace(-4, 4, 37)


def mish(x):
    return x * np.tanh(np.log1p(np.exp(x)))


def slope(x):
    t, s = np.tanh(np.log1p(np.exp(x))), 1 / (1 + np.exp(-x))
    return t + x * s * (1 - t * t)


def formula():
    return es.parse("y[i] = mish(x[i])")


def test_reference(row):
    np.testing.assert_allclose(es.evaluate(formula(), {"x": X}), mish(X), rtol=1e-14)


@pytest.mark.parametrize("target", ["cpu", "numpy", pytest.param("opencl", marks=pytest.mark.opencl)])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_targets(row, target, dtype):
    f = es.compile(formula(), target=target)
    got = f(x=X.astype(dtype))
    assert got.dtype == dtype
    np.testing.assert_allclose(got, mish(X), rtol=1e-13 if dtype == "float64" else 3e-6, atol=1e-7 * (dtype == "float32"))
    assert ("_es_mish" in f.source) == (row is SPELLED)


@pytest.mark.parametrize("target", ["cpu", "numpy", pytest.param("opencl", marks=pytest.mark.opencl)])
def test_derivative(row, target):
    d = es.grad(es.parse("s = sum[i](mish(x[i]))"), "x")
    np.testing.assert_allclose(es.evaluate(d, {"x": X}), slope(X), rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(es.compile(d, target=target)(x=X), slope(X), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("target", ["cpu", "numpy", pytest.param("opencl", marks=pytest.mark.opencl)])
def test_complex_numbers_are_refused(row, target):
    with pytest.raises(DtypeError, match="mish is not defined for complex numbers"):
        es.compile(formula(), target=target)(x=X + 1j)


def test_the_reference_refuses_complex_numbers(row):
    with pytest.raises(DtypeError, match="mish is not defined for complex numbers"):
        es.evaluate(formula(), {"x": X + 1j})


def test_integers_become_floats(row):
    x = np.arange(-3, 4)
    for got in (es.compile(formula(), target="cpu")(x=x), es.evaluate(formula(), {"x": x})):
        assert got.dtype == np.float64
        np.testing.assert_allclose(got, mish(x), rtol=1e-13)


def test_print_and_latex(row):
    assert str(formula()) == "y[i] = mish(x[i])"
    assert r"\operatorname{mish}" in formula().latex()


def test_sympy(row):
    import sympy

    e = es.to_sympy(es.parse("y = mish(a)"))
    (a,) = e.free_symbols
    assert abs(float(e.subs(a, sympy.Rational(3, 4))) - mish(0.75)) < 1e-14


def test_saved_module(row, tmp_path):
    f = es.compile(formula(), target="cpu")
    f(x=X)
    saved = loaded(f.save(tmp_path / "saved_mish.py"))
    np.testing.assert_allclose(saved.program(X), mish(X), rtol=1e-13)


def test_after_a_convolution(row, tmp_path):
    rng = np.random.default_rng(0)
    given = {"x": rng.normal(size=(2, 3, 9)), "w": rng.normal(size=(4, 3, 3)), "b": rng.normal(size=4)}
    f = es.compile("y[n,o,p] = mish(sum[c,r](x[n,c,p+r]*w[o,c,r]) + b[o])", engine="direct")
    sums = np.einsum("ncpr,ocr->nop", np.lib.stride_tricks.sliding_window_view(given["x"], 3, axis=2), given["w"])
    expected = mish(sums + given["b"][:, None])
    np.testing.assert_allclose(f(**given), expected, rtol=1e-11, atol=1e-13)
    saved = loaded(f.save(tmp_path / "saved_convolution.py"))
    np.testing.assert_allclose(saved.program(**given), expected, rtol=1e-11, atol=1e-13)


def test_a_reduction_is_one_row(monkeypatch, tmp_path):
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path / "cache"))
    rms = Reduction(
        of="rms[k](x)", kind="real", identity=None, core=False, real_only=False, finite="always", sign="nonnegative",
        partials=("x[k]/(n*r)",), meaning="sqrt(sum[k](abs2(1.0*x))/_n)", latex=r"\operatorname{rms}",
    )  # fmt: skip
    monkeypatch.setitem(REDUCTION_BY_NAME, "rms", rms)
    monkeypatch.setitem(OVER_INDICES, "rms", rms)
    e = es.parse("s = rms[i](x[i])")
    expected = np.sqrt((X**2).mean())
    assert "rms" in e.latex() and str(e) == "s = rms[i](x[i])"
    np.testing.assert_allclose(es.evaluate(e, {"x": X}), expected, rtol=1e-14)
    for target in ("cpu", "numpy"):
        np.testing.assert_allclose(es.compile(e, target=target)(x=X), expected, rtol=1e-13)
        slope = es.compile(es.grad(e, "x"), target=target)(x=X)
        np.testing.assert_allclose(slope, X / (len(X) * expected), rtol=1e-12, atol=1e-15)
    assert abs(in_sympy(e, X) - expected) < 1e-13


def in_sympy(e, values, **indices):
    """The number that the SymPy form of a formula of one array is."""
    import sympy

    form = es.to_sympy(e)
    numbers = {s: len(values) for s in form.free_symbols if s.name.startswith("n_")}
    numbers |= {s: indices[s.name] for s in form.free_symbols if s.name in indices}
    (x,) = form.atoms(sympy.IndexedBase)
    written = form.subs(numbers).doit()
    return float(written.subs({x[k]: value for k, value in enumerate(values)}))


def test_an_index_function_is_one_row(monkeypatch, tmp_path):
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path / "cache"))
    partial = "(c[k] - sum[m](c[m]))"
    share = IndexFunction(
        of="centred[k](x)", kind="float", core=False, real_only=False, finite="always", sign="any",
        partials=(f"{partial} + sum[m](c[m]) - sum[m](c[m])/n",) * 2, meaning="1.0*x - sum[k](1.0*x)/_n",
        latex=r"\operatorname{centred}",
    )  # fmt: skip
    monkeypatch.setitem(INDEX_FUNCTION_BY_NAME, "centred", share)
    monkeypatch.setitem(OVER_INDICES, "centred", share)
    e = es.parse("y[i] = centred[i](x[i])")
    for got in (es.evaluate(e, {"x": X + 2}), es.compile(e, target="cpu")(x=X + 2), es.compile(e, target="numpy")(x=X + 2)):
        np.testing.assert_allclose(got, X + 2 - (X + 2).mean(), rtol=1e-12, atol=1e-13)
    assert abs(in_sympy(e, X + 2, i=5) - X[5] + X.mean()) < 1e-13


def test_text_of_its_own_is_of_real_floats():
    with pytest.raises(ValueError, match="half has text of its own"):
        Function("half(x)", "float", real_only=False, finite="always", sign="any", partials=("0.5",), simt="0.5*x")


@pytest.mark.parametrize("target", ["cpu", "numpy", pytest.param("opencl", marks=pytest.mark.opencl)])
def test_templates_that_are_no_single_call(target, monkeypatch, tmp_path):
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setitem(BY_NAME, "mish", TEMPLATES)
    f = es.compile("y[i] = 2/mish(x[i] + 9)**2 - mish(-x[i])", target=target)
    np.testing.assert_allclose(f(x=X), 2 / mish(X + 9) ** 2 - mish(-X), rtol=1e-12)
    meaning.cache_clear()


OPERATORS = {"add", "mul", "pow", "eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not"}
ROWS = [f.name for f in FUNCTIONS if f.name not in OPERATORS]
ARGUMENTS = {1: ("x[i] + z[i]/4",), 2: ("x[i] + z[i]/4", "z[i] - x[i]/4"), 3: ("x[i] + z[i]", "x[i] - 1/2", "z[i] + 1")}
OTHERS = {"polygamma": ("2", "x[i] + z[i]"), "where": ("x[i] > 0", "x[i] + z[i]", "x[i] - z[i]")}


@pytest.mark.parametrize("target", ["cpu", "numpy"])
@pytest.mark.parametrize("name", ROWS)
def test_every_row_is_what_the_reference_says(name, target):
    """Of arguments that are sums, and where the result is an operand: texts of rows are pasted into others."""
    row, rng = BY_NAME[name], np.random.default_rng(len(name))
    value = f"{name}({', '.join(OTHERS.get(name) or ARGUMENTS[row.arity])})"
    given = {"x": rng.uniform(-0.9, 0.9, 60), "z": rng.uniform(0.1, 3, 60)}
    e = es.parse(f"y[i] = 2/(3 + {value})**2 - 3*{value}" if row.kind != "bool" else f"y[i] = where({value}, x[i], z[i])")
    with np.errstate(all="ignore"):
        found, expected = es.compile(e, target=target)(**given), es.evaluate(e, given)
    digits = 1e-11 if expected.dtype == np.float64 else 1e-6
    np.testing.assert_allclose(found, expected, rtol=digits, atol=digits / 10)
    assert np.isfinite(expected).any()


@pytest.mark.parametrize("function", [f for f in FUNCTIONS if f.arity == 1], ids=lambda f: f.name)
def test_numpy_text_of_numbers(function):
    """Lengths are numbers of Python, of which some functions give numbers of Python and others those of NumPy."""
    e = es.parse(f"y[i] = x[i] + {function.name}(size(x, 0))")
    with np.errstate(all="ignore"):
        found, wanted = es.compile(e, target="numpy")(x=np.ones(1)), es.evaluate(e, {"x": np.ones(1)})
    assert found.dtype == wanted.dtype
    np.testing.assert_allclose(found, wanted, rtol=1e-12)
