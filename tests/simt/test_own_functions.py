"""Functions of the user with C text for devices (sB8): meaning, derivatives, both dialects, mistakes."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from programs import cubin

import espresso as es
from espresso.reference.evaluator import evaluate

STEP = es.function(
    "softstep(x, a)", "x/(a + abs(x))",
    cuda="x/(a + fabs(x))",
    opencl="const T below = a + fabs(x); // a statement\nreturn x/below;",
)  # fmt: skip
RAMP = es.function(
    "ramp(x)", lambda x: np.where(x > 0, np.tanh(x), np.exp(x) - 1), derivatives=["where(x > 0, 1 - ramp(x)**2, 0.25)"],
    cuda="x > 0 ? tanh(x) : expm1(x)", opencl="x > 0 ? tanh(x) : expm1(x)",
)  # fmt: skip
LOSS = "l = sum[i](w[i]*softstep(ramp(x[i])*x[i], 2)**2)"


def loss() -> Any:
    return es.parse(LOSS, functions=[STEP, RAMP])


def given(dtype: str = "float64") -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    return {n: rng.normal(size=70).astype(dtype) for n in "xw"}


def plain(x: np.ndarray) -> np.ndarray:
    return np.where(x > 0, np.tanh(x), np.exp(x) - 1)


@pytest.mark.parametrize("target", ["cpu", "numpy", pytest.param("opencl", marks=pytest.mark.opencl)])
def test_values_and_derivatives_on_every_target(target: str) -> None:
    arrays = given()
    x, w = arrays["x"], arrays["w"]
    value, gradient = es.compile([loss(), es.grad(loss(), "x")], target=target)(**arrays)
    u, slope = plain(x)*x, np.where(x > 0, 1 - plain(x)**2, 0.25)  # the derivative that was given, also where it is another
    np.testing.assert_allclose(value, (w*(u/(2 + abs(u)))**2).sum(), rtol=1e-12)
    np.testing.assert_allclose(gradient, w*2*u*2/(2 + abs(u))**3*(slope*x + plain(x)), rtol=1e-10)


@pytest.mark.opencl
@pytest.mark.parametrize("dtype", ["float32", "float16", "int64"])
def test_dtypes(dtype: str) -> None:
    """T is float for halves and float32; whole numbers become float64, also where the meaning would keep them."""
    twice = es.function("twice(x)", "2*x", opencl="(T)2*x", cuda="T(2)*x")
    e = es.parse("y[i] = twice(x[i]) + softstep(x[i], 3)", functions=[STEP, twice])
    x = np.arange(-4, 5).astype(dtype)
    y = es.compile(e, target="opencl")(x)
    assert y.dtype == {"int64": np.float64}.get(dtype, np.dtype(dtype)) == evaluate(e, {"x": x}).dtype
    np.testing.assert_allclose(y, 2*x + x/(3 + abs(x)), rtol=1e-3 if dtype == "float16" else 1e-6)
    for other in ("cpu", "numpy"):
        assert es.compile(e, target=other)(x).dtype == y.dtype


@pytest.mark.opencl
def test_inside_reductions_and_products() -> None:
    rng = np.random.default_rng(1)
    A, B = rng.normal(size=(9, 40)), rng.normal(size=(40, 5))
    e = es.parse("s[i] = max[j](ramp(sum[k](A[i,k]*ramp(B[k,j]))))", functions=[RAMP])
    np.testing.assert_allclose(es.compile(e, target="opencl")(A=A, B=B), plain(A @ plain(B)).max(1), rtol=1e-10)


@pytest.mark.opencl
def test_a_text_that_is_not_the_meaning_is_caught() -> None:
    wrong = es.function("softstep(x, a)", "x/(a + abs(x))", opencl="x/(a - fabs(x))")
    f = es.compile(es.parse("y[i] = softstep(x[i], 2)", functions=[wrong]), target="opencl")
    with pytest.raises(es.EspressoError, match=r"y\[\d\] = .*, the reference gives"):
        f.check(np.arange(1.0, 5))
    broken = es.function("f(x)", "x", opencl="x + nowhere(x)")
    with pytest.raises(es.EngineError, match=r"(?s)nowhere.*in the kernels of"):
        es.compile(broken(es.tensor("x[i]")), target="opencl")(np.ones(3))


@pytest.mark.opencl
def test_functions_of_one_name_are_told_apart() -> None:
    one, other = (es.function("f(x)", f"x + {k}", opencl=f"x + {k}", cuda=f"x + {k}") for k in (1, 2))
    assert one != other and one == es.function("f(x)", "x + 1", opencl="x + 1", cuda="x + 1")
    x = es.tensor("x[i]")
    assert one(x) is not other(x)
    np.testing.assert_array_equal(es.compile(one(x)*other(x), target="opencl")(np.arange(3.0)), [2, 6, 12])


@pytest.mark.parametrize("arch", ["sm_75", "sm_100"])
def test_nvrtc_compiles_the_text(arch: str) -> None:
    pytest.importorskip("cuda.core")
    f = es.compile([loss(), es.grad(loss(), "x")], target="gpu")
    f.explain(**given("float32"))
    assert "// ramp(x)\n__device__ __forceinline__ float _es_own_ramp_" in f.source and "return x > 0 ? tanh(x) : expm1(x);" in f.source
    assert len(cubin(f.source, arch)) > 1000
    broken = es.function("f(x)", "x", cuda="x + nowhere(x)")
    with pytest.raises(Exception, match="nowhere"):
        cubin(es.compile(broken(es.tensor("x[i]")), target="gpu").source, arch)


def test_printing_parsing_and_pickling() -> None:
    e = loss()
    assert es.parse(str(e), functions=[STEP, RAMP]) is e and pickle.loads(pickle.dumps(e)) is e
    assert r"\operatorname{softstep}" in e.latex()
    assert str(es.grad(es.parse("l = sum[i](softstep(x[i], 2))", functions=[STEP]), "x")) == (
        "dl_dx[i] = (1 - x[i]*sign(x[i])/(abs(x[i]) + 2))/(abs(x[i]) + 2)"
    )
    assert es.check_grads(es.parse("l = sum[i](w[i]*softstep(x[i], 2))", functions=[STEP]), order=2, **given())


def test_what_a_meaning_is_written_with_stays_its_own() -> None:
    """Indices of sums, named arrays and dtypes in a meaning are not those of the formula that calls the function."""
    x, k = np.linspace(-2, 2, 3), es.index("k", 3)  # as long as the sum
    series = es.function("series(x)", es.sum(es.scalar("x")**k, k))
    np.testing.assert_allclose(evaluate(es.parse("y[k] = series(x[k])", functions=[series]), {"x": x}), 1 + x + x*x)
    l = es.parse("l = sum[k](series(x[k]))", functions=[series])
    np.testing.assert_allclose(evaluate(es.grad(l, "x"), {"x": x}), 1 + 2*x)
    traced = es.function("traced(x)", lambda x: np.sum(np.arange(3)*x))
    for n in "ijk":
        y = es.compile(es.parse(f"y[{n}] = traced(x[{n}])", functions=[traced]), target="cpu")(x)
        np.testing.assert_allclose(y, 3*x)
    slope = es.parse("s = 2*(x + 1)")
    square = es.function("square(x)", es.parse("u = x + 1\nv = u*u"), derivatives=[slope])
    e = es.parse("l = sum[i](square(x[i]))", functions=[square])
    assert str(es.grad(e, "x")) == "dl_dx[i] = 2*(x[i] + 1)" and evaluate(e, {"x": x}) == pytest.approx(((x + 1)**2).sum())
    half = es.function("half(x)", es.scalar("x", dtype="float32")/2)
    assert evaluate(es.parse("half(y) + x", functions=[half]), {"x": np.float64(1), "y": np.float64(6)}) == 4


def test_text_alone() -> None:
    """Without a meaning a function runs where it has text, and a derivative has to be given."""
    only = es.function("only(x)", cuda="tanh(x)", derivatives=["1 - only(x)**2"])
    e = es.sum(only(es.tensor("x[i]")))
    assert str(es.grad(e, "x")) == "dx[i] = 1 - only(x[i])**2"
    assert "return tanh(x);" in es.compile(e, target="gpu").source
    for target in ("cpu", "numpy"):
        with pytest.raises(es.EspressoError, match="text for cuda alone"):
            es.compile(e, target=target)(np.ones(3))
    with pytest.raises(es.DerivativeError, match="no derivative of f\\(x\\)"):
        es.grad(es.sum(es.function("f(x)", cuda="x")(es.tensor("x[i]"))), "x")


@pytest.mark.parametrize(("arguments", "options", "message"), [
    (("f", "1"), {}, "declared as 'f"),
    (("exp(x)", "x"), {}, "exp is a function of the notation already"),
    (("f(x, x)", "x"), {}, "different names"),
    (("f(float)", "1"), {}, "'float' is a word of C"),
    (("f(x)",), {}, "neither a meaning nor text"),
    (("f(x)", "x + z"), {}, "the meaning of f uses z"),
    (("f(x)", "x[i]"), {}, "one formula of numbers"),
    (("f(x)", "x"), {"derivatives": ["1", "2"]}, "1 arguments and 2 derivatives"),
    (("f(x)", "x"), {"derivatives": ["y"]}, "a derivative of f uses y"),
    (("f(x)",), {"cuda": "x; }"}, "closes '}', which nothing opened"),
    (("f(x)",), {"opencl": "(x"}, r"leaves '\(' open"),
    (("f(asm)", "asm"), {}, "'asm' is a word of C"),
    (("f(x, typename)", "x"), {}, "'typename' is a word of C"),
    (("f(x)",), {"opencl": "  "}, "the opencl text of f is empty"),
])  # fmt: skip
def test_mistakes(arguments: Any, options: Any, message: str) -> None:
    with pytest.raises(es.EspressoError, match=message):
        es.function(*arguments, **options)


def test_wrong_calls() -> None:
    with pytest.raises(es.NotationError, match="softstep takes 2 arguments, 1 given"):
        es.parse("softstep(x[i])", functions=[STEP])
    with pytest.raises(TypeError, match="takes 2 arguments, 3 given"):
        STEP(1, 2, 3)
    with pytest.raises(es.NotationError, match="there is no function 'softstep'"):
        es.parse("softstep(x[i], 2)")
    with pytest.raises(es.DtypeError, match="a function of real numbers"):
        es.compile(STEP(es.tensor("x[i]"), 1), target="cpu")(np.ones(3, complex))


NAMES = [
    "node", "product", "masked", "narrow", "text", "convert", "compare", "function", "complex_product", "init", "circular", "atom",
    "read", "helper", "main", "kernel", "half", "float4", "fmax", "barrier", "get_global_id", "convert_int", "printf", "M_PI", "NULL",
    "T", "np", "math", "njit", "prange", "lambda", "import", "class", "N", "sympify", "_es_exp", "es_complex64", "__init__", "fµ", "x",
]  # fmt: skip
"""Methods of writers, words of C and Python, functions of SymPy: names of functions of the user like all others."""


@pytest.mark.parametrize("target", ["cpu", "numpy", pytest.param("opencl", marks=pytest.mark.opencl)])
def test_names_that_mean_something_elsewhere(target: str) -> None:
    x = np.arange(3.0)
    own = [es.function(f"{n}(x)", f"3*x + {k}", opencl=f"3*x + {k}", cuda=f"3*x + {k}") for k, n in enumerate(NAMES)]
    text = " + ".join(f"{k + 1}*{n}(z[i])" for k, n in enumerate(NAMES))
    e = es.parse(f"y[i] = {text}", functions=own)
    expected = sum((k + 1)*(3*x + k) for k in range(len(NAMES)))
    np.testing.assert_allclose(es.compile(e, target=target)(x), expected)
    np.testing.assert_allclose(evaluate(e, {"z": x}), expected)


def test_names_that_mean_something_in_cuda() -> None:
    pytest.importorskip("cuda.core")
    own = [es.function(f"{n}(x)", "3*x", cuda="3*x + 1") for n in NAMES]
    source = es.compile(es.parse(f"y[i] = {'*'.join(f'{n}(z[i])' for n in NAMES)}", functions=own), target="gpu").source
    assert source.count("return 3*x + 1;") == len(NAMES) and len(cubin(source)) > 1000


def test_names_that_mean_something_to_sympy() -> None:
    sympy = pytest.importorskip("sympy")
    for name in ("N", "sympify", "Integral", "pprint"):
        own = es.function(f"{name}(x)", "3*x")
        assert es.to_sympy(own(es.scalar("z"))) == sympy.Function(name)(es.to_sympy(es.scalar("z"))), name


def test_a_meaning_of_functions_of_the_notation() -> None:
    """sB8: a lambda calls what the notation has, also the user's own functions, with operators and NumPy's functions."""
    gate = es.function("gate(x)", lambda x: es.tanh(x)*x)
    bent = es.function("bent(x, a)", lambda x, a: es.where(es.lt(x, a), gate(x), np.exp(-x) + es.softplus(a)))
    assert gate == es.function("gate(x)", "tanh(x)*x")
    e = es.parse("L = sum[i](gate(x[i])*bent(x[i], 0.5))", functions=[gate, bent])
    x = np.linspace(-2, 2, 8)
    inner = np.where(x < 0.5, np.tanh(x)*x, np.exp(-x) + np.log1p(np.exp(0.5)))
    for target in ("cpu", "numpy"):
        np.testing.assert_allclose(es.compile(e, target=target)(x), (np.tanh(x)*x*inner).sum())
    es.check_grads(e, order=2, x=x)


def test_functions_of_the_notation_are_elementwise_in_traced_functions() -> None:
    gate = es.function("gate(x)", "x*logistic(x)")
    text = str(es.trace(lambda x, w: es.tanh(x @ w)*es.lt(w[0], 1) + es.relu(2.0), x=(3, 4), w=(4, 5)))
    assert text == "[i,j] = tanh(sum[k](x[i,k]*w[k,j]))*(w[0,j] < 1) + relu(2.0)"
    assert str(es.trace(lambda x: es.relu(gate(x)).sum(), x=(3, 4))) == "sum[i,j](relu(gate(x[i,j])))"
