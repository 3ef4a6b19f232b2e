"""Bools and small and unsigned integers: every target means what NumPy means (found by random programs)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.algebra.rewriting.rule_sets import default_rules
from espresso.reference.evaluator import evaluate

TARGETS = ("cpu", "numpy")
B = np.array([True, False, True, True])
U = np.array([3, 1, 2, 0], np.uint8)
V = np.array([-128, 100, 100, 127], np.int8)
W = np.array([2**40, 0, 5, 7], np.uint64)
H = np.array([2**63, 2**64 - 1, 0, 2**63 - 1], np.uint64)  # some are no int64
N = np.array([-(2**63), -1, -5, 2**63 - 1])


def values(text: str, **arrays: Any) -> list[np.ndarray]:
    """By the reference and by the targets."""
    e = es.parse(text)
    return [es.evaluate(e, arrays), *(es.compile(e, target=t)(**arrays) for t in TARGETS)]


def softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x.astype(float) - x.max())
    return e / e.sum()


CASES = [
    ("max[i](B[i])", {"B": B}, np.True_),
    ("min[i](B[i])", {"B": B}, np.False_),
    ("y[i] = B[i] + B[i]", {"B": B}, B + B.astype(int)),
    ("y[i] = -B[i]", {"B": B}, -B.astype(int)),
    ("y[i] = (B[i] > 0) - (U[i] > 1)", {"B": B, "U": U}, B.astype(int) - (U > 1)),
    ("y[i] = pad(B, 2)[i-1] + 0*B[i]", {"B": B}, np.array([2, 1, 0, 1])),
    ("y[i] = exp(B[i])", {"B": B}, np.exp(B.astype(float))),
    ("y[i] = sqrt(U[i])", {"U": U}, np.sqrt(U.astype(float))),
    ("y[i] = logistic(W[i])", {"W": W}, 1 / (1 + np.exp(-W.astype(float)))),
    ("y[i] = hardtanh(U[i])", {"U": U}, np.minimum(U, 1)),
    ("y[i] = hardtanh(H[i])", {"H": H}, np.minimum(H, 1)),
    ("y[i] = hardtanh(V[i])", {"V": V}, np.clip(V, -1, 1)),
    ("y[i] = maximum(H[i], 3)", {"H": H}, np.maximum(H, 3)),
    ("y[i] = clip(H[i], 2, 9223372036854775810)", {"H": H}, np.clip(H, 2, 9223372036854775810)),
    ("y[i] = where(H[i] > -1, H[i], 3)", {"H": H}, H),
    ("y[i] = H[i] == N[i]", {"H": H, "N": N}, [False, False, False, True]),
    ("y[i] = H[i] <= N[i]", {"H": H, "N": N}, [False, False, False, True]),
    ("y = max[i](H[i])", {"H": H}, H.max()),
    ("y = argmin[i](H[i])", {"H": H}, np.argmin(H)),
    ("y[i] = softmax[i](U[i])", {"U": U}, softmax(U)),
    ("y[i] = softmax[i](V[i])", {"V": V}, softmax(V)),
    ("y[i] = log_softmax[i](U[i])", {"U": U}, np.log(softmax(U))),
    ("y = logsumexp[i](U[i])", {"U": U}, np.log(np.exp(U.astype(float)).sum())),
    ("y = norm[i](V[i])", {"V": V}, np.linalg.norm(V.astype(float))),
    ("y = norm[i](B[i])", {"B": B}, np.sqrt(3.0)),
    ("y[i] = U[i] > -1", {"U": U}, U > -1),
    ("y[i] = U[i] == -1", {"U": U}, U == -1),
    ("y[i] = W[i] > -1", {"W": W}, W > -1),
    ("y[i] = V[i] < 300", {"V": V}, V < 300),
    ("y[i] = V[i] < -200", {"V": V}, V < -200),
    ("y[i] = (U[i] >= i - 1)*U[i]", {"U": U}, np.array([3, 1, 2, 0], np.uint8) * (U.astype(int) >= np.arange(4) - 1)),
    ("y[i] = U[i] > 0.5", {"U": U}, U > 0.5),
    ("y[i] = (U[i] - 2)*0.5", {"U": U}, (U - 2) * 0.5),
    ("y[i] = (U[i] - 2)//2", {"U": U}, (U - 2) // 2),
    ("y[i] = sqrt(U[i]*100)", {"U": U}, np.sqrt((U * 100).astype(float))),
    ("y[i] = -U[i] == 253", {"U": U}, -U == 253),
    ("y[i] = U[i]*100 > 200", {"U": U}, U * 100 > 200),
    ("y[i] = (U[i]*U[i]*100) % 7", {"U": U}, (U * U * 100) % 7),
    ("y[i] = where(-V[i] > 0, 1, 2)", {"V": V}, np.where(-V > 0, 1, 2)),
]


@pytest.mark.parametrize("text, arrays, expected", CASES, ids=[c[0] for c in CASES])
def test_values(text: str, arrays: dict[str, Any], expected: Any) -> None:
    for got in values(text, **arrays):
        np.testing.assert_allclose(got, expected, rtol=1e-12)
        assert got.dtype == np.asarray(expected).dtype


def test_an_integer_constant_that_an_unsigned_partner_cannot_hold_is_refused() -> None:
    for text in ("y[i] = max(U[i], -1)", "y[i] = clip(U[i], -1, 1)", "y[i] = U[i] + 300"):
        with pytest.raises(es.DtypeError, match="does not fit into uint8"):
            es.compile(text, target="cpu")(U=U)
    np.testing.assert_array_equal(es.compile("y[i] = U[i] - 1", target="cpu")(U=U), U - 1)


def test_reductions_of_truth_values_joined_from_slices() -> None:
    A = np.zeros((300_000, 3), bool)
    A[70_000, 1] = A[:, 2] = True
    np.testing.assert_array_equal(es.compile("y[j] = max[i](A[i,j])", target="cpu")(A=A), A.max(axis=0))
    np.testing.assert_array_equal(es.compile("y[j] = min[i](A[i,j])", target="cpu")(A=A), A.min(axis=0))
    assert es.compile("y = max[i,j](A[i,j])", target="cpu")(A=A)


def test_literals_alone_in_a_function_of_the_numpy_target() -> None:
    assert es.compile("y = x + log1p(abs2(0.5))", target="numpy")(x=1.0) == 1 + np.log1p(0.25)


def test_a_padded_position_inside_a_padded_read() -> None:
    D, q = np.arange(4.0), np.array([1, 7])
    e = es.parse("y[i] = pad(D)[pad(q)[i-3]] + 0*z[i]")
    arrays = {"D": D, "q": q, "z": np.ones(6)}
    expected = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0]
    for got in (es.evaluate(e, arrays), *(es.compile(e, target=t)(**arrays) for t in TARGETS)):
        np.testing.assert_array_equal(got, expected)


def test_what_no_target_computes_is_refused_before_anything_runs() -> None:
    f = es.compile("y[i,j] = x[i]*z[j]", target="cpu")
    wide = np.broadcast_to(1.0, 2**40)
    with pytest.raises(es.ExtentError, match="1,099,511,627,776 x 1,099,511,627,776 elements"):
        f(x=wide, z=wide)
    if np.dtype(np.longdouble).itemsize > 8:
        with pytest.raises(es.DtypeError, match="which no target computes in"):
            f(x=np.ones(2, np.longdouble), z=np.ones(2))
    with pytest.raises(es.DtypeError, match="input 'a' is 300, which int8"):
        es.compile("y[i] = a*v[i]", target="cpu")(a=300, v=V)


@pytest.mark.parametrize("option", [
    {"sizes": 3}, {"rules": 3}, {"bogus": 1}, {"workspace_limit": -1}, {"simplify": "no"}, {"structure": "x"},
])  # fmt: skip
def test_bad_options_are_errors_of_espresso(option: dict[str, Any]) -> None:
    with pytest.raises(es.InputError, match="compile"):
        es.compile("y = x", **option)


def test_substitution_replaces_lengths_too() -> None:
    e = es.parse("m = sum[i](x[i])/size(x, 0)").subs({"x": es.parse("[k] = b[k] + 1")})
    assert e.inputs == ["b"]
    assert es.evaluate(e, {"b": np.arange(4.0)}) == 2.5
    assert es.parse("m = sum[i](x[i])/size(x, 0)").subs({"x": es.parse("[k] = b[k]")}).inputs == ["b"]
    with pytest.raises(es.InputError, match="not by ndarray"):
        e.subs({"b": np.ones(3)})


def test_text_stands_for_an_expression_in_matching() -> None:
    assert es.match("_x**2", "a**2") == {"_x": es.scalar("a")}
    assert es.rewrite("a + 2*b", "_x + 2*_y -> _x*_y") is es.parse("a*b")
    assert es.find("exp(_x)", "exp(a) + 1") == [es.parse("exp(a)")]


def test_a_tensor_of_another_rank_is_no_input_of_the_formula() -> None:
    with pytest.raises(es.RankError, match="x has 1 axes in the formula and 2 here"):
        es.grad("y = sum[i](x[i]**2)", es.tensor("x[i,j]"))


@pytest.mark.parametrize("text, message", [
    ("pad(x, 1, 2)[i]", "pad takes an array and one number"),
    ("det(A)", r"Write det\[i,j\]\(A\[i,j\]\)"),
])  # fmt: skip
def test_arguments_too_many_and_indices_left_out(text: str, message: str) -> None:
    with pytest.raises(es.NotationError, match=message):
        es.parse(text)


def test_a_padded_read_that_runs_backwards_stays_inside() -> None:
    rng = np.random.default_rng(0)
    for n, count in ((1, 5), (3, 5), (7, 5), (20, 40), (0, 4)):
        x, z = rng.normal(size=n), rng.normal(size=count)
        expected = np.array([x[2 - i] if 0 <= 2 - i < n else 2.0 for i in range(count)]) * z
        got = es.compile("y[i] = pad(x, 2)[2 - i]*z[i]", target="cpu")(x=x, z=z)
        np.testing.assert_array_equal(got, expected)
        expected = np.array([x[9 - 2 * i] if 0 <= 9 - 2 * i < n else 0.0 for i in range(count)]) * z
        np.testing.assert_array_equal(es.compile("y[i] = pad(x)[9 - 2*i]*z[i]", target="cpu")(x=x, z=z), expected)


V8 = np.arange(4_000_000_000, 4_000_000_003)
REWRITTEN = [
    ("y[i] = 1.0*v[i]*v[i]", {"v": V8}, 1.0 * V8 * V8),
    ("y[i] = (v[i] + 0.0)*10000000000", {"v": V8}, (V8 + 0.0) * 10**10),
    ("y[i] = (v[i] + 0.0)*100", {"v": V}, (V + 0.0) * 100),
    ("y[i] = 0.5*U[i]*U[i]*U[i]*U[i]*U[i]*U[i]", {"U": U}, 0.5 * U.astype(float) ** 6),
    ("y = max[i](-U[i])", {"U": U}, (-U).max()),
    ("y = min[i](-U[i])", {"U": U}, (-U).min()),
    ("y = max[i](-W[i])", {"W": np.array([0, -(2**63), 5])}, 0),
    ("y = max[i](V[i] + 100)", {"V": V}, (V + np.int8(100)).max()),
    ("y[i] = abs(-V[i])", {"V": V}, np.abs(-V)),
    ("y[i] = B[i] + (B[i] - U[i])", {"B": B, "U": U}, B + (B - U)),
]


@pytest.mark.parametrize("text, arrays, expected", REWRITTEN, ids=[c[0] for c in REWRITTEN])
def test_rewriting_keeps_the_width_of_integers(text: str, arrays: dict[str, Any], expected: Any) -> None:
    for got in values(text, **arrays):
        np.testing.assert_array_equal(got, expected)


def test_a_formula_of_floats_beside_integers_is_simplified_all_the_same() -> None:
    n, x = np.array([3, 4]), np.array([800.0, 900.0])
    f = es.compile("y[i] = log(exp(x[i]))/(n[i] - 1)", target="cpu")
    np.testing.assert_array_equal(f(n=n, x=x), x / (n - 1))


def test_results_of_floats_are_simplified_beside_results_whose_integers_show_it() -> None:
    shown, floats = es.parse("A = sum[i](1.0*v[i]*v[i])"), es.parse("B[i] = log(sum[j](exp(x[i,j])))")
    found = es.compile([shown, floats])(v=np.array([2**40, 4]), x=np.full((2, 2), 1000.0))
    assert found[0] == 2.0**80 + 16
    np.testing.assert_allclose(found[1], 1000 + np.log(2))


@pytest.mark.parametrize(
    ("text", "sums"),
    [
        ("y[i] = mean[j](m[i]*n[j])", "s += 1.0*n[j]"),  # 0 or a number of n
        ("y[i] = mean[j](n[i]*n[j])", "s[i] += 1.0*(n[i]*n[j]"),
        ("y[i] = sum[j](b[i]*b[j] + 1)*x[i]", "s[i] += b[i]*b[j] + 1"),  # 100*100 is no int8
    ],
)
def test_formulas_whose_integers_may_wrap_around_are_planned_as_written(text: str, sums: str) -> None:
    e, given = es.parse(text), {"m": np.array([True, False]), "n": np.array([2**40, 4]), "b": np.full(2, 100, np.int8), "x": np.ones(2)}
    f = es.compile(e)
    np.testing.assert_array_equal(f(**{n: given[n] for n in f.inputs}), es.evaluate(e, {n: given[n] for n in f.inputs}))
    assert sums in f.explain()


@pytest.mark.parametrize("text", ["y[i] = 0/0 + 0*x[i]", "y[i] = 0*x[i]/0", "y[i] = 1/0 - 1/0 + x[i]"])
def test_zero_by_zero_is_not_zero(text: str) -> None:
    with np.errstate(all="ignore"):
        for got in (es.evaluate(es.parse(text), {"x": np.ones(2)}), es.compile(text, target="cpu")(x=np.ones(2))):
            assert np.isnan(got).all()


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_complex_sign_and_reciprocal_root(dtype: str) -> None:
    z = np.array([0, 3 + 4j, -2], dtype)
    np.testing.assert_allclose(es.compile("y[i] = sign(z[i])", target="cpu")(z=z), np.sign(z), rtol=1e-6)
    with np.errstate(all="ignore"):
        expected = 1 / np.sqrt(z)
    got = es.compile("y[i] = rsqrt(z[i])", target="cpu")(z=z)
    np.testing.assert_allclose(got, expected, rtol=1e-6, atol=1e-7)
    assert got.dtype == dtype


def test_a_number_takes_the_dtype_of_the_formulas_that_have_it() -> None:
    f = es.compile(["y[i] = a*x[i]", "z[i] = w[i] + 1"], target="cpu")
    y, z = f(a=2.0, x=np.ones(2, np.float32), w=np.ones(2))
    assert (y.dtype, z.dtype) == (np.float32, np.float64)


@pytest.mark.parametrize("options, message", [
    ({"optimize": "foo"}, "no optimizer of opt_einsum"), ({"optimize": 3}, "neither a name nor an optimizer"),
])  # fmt: skip
def test_options_that_say_nothing_are_errors(options: dict[str, Any], message: str) -> None:
    with pytest.raises(es.InputError, match=message):
        es.compile("y[i] = A[i,j]*x[j]", **options)


@pytest.mark.parametrize("text, number", [("0x10", "16"), ("y = 1 + 0b11", "3"), ("0o17*x", "15"), ("0xff", "255")])
def test_numbers_in_other_bases_are_refused(text: str, number: str) -> None:
    with pytest.raises(es.NotationError, match=rf"\^\nWrite the number with decimal digits, {number}, or"):
        es.parse(text)


PRODUCTS = [
    "(-U[i])/2", "-U[i]/2", "2*U[i]*0.5", "U[i]*W[i]/2", "U[i]*W[i]*x[i]", "x[i]*U[i]*W[i]", "U[i] + W[i] + x[i]", "U[i] + W[i] + 0.5",
    "U[i] - W[i] - 0.5", "-U[i]*x[i]", "-U[i]*1.0", "x[i]*(U[i]*W[i])", "U[i]*0.5*W[i]", "U[i]*W[i]*n[i]", "-W[i] - U[i] + n[i]", "U[0]*W[1]/2",
]  # fmt: skip


@pytest.mark.parametrize("text", PRODUCTS)
def test_sums_and_products_are_computed_in_the_dtype_of_the_result(text: str) -> None:
    """No order of terms, and no target, decides whether a small integer wraps."""
    given = {
        "U": np.array([3, 200], np.uint8), "W": np.array([100, 200], np.uint8), "x": np.array([0.5, 0.25], np.float32),
        "n": np.array([-7, 700], np.int32),
    }  # fmt: skip
    e = es.parse("y[i] = " + text + " + 0*x[i]" if "[0]" in text else "y[i] = " + text)
    given = {n: given[n] for n in e.inputs}
    exact = {n: a.astype(np.float64) for n, a in given.items()}
    expected = evaluate(e, exact)
    found = [evaluate(e, given), *(es.compile(e, target=t)(**given) for t in ("numpy", "cpu"))]
    found.append(es.compile(e, target="cpu", simplify=False)(**given))
    for result in found:
        assert result.dtype == found[0].dtype
        np.testing.assert_allclose(result.astype(np.float64), expected, rtol=1e-6)


def test_whole_powers_with_negative_exponents() -> None:
    """Rounded to zero as a division of integers would be, on every target; NumPy's untyped ValueError is none of ours."""
    V, P = np.array([2, 1, -1, 0, -1, -2, 0, 3]), np.array([-1, -2, -1, -1, -2, -1, 0, 2])
    for dtype in (np.int64, np.int8, np.int32):
        given = {"V": V.astype(dtype), "P": P.astype(dtype)}
        e = es.parse("y[i] = V[i]**P[i]")
        for result in (evaluate(e, given), *(es.compile(e, target=t)(**given) for t in ("numpy", "cpu"))):
            np.testing.assert_array_equal(result, [0, 1, -1, 0, 1, 0, 1, 9])
            assert result.dtype == dtype
    assert es.compile("y[i] = V[i]**(-1)", target="cpu")(V=np.array([2, 4])).tolist() == [0.5, 0.25]


