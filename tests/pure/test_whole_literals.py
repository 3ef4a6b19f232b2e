"""Arithmetic of whole literals: exact for every dtype and target, bounded, and refused where nobody could write it."""

from __future__ import annotations

import random
import time
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import espresso as es

TARGETS = ("reference", "cpu", "numpy")
GIVEN: dict[str, Any] = {
    "a": np.array(2.0), "t": np.array([1, 2, 3], "int8"), "w": np.array([1, 2, 3], "float32"), "z": np.array(1 + 2j),
    "b": np.array(True), "u": np.array([1, 2**64 - 1], "uint64"), "i": np.array([1, 2]), "v": np.array([1, 255], "uint8"),
}  # fmt: skip


def computed(text: str, target: str) -> Any:
    e = es.parse(text)
    given = {n: GIVEN[n] for n in e.inputs}
    return es.evaluate(e, given) if target == "reference" else es.compile(e, target=target)(**given)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10**30*a", 2e30), ("2**64*a", 2.0 * 2**64), ("a + 10**25", 1e25), ("10**30", 1e30), ("2**63", 2.0**63),
        ("2**64 - 2**64 + a", 2.0), ("(10**30 - 10**30 + 1)*a", 2.0), ("max(10**30, 3)*a", 2e30), ("3**40*a", 2.0 * 3**40),
        ("abs(-10**25)*a", 2e25), ("(10**25 + 0.5)*a", 2e25), ("a/10**30*10**30", 2.0), ("10**30 % 7*a", 2.0 * (10**30 % 7)),
        ("10**30//7**20*a", 2.0 * (10**30 // 7**20)), ("b*10**30", 1e30), ("10**30*z", 1e30 * (1 + 2j)),
        ("y[k] = 10**25*w[k]", np.array([1, 2, 3], "float32") * np.float32(1e25)),
        ("y[k] = w[k] + k*10**25", np.array([1, 1e25, 2e25], "float32")), ("y[k] = (t[k] > 10**25) + 0", [0, 0, 0]),
        ("y[k] = where(t[k] > 2, 10**25, 0)", [0, 0, 1e25]), ("y[k] = t[k]*(2**7 - 1)", np.array([127, -2, 125], "int8")),
        ("y[k] = u[k] - (2**63 - 1)", np.array([2**63 + 2, 2**63], "uint64")), ("y[k] = i[k] + (2**63 - 3)", [2**63 - 2, 2**63 - 1]),
        ("0**0*a", 2.0), ("2**-1*a", 1.0), ("7//2*a", 6.0), ("a**(10**3)", 2.0**1000),
        ("(10*a)**30", 20.0**30), ("a*(2*a)**64", 2.0 * 4.0**64), ("(0.01*a*100)**500", 2.0**500), ("(-a)**301", -(2.0**301)),
        ("(1 + a/1000000)**1000000", 7.389041321277888), ("(0.5**0.5)**(10**10)*a", 0.0), ("round(0.6)**(10**10)*a", 2.0),
        ("b + 2**63", 2.0**63 + 1), ("y[k] = k*2**63 + w[k]", np.array([1, 2**63, 2**64], "float32")), ("floor(7)//2*a", 6.0),
        ("y[k] = i[k] - 2**63", [1 - 2**63, 2 - 2**63]), ("y[k] = t[k] - 2**7", np.array([-127, -126, -125], "int8")),
        ("y[k] = t[k]*max(0.5, 2**40)", [2.0**40, 2.0**41, 3 * 2.0**40]),
        ("y[k] = v[k]/-2", [-0.5, -127.5]),
        ("y[k] = v[k] - 3 + 0.5", [-1.5, 252.5]), ("y[k] = -3*v[k]*0.5", [-1.5, -382.5]), ("y[k] = 1/v[k]**2", [1, 255.0**-2]),
        ("y[k] = v[k] - 3", np.array([254, 252], "uint8")),
    ],
)  # fmt: skip
def test_values_are_exact(text: str, expected: Any, target: str) -> None:
    found = computed(text, target)
    assert found.dtype == np.asarray(expected).dtype
    np.testing.assert_allclose(found, expected, rtol=0 if found.dtype.kind in "iu" else 1e-6)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("y[k] = 10**30*t[k]", "does not fit into int8"), ("y[k] = t[k] + 100*100", "10000 does not fit into int8"),
        ("y[k] = 100*100*t[k]", "10000 does not fit into int8"), ("y[k] = u[k] + 2**64", "does not fit into uint64"), ("y[k] = u[k] - 2**64", "does not fit into uint64"),
        ("10**400*a", "a whole number of about 401 digits is beyond float64"),
        ("10**10**10*a", "10**10000000000 has about 10**10 binary digits."),
        ("((9**9)**9)**9*a", "a whole number of about 696 digits is beyond float64"), ("a**(2**99999)", "2**99999 has about"),
        ("10**-10**9*a", "binary digits"), ("(2/3)**(10**9)*a", "(2/3)**1000000000 has about"), ("a*10**5000", "10**5000"),
        ("y[k] = t[k]**128", "128 does not fit into int8"),
        ("relu(10)**(10**10)*a", "10**10000000000 has about"), ("stop_gradient(10)**10000000000*a", "10**10000000000 has about"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(text: str, message: str, target: str) -> None:
    with pytest.raises(es.DtypeError) as raised:
        computed(text, target)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    "text",
    ["10**10**10*a", "2**(2**40)*a", "exp(10**10**10)*a", "a*3**(10**9)", "gamma(10**9)*a", "relu(10)**10000000000*a", "(2*a)**(10**9)",
     "2**(10**10/3)*a"],
)  # fmt: skip
def test_nothing_takes_long(text: str) -> None:
    """Parsing, printing, simplifying, deriving, exporting: what is too large is refused, or stays as it is written."""
    started = time.perf_counter()
    e = es.parse(text)
    assert es.parse(str(e)) is e
    for step in (e.latex, e.to_numpy, e.to_sympy, lambda: es.simplify(e), lambda: es.grad(e, "a")):
        try:
            step()
        except es.EspressoError as error:
            assert "binary digits" in str(error) or "beyond float64" in str(error)
    assert time.perf_counter() - started < 20


