"""The normal distribution and the inverse error functions, against mpmath; casts to integers."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es
from espresso.mathematics import normal_distribution

TARGETS = ["reference", "cpu", "numpy", pytest.param("opencl", marks=pytest.mark.opencl)]
R = np.random.default_rng(3)
TAIL = 1 - 10.0 ** R.uniform(-15, -0.5, 60)
POINTS = {
    "normcdf": np.r_[R.normal(0, 3, 60), R.uniform(-37, 9, 60)],
    "erfinv": np.r_[R.uniform(-1, 1, 60), TAIL, -TAIL, R.normal(size=20) * 10.0 ** R.uniform(-300, -3, 20)],
    "erfcinv": np.r_[R.uniform(0, 2, 60), 10.0 ** R.uniform(-300, -1, 60)],
    "normppf": np.r_[R.uniform(0, 1, 60), 10.0 ** R.uniform(-300, -1, 60)],
}
ULPS = {"normcdf": 4, "erfinv": 2, "erfcinv": 2, "normppf": 4}


def call(target, text, **arrays):
    if target == "reference":
        return es.evaluate(es.parse(text), arrays)
    return es.compile(text, target=target)(**arrays)


def exact(name, x):
    """The value in 40 digits: by Halley's method on erfc, for tails of 1e-300 too."""
    mpmath = pytest.importorskip("mpmath")
    if name == "normcdf":
        return mpmath.ncdf(x)
    if name == "normppf":
        return -mpmath.sqrt(2) * exact("erfcinv", 2 * x)
    if name == "erfinv":
        return mpmath.erfinv(x)
    if x > 0.01:
        return mpmath.erfinv(1 - x)
    y = mpmath.sqrt(-mpmath.log(x * mpmath.sqrt(-mpmath.pi * mpmath.log(x))))
    for _ in range(8):
        d = (mpmath.erfc(y) - x) / (2 / mpmath.sqrt(mpmath.pi) * mpmath.exp(-y * y))
        y += d / (1 - y * d)
    return y


def worst(name, x, got):
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workdps(40):
        truth = [exact(name, mpmath.mpf(float(v))) for v in x]
        steps = np.spacing(np.abs(np.array([float(t) for t in truth], got.dtype))).astype(float)
        errors = [abs(mpmath.mpf(float(g)) - t) / s for g, t, s in zip(got, truth, steps.tolist(), strict=True)]
    return float(max(errors))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", POINTS)
def test_a_few_units_in_the_last_place(name, target):
    got = call(target, f"y[i] = {name}(x[i])", x=POINTS[name])
    limit = 2000 if target == "opencl" and name == "normcdf" else ULPS[name]  # the device's erfc and exp
    assert worst(name, POINTS[name], got) <= limit


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", POINTS)
def test_float32(name, target):
    x = POINTS[name].astype(np.float32)
    small, large = (-12, 12) if name == "normcdf" else (-1, 1) if name == "erfinv" else (0, 2)
    x = x[(np.abs(x) > 1e-36) & (x > small) & (x < large) & ((name != "normppf") | (x < 1))]
    got = call(target, f"y[i] = {name}(x[i])", x=x)
    assert got.dtype == np.float32
    assert worst(name, x, got) <= (40 if target == "opencl" else 3)


def test_without_its_last_step_the_quantile_would_be_noticed(monkeypatch, tmp_path):
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    text = normal_distribution.NUMPY["_es_inverse_erf"].replace("y - d / (1 + y * d)", "y")
    from espresso.mathematics import helpers

    monkeypatch.setitem(helpers.HELPERS, "_es_inverse_erf", (text, helpers.HELPERS["_es_inverse_erf"][1]))
    got = call("numpy", "y[i] = erfinv(x[i])", x=POINTS["erfinv"])
    assert worst("erfinv", POINTS["erfinv"], got) > 2


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("name", "x", "expected"),
    [
        ("normcdf", [-np.inf, 0, np.inf, np.nan], [0, 0.5, 1, np.nan]),
        ("normpdf", [-np.inf, np.inf, np.nan], [0, 0, np.nan]),
        ("normppf", [0, 0.5, 1, -0.1, 1.1, np.nan], [-np.inf, 0, np.inf, np.nan, np.nan, np.nan]),
        ("erfinv", [-1, 0, 1, -1.5, 2, np.inf, np.nan], [-np.inf, 0, np.inf, *[np.nan] * 4]),
        ("erfcinv", [2, 1, 0, -1, 3, np.inf, np.nan], [-np.inf, 0, np.inf, *[np.nan] * 4]),
    ],
)
def test_edges(name, x, expected, target):
    np.testing.assert_array_equal(call(target, f"y[i] = {name}(x[i])", x=np.array(x, float)), expected)