@pytest.mark.parametrize("target", ["cpu", "numpy"])
@pytest.mark.parametrize("dtype", ["int8", "int64", "bool", "float32", "complex64"])
def test_a_quotient_that_cancels_keeps_the_dtype_of_a_quotient(dtype: str, target: str) -> None:
    """What simplification leaves of z/z told bool or int64, where NumPy's true division gives floats."""
    z = np.array([1, 1, 1]).astype(dtype)
    for text in ("y[i] = z[i]/z[i]", "z[i]/z[i]", "a[i] = z[i]/z[i]; y[i] = a[i]*2", "y[i] = 3*z[i]**2/z[i]**2"):
        written = es.parse(text)
        wanted = evaluate(written, {"z": z})
        for e in (written, es.simplify(written)):
            got = np.asarray(es.compile(e, target=target)(z=z))
            assert got.dtype == wanted.dtype, (text, got.dtype)
            assert np.array_equal(got, wanted)
    ones = es.compile(es.grad(es.parse("s = sum[i](z[i])"), "z"), target=target)(z=z)
    assert ones.dtype == (np.int64 if z.dtype.kind in "bi" else z.dtype)  # a number, not a truth value
    assert ones.tolist() == [1, 1, 1]


APART = [
    "s = sum[i](x[i]*y[i]*0.5)",
    "s = sum[i](x[i]*x[i]*0.5)",
    "s = sum[i](x[i]/4*(y[i]/4))",
    "s = sum[i](x[i]*y[i]*a)",
    "s[j] = sum[i](x[i]*y[i]*z[j])",
    "s[j] = sum[i](x[i]*y[i]*w[j])",
    "s = sum[i,j](x[i]*y[j]*z[j])",
    "s = sum[i,j,k](A[i,j]*A[j,k]*A[k,i]*0.5)",
    "C[i,k] = sum[j](A[i,j]*A[j,k]/2)",
    "C[i,k] = sum[j](A[i,j]*A[j,k]*w[k])",
    "s = sum[i](x[i]*0.5*(x[i] > 0)*y[i])",
    "s = sum[i](where(x[i] > 0, x[i]*y[i]*0.5, 0))",
    "s = mean[i](x[i])",
    "s = mean[i](x[i]*y[i])",
    "s = var[i](x[i]*0.25)",
    "y[i] = x[i] - mean[k](x[k])",
    "s = norm[i](x[i]*y[i])",
    "s = logsumexp[i](x[i]*y[i])",
]
"""Sums of which a part could be summed apart, as integers that wrap where the whole product does not."""


