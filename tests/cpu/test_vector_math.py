"""Vector mathematics against extended precision: ulp bounds, special values, and that loops are vectorised."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
import pytest

import espresso as es
from espresso.mathematics.helpers import needed, numba_source
from espresso.mathematics.vector_circular import FAR
from espresso.mathematics.vector_math import FUNCTIONS
from tests.benchmarks.accuracy import errors

POINTS = 25_000
"""Points of each of four kinds."""

SPECIAL = [
    0.0, -0.0, 1, -1, 0.5, -0.5, 0.625, -0.625, 2, -2, 20, -20, 40, -40, 1e5, -1e5, 1e-10, -1e-10, 1e-30, -1e-30,
    1e-40, -1e-40, 1.5e-45, -1.5e-45, 2.3e-308, 5e-324, -5e-324, 3e38, -3e38, 1e300, -1e300, 88.72283, 88.7229,
    -87.5, -103.97, -104, 709.782712893384, 709.79, -708.5, -745.13, -745.2, math.inf, -math.inf, math.nan,
]  # fmt: skip


def _logistic(x: np.ndarray) -> np.ndarray:
    e = np.exp(-np.abs(x))
    return np.asarray(np.where(x >= 0, 1, e) / (1 + e))


def _softplus(x: np.ndarray) -> np.ndarray:
    return np.asarray(np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x))))


def _erf(x: np.ndarray) -> np.ndarray:
    """math.erf is within one ulp of float64, which is added to the bound."""
    return np.array([math.erf(v) for v in x.tolist()])


def _erfc(x: np.ndarray) -> np.ndarray:
    return np.array([math.erfc(v) for v in x.tolist()])


def _gelu(x: np.ndarray) -> np.ndarray:
    """To 2 ulp of float64: erfc at the rounded argument, and what its rounding changes."""
    root = np.longdouble(0.5) ** np.longdouble(0.5)
    v = -x.astype(np.longdouble) * root
    a = v.astype(np.float64)
    value = _erfc(a) - 2 / np.sqrt(np.pi) * np.exp(-v * v) * (v - a)
    return np.asarray((x * np.where(abs(v) < 26, value, _erfc(a)) / 2).astype(np.float64))


EXACT: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "exp": np.exp, "log": np.log, "log1p": np.log1p, "expm1": np.expm1, "tanh": np.tanh, "erf": _erf,
    "logistic": _logistic, "softplus": _softplus, "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin,
    "acos": np.arccos, "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "asinh": np.arcsinh, "acosh": np.arccosh,
    "atanh": np.arctanh, "exp2": np.exp2, "log2": np.log2, "log10": np.log10, "cbrt": np.cbrt, "erfc": _erfc,
    "gelu": _gelu,
}  # fmt: skip
BOUNDS = {
    "exp": 1.1, "log": 1.0, "log1p": 1.0, "expm1": 2.0, "tanh": 1.8, "erf": 1.5, "logistic": 1.8, "softplus": 1.6,
    "sin": 1.8, "cos": 1.8, "tan": 1.2, "asin": 1.6, "acos": 1.2, "atan": 1.9, "sinh": 1.7, "cosh": 1.4, "asinh": 1.9,
    "acosh": 1.4, "atanh": 1.4, "exp2": 1.0, "log2": 1.8, "log10": 1.6, "cbrt": 1.0, "erfc": 2.0, "gelu": 2.0,
}  # fmt: skip
SLACK = {"erf": 1, "erfc": 1, "gelu": 2}
"""What the reference for float64 may be wrong by, in ulp."""
WIDE = {"float32": (-110.0, 90.0), "float64": (-750.0, 712.0)}
CASES = [(name, dtype) for name in EXACT for dtype in ("float32", "float64")]


def _exact(name: str, x: np.ndarray) -> np.ndarray:
    more = np.float64 if x.dtype == np.float32 else np.longdouble
    with np.errstate(all="ignore"):
        return EXACT[name](x.astype(more))


def _loop(helper: str, flags: set[str], source: str = "") -> Any:
    from numba import njit

    space: dict[str, Any] = {"np": np, "math": math, "njit": njit}
    exec(source or numba_source([helper]), space)
    function = space[helper]

    @njit(fastmath=flags, error_model="numpy")
    def loop(x: Any, y: Any) -> None:
        for i in range(len(x)):
            y[i] = function(x[i])

    return loop


@pytest.fixture(scope="module")
def loops() -> Callable[[str, str], Any]:
    made: dict[tuple[str, str], Any] = {}

    def get(name: str, dtype: str) -> Any:
        key = name, dtype
        if key not in made:
            made[key] = _loop(FUNCTIONS[name][dtype], {"contract", "reassoc"})  # as a kernel that sums
        return made[key]

    return get


@pytest.fixture(scope="module", params=["portable", "own compiler"])
def computed(request: Any, loops: Callable[[str, str], Any]) -> Callable[[str, np.ndarray], np.ndarray]:
    """Values by numba, and by espresso's own compiler, which may take instructions of the processor for parts."""
    import espresso as es

    made: dict[str, Any] = {}

    def compute(name: str, x: np.ndarray) -> np.ndarray:
        if request.param == "portable":
            value = np.empty_like(x)
            loops(name, x.dtype.name)(x, value)
            return value
        if name not in made:
            made[name] = es.compile(f"y[i] = {name}(x[i])", target="cpu")
        return np.asarray(made[name](x=x))

    return compute


