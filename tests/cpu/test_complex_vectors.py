"""Functions of complex numbers in vectors: errors in ulp, special values, where loops run again with the C library."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest

import espresso as es
from espresso.mathematics import vector_complex
from tests.benchmarks.accuracy import errors
from tests.loaded import loaded

DTYPES = ("complex64", "complex128")
COUNT = 400
"""Points of each of three kinds."""

NAMES = (
    "exp", "exp2", "expm1", "log", "log1p", "log2", "log10", "sqrt", "rsqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh",
    "atan", "atanh",
)  # fmt: skip
NUMPY: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    **{n: getattr(np, n) for n in NAMES if n not in ("rsqrt", "atan", "atanh")},
    "rsqrt": lambda z: np.where(z == 0, complex(np.inf, np.nan), 1 / np.sqrt(z)), "atan": np.arctan, "atanh": np.arctanh,
}  # fmt: skip
EXACT: dict[str, Callable[[Any], Any]] = {
    **{n: getattr(mpmath, n) for n in NAMES if hasattr(mpmath, n)},
    "exp2": lambda z: mpmath.exp(z * mpmath.log(2)), "expm1": lambda z: mpmath.exp(z) - 1,
    "log1p": lambda z: mpmath.log(1 + z), "log2": lambda z: mpmath.log(z) / mpmath.log(2),
    "rsqrt": lambda z: 1 / mpmath.sqrt(z),
}  # fmt: skip
BOUNDS = {
    "exp": 3.2, "exp2": 3.2, "expm1": 4.5, "log": 1.5, "log1p": 1.6, "log2": 2.2, "log10": 2.2, "sqrt": 1.9, "rsqrt": 5.0,
    "sin": 3.4, "cos": 3.4, "tan": 6.3, "sinh": 3.4, "cosh": 3.4, "tanh": 6.3, "atan": 2.9, "atanh": 2.9,
}  # fmt: skip
"""In ulp of each part, in the imaginary part alone for those of `LARGER`."""
LARGER = {"expm1": 4.5, "rsqrt": 4.2, "log1p": 1.6}
"""Functions whose real part may be a difference of larger numbers: ulp of the larger part."""
CASES = [(name, dtype) for name in NAMES for dtype in DTYPES]


@pytest.fixture(scope="module")
def compiled() -> Callable[[str], Any]:
    made: dict[str, Any] = {}

    def get(name: str) -> Any:
        if name not in made:
            made[name] = es.compile(f"y[i] = {name}(z[i])", target="cpu")
        return made[name]

    return get


def _complex(real: np.ndarray, imag: np.ndarray, dtype: str) -> np.ndarray:
    z = np.empty(np.shape(real), dtype)
    with np.errstate(over="ignore", under="ignore"):
        z.real, z.imag = real, imag
    return z


def _points(dtype: str) -> np.ndarray:
    """Parts of many magnitudes, all directions, numbers near the axes and the unit circle; the results are numbers."""
    random = np.random.default_rng(3)
    low = -17 if dtype == "complex64" else -30
    parts = [10.0 ** random.uniform(low, 1.8, COUNT) * random.choice([-1, 1], COUNT) for _ in range(2)]
    size, angle = np.abs(random.normal(size=COUNT)) * random.choice([0.1, 1, 8, 30], COUNT), random.uniform(size=COUNT)
    circle = np.exp(2j * np.pi * random.uniform(size=COUNT)) * (1 + 10.0 ** random.uniform(-8, -1, COUNT))
    turned = size * np.exp(2j * np.pi * angle)
    z = np.concatenate([_complex(*parts, "complex128"), turned, circle, circle - 1, [1, -1, 1j, -1j, 2, -4, 0.5, -0.5j]])
    return z.astype(dtype)


def _exact(name: str, z: np.ndarray, digits: int = 120) -> tuple[np.ndarray, np.ndarray]:
    def number(x: Any) -> np.longdouble:
        return np.longdouble(mpmath.nstr(x, 30))

    with mpmath.workdps(digits):
        values = [EXACT[name](mpmath.mpc(v.real, v.imag)) for v in z.astype("complex128").tolist()]
        return np.array([number(v.real) for v in values]), np.array([number(v.imag) for v in values])


@pytest.mark.parametrize(("name", "dtype"), CASES)
def test_error_is_below_the_bound(name: str, dtype: str, compiled: Callable[[str], Any]) -> None:
    z = _points(dtype)
    if name in ("atan", "atanh", "log1p"):  # poles; on the cuts mpmath takes another side
        z = z[(z.real != 0) & (z.imag != 0)]
    value, (real, imag) = compiled(name)(z), _exact(name, z)
    assert value.dtype == dtype
    size = np.maximum(np.abs(real), np.abs(imag)).astype(value.real.dtype)
    with np.errstate(all="ignore"):
        larger = np.maximum(np.abs(value.real - real), np.abs(value.imag - imag)) / np.spacing(size)
    assert larger.max() <= LARGER.get(name, BOUNDS[name]), (z[larger.argmax()], value[larger.argmax()])
    normal = np.minimum(np.abs(real), np.abs(imag)) > 4 * np.finfo(dtype).tiny
    for part, exact in (("real", real), ("imag", imag)):
        if name in LARGER and part == "real":
            continue
        error = np.where(normal | (exact == 0), errors(getattr(value, part), exact), 0)
        assert error.max() <= BOUNDS[name], (part, z[error.argmax()], value[error.argmax()], exact[error.argmax()])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["log", "log1p"])
def test_logarithms_near_the_unit_circle(name: str, dtype: str, compiled: Callable[[str], Any]) -> None:
    """The real part is x**2 + y**2 - 1 over 2: squares are summed with their rounding errors."""
    random = np.random.default_rng(4)
    z = np.exp(2j * np.pi * random.uniform(size=2000)).astype(dtype)
    value, (real, _) = compiled(name)(z if name == "log" else z - 1), _exact(name, z if name == "log" else z - 1)
    assert np.abs(real).min() < 1e-3 * np.finfo(dtype).eps  # nearly all digits of the sum vanish
    found = errors(value.real, real)
    if name == "log1p":
        found = found[np.abs(real) > 1e-3 * np.finfo(dtype).eps]
    assert found.max() <= (2.0 if name == "log" else 20.0), z[found.argmax()]


def _edges(dtype: str) -> np.ndarray:
    """Zeros, infinities and NaN with one another and with numbers on both sides of each limit."""
    bounds = vector_complex.BOUNDS.values()
    limits = sorted({b[dtype == "complex128"] for b in bounds} - {0.0})
    ends = (87.5, 89.5, 104.0, 3.4e38, 1e-30) if dtype == "complex64" else (708.5, 711.0, 746.0, 1.79e308, 1e-300)
    sizes = np.array([0, 0.25, 1.5, 20, *ends, *limits, *(1.01 * n for n in limits if n < 1e200), np.inf])
    sizes = np.unique(sizes[(sizes < 3.5e38) | (dtype == "complex128") | np.isinf(sizes)])
    every = np.concatenate([sizes, -sizes, [np.nan]])
    return _complex(*np.meshgrid(every, every), dtype).ravel()


def _same(found: np.ndarray, expected: np.ndarray, z: np.ndarray, ulps: Any, signs: bool = True) -> None:
    """The same numbers to some ulp of the larger part, the same infinities, NaN and signs of zeros."""
    kind = np.finfo(found.dtype)
    with np.errstate(all="ignore"):
        narrow = expected.astype(found.dtype)
        sizes = (np.abs(part.astype(np.float64)) for part in (narrow.real, narrow.imag))
        size = np.maximum(*(np.where(np.isfinite(part), part, 0) for part in sizes))
        for part in ("real", "imag"):
            ours, theirs = getattr(found, part), getattr(narrow, part)
            near = np.abs(ours.astype(np.float64) - theirs) <= ulps * float(kind.eps) * size + 4 * float(kind.tiny) * kind.eps
            good = (ours == theirs) | (np.isnan(ours) & np.isnan(theirs)) | near
            good &= ~(signs & (ours == 0) & (theirs == 0) & (np.signbit(ours) != np.signbit(theirs)))
            bad = np.flatnonzero(~good)
            assert not bad.size, (part, [(z[k], found[k], expected[k]) for k in bad[:4]])


@pytest.mark.parametrize(("name", "dtype"), CASES)
def test_special_values(name: str, dtype: str, compiled: Callable[[str], Any]) -> None:
    """What NumPy gives, for each alone: in one loop a single one would take the others to the C library."""
    z, f = _edges(dtype), compiled(name)
    found = np.array([f(z[k : k + 1])[0] for k in range(len(z))])
    with np.errstate(all="ignore"):
        expected = NUMPY[name](z.astype("complex128"))
        if name == "log1p":  # NumPy takes the logarithm of what hypot of 1 + x and y is rounded to
            apart = (np.abs(z) < 0.5) | (np.isinf(expected.real) & np.isfinite(z) & (z != -1))
            expected.real[apart] = _exact(name, z[apart], 700)[0]
        ulps: Any = 8
        if name == "exp2" and dtype == "complex128":  # NumPy rounds exponent and angle
            ulps = 8 + sum(np.where(np.isfinite(part), np.abs(part), 0) for part in (z.real, z.imag))
        few = name != "rsqrt" and not (name == "expm1" and dtype == "complex64")  # whose zeros are numbers in complex128
    _same(found, expected, z, ulps, signs=few)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("special", [complex(np.nan, 0), complex(np.inf, 1), 800 + 1j, 2e12 - 3e12j, 0, 1, -1j])
def test_one_element_is_special(special: complex, dtype: str) -> None:
    """All others of its loop are right, and so are sums: nothing is added twice when the loop runs again."""
    formulas = {n: f"{n}_[i] = {n}(z[i])" for n in NAMES} | {"power": "power[i] = z[i]**2.5", "s": "s = sum[i](exp(z[i]))"}
    f = es.compile(formulas, target="cpu")
    random = np.random.default_rng(5)
    for count, place in ((1, 0), (7, 3), (33, 0), (70, 69)):
        z = (random.normal(size=count) + 1j * random.normal(size=count)).astype(dtype)
        plain = f(z)
        z[place] = special
        found, others = f(z), np.arange(count) != place
        for name in (*NAMES, "power"):
            np.testing.assert_allclose(found[name][others], plain[name][others], 10 * np.finfo(dtype).eps, err_msg=name)
        with np.errstate(all="ignore"):
            expected = NUMPY["exp"](z.astype("complex128")).astype(dtype)
            _same(found["exp"], expected, z, 8)
            total = expected.sum(dtype="complex128")
        if np.isfinite(total):
            np.testing.assert_allclose(found["s"], total, 1e-5 if dtype == "complex64" else 1e-13)
        else:
            assert not np.isfinite(found["s"])


@pytest.mark.parametrize("dtype", DTYPES)
def test_lengths_and_strides(dtype: str, compiled: Callable[[str], Any]) -> None:
    z, f = _points(dtype)[:150], compiled("exp")
    want = f(z)
    for count in (0, 1, 2, 3, 5, 8, 15, 16, 17, 31, 33, 64, 100):
        np.testing.assert_allclose(f(z[:count]), want[:count], 4 * np.finfo(dtype).eps)
    for part in (slice(None, None, 3), slice(None, None, -1), slice(5, 90, 2)):
        np.testing.assert_allclose(f(z[part]), want[part], 4 * np.finfo(dtype).eps)
    table = es.compile("y[j,i] = log(z[i,j])", target="cpu")
    np.testing.assert_allclose(table(z.reshape(10, 15)), np.log(z.reshape(10, 15).T), 20 * np.finfo(dtype).eps)
    np.testing.assert_allclose(table(z.reshape(15, 10).T), np.log(z.reshape(15, 10)), 20 * np.finfo(dtype).eps)


FORMULAS: dict[str, Callable[[np.ndarray, np.ndarray], Any]] = {
    "y = sum[i](exp(z[i]))": lambda z, w: np.exp(z).sum(),
    "y = prod[i](cos(z[i]/9))": lambda z, w: np.cos(z / 9).prod(),
    "y[i] = exp(z[i])*sin(w[i]) + log(z[i])/tanh(w[i])": lambda z, w: np.exp(z) * np.sin(w) + np.log(z) / np.tanh(w),
    "y[i] = cumsum[i](sqrt(z[i]))": lambda z, w: np.sqrt(z).cumsum(),
    "y[i] = cumsum[i](sin(z[i]))": lambda z, w: np.sin(z).cumsum(),
    "y[i] = abs(exp(z[i]))**2 + real(sin(w[i]))": lambda z, w: np.abs(np.exp(z)) ** 2 + np.sin(w).real,
    "y[i] = exp(1j*real(z[i]))": lambda z, w: np.exp(1j * z.real),
    "y[i,j] = exp(z[i]*w[j])": lambda z, w: np.exp(np.multiply.outer(z, w)),
    "y[k] = sum[i](w[i]*exp(-2j*pi*i*k/size(w, 0)))*(k < 37)": lambda z, w: np.fft.fft(w.astype("complex128")),
    "y[i] = exp(z[i])*real(z[3])": lambda z, w: np.exp(z) * z[3].real,
    "a[i] = exp(z[i])\ny[i] = a[i]/sum[j](a[j])": lambda z, w: np.exp(z) / np.exp(z).sum(),
    "y = max[i](abs(cos(z[i])))": lambda z, w: np.abs(np.cos(z)).max(),
    "y = sum[i](where(real(z[i]) > 0, log(z[i]), exp(w[i])))": lambda z, w: np.where(z.real > 0, np.log(z), np.exp(w)).sum(),
}  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("text", list(FORMULAS))
def test_formulas(text: str, dtype: str) -> None:
    """Sums, running sums, several functions in a loop, Fourier sums; and once more where the C library is needed."""
    random = np.random.default_rng(6)
    z, w = (random.normal(size=(2, 37)) + 1j * random.normal(size=(2, 37))).astype(dtype)
    f = es.compile(text, target="cpu")
    for far in (False, True):
        if far:
            z[11] = -3 + 2e5j if dtype == "complex64" else -3 + 2e12j
            if "cumsum" in text or "w[j])" in text or "cos(z" in text or "*k/" in text:
                continue
        given = {n: a for n, a in (("z", z), ("w", w)) if n in f.inputs}
        found = f(**given)
        expected = FORMULAS[text](z.astype("complex128"), w.astype("complex128"))
        tolerance = 2e-4 if dtype == "complex64" else 1e-12
        found = found["y"] if isinstance(found, dict) else found[-1] if isinstance(found, tuple) else found
        np.testing.assert_allclose(found, expected, tolerance, tolerance)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("exponent", ["w[i]", "2.5", "0.5", "-0.5", "1j", "-7", "real(w[i])", "(1/3)"])
def test_powers(exponent: str, dtype: str) -> None:
    """To the error of the logarithm, which exp makes larger; in complex64 to ulps."""
    random = np.random.default_rng(7)
    z, w = (10.0 ** random.uniform(-3, 3, (2, 500)) * np.exp(2j * np.pi * random.uniform(size=(2, 500)))).astype(dtype)
    w = w / abs(w) * np.minimum(abs(w), 20)
    f = es.compile(f"y[i] = z[i]**{exponent}", target="cpu")
    given = {n: a for n, a in (("z", z), ("w", w)) if n in f.inputs}
    power = {"w[i]": w, "real(w[i])": w.real, "(1/3)": 1 / 3}.get(exponent)
    wide = (complex(exponent) if power is None else power) * np.ones(500, "complex128")
    with np.errstate(all="ignore"):
        expected = z.astype("complex128") ** wide
        narrow = expected.astype(dtype)
    good = np.isfinite(narrow) & (abs(expected) > np.finfo(dtype).tiny)
    error = np.abs(f(**given) - expected)[good] / np.abs(expected[good])
    growth = 1 if dtype == "complex64" and exponent != "(1/3)" else 1 + np.abs(wide * np.log(z.astype("complex128")))[good]
    assert (error / growth).max() <= (2 if dtype == "complex64" and exponent != "-7" else 12) * np.finfo(dtype).eps


@pytest.mark.parametrize("dtype", DTYPES)
def test_powers_of_zero_and_special_numbers(dtype: str) -> None:
    """What the C library gives outside loops, where there is no other way."""
    edges = np.array([0, 1, -1, 2.5, -3, np.inf, -np.inf, np.nan, 1e30, 1e-30, -0.0])
    z = _complex(*np.meshgrid(edges, edges[:6]), dtype).ravel()
    f, one = es.compile("y[i] = z[i]**w[i]", target="cpu"), es.compile("y = z**w", target="cpu")
    for power in (0, 2, 0.5, -0.5, 2.5, 1j, 2 - 3j, 40 + 1j, complex(np.nan, 1)):
        w = np.full(1, power, dtype)
        found = np.array([f(z=z[k : k + 1], w=w)[0] for k in range(len(z))])
        expected = np.array([one(z=z[k], w=w[0]) for k in range(len(z))])
        _same(found, expected, z, 3000 if dtype == "complex128" else 4, signs=False)
    real = es.compile("y[i] = z[i]**p[i]", target="cpu")
    for power in (0, 2, 0.5, -0.5, 2.5, 40, np.nan):
        p = np.full(1, power, z.real.dtype)
        found = np.array([real(z=z[k : k + 1], p=p)[0] for k in range(len(z))])
        expected = np.array([one(z=z[k], w=p[0].astype(dtype)) for k in range(len(z))])
        _same(found, expected, z, 3000 if dtype == "complex128" else 4, signs=False)
    roots = es.compile("y[i] = z[i]**0.5", target="cpu")(z)
    with np.errstate(all="ignore"):
        _same(roots, np.sqrt(z.astype("complex128")), z, 8)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_gradients_of_real_losses(dtype: str) -> None:
    """By real inputs of complex functions, against differences of the reference."""
    loss = es.parse("z : complex128 (_)\nL = sum[i](abs2(exp(1j*p[i])*sin(z[i]*p[i]) - log(z[i] + p[i])))")
    gradient = es.grad(loss, "p")
    random = np.random.default_rng(8)
    z, p = random.normal(size=20) + 2j, random.normal(size=20)
    found = es.compile(gradient, target="cpu")(z=z, p=p.astype(dtype))
    np.testing.assert_allclose(found, es.evaluate(gradient, {"z": z, "p": p.astype(dtype)}), 2e-4 if dtype == "float32" else 1e-10)
    step = 1e-6

    def at(v: np.ndarray) -> float:
        return float(es.evaluate(loss, {"z": z, "p": v}))

    moved = [(at(p + d) - at(p - d)) / (2 * step) for d in step * np.eye(20)]
    np.testing.assert_allclose(found, moved, 1e-3 if dtype == "float32" else 1e-6, 1e-3 if dtype == "float32" else 1e-7)


@pytest.mark.parametrize("dtype", DTYPES)
def test_saved_text(dtype: str, tmp_path: Path) -> None:
    """Modules for numba, and C in a library, have the same helpers and the same second loop."""
    formulas = {n: f"{n}_[i] = {n}(z[i])" for n in NAMES} | {"power": "power[i] = z[i]**w[i]", "s": "s = sum[i](sin(z[i]))"}
    formulas["real"] = "real_[i] = z[i]**2.5"
    f = es.compile(formulas, target="cpu")
    random = np.random.default_rng(9)
    for far in (False, True):
        z, w = (random.normal(size=(2, 37)) + 1j * random.normal(size=(2, 37))).astype(dtype)
        if far:
            z[5] = 1 + 1e15j if dtype == "complex128" else 1 + 1e6j
        want = f(z=z, w=w)
        for library in (False, True):
            if library and shutil.which("cc") is None:
                continue
            path = f.save(tmp_path / f"made_{far}_{library}.py", library=library)
            found = loaded(path).program(z, w)
            for name, value in want.items():
                if far and name == "exp2":  # whose angle numba rounds to complex64
                    continue
                np.testing.assert_allclose(found[name], value, 100 * np.finfo(dtype).eps, err_msg=f"{name} {library}")


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", NAMES)
def test_loops_have_vectors(name: str, dtype: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What LLVM's passes make of the program: products of vectors, and float32 all the way."""
    from espresso.llvm import machine

    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    modules: list[str] = []
    passes = machine.optimised

    def recorded(text: str, *levels: Any) -> Any:
        module, made = passes(text, *levels)
        modules.append(str(module))
        return module, made

    monkeypatch.setattr(machine, "optimised", recorded)
    f = es.compile(f"y[i] = {name}(z[i]*3)", target="cpu")  # a product, so that no other test has made its code
    f(np.ones(8, dtype))
    kernels = [m for m in modules if "kernel_y" in m]
    kind = "float" if dtype == "complex64" else "double"
    assert kernels and re.search(rf"fmul [a-z ]*<\d+ x {kind}>", kernels[0])
    if dtype == "complex64":
        assert not re.search(r"fp(ext|trunc) <", kernels[0])


def test_zeros_stay_in_vectors() -> None:
    """Powers of 0, its root and its logarithm need no second loop, which would take the C library for all of a row."""
    for helper, power in (("real_power", 2.5), ("sqrt", 0.5)):
        f = es.compile(f"y[i] = z[i]**{power}", target="cpu")
        z = np.array([0, 1j, 4, -0.0], complex)
        np.testing.assert_allclose(f(z), z**power, rtol=1e-14, atol=1e-300)
        assert f"_es_{helper}_c128" in f.source
    v, space = complex(-np.inf, 0), {"abs": abs}
    assert not eval(vector_complex.limit_of("exp", "complex128").format("v"), space | {"v": v})


def test_real_functions_stay_one_loop() -> None:
    """Only complex arguments have a second loop, which takes time to compile."""
    for text, twice in (("y[i] = exp(x[i])", False), ("y[i] = log(z[i])", False), ("y[i] = exp(z[i])", True)):
        f = es.compile(text, target="cpu")
        f(**{n: np.ones(3, complex if n == "z" else float) for n in f.inputs})
        assert ("if far:" in f.source) == twice