@pytest.mark.parametrize("dtype", ["uint8", "int32", "int64"])
def test_a_part_of_a_product_is_summed_in_the_dtype_of_the_whole(dtype: str) -> None:
    big = np.iinfo(dtype).max // 2  # the sum of seven leaves int64, and a product of two each narrower dtype
    arrays = {"x": np.full(7, big, dtype), "y": np.full(7, big - 1, dtype), "A": np.full((7, 7), big, dtype)}
    arrays |= {"a": np.float64(0.5), "z": np.full(7, 0.5), "w": np.full(7, 3)}
    formulas = {text: es.parse(text) for text in APART}
    with np.errstate(all="ignore"):
        expected = {t: np.asarray(es.evaluate(e, {n: arrays[n] for n in e.inputs})) for t, e in formulas.items()}
        for target, options in (("cpu", {}), ("cpu", {"simplify": False}), ("numpy", {})):
            for text, got in es.compile(formulas, target=target, **options)(**arrays).items():
                np.testing.assert_allclose(got, expected[text], rtol=1e-12, atol=0, err_msg=text)
                assert got.dtype == expected[text].dtype


def test_numpy_programs_subtract_products_of_truth_values() -> None:
    """NumPy multiplies truth values to truth values, and refuses to subtract these."""
    x, u = np.array([True, False, True, True]), np.array([True, True, False, True])
    for body in ("x[i]*u[i] - x[i]*x[i] + u[i]*3", "x[i]*u[i] - u[i]*u[i] - u[i]", "-(x[i]*u[i]) - x[i] + 2"):
        text = f"y[i] = {body}"
        for got in values(text, x=x, u=u)[1:]:
            np.testing.assert_array_equal(got, es.evaluate(es.parse(text), {"x": x, "u": u}))