@pytest.mark.parametrize("name", ["normcdf", "normpdf", "normppf", "erfinv", "erfcinv"])
def test_derivatives(name):
    low, high = (0.05, 0.95) if name in ("normppf", "erfcinv") else (-0.9, 0.9)
    es.check_grads(es.parse(f"s = sum[i]({name}(x[i])*x[i])"), x=np.linspace(low, high, 7))


def test_the_derivative_of_the_distribution_function_is_its_density():
    assert str(es.grad(es.parse("s = sum[i](normcdf(x[i]))"), "x")) == "ds_dx[i] = normpdf(x[i])"


# --- integers ---


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", ["float64", "float32", "int8", "uint8", "bool", "int64"])
def test_casts(dtype, target):
    x = np.array([-2.7, -0.5, 0, 1.5, 100.9, 3]).astype("int64" if dtype == "uint8" else dtype).astype(dtype)
    got = call(target, "y[i] = 3*int(x[i])", x=x)
    assert got.dtype == np.int64
    np.testing.assert_array_equal(got, 3 * x.astype(np.int64))


@pytest.mark.parametrize("target", TARGETS)
def test_what_64_bits_do_not_hold_is_the_least_number(target):
    got = call(target, "y[i] = int(x[i])", x=np.array([np.nan, np.inf, -np.inf, 1e300, -1e300, 2.0**63, 9.2e18]))
    np.testing.assert_array_equal(got, [*[-(2**63)] * 6, int(9.2e18)])


BILINEAR = """
p[i,j] = int(floor(u[i,j]))
q[i,j] = int(floor(v[i,j]))
a[i,j] = u[i,j] - floor(u[i,j])
b[i,j] = v[i,j] - floor(v[i,j])
w[i,j] = (1 - a[i,j])*((1 - b[i,j])*im[p[i,j], q[i,j]] + b[i,j]*im[p[i,j], q[i,j] + 1])
    + a[i,j]*((1 - b[i,j])*im[p[i,j] + 1, q[i,j]] + b[i,j]*im[p[i,j] + 1, q[i,j] + 1])
""".replace("\n    +", " +")


@pytest.mark.parametrize("target", TARGETS)
def test_bilinear_interpolation(target):
    ndimage = pytest.importorskip("scipy.ndimage")
    im = R.normal(size=(7, 5))
    u, v = R.uniform(0, 5.9, (4, 6)), R.uniform(0, 3.9, (4, 6))
    expected = ndimage.map_coordinates(im, [u, v], order=1)
    np.testing.assert_allclose(call(target, BILINEAR, u=u, v=v, im=im), expected, rtol=1e-12, atol=1e-14)


def test_derivatives_of_an_interpolation():
    im = R.normal(size=(7, 5))
    es.check_grads(es.parse(BILINEAR), u=R.uniform(0.1, 5.9, (2, 3)), v=R.uniform(0.1, 3.9, (2, 3)), im=im)


@pytest.mark.parametrize("target", TARGETS)
def test_positions_outside_are_refused(target):
    with pytest.raises(es.InputError) as error:
        call(target, "y[i] = x[int(floor(u[i]))]", x=np.ones(4), u=np.array([0.5, 4.2]))
    if target == "reference":
        assert "x is read outside" in str(error.value) and "run from 0 to 3" in str(error.value)
    else:
        assert "is outside axis 0 of x, whose length is 4" in str(error.value)


def test_astype_is_traced():
    e = es.trace(lambda x, u: x[np.floor(u).astype(int)], x=(5,), u=(3,))
    x, u = R.normal(size=5), np.array([0.3, 4.9, 2.0])
    np.testing.assert_array_equal(es.evaluate(e, {"x": x, "u": u}), x[np.floor(u).astype(int)])