def _points(name: str, dtype: str) -> np.ndarray:
    random = np.random.default_rng(2)
    low, high = (-45, 38.5) if dtype == "float32" else (-323, 308)
    scale = 10.0 ** random.uniform(low, high, POINTS) * random.choice([-1, 1], POINTS)
    near = random.normal(size=POINTS) * random.choice([0.01, 0.3, 1, 5], POINTS)
    parts = [scale, near, random.uniform(-2, 2, POINTS), random.uniform(*WIDE[dtype], POINTS)]
    x = np.concatenate(parts)
    if name == "log":
        x = np.abs(np.concatenate([scale, 1 + near, near, parts[2]]))
    if name == "log1p":
        x = np.where(x < -1, -x, x)
        x[:POINTS:2] = -1 + 10.0 ** random.uniform(-7 if dtype == "float32" else -16, 0, len(x[:POINTS:2]))
    if name in ("sin", "cos", "tan"):
        multiples = random.integers(-10_000, 10_000, POINTS) * (math.pi / 2)  # where the result is nearly 0 or 1
        x = np.concatenate([x[abs(x) < FAR[dtype]], multiples, random.uniform(-FAR[dtype], FAR[dtype], POINTS)])
    if name in ("asin", "acos", "atanh"):
        ends = np.repeat([-1, 1], POINTS // 2) * (1 - 10.0 ** random.uniform(-16, 0, POINTS // 2 * 2))
        x = np.concatenate([x[abs(x) <= 1], random.uniform(-1, 1, POINTS), ends])
    if name == "acosh":
        x = np.concatenate([x[x >= 1], 1 + 10.0 ** random.uniform(-16, 0, POINTS)])
    if name in ("log2", "log10"):
        x = np.concatenate([abs(x), 1 + near / 10])
    if name in ("erfc", "gelu"):  # where the results are normal numbers
        low, high = (-9.0, 9.0) if dtype == "float32" else (-26.0, 26.0)
        x = random.uniform(low, high, POINTS) * (1 if name == "erfc" else math.sqrt(2))
        x = np.concatenate([x, near[abs(near) < 9], scale[abs(scale) < 1e-3]])
    return x.astype(dtype)


@pytest.mark.parametrize(("name", "dtype"), CASES)
def test_error_is_below_the_bound(name: str, dtype: str, computed: Callable[[str, np.ndarray], np.ndarray]) -> None:
    x = _points(name, dtype)
    value = computed(name, x)
    error = errors(value, _exact(name, x))
    worst = int(np.argmax(error))
    slack = SLACK.get(name, 0) if dtype == "float64" else 0
    assert error[worst] <= BOUNDS[name] + slack, (x[worst], value[worst])


@pytest.mark.parametrize(("name", "dtype"), CASES)
def test_special_values(name: str, dtype: str, computed: Callable[[str, np.ndarray], np.ndarray]) -> None:
    """Zeros with their sign, subnormal numbers, ends of the range, infinities, NaN: as NumPy gives them."""
    with np.errstate(all="ignore"):
        x = np.array(SPECIAL, dtype=np.float64).astype(dtype)
    if name in ("sin", "cos", "tan"):
        x = x[(abs(x) <= FAR[dtype]) | ~np.isfinite(x)]
    value = computed(name, x)
    exact = _exact(name, x)
    assert errors(value, exact).max() <= BOUNDS[name] + 1, x[errors(value, exact).argmax()]
    number = ~np.isnan(value)
    np.testing.assert_array_equal(np.signbit(value[number]), np.signbit(exact[number]))


@pytest.mark.parametrize(("name", "dtype"), CASES)
def test_loops_have_vectors_and_no_calls_and_keep_the_dtype(
    name: str, dtype: str, loops: Callable[[str, str], Any]
) -> None:
    loop = loops(name, dtype)
    x = np.ones(8, dtype)
    loop(x, np.empty_like(x))
    text = next(iter(loop.inspect_llvm().values()))
    kind = "float" if dtype == "float32" else "double"
    assert re.search(rf"fmul contract <\d+ x {kind}>", text)
    if dtype == "float32":
        assert not re.search(r"fp(ext|trunc) ", text)
    assert not re.search(rf"call[^\n]* (float|double) @(?!llvm\.){name}", text)


@pytest.mark.parametrize("name", ["exp", "logistic", "softplus", "expm1", "log1p"])
def test_the_flags_of_the_caller_do_not_reach_the_helpers(name: str) -> None:
    """Rounding errors that are computed on purpose would vanish if they were reassociated."""
    x = np.linspace(-30, 30, 1001).astype(np.float32)
    x = np.where(x < -0.99, np.abs(x), x) if name == "log1p" else x
    plain, free = np.empty_like(x), np.empty_like(x)
    _loop(FUNCTIONS[name]["float32"], {"contract"})(x, plain)
    _loop(FUNCTIONS[name]["float32"], {"contract", "reassoc", "nsz", "arcp", "afn"})(x, free)
    np.testing.assert_array_equal(plain, free)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_functions_of_two_arguments(dtype: str) -> None:
    from numba import njit

    helpers = [FUNCTIONS[n][dtype] for n in ("logaddexp", "xlogy", "silu")]
    space: dict[str, Any] = {"np": np, "math": math, "njit": njit}
    exec(numba_source(helpers), space)
    logaddexp, xlogy, silu = (space[h] for h in helpers)

    @njit
    def loop(a: Any, b: Any, out: Any) -> None:
        for i in range(len(a)):
            out[i, 0], out[i, 1], out[i, 2] = logaddexp(a[i], b[i]), xlogy(a[i], b[i]), silu(a[i])

    values = np.array([0.0, 1, -1, 3.5, -20, 50, math.inf, -math.inf, math.nan], dtype)
    a, b = (v.ravel() for v in np.meshgrid(values, values))
    out = np.empty((len(a), 3), dtype)
    loop(a, b, out)
    with np.errstate(all="ignore"):
        expected = [np.logaddexp(a, b), np.where((a == 0) & (b == b), 0, a * np.log(b)), a * _logistic(a)]
    rtol = 4 * float(np.finfo(dtype).eps)
    for k, column in enumerate(expected):
        np.testing.assert_allclose(out[:, k], column, rtol=rtol, err_msg=str(k))


PAIRS: dict[str, tuple[Callable[..., np.ndarray], float]] = {
    "pow": (np.power, 1.7), "atan2": (np.arctan2, 1.15), "hypot": (np.hypot, 1.1),
}  # fmt: skip


@pytest.mark.parametrize("own", [False, True], ids=["portable", "own compiler"])
@pytest.mark.parametrize("name", list(PAIRS))
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@np.errstate(over="ignore")  # of the points, not of the functions
def test_pairs_are_below_their_bounds_and_right_at_special_values(name: str, dtype: str, own: bool) -> None:
    from numba import njit

    import espresso as es

    space: dict[str, Any] = {"np": np, "math": math, "njit": njit}
    exec(numba_source([FUNCTIONS[name][dtype]]), space)
    function = space[FUNCTIONS[name][dtype]]
    compiled = es.compile(f"z[i] = {name}(x[i], y[i])", target="cpu")

    @njit(fastmath={"contract", "reassoc"}, error_model="numpy")
    def loop(a: Any, b: Any, out: Any) -> None:
        for i in range(len(a)):
            out[i] = function(a[i], b[i])

    exact, bound = PAIRS[name]
    more = np.float64 if dtype == "float32" else np.longdouble
    random = np.random.default_rng(3)
    low, high = (-45, 38.5) if dtype == "float32" else (-323, 308)
    a = 10.0 ** random.uniform(low, high, 3 * POINTS) * random.choice([-1, 1], 3 * POINTS)
    if name == "pow":
        a = np.abs(np.concatenate([a, 1 + random.normal(size=POINTS) / 1000, random.normal(size=2 * POINTS)]))
        with np.errstate(all="ignore"):
            b = random.uniform(low, high, len(a)) * math.log(10) / np.log(a)
        b[::3] = random.choice([-2, -1, 0.5, 3, 5, 1.5, 2.5, 7, -3.5], len(b[::3]))
        a[::9] *= -1
    else:
        b = a * random.uniform(0.2, 3, len(a)) * random.choice([-1, 1], len(a))
        b[::3] = random.permutation(a)[: len(b[::3])]
    values = np.array([*SPECIAL, 3, -3, 1.5, -1.5, 7], np.float64)
    with np.errstate(all="ignore"):
        special = [v.ravel().astype(dtype) for v in np.meshgrid(values, values)]
    for (x, y), limit in (((a.astype(dtype), b.astype(dtype)), bound), (tuple(special), bound + 1)):
        value = np.empty_like(x)
        if own:
            compiled(x=x, y=y, out=value)
        else:
            loop(x, y, value)
        with np.errstate(all="ignore"):
            expected = exact(x.astype(more), y.astype(more))
        error = errors(value, expected)
        worst = int(np.argmax(error))
        assert error[worst] <= limit, (x[worst], y[worst], value[worst], expected[worst])
        number = ~np.isnan(value) & ~np.isnan(expected)
        np.testing.assert_array_equal(np.signbit(value[number]), np.signbit(expected[number]))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_lgamma_of_positive_numbers_is_a_vector_loop(dtype: str) -> None:
    """4 ulp of float32, near both zeros too; one argument that is not positive sends the loop to the C library."""
    import espresso as es

    f = es.compile("y[i] = lgamma(x[i])", target="cpu")
    random = np.random.default_rng(5)
    low, high = (-44, 36) if dtype == "float32" else (-307, 305)
    parts = [10.0 ** random.uniform(low, high, POINTS), random.uniform(0.4, 4, POINTS), 1 + random.normal(size=99) / 1e3]
    parts = [p[: 500 if dtype == "float64" else POINTS] for p in (*parts, 2 + random.normal(size=99) / 1e3)]
    x = np.abs(np.concatenate([*parts, [1, 2, 4.0849e36, np.inf]])).astype(dtype)
    with mpmath.workdps(30):  # math.lgamma loses digits near the zeros
        exact = np.array([np.longdouble(mpmath.nstr(mpmath.loggamma(v), 25)) for v in x[:: 1 if dtype == "float64" else 20]])
    error = errors(f(x=x)[:: 1 if dtype == "float64" else 20], exact)
    assert error.max() <= 4.0, error.argmax()
    assert not np.signbit(f(x=np.array([1, 2], dtype))).any()
    x[:5] = [-0.5, 0, -0.0, -3, -np.inf]
    np.testing.assert_allclose(f(x=x)[:5], [math.lgamma(-0.5), *[np.inf] * 4], rtol=1e-6)
    assert "_es_lgamma_positive_f" in f.source


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_gamma_of_positive_numbers_is_a_vector_loop(dtype: str) -> None:
    """2.5 ulp from where the result is infinite to where it is again; other arguments send the loop to the C library."""
    import espresso as es

    f = es.compile("y[i] = gamma(x[i])", target="cpu")
    random = np.random.default_rng(5)
    least, end = (2.94e-39, 35.0401) if dtype == "float32" else (5.57e-309, 171.6243)
    parts = [10.0 ** random.uniform(math.log10(least), 0, 700), random.uniform(0, 4, 700), random.uniform(4, end, 700)]
    ends = [least, end, 1, 2, 2.9999997, 3, 3.0000002, 4]
    x = np.concatenate([*parts, ends]).astype(dtype)
    with mpmath.workdps(30):
        exact = np.array([np.longdouble(mpmath.nstr(mpmath.gamma(v), 25)) for v in x])
    error = errors(f(x=x), exact)
    assert error.max() <= 2.5, x[error.argmax()]
    beyond = np.array([least * 0.99, end * 1.0001, 1e10, np.inf, np.nan], dtype)
    np.testing.assert_array_equal(f(x=beyond), [np.inf, np.inf, np.inf, np.inf, np.nan])
    others = [-0.5, -1.5, 0.5, -3.25]
    np.testing.assert_allclose(f(x=np.array(others, dtype)), [math.gamma(v) for v in others], rtol=1e-6)
    assert "_es_gamma_positive_f" in f.source


LARGE = {
    "z[i] = sin(x[i]) + cos(2*x[i])*tan(x[i])": lambda x: np.sin(x) + np.cos(2 * x) * np.tan(x),
    "z[i] = sin(x[i])*sin(x[i])": lambda x: np.sin(x) ** 2,
    "z = sum[i](sin(x[i])) + max[i](cos(x[i]))": lambda x: np.sum(np.sin(x)) + np.max(np.cos(x)),
    "z[i,j] = sin(x[i])*x[j]": lambda x: np.sin(x)[:, None] * x,
    "z[i] = cumsum[i](sin(x[i]))": lambda x: np.cumsum(np.sin(x)),
    "z[j] = sum[i](sin(x[i] + x[j]))": lambda x: np.sin(x[:, None] + x).sum(0),
}


@pytest.mark.parametrize("text", list(LARGE))
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_large_arguments_of_circular_functions(text: str, dtype: str) -> None:
    """Beyond the reduction by multiples of pi/2 a loop runs again with the C library."""
    import espresso as es

    x = np.linspace(-3, 3, 5000 if "j" not in text else 50).astype(dtype)
    f = es.compile(text, target="cpu")
    tolerance = 1e-9 if dtype == "float64" else 2e-4
    np.testing.assert_allclose(f(x=x), LARGE[text](x), rtol=tolerance, atol=tolerance)
    x[7:40:11] = [1e30, -3e7, 1e13]
    expected = LARGE[text](x)
    np.testing.assert_allclose(f(x=x), expected, rtol=tolerance, atol=50 * tolerance)


def test_kernels_use_them_and_the_text_runs_alone() -> None:
    import espresso as es

    f = es.compile("y[i] = exp(x[i]) + sigmoid(x[i])", target="cpu")
    for dtype in ("float32", "float64"):
        x = np.linspace(-3, 3, 50).astype(dtype)
        value = f(x=x)
        assert value.dtype == dtype
        np.testing.assert_allclose(value, np.exp(x) + _logistic(x), rtol=4 * float(np.finfo(dtype).eps))
    assert "math.exp(" not in f.source.split("_es_exp_f")[-1]


def test_every_helper_carries_what_it_calls() -> None:
    for kinds in FUNCTIONS.values():
        for helper in kinds.values():
            assert needed([helper])[-1] == helper
            compile(numba_source([helper]), helper, "exec")


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("n", [1, 7, 16, 255, 1000])
def test_extremes_of_rows_see_nan_and_infinities(n: int, dtype: str) -> None:
    """The comparison itself knows no NaN: that there was one is noted beside it, wherever it stands."""
    import espresso as es

    f = es.compile(["a[i] = max[j](x[i,j])", "b[i] = min[j](x[i,j])", "c = max[i,j](x[i,j])"])
    x = np.random.default_rng(n).normal(size=(2 * n + 3, n)).astype(dtype)
    x[-1], x[-2], x[-3] = -np.inf, np.inf, 0.0
    for found, right in zip(f(x), (x.max(1), x.min(1), x.max()), strict=True):
        np.testing.assert_array_equal(found, right)
    for place in {0, n // 2, n - 1}:
        for nan in (np.nan, -np.nan):
            x[place] = 1.0
            x[place, place] = nan
            for found, right in zip(f(x), (x.max(1), x.min(1), x.max()), strict=True):
                np.testing.assert_array_equal(found, right)
            x[place, place] = 2.0
    assert "_es_largest_f" in f.source


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_digamma_has_vectors_for_positive_numbers_and_is_right_for_others(dtype: str) -> None:
    """One argument that is not positive, and the loop runs again with the text for all of them."""
    import mpmath

    import espresso as es

    f = es.compile("z[i] = digamma(x[i])")
    positive = np.concatenate([10.0 ** np.linspace(-30, 30, 61), np.linspace(0.1, 12, 120), [1.4616321449683622]])
    points = np.concatenate([positive, -np.linspace(0.15, 7.85, 12)]).astype(dtype)
    with mpmath.workdps(50):
        right = np.array([float(mpmath.digamma(mpmath.mpf(float(v)))) for v in points])
    np.testing.assert_allclose(f(points[:182]), right[:182], rtol=2.5 * np.finfo(dtype).eps)
    np.testing.assert_allclose(f(points), right, rtol=40 * np.finfo(dtype).eps, atol=10 * np.finfo(dtype).eps)
    np.testing.assert_array_equal(f(np.array([np.inf, np.nan], dtype)), [np.inf, np.nan])
    np.testing.assert_array_equal(f(np.array([np.inf, 0.0, -0.0, -1.0, -np.inf], dtype)), [np.inf, -np.inf, np.inf, np.nan, np.nan])
    tiny = np.finfo(dtype).smallest_subnormal  # its inverse overflows
    np.testing.assert_array_equal(f(np.array([tiny, 8 * tiny], dtype)), [-np.inf, -np.inf])
    assert "_es_digamma_positive_f" in f.source


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@np.errstate(over="ignore")  # of the points, not of the function
def test_a_power_of_two_by_one_instruction_and_by_two_products_has_the_same_bits(dtype: str) -> None:
    """exp, also where its result overflows or is subnormal: each rounds once (on other processors both are the products)."""
    name = FUNCTIONS["exp"][dtype]
    low, high = (-110, 92) if dtype == "float32" else (-750, 712)
    x = np.concatenate([np.linspace(low, high, 100_003), SPECIAL]).astype(dtype)
    source = numba_source([name])
    products = source.replace("if _has_scaling():", "if False:")
    assert products != source
    found = [np.empty_like(x), np.empty_like(x)]
    for text, out in zip((source, products), found, strict=True):
        _loop(name, {"contract"}, text)(x, out)
    np.testing.assert_array_equal(*(out.view(f"i{x.itemsize}") for out in found))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("power", [1.5, -1.5])
def test_powers_of_three_halves_are_products_with_square_roots(dtype: str, power: float) -> None:
    exponents = np.random.default_rng(0).uniform(-12, 12, 5000)
    x = np.concatenate([10.0**exponents, [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -2.5]]).astype(dtype)
    f = es.compile(f"y[i] = x[i]**{power}", target="cpu")
    got = f(x=x)
    with np.errstate(all="ignore"):
        want = np.power(x.astype(np.longdouble), power)
    assert got.dtype == x.dtype and "math.sqrt" in f.source
    np.testing.assert_array_equal(got[-7:], want[-7:].astype(dtype))
    assert (abs(got[:-7]/want[:-7] - 1) <= 1.6 * np.finfo(dtype).eps).all()  # three roundings