def test_running_sums_of_float16_are_added_up_in_float32() -> None:
    """NumPy's are added up in float16, where 2048 + 1 is 2048."""
    x = np.ones((2, 3000), np.float16)
    for function in ("cumsum", "reverse_cumsum"):
        for text in (f"y[i,j] = {function}[j](x[i,j])", f"y[i,j] = {function}[i,j](x[i,j]*x[i,j])"):
            for got in values(text, x=x):
                assert got.max() == (6000 if "[i,j](" in text.partition("=")[2] else 3000)
                assert got.dtype == np.float16


def test_what_memory_of_a_float16_result_held_is_not_converted() -> None:
    """Signalling NaN there made a warning on ARM, where NumPy converts by an instruction."""
    out = np.full(9, 0x7D01, np.uint16).view(np.float16)
    es.compile("y[i] = 2*x[i]", target="cpu")(np.ones(9, np.float16), out=out)
    assert (out == 2).all()


def test_numpy_programs_by_rules_have_the_values_of_the_formula() -> None:
    """1.0*v*v became 1.0*v**2, which wraps, and of a complex z abs(z)**2 became z**2, log(1 + exp(z)) a function of reals."""
    v, z = np.array([100, 3], np.int8), np.array([1 + 2j, 0.5])
    for text, given in (
        ("y[k] = 1.0*v[k]*v[k]", {"v": v}), ("y[k] = log(1 + exp(z[k]))", {"z": z}), ("y[k] = abs(z[k])**2", {"z": z}),
        ("y[k] = log(1 + exp(z[k]))*v[k] + sum[j](x[j])", {"z": z.real * 1000, "v": v, "x": np.ones(2)}),
    ):  # fmt: skip
        found = es.compile(text, target="numpy", rules=default_rules())(**given)
        np.testing.assert_allclose(found, es.compile(text, target="cpu")(**given), rtol=1e-12)