def whole(draw: random.Random, depth: int) -> tuple[str, Fraction | None]:
    """Text of a whole number and its value; None where it divides by 0."""
    if not depth:
        n = draw.choice((0, 1, 2, 3, 7, 10, 100, 255, 256, 2**31, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**25))
        return str(n), Fraction(n)
    (a, x), (b, y) = whole(draw, depth - 1), whole(draw, depth - 1)
    if x is None or y is None:
        return a, None
    symbol = draw.choice("+-*/%m")
    if symbol in "/%" and not y:
        return a, None
    values = {"+": x + y, "-": x - y, "*": x * y, "/": Fraction(x // y) if y else x, "%": x % y if y else x, "m": min(x, y)}
    text = f"min({a}, {b})" if symbol == "m" else f"({a} {'//' if symbol == '/' else symbol} {b})"
    return text, values[symbol]


@pytest.mark.parametrize("target", TARGETS)
def test_random_literals_are_those_of_fractions(target: str) -> None:
    """Beside a float once rounded; beside integers of 64 bits exact, or refused."""
    draw = random.Random(5)
    texts = [found for found in (whole(draw, draw.choice((1, 2, 3))) for _ in range(60)) if found[1] is not None]
    for text, value in texts:
        assert value is not None
        np.testing.assert_allclose(computed(f"{text}*a", target), float(value) * 2.0, rtol=1e-15)
        try:
            found = computed(f"y[k] = {text} + 0*i[k]", target)
        except es.DtypeError:
            assert not -(2**63) <= value < 2**63
        else:
            assert found.dtype == np.int64 and (found == int(value)).all()
