"""The reference evaluator against NumPy written by hand (cases 36-41, 49, 59, 63)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from generators import SIZES, arrays, expressions
from hypothesis import assume, given

import espresso as es
from espresso.errors import ExtentError, InputError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.functions import FUNCTIONS as TABLE, INDEX_FUNCTIONS, REDUCTIONS
from espresso.formulas.inference.infer import check
from espresso.reference.evaluator import evaluate, evaluate_all
from espresso.reference.scalar_functions import FUNCTIONS

R = np.random.default_rng(3)


def _a(*shape: int) -> np.ndarray:
    return R.normal(size=shape)


def _p(*shape: int) -> np.ndarray:
    return R.uniform(0.5, 2.0, size=shape)


D: dict[str, np.ndarray] = {
    "x": _a(5), "u": _a(5), "w": _a(3), "v": _a(4), "pos": _p(5), "A": _a(5, 4), "B": _a(4, 6), "S": _a(5, 5),
    "X": _a(2, 3), "Y": _a(3, 2), "P": _p(2, 3), "Q": _p(3, 2), "M": _a(3, 4), "N": _a(4, 5), "im": _a(10, 10, 2),
    "K": _a(3, 3), "T3": _a(3, 3, 4), "T5": _a(3, 3, 4, 7, 7), "r32": _a(3, 2), "r312": _a(3, 1, 2),
    "x123": _a(1, 2, 3),
    "r22": _a(2, 2), "r33": _a(3, 3), "r3399": _a(3, 3, 9, 9), "t229": _a(2, 2, 9, 4), "x44": _p(3, 4, 5, 2),
    "y3": _p(3), "y4": _p(4), "x923": _a(9, 2, 3), "r392": _a(3, 9, 2), "U5": _a(5, 2), "V6": _a(6, 2), "W7": _a(7, 2),
    "t": R.integers(0, 5, size=7), "E": _a(5, 3), "x3": _a(3), "ten": np.arange(10.0), "xk": _a(3, 4),
}  # fmt: skip
inds = np.array([0, 1, 2, 0, 1])
ind = R.integers(0, 10, size=1024)
x10 = _a(10)


def _softmax(x: np.ndarray, axis: Any = -1) -> np.ndarray:
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def _windows(x: np.ndarray, n: int) -> np.ndarray:
    return np.lib.stride_tricks.sliding_window_view(x, n)


def _conv(im: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    out = np.zeros((im.shape[0] - 2, im.shape[1] - 2, im.shape[2]))
    for i in range(3):
        for j in range(3):
            out += im[i : i + out.shape[0], j : j + out.shape[1]] * kernel[i, j]
    return out


def _periodic(im: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    out = np.zeros_like(im)
    for i in range(3):
        for j in range(3):
            out += np.roll(im, (-i, -j), (0, 1)) * abs(kernel[i, j])
    return out


FORMULAS: list[tuple[str, str, Callable[[], Any]]] = [
    # case 36
    ("36", "y[i] = 2*x[i]", lambda: 2 * D["x"]),
    ("36", "y[i] = 2*x[i] + i", lambda: 2 * D["x"] + np.arange(5)),
    ("36", "y[i,j] = x[i] + 1000*x[j]", lambda: D["x"][:, None] + 1000 * D["x"]),
    ("36", "s = sum[i,j](exp(x[i])/x[j])", lambda: (np.exp(D["x"])[:, None] / D["x"]).sum()),
    ("36", "z[i] = sum[j](X[i,j] + Y[j,i])", lambda: (D["X"] + D["Y"].T).sum(1)),
    ("36", "z[i] = sum[j](log(P[i,j])/Q[j,i])", lambda: (np.log(D["P"]) / D["Q"].T).sum(1)),
    ("36", "z[i,j] = 2*M[i,k]*N[k,j]", lambda: 2 * D["M"] @ D["N"]),
    ("36", "s = sum[i](abs(1 + v[i]**2))", lambda: abs(1 + D["v"] ** 2).sum()),
    ("36", "s = sum[i]((1 + v[i]**2)**2)", lambda: ((1 + D["v"] ** 2) ** 2).sum()),
    ("36", "s = sum[i](log(pos[i]))", lambda: np.log(D["pos"]).sum()),
    # case 37, forward
    ("37", "y[b] = x3[idx5[b]]", lambda: D["x3"][inds]),
    ("37", "y[i] = pad(x3)[i-2]*ones7[i]", lambda: np.pad(D["x3"], 2)),
    ("37", "y[i] = pad(x3, 1.5)[i-2]*ones7[i]", lambda: np.pad(D["x3"], 2, constant_values=1.5)),
    ("37", "y[i] = x3[mod(i)]*ones7[i]", lambda: D["x3"][np.arange(7) % 3]),
    ("37", "y[i] = x3[clamp(i)]*ones7[i]", lambda: D["x3"][np.minimum(np.arange(7), 2)]),
    ("37", "y[i] = x3[clamp(i - 2)]*ones7[i]", lambda: D["x3"][np.clip(np.arange(7) - 2, 0, 2)]),
    ("37", "y[k] = sum[i](ones5[i]*(k == perm[i]))*ones5[k]", lambda: np.ones(5)),
    ("37", "y[i] = x10[ind[i]]", lambda: x10[ind]),
    ("37", "y[i] = x10[ind[i]] + i", lambda: x10[ind] + np.arange(1024)),
    # case 38, forward
    ("38", "C[a,b,c] = sum[i,j](im[a+i,b+j,c]*K[i,j])", lambda: _conv(D["im"], D["K"])),
    ("38", "s = sum[a,b,c](sin(sum[i,j](im[a+i,b+j,c]*K[i,j])))", lambda: np.sin(_conv(D["im"], D["K"])).sum()),
    ("38", "C[a,b,c] = sum[i,j](im[mod(a+i),mod(b+j),c]*abs(K[i,j])) + 0*im[a,b,c]",
     lambda: _periodic(D["im"], D["K"])),
    # case 39
    ("39", "T[k] = 22*T3[i,i,k]", lambda: 22 * np.einsum("iik->k", D["T3"])),
    ("39", "s[k] = T5[i,i,k,j,j]", lambda: np.einsum("iikjj->k", D["T5"])),
    ("39 con1", "y[i,j] = 5*x923[i,a,k]*r32[k,j]*w2[a]",
     lambda: 5 * np.einsum("iak,kj,a->ij", D["x923"], D["r32"], w2)),
    ("39 con3", "y[i,j,m,n] = x123[i,j,k]*r312[k,m,n]", lambda: np.einsum("ijk,kmn->ijmn", D["x123"], D["r312"])),
    ("39 con4", "y[i,m] = x123[i,\u03ba,k]*r312[k,m,\u03ba]", lambda: np.einsum("ick,kmc->im", D["x123"], D["r312"])),
    ("39 con5", "y[j,i,n,m] = x923[i,j,k]*r392[k,m,n]", lambda: np.einsum("ijk,kmn->jinm", D["x923"], D["r392"])),
    ("39 con6", "y[n,i,m,j] = x923[i,j,k]*r392[k,m,n]", lambda: np.einsum("ijk,kmn->nimj", D["x923"], D["r392"])),
    ("39 con7", "y[m,n,j,i] = x923[i,j,k]*r392[k,m,n]", lambda: np.einsum("ijk,kmn->mnji", D["x923"], D["r392"])),
    ("39 con9", "y[i,m,n] = r312[i,j,k]*x22[m,k,n]*w1[j]", lambda: np.einsum("ijk,mkn->imn", D["r312"], x22)),
    ("39 con13", "y[j,i] = r3399[s,s,j,k]*t229[t,t,k,i]", lambda: np.einsum("ssjk,ttki->ji", D["r3399"], D["t229"])),
    ("39 con14", "y[j,i] = r3399[a,b,j,k]*r3399[b,c,k,i]*r33[a,c]",
     lambda: np.einsum("abjk,bcki,ac->ji", D["r3399"], D["r3399"], D["r33"])),
    ("39", "s = r22[b,\u03b2]*abc[a,b,c]*r322[c,a,\u03b2]", lambda: np.einsum("bd,abc,cad->", r22_, abc_, r322)),
    ("39", "s = x39[\u03b3,c]*r3399[c,\u03b3,i,i]", lambda: np.einsum("gc,cgii->", D["r33"], D["r3399"])),
    # case 40
    ("40", "m = max[i](x[i])", lambda: D["x"].max()),
    ("40", "m[i,k,l] = max[j](x44[i,j,k,l])", lambda: D["x44"].max(1)),
    ("40", "m[i] = max[j](xk[i,j] + 0.01*y3[i])", lambda: (D["xk"] + 0.01 * D["y3"][:, None]).max(1)),
    ("40", "m[i] = max[j](xk[i,j] + 0.01*y4[j])", lambda: (D["xk"] + 0.01 * D["y4"]).max(1)),
    ("40", "m[i] = max[j](xk[i,j]**2/sqrt(y3[i]) + exp(y4[j]))",
     lambda: (D["xk"] ** 2 / np.sqrt(D["y3"])[:, None] + np.exp(D["y4"])).max(1)),
    ("40", "m[i,l] = max[j,k](log(x44[i,j,k,l])/y4[j]/3)",
     lambda: (np.log(D["x44"]) / D["y4"][:, None, None] / 3).max((1, 2))),
    ("40", "m[i,j] = min[k,l](log(x44[i,j,k,l])/y4[j]/3)",
     lambda: (np.log(D["x44"]) / D["y4"][:, None, None] / 3).min((2, 3))),
    ("40", "p[i] = argmax[j,k,l](x44[i,j,k,l])", lambda: D["x44"].reshape(3, -1).argmax(1)),
    ("40", "p[i] = argmin[l,j,k](x44[i,j,k,l])", lambda: D["x44"].transpose(0, 3, 1, 2).reshape(3, -1).argmin(1)),
    # case 41; indices count from 0 here, so A[2i+1] + A[i] gives 5 values for n = 10
    ("41", "y[i] = ten[2*i+1] + ten[i]", lambda: D["ten"][1::2] + D["ten"][:5]),
    ("41", "y[i,j] = ten[i+j] + 0*v[j]", lambda: _windows(D["ten"], 4)),
    ("41", "y[i,j] = ten[2*i+j]*v[j]", lambda: _windows(D["ten"], 4)[::2] * D["v"]),
    ("41", "y[i] = ten[size(ten,0) - 1 - i]", lambda: D["ten"][::-1]),
    ("41", "M[i,j] = x[i]*x[j]*(i <= j)", lambda: np.triu(np.outer(D["x"], D["x"]))),
    ("41", "D[i,i] = sqrt(pos[i])", lambda: np.diag(np.sqrt(D["pos"]))),
    ("41", "W[i,j,m,n] = (i == m)*M[n,j]*r33[i,m]",
     lambda: np.einsum("im,nj,im->ijmn", np.eye(3), D["M"], D["r33"])),
    ("41", "K2[i,j] = ten[idx5[i] + j]*w[j]", lambda: D["ten"][inds[:, None] + np.arange(3)] * D["w"]),
    ("41", "C[i,j,k] = U5[i,r]*V6[j,r]*W7[k,r]", lambda: np.einsum("ir,jr,kr->ijk", D["U5"], D["V6"], D["W7"])),
    # notation
    ("sA4", "y[i,j] = A2[i,j]*A2[j,i]", lambda: D["S"] * D["S"].T),
    ("sA4", "Z[i,j] = X[j,i]", lambda: D["X"].T),
    ("sA6", "u = x[i]*w5[i]; y = 2*u; z = u + y", lambda: 3 * (D["x"] @ D["u"])),
    ("59", "y[i] = sum[j](sqrt(P[i,j]) + y3[j])*2 + i", lambda: (np.sqrt(D["P"]) + D["y3"]).sum(1) * 2 + np.arange(2)),
    ("59", "s[k] = sum[i](prod[j](x44[i,j,k,l])*y2[l])", lambda: np.einsum("ikl,l->k", D["x44"].prod(1), y2)),
    # reductions and index functions
    ("", "s = mean[i](x[i])", lambda: D["x"].mean()),
    ("", "s[j] = var[i](A[i,j])", lambda: D["A"].var(0)),
    ("", "s[j] = std[i](A[i,j])", lambda: D["A"].std(0)),
    ("", "s = norm[i,j](A[i,j])", lambda: np.linalg.norm(D["A"])),
    ("", "s[i] = logsumexp[j](A[i,j])", lambda: np.log(np.exp(D["A"]).sum(1))),
    ("", "s[j] = any[i](A[i,j] > 1)", lambda: (D["A"] > 1).any(0)),
    ("", "s[j] = all[i](A[i,j] > -1)", lambda: (D["A"] > -1).all(0)),
    ("", "y[i,j] = softmax[j](A[i,j])", lambda: _softmax(D["A"])),
    ("", "y[j,i] = softmax[i](A[i,j])", lambda: _softmax(D["A"].T)),
    ("", "y[i,j] = softmax[i,j](A[i,j])", lambda: _softmax(D["A"].ravel()).reshape(5, 4)),
    ("", "y[i,j] = log_softmax[j](A[i,j])", lambda: np.log(_softmax(D["A"]))),
    ("", "y[i,j] = cumsum[i](A[i,j])", lambda: D["A"].cumsum(0)),
    ("", "y[i,j] = cumprod[j](A[i,j])", lambda: D["A"].cumprod(1)),
    ("", "y[i,j] = reverse_cumsum[j](A[i,j])", lambda: D["A"][:, ::-1].cumsum(1)[:, ::-1]),
    ("", "y[i,j] = cumsum[i,j](A[i,j])", lambda: D["A"].ravel().cumsum().reshape(5, 4)),
    ("", "y[i] = softmax[j](A[i,j])*v[j]", lambda: _softmax(D["A"]) @ D["v"]),
    ("", "y[i] = x[i]*sum[i](x[i])*max[i](u[i])", lambda: D["x"] * D["x"].sum() * D["u"].max()),
    ("", "y[i,k] = E[t[i],k]", lambda: D["E"][D["t"]]),
    ("", "y[i] = pad(E, -1)[t[i] - 1, 2*i]", lambda: _padded_gather()),
    ("", "a[i] = x[i]**2; b[i] = a[i] - mean[i](a[i]); y = b[i]*b[i]", lambda: ((D["x"] ** 2).var() * 5)),
    ("", "y[i] = where(x[i] > 0, log(x[i]), x[i])",
     lambda: np.array([math.log(a) if a > 0 else a for a in D["x"]])),
    ("", "y[i] = clip(x[i], -0.5, 0.25) + x[i]//1 + x[i] % 0.3",
     lambda: np.clip(D["x"], -0.5, 0.25) + np.floor(D["x"]) + D["x"] % 0.3),
    ("", "y[i] = x[i]/49*49/x[i]", lambda: np.ones(5)),
]  # fmt: skip
w2, w1, x22, y2 = _a(2), np.ones(1), _a(4, 2, 3), _a(2)
r22_, abc_, r322 = _a(2, 2), _a(3, 2, 4), _a(4, 3, 2)
MORE: dict[str, Any] = {
    "idx5": inds, "ones7": np.ones(7), "ones5": np.ones(5), "perm": np.array([4, 2, 0, 1, 3]), "x10": x10, "ind": ind,
    "w2": w2, "w1": w1, "x22": x22, "r322": r322, "x39": D["r33"], "A2": D["S"], "w5": D["u"], "y2": y2,
}  # fmt: skip


def _padded_gather() -> np.ndarray:
    rows, columns = D["t"] - 1, 2 * np.arange(7)
    inside = (rows >= 0) & (columns < 3)
    return np.array([D["E"][r, c] if ok else -1.0 for r, c, ok in zip(rows, columns, inside, strict=True)])


@pytest.mark.parametrize(("case", "text", "expected"), FORMULAS, ids=[f"{c} {t}" for c, t, _ in FORMULAS])
def test_formula_equals_numpy(case: str, text: str, expected: Callable[[], Any]) -> None:
    inputs = {**D, **MORE}
    if "abc[a,b,c]" in text:
        inputs |= {"r22": r22_, "abc": abc_}
    value = evaluate(es.parse(text), inputs)
    np.testing.assert_allclose(value, expected(), rtol=1e-12, atol=1e-13)
    assert value.shape == np.shape(expected())


def test_a_formula_may_be_text() -> None:
    text = "s = sum[i](x[i])"
    assert evaluate(text, {"x": [1.0, 2.0]}) == 3


@pytest.mark.parametrize("function", [f for f in TABLE if f.name not in ("add", "mul", "where")], ids=lambda f: f.name)
def test_every_scalar_function_has_a_meaning_that_agrees_with_sympy_or_numpy(function: Any) -> None:
    arguments = [R.uniform(low, high, size=7) for low, high in function.domain]
    arguments = [a.round() if k in function.whole else a for k, a in enumerate(arguments)]
    e = ex.call(function.name, *(ex.access(ex.tensor(n, 1), [ex.index("i")]) for n in "abc"[: function.arity]))
    value = evaluate(e, dict(zip("abc", arguments, strict=False)))
    assert value.shape == (7,)
    exact = _exact(function)
    if exact is None:
        assert function.numpy.count("_es_") == 0  # then NumPy's own function is the meaning
        expected = eval(function.numpy.format(*"abc"), {"np": np}, dict(zip("abc", arguments, strict=False)))
    else:
        expected = [exact(*row) for row in zip(*arguments, strict=True)]
    np.testing.assert_allclose(value, expected, rtol=1e-13, atol=1e-300)


def _exact(function: Any) -> Callable[..., float] | None:
    mpmath = pytest.importorskip("mpmath")
    table = {
        "erf": mpmath.erf, "erfc": mpmath.erfc, "erfinv": mpmath.erfinv, "erfcinv": lambda x: mpmath.erfinv(1 - x),
        "normcdf": mpmath.ncdf, "normppf": lambda p: mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1), "int": int, "gamma": mpmath.gamma, "lgamma": mpmath.loggamma, "beta": mpmath.beta,
        "digamma": mpmath.digamma, "trigamma": lambda x: mpmath.psi(1, x),
        "polygamma": lambda n, x: mpmath.psi(int(n), x),
        "lbeta": lambda a, b: mpmath.log(mpmath.beta(a, b)),
        "logistic": lambda x: 1 / (1 + mpmath.exp(-x)), "softplus": lambda x: mpmath.log(1 + mpmath.exp(x)),
        "gelu": lambda x: x * mpmath.ncdf(x), "silu": lambda x: x / (1 + mpmath.exp(-x)),
        "xlogy": lambda x, y: x * mpmath.log(y), "abs2": lambda x: x * x,
    }  # fmt: skip
    oracle = table.get(function.name)
    if oracle is None and function.meaning:  # by another way than the evaluator's
        sympy = pytest.importorskip("sympy")
        meant = es.to_sympy(es.parse(function.meaning))
        places = {s.name: s for s in meant.free_symbols}
        oracle = sympy.lambdify([places.get(a, sympy.Symbol(a)) for a in function.arguments], meant, "mpmath")
    if oracle is None:
        return None
    return lambda *args: float(oracle(*(mpmath.mpf(float(a)) for a in args)))


def test_the_tables_of_the_evaluator_are_complete() -> None:
    from espresso.reference.scalar_functions import REDUCTIONS as OWN, SCANS

    assert {f.name for f in TABLE if not f.meaning} - {"mul", "where"} == set(FUNCTIONS)
    for rows, own in ((REDUCTIONS, OWN), (INDEX_FUNCTIONS, SCANS)):  # what has no entry is evaluated by its meaning
        assert own.keys() <= {r.name for r in rows}
        assert [r.name for r in rows if r.name not in own and (r.core or not r.meaning)] == []


# --- special values (case 49) ------------------------------------------------------------------

INF, NAN = math.inf, math.nan


def _at(text: str, *values: float, dtype: str = "float64") -> list[float]:
    return evaluate(es.parse(text), {"x": np.array(values, dtype)}).tolist()


def _same(a: list[float], b: list[float]) -> bool:
    return len(a) == len(b) and all(p == q or (math.isnan(p) and math.isnan(q)) for p, q in zip(a, b, strict=True))


SPECIAL = [
    ("softplus(x[i])", [-800, 0, 800, -INF, INF, NAN], [0, math.log(2), 800, 0, INF, NAN]),
    ("logistic(x[i])", [-800, 0, 800, -INF, INF, NAN], [0, 0.5, 1, 0, 1, NAN]),
    ("silu(x[i])", [-800, 0, 800, INF], [0, 0, 800, INF]),
    ("logaddexp(x[i], x[i])", [-INF, 1000, INF], [-INF, 1000 + math.log(2), INF]),
    ("xlogy(x[i], x[i])", [0, 1, NAN], [0, 0, NAN]),
    ("sign(x[i])", [-2, -0.0, 0, INF, NAN], [-1, 0, 0, 1, NAN]),
    ("max(x[i], 0)", [-1, 2, NAN], [0, 2, NAN]),
    ("min(x[i], 0)", [-1, 2, NAN], [-1, 0, NAN]),
    ("relu(x[i])", [-1, 2, NAN, INF, -INF], [0, 2, NAN, INF, 0]),
    ("clip(x[i], -1, 1)", [-2, 0.5, 7, NAN, INF], [-1, 0.5, 1, NAN, 1]),
    ("round(x[i])", [0.5, 1.5, 2.5, -0.5, -1.5], [0, 2, 2, -0.0, -2]),
    ("trunc(x[i])", [1.7, -1.7], [1, -1]),
    ("int(x[i])", [1.7, -1.7, -0.5, 2**53], [1, -1, 0, 2**53]),
    ("int(x[i])", [NAN, INF, 1e19, -(2.0**63)], [-(2**63)] * 4),
    ("normcdf(x[i])", [-INF, 0, INF, NAN], [0, 0.5, 1, NAN]),
    ("normppf(x[i])", [0, 0.5, 1, -0.1, 1.1, NAN], [-INF, 0, INF, NAN, NAN, NAN]),
    ("erfinv(x[i])", [-1, 0, 1, -1.5, 2, INF, NAN], [-INF, 0, INF, NAN, NAN, NAN, NAN]),
    ("erfcinv(x[i])", [2, 1, 0, -1, 3, INF, NAN], [-INF, 0, INF, NAN, NAN, NAN, NAN]),
    ("x[i] % 3", [-1, 4, -3], [2, 1, 0]),
    ("x[i]//2", [-1, 5], [-1, 2]),
    ("cbrt(x[i])", [-8, 27, 0], [-2, 3, 0]),
    ("gamma(x[i])", [0.0, -0.0, -1, 5, 200, INF, -INF], [INF, -INF, NAN, 24, INF, INF, NAN]),
    ("gamma(x[i])", [1e-310, -1e-310], [INF, -INF]),
    ("beta(x[i], 1)", [1e-310, -1e-310], [INF, -INF]),
    ("beta(x[i], x[i])", [1e-310, 5e-324, -1e-310, 2.0**-1000], [INF, INF, -INF, 2.0**1001]),
    ("beta(x[i], -2*x[i])", [1e-310, -1e-310, 2.0**-1000], [INF, -INF, 2.0**999]),
    ("lgamma(x[i])", [0, -1, 1, INF, -INF], [INF, INF, 0, INF, INF]),
    ("digamma(x[i])", [0.0, -0.0, -1, INF], [-INF, INF, NAN, INF]),
    ("trigamma(x[i])", [0, -1, INF], [INF, INF, 0]),
    ("polygamma(2, x[i])", [0.0, -0.0, -1, INF, -INF, NAN], [-INF, INF, NAN, 0, NAN, NAN]),
    ("polygamma(3, x[i])", [0, -1, INF, NAN], [INF, INF, 0, NAN]),
    ("polygamma(x[i], 2)", [-1, 0.5, 171, INF, NAN], [NAN, NAN, NAN, NAN, NAN]),
    ("x[i]**0", [0, NAN, INF], [1, 1, 1]),
    ("1/x[i]", [0, -0.0, INF], [INF, -INF, 0]),
    ("sqrt(x[i])", [-1, 0, INF], [NAN, 0, INF]),
    ("x[i]**0.5", [-1, 0.0, -0.0, INF, -INF], [NAN, 0.0, -0.0, INF, NAN]),
    ("x[i]**(-1/2)", [-1, 0.0, -0.0, INF, -INF], [NAN, INF, -INF, 0.0, NAN]),
    ("x[i]**1.5", [-1, 0.0, -0.0, INF, -INF], [NAN, 0.0, 0.0, INF, INF]),
    ("log(x[i])", [-1, 0, INF], [NAN, -INF, INF]),
    ("where(x[i] > 0, log(x[i]), 0)", [-1, 0, 1], [0, 0, 0]),
    # a comparison as a factor is a guard
    ("[i] = log(x[i])*(x[i] > 0)", [-1, 0, 1], [0, 0, 0]),
    ("[i] = (x[i] > 0)*(1/x[i])*(x[i] < 5)", [0, 2, INF], [0, 0.5, 0]),
    ("[i] = (x[i] > 0)*(x[i] < 5)", [0, 2, 7], [0, 1, 0]),
    # index functions
    ("softmax[i](x[i])", [-INF, -INF], [NAN, NAN]),
    ("softmax[i](x[i])", [-INF, 0], [0, 1]),
    ("softmax[i](x[i])", [1000, 1000], [0.5, 0.5]),
    ("log_softmax[i](x[i])", [-1000, 0], [-1000, 0]),
    ("cumsum[i](x[i])", [1, NAN, 2], [1, NAN, NAN]),
]


@pytest.mark.parametrize(("text", "values", "expected"), SPECIAL, ids=[t for t, _, _ in SPECIAL])
def test_special_values(text: str, values: list[float], expected: list[float]) -> None:
    found = _at(text, *values)
    if text.startswith("cbrt"):  # the C library's: within one unit in the last place
        np.testing.assert_array_max_ulp(found, np.array(expected, float), 1)
    else:
        assert _same(found, expected)


def test_a_minus_sign_negates_complex_numbers() -> None:
    """It is no factor ``-1 + 0j``, which makes NaN of infinities and turns the sign of 0, by which branches are chosen."""
    z = np.array([complex(np.inf, 0), complex(0, -np.inf), complex(-2, -0.0), complex(3, 0.0)])
    for text, expected in [("-z[i]", -z), ("1 - z[i]", 1 - z), ("z[i] - 1", z - 1), ("-(z[i] - 2)", -(z - 2))]:
        got = es.evaluate(f"[i] = {text}", {"z": z})
        np.testing.assert_array_equal(got, expected)
        np.testing.assert_array_equal(np.signbit(got.imag), np.signbit(expected.imag))


REDUCED = [
    ("max[i](x[i])", [1, NAN, 3], NAN),
    ("min[i](x[i])", [1, NAN, 3], NAN),
    ("argmax[i](x[i])", [1, NAN, 3], 1),
    ("argmax[i](x[i])", [2, 3, 3], 1),
    ("logsumexp[i](x[i])", [-INF, -INF], -INF),
    ("logsumexp[i](x[i])", [INF, 1], INF),
    ("logsumexp[i](x[i])", [1000, 1000], 1000 + math.log(2)),
    ("norm[i](x[i])", [3e200, 4e200], 5e200),
    ("norm[i](x[i])", [3e-200, 4e-200], 5e-200),
    ("norm[i](x[i])", [INF, 1], INF),
    ("sum[i](x[i])", [], 0),
    ("prod[i](x[i])", [], 1),
    ("any[i](x[i])", [], False),
    ("all[i](x[i])", [], True),
    ("norm[i](x[i])", [], 0),
]


@pytest.mark.parametrize(("text", "values", "expected"), REDUCED)
def test_special_values_of_reductions(text: str, values: list[float], expected: float) -> None:
    value = evaluate(es.parse(text), {"x": np.array(values, float)})
    assert value.shape == ()
    assert value == pytest.approx(expected, rel=1e-15, nan_ok=True)


@pytest.mark.parametrize("name", [r.name for r in REDUCTIONS if r.identity is None])
def test_reductions_without_identity_refuse_no_elements(name: str) -> None:
    with pytest.raises(InputError, match="over no elements"):
        evaluate(es.parse(f"y[j] = {name}[i](A[i,j])"), {"A": np.ones((0, 2))})
    value = evaluate(es.parse(f"y[j] = {name}[i](A[i,j])"), {"A": np.ones((0, 0))})
    assert value.shape == (0,)


def test_zero_size_arrays() -> None:
    """Case 59: (2, 0, 3)."""
    a = np.ones((2, 0, 3))
    assert evaluate(es.parse("y[i,k] = sum[j](A[i,j,k])"), {"A": a}).tolist() == np.zeros((2, 3)).tolist()
    assert evaluate(es.parse("y[i,j,k] = exp(A[i,j,k])"), {"A": a}).shape == (2, 0, 3)
    assert evaluate(es.parse("y[i,j,k] = softmax[k](A[i,j,k])"), {"A": a}).shape == (2, 0, 3)
    assert evaluate(es.parse("y[i,k] = softmax[j](A[i,j,k])*A[i,j,k]"), {"A": a}).tolist() == [[0.0] * 3] * 2


def test_divisions_are_exact() -> None:
    """49/49 is 1, which 49*(1/49) is not."""
    assert _at("x[i]/49", *range(0, 491, 49)) == [float(k) for k in range(11)]
    assert evaluate(es.parse("a/b"), {"a": 49, "b": 49}) == 1.0
    assert _at("1/(x[i]*1e-308)", 1e-3) == [1 / (1e-3 * 1e-308)]


@pytest.mark.parametrize("text, expected", [
    ("y[i] = x[i]*x[i]/1000", [90, 0.004, 160]),
    ("t[i] = x[i]*x[i]\ny[i] = t[i]/1000", [90, 0.004, 160]),
    ("y = sum[i](x[i]*x[i])/100", 2500),
    ("x : float16\ny[i] = x[i]*x[i]/1000", [90, 0.004, 160]),
])  # fmt: skip
def test_float16_is_computed_in_float32_and_rounded_once(text: str, expected: Any) -> None:
    """As compiled functions do: 300*300 is no float16, and a declared dtype says only how the input is stored."""
    x, e = np.array([300, 2, -400], np.float16), es.parse(text)
    right = np.array(expected, np.float16)
    for value in (evaluate(e, {"x": x}), es.compile(e, target="cpu")(x=x)):
        assert value.dtype == np.float16
        np.testing.assert_array_equal(value, right)


@pytest.mark.parametrize("text", ["y[i] = x[i]", "y[i] = 2*x[i]", "x : float32\ny[i] = x[i]", "y = sum[i](x[i])"])
def test_results_have_the_byte_order_of_the_machine(text: str) -> None:
    x = np.arange(3, dtype=">f4")
    value = evaluate(es.parse(text), {"x": x})
    assert value.dtype == np.float32 and value.dtype.isnative
    np.testing.assert_array_equal(value, es.compile(text, target="cpu")(x=x))


def test_float16_sums_are_accumulated_in_a_wider_dtype() -> None:
    ones = np.full(70_000, 0.5, np.float16)
    value = evaluate(es.parse("sum[i](x[i])"), {"x": ones})
    assert value.dtype == np.float16
    assert value == 35_008  # the float16 next to 35000; adding float16 would stop at 1024
    assert evaluate(es.parse("mean[i](x[i])"), {"x": ones}) == 0.5


def test_float32_sum_of_many_elements() -> None:
    """Case 49, with 10**6 instead of 10**8 elements."""
    x = np.full(10**6, 0.1, np.float32)
    assert evaluate(es.parse("sum[i](x[i])"), {"x": x}) == pytest.approx(np.float64(np.float32(0.1)) * 1e6, rel=1e-7)


def test_a_read_outside_matters_only_where_it_is_selected() -> None:
    x = np.arange(1.0, 4.0)
    e = es.parse("y[b] = where(idx[b] < 3, x[idx[b]], -1)")
    assert evaluate(e, {"x": x, "idx": np.array([0, 7, 2])}).tolist() == [1, -1, 3]
    with pytest.raises(InputError, match=r"x\[idx\[b\]\]: idx\[b\] = 7"):
        evaluate(es.parse("y[b] = where(idx[b] > 3, x[idx[b]], -1)"), {"x": x, "idx": np.array([0, 7, 2])})
    with pytest.raises(InputError):  # also from inside a sum
        evaluate(es.parse("sum[b](exp(x[idx[b]]))"), {"x": x, "idx": np.array([0, 7])})


def test_structures_are_kept() -> None:
    a, b = es.parse("2*x[i]"), es.parse("y = sum[i](x[i])")
    x = {"x": np.arange(3.0)}
    assert [v.tolist() for v in evaluate_all([a, b], x)] == [[0, 2, 4], 3]
    assert isinstance(evaluate_all((a, b), x), tuple)
    assert evaluate_all({"p": a, "q": b}, x)["q"] == 3
    assert evaluate_all(b, x) == 3


def test_results_are_new_arrays_of_the_order_of_the_left_side() -> None:
    x = np.arange(6.0).reshape(2, 3)
    value = evaluate(es.parse("y[j,i] = X[i,j]"), {"X": x})
    assert value.shape == (3, 2)
    assert not np.shares_memory(value, x)
    assert not np.shares_memory(evaluate(ex.tensor("X", 2), {"X": x}), x)


def test_inputs_of_every_layout() -> None:
    """Cases 61 and 63: strided, negative, broadcast, Fortran and read-only inputs."""
    base = np.arange(24.0).reshape(4, 6)
    e = es.parse("y[j] = X[i,j]*w[i]")
    w = np.array([1.0, 2.0])
    fortran = np.asfortranarray(base[:2])
    fortran.setflags(write=False)
    for x in (base[::2], base[::-2, ::-1], fortran, np.broadcast_to(base[0], (2, 6))):
        np.testing.assert_allclose(evaluate(e, {"X": x, "w": w}), w @ x)
    assert evaluate(es.parse("a*2"), {"a": np.array(3.0)}) == 6


def test_many_indices_and_deep_graphs() -> None:
    """sA3 and case 60."""
    x = {f"x{k}": np.array([1.0, 2.0]) for k in range(40)}
    e = es.parse("+".join(f"sum[i{k}](x{k}[i{k}])" for k in range(40)))
    assert evaluate(e, x) == 120
    deep = es.parse("x[i]")
    for _ in range(10_000):
        deep = ex.call("add", ex.call("tanh", deep), ex.const(0.5))
    assert np.isfinite(evaluate(deep, {"x": np.zeros(2)})).all()


@given(expressions())
def test_random_formulas_have_the_shape_and_dtype_of_inference(e: ex.Expr) -> None:
    inputs = arrays(e)
    try:
        facts = check([e], {n: np.shape(a) for n, a in inputs.items()}, {n: a.dtype for n, a in inputs.items()}, SIZES)
    except ExtentError:  # a direct read of the long array q contradicts SIZES
        assume(False)
    value = evaluate(e, inputs, SIZES)
    assert value.shape == facts.shapes[e] == tuple(SIZES[n] for n in e.axes)
    assert value.dtype == facts.dtypes[e]