@pytest.mark.parametrize(
    ("text", "dtype"),
    [
        ("T[i] = B[i] - C[i]; R[i] = x[i] + T[i]", "float64"),
        ("T[i] = -B[i]; R[i] = x[i] + T[i]", "float64"),
        ("T[i] = U[i]**(-1); R[i] = T[i]*x[i]", "float64"),
        ("T[i] = V[i]*V[i]; R[i] = x[i]*T[i] + T[i]", "float32"),
        ("T[i] = V[i] + V[i] + 1; R[i] = U[i] + T[i]", "int16"),
        ("T[i] = V[i]*U[i]; R = sum[i](T[i]*x[i])", "float32"),
        ("S[i] = V[i]*V[i]; T[i] = S[i]*V[i]; R[i,k] = x[k]*T[i]", "float32"),
    ],
)
def test_a_named_array_of_integers_is_computed_in_its_dtype(text: str, dtype: str) -> None:
    e = es.parse(text)
    every = {"B": B, "C": B[::-1].copy(), "U": U[[0, 1, 2, 0]], "V": V, "x": np.array([0.1, -1.3, 0.7, 1e-3], "f4")}
    expected, *found = values(text, **{n: every[n] for n in e.inputs})
    assert expected.dtype == dtype
    for got in found:
        assert got.dtype == dtype
        np.testing.assert_allclose(got, expected, rtol=3e-7 if dtype == "float32" else 1e-15)


SUMS = [
    "R = sum[k,j](X[k]*Y[j])", "R[i] = sum[j](a*Z[i,j])", "R[i,k] = Y[k]*sum[j,l](Z[i,j]*X[l])",
    "R[i,k] = sum[j](Y[k]*Z[i,j]*X[j])", "R = sum[k,j]((j + X[k])*Y[j])", "R[i] = sum[j](-Z[i,j])", "R[i] = sum[j](3*Z[i,j]*X[j])",
    "R[i,k] = sum[j,l](Z[i,j]*Z[l,j]*Y[k])", "R[i] = mean[j](Z[i,j]*a)", "T[k,j] = 3*X[k]*Y[j]; R[i] = Z[i,0] + 0.5*sum[k,j](T[k,j])",
    "R = 3*sum[k](X[k])", "R = -sum[k](X[k])", "R = -2*sum[k](X[k]*X[k])", "R = 0.5*sum[k,j](X[k]*Y[j])", "R[i] = cumsum[i](3*X[i])", "R[i] = sum[j](X[j]**2*Z[i,j])",
]  # fmt: skip


@pytest.mark.filterwarnings("ignore:overflow encountered")  # NumPy says so of numbers, not of arrays
@pytest.mark.parametrize("text", SUMS)
def test_products_wrap_before_they_are_added(text: str) -> None:
    """A sum has 64 bits: what a shorter product has lost cannot be kept by adding first.  Products of 64 bits wrap, too."""
    rng = np.random.default_rng(0)
    wide = () if "mean" in text else ("int64",)  # of which floats may be computed from numbers that did not wrap
    for dtype in ("int8", "uint16", "int32", "uint32", *wide):
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        made = {n: rng.integers(low, high, s, dtype, True) for n, s in (("X", 4), ("Y", 3), ("Z", (2, 4)), ("a", ()))}
        first, *others = values(text, **{n: made[n] for n in es.parse(text).inputs})
        for got in others:
            np.testing.assert_array_equal(got, first, err_msg=dtype)


@pytest.mark.parametrize("other", ["float64", "float32", "uint32"])
@pytest.mark.parametrize("text", [
    "y[i,j] = U[j] - where(i >= 0, i, Z[j,i])", "y[i,j] = U[j]*where(i >= 0, U[j], Z[j,i])",
    "y[i,j] = U[j] - where((i >= 0) and (j >= 0), i, float64(Z[j,i]))",
])  # fmt: skip
def test_a_condition_that_always_holds_gives_a_value_in_the_dtype_of_both(text: str, other: str) -> None:
    """Without the number that is not chosen, a float was an integer beside uint8, and wrapped around."""
    first, *others = values(text, U=U, Z=np.ones((4, 3), other))
    for got in others:
        assert got.dtype == first.dtype
        np.testing.assert_array_equal(got, first)


@pytest.mark.parametrize("target", ["cpu", "numpy"])
@pytest.mark.parametrize("text", ["-s[i]", "u[i] - s[i]", "exp(0.01*(-s[i]))", "u[i] - s[i]*u[i]", "tanh(0.1*(-s[i]*u[i]))"])
@pytest.mark.parametrize("wide", ["A[i] - s[i]", "A[i] - s[i]*u[i]"])
def test_what_a_wider_sum_subtracts_is_not_negated_for_all_who_need_it(wide: str, text: str, target: str) -> None:
    """``-(-128)`` is -128 in int8: a negation that two formulas share was stored, and added."""
    given = {"A": np.array([5, 6, 7]), "s": np.array([-128, 1, 127], "int8"), "u": np.array([1, -3, 1], "int8")}
    formulas = [es.parse(f"y{k}[i] = {t}") for k, t in enumerate((wide, text))]
    f = es.compile(formulas, target=target)
    for got, e in zip(f(**{n: given[n] for n in f.inputs}), formulas, strict=True):
        np.testing.assert_allclose(got, es.evaluate(e, {n: given[n] for n in e.inputs}), rtol=1e-12)


@pytest.mark.parametrize("symbol", ["<", "<=", "==", "!=", ">", ">="])
@pytest.mark.parametrize("dtype", ["int64", "int8"])
def test_signed_integers_and_uint64_are_compared_exactly(symbol: str, dtype: str) -> None:
    n = np.array([-1, 2**62, 2**53 + 1, 2**63 - 1, 5], np.int64).astype(dtype)
    u = np.array([2**64 - 1, 2**62 + 1, 2**53, 2**63, 5], np.uint64)
    for a, b in ((n, u), (u, n)):
        pairs = zip(a.tolist(), b.tolist(), strict=True)
        want = [{"<": x < y, "<=": x <= y, "==": x == y, "!=": x != y, ">": x > y, ">=": x >= y}[symbol]
                for x, y in pairs]  # fmt: skip
        for found in values(f"y[i] = (a[i] {symbol} b[i])", a=a, b=b):
            np.testing.assert_array_equal(found, want)
