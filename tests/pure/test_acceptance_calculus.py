"""Acceptance cases 36 to 37 and 39 to 45 as they are listed: each gradient against differences or numbers computed by hand (sA13)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es

Array = np.ndarray[Any, Any]
rng = np.random.default_rng(45)


def positive(*shape: int) -> Array:
    """Random numbers away from zero, from kinks and from each other."""
    return 0.5 + rng.permutation(int(np.prod(shape))).reshape(shape) / max(1, int(np.prod(shape)))


def loss(text: str, **arrays: Array) -> None:
    """Every derivative of the sum of sines of a statement ``y[...] = ...``, twice, against differences."""
    e = es.parse(text)
    total = es.sum(es.sin(e.outputs["y"]), *e.axes) if e.axes else es.sin(e)
    es.check_grads(total, order=1, **arrays)


@pytest.mark.parametrize(
    ("text", "arrays"),
    [
        ("y[i] = 2*x[i]", {"x": (3,)}), ("y[i] = 2*x[i] + i", {"x": (3,)}),
        ("y = sum[i,j](exp(x[i])/x[j])", {"x": (4,)}),
        ("y[i] = sum[j](x[i,j] + z[j,i])", {"x": (2, 3), "z": (3, 2)}), ("y[i] = sum[j](log(x[i,j])/z[j,i])", {"x": (2, 3), "z": (3, 2)}),
        ("y[i,j] = 2*x[i,k]*z[k,j]", {"x": (3, 4), "z": (4, 5)}), ("y = sum[i](log(x[i]))", {"x": (3,)}),
    ],
)  # fmt: skip
def test_case_36_gradients(text: str, arrays: dict[str, tuple[int, ...]]) -> None:
    loss(text, **{n: positive(*s) for n, s in arrays.items()})


def test_case_36_with_numbers() -> None:
    """n = 100 as in Tullio #14, sums of absolute values, and 1/x in both shapes."""
    es.check_grads(es.parse("y[i,j] = x[i] + 1000*x[j]"), order=2, x=positive(3))
    g = es.grad(es.parse("s = sum[i,j](x[i] + 1000*x[j])"), "x")
    np.testing.assert_allclose(es.evaluate(g, {"x": np.ones(100)}), np.full(100, 100 + 1000 * 100.0))
    v = np.array([1.0, -2, 3, -4, 5])
    for text, by_hand in (("sum[i](abs(1 + v[i]**2))", 2 * v), ("sum[i]((1 + v[i]**2)**2)", 4 * v * (1 + v**2))):
        np.testing.assert_allclose(es.evaluate(es.grad(es.parse("s = " + text), "v"), {"v": v}), by_hand)
    x = np.array([1.0, 2, 3])
    np.testing.assert_allclose(es.evaluate(es.grad(es.parse("s = sum[i](log(x[i]))"), "x"), {"x": x}), 1 / x)
    in_one = es.vjp(es.parse("s[k] = sum[i](log(x[i]))*(k == 0)"), "x", "G")
    np.testing.assert_allclose(es.compile(in_one, target="numpy")(x=x, G=np.ones(1)), 1 / x)


@pytest.mark.parametrize(
    ("text", "arrays", "expected"),
    [
        ("y[i] = x[mod(i)]", {}, [2, 2, 1]), ("y[i] = x[clamp(i)]", {}, [1, 1, 3]), ("y[i] = pad(x)[i-2]", {}, [1, 1, 1]),
        ("y[i] = x[t[i]]", {"t": np.array([0, 1, 2, 0, 1])}, [2, 2, 1]),
    ],
)  # fmt: skip
def test_case_37_gradients_of_reads(text: str, arrays: dict[str, Array], expected: list[int]) -> None:
    """The cotangent of ones, over as many places as upstream reads: five, and seven with the padding."""
    g = es.compile(es.vjp(es.parse(text), "x", "G"), target="numpy")
    np.testing.assert_array_equal(g(x=np.arange(3.0), G=np.ones(7 if "pad" in text else 5), **arrays), expected)


def test_case_37_scatter_and_repeated_indices() -> None:
    """y[inds[i]] += x[i] is a sum over equations; its gradient gathers: ones."""
    scatter = es.parse("y[j] = sum[i](x[i]*(j == t[i]))")
    t = np.array([0, 1, 2, 0, 1])
    g = es.compile(es.vjp(scatter, "x", "G"), target="numpy")
    np.testing.assert_array_equal(g(t=t, G=np.ones(3)), np.ones(5))
    many = rng.integers(0, 10, 1024)
    g = es.grad(es.parse("s = sum[i](x[t[i]])"), "x")
    np.testing.assert_array_equal(es.evaluate(g, {"x": np.zeros(10), "t": many}), np.bincount(many, minlength=10))
    es.check_grads(es.parse("s = sum[i](sin(x[t[i]] + x[i]))"), order=2, x=positive(5), t=t)


@pytest.mark.parametrize(
    ("text", "arrays"),
    [
        ("y[k] = 22*x[i,i,k]", {"x": (3, 3, 4)}), ("y[k] = sum[i,j](x[i,i,k,j,j])", {"x": (3, 3, 4, 7, 7)}),
        ("y[i,j] = 5*x[i,k]*r[k,j]", {"x": (3, 3), "r": (3, 2)}), ("y[i,j,m,n] = x[i,j,k]*r[k,m,n]", {"x": (1, 2, 3), "r": (3, 1, 2)}),
        ("y[i,m] = x[i,p,k]*r[k,m,p]", {"x": (1, 2, 3), "r": (3, 1, 2)}), ("y[j,i,n,m] = x[i,j,k]*r[k,m,n]", {"x": (4, 2, 3), "r": (3, 4, 2)}),
        ("y[n,i,m,j] = x[i,j,k]*r[k,m,n]", {"x": (4, 2, 3), "r": (3, 4, 2)}), ("y[m,n,j,i] = x[i,j,k]*r[k,m,n]", {"x": (4, 2, 3), "r": (3, 4, 2)}),
        ("y[i,n] = r[i,j,k]*x[m,k,n]", {"r": (3, 1, 2), "x": (1, 2, 3)}), ("y[j,i] = r[s,s,j,k]*x[t,t,k,i]", {"r": (3, 3, 2, 2), "x": (2, 2, 2, 3)}),
        ("y[j,i] = r[a,b,j,k]*x[b,c,k,i]*z[a,c]", {"r": (3, 3, 2, 2), "x": (3, 3, 2, 4), "z": (3, 3)}),
        ("y = r[b,e]*x[a,b,c]*z[c,a,e]", {"r": (2, 2), "x": (1, 2, 3), "z": (3, 1, 2)}), ("y = x[g,c]*r[c,g,i,i]", {"x": (3, 3), "r": (3, 3, 4, 4)}),
    ],
)  # fmt: skip
def test_case_39_gradients_of_contractions(text: str, arrays: dict[str, tuple[int, ...]]) -> None:
    loss(text, **{n: rng.normal(size=s) for n, s in arrays.items()})


@pytest.mark.parametrize(
    ("text", "arrays"),
    [
        ("y[i,k,l] = max[j](x[i,j,k,l])", {"x": (3, 4, 5, 2)}), ("y[i] = max[j](x[i,j] + 0.01*z[i])", {"x": (3, 4), "z": (3,)}),
        ("y[i] = max[j](x[i,j] + 0.01*z[j])", {"x": (3, 4), "z": (4,)}), ("y[i] = max[j](x[i,j]**2/sqrt(z[i]) + exp(z[j]))", {"x": (4, 4), "z": (4,)}),
        ("y = max[i,j](x[i,j]**2/sqrt(z[i]) + exp(z[j]))", {"x": (3, 3), "z": (3,)}),
        ("y[i,l] = max[j,k](log(x[i,j,k,l])/z[j]/3)", {"x": (3, 4, 5, 2), "z": (4,)}), ("y[i,j] = min[k,l](log(x[i,j,k,l])/z[j]/3)", {"x": (3, 4, 5, 2), "z": (4,)}),
    ],
)  # fmt: skip
def test_case_40_gradients_of_maxima(text: str, arrays: dict[str, tuple[int, ...]]) -> None:
    loss(text, **{n: positive(*s) for n, s in arrays.items()})


def test_case_40_ties_share() -> None:
    for x in (np.array([1.0, 2, 3, 4]), np.array([2.0, 2, 3, 3])):
        g = es.evaluate(es.grad(es.parse("s = max[i](x[i])"), "x"), {"x": x})
        np.testing.assert_allclose(g, (x == x.max()) / (x == x.max()).sum())
        g = es.evaluate(es.grad(es.parse("s = min[i](x[i])"), "x"), {"x": x})
        np.testing.assert_allclose(g, (x == x.min()) / (x == x.min()).sum())
    g = es.evaluate(es.grad(es.parse("s = sum[i,k,l](max[j](x[i,j,k,l]))"), "x"), {"x": rng.integers(0, 3, (3, 4, 5, 2)).astype(float)})
    np.testing.assert_allclose(g.sum(axis=1), np.ones((3, 5, 2)))


@pytest.mark.parametrize(
    ("text", "arrays"),
    [
        ("y[i] = A[2*i+1]*A[i]", {"A": (10,)}), ("y[i,j] = A[i+j]*B[j]", {"A": (10,), "B": (4,)}),
        ("y[i,j] = A[2*i+j] + 0*B[j]", {"A": (10,), "B": (4,)}), ("y[i] = A[size(A,0)-1-i]*B[i]", {"A": (4,), "B": (4,)}),
        ("y[i,j] = A[i]*A[j]*(i <= j)", {"A": (4,)}), ("y[i,i] = sqrt(A[i])", {"A": (3,)}),
        ("y[i,j,m,n] = (i == m)*B[n,j] + 0*A[i]", {"B": (2, 3), "A": (2,)}),
    ],
)  # fmt: skip
def test_case_41_gradients(text: str, arrays: dict[str, tuple[int, ...]]) -> None:
    loss(text, **{n: positive(*s) for n, s in arrays.items()})


def test_case_41_forms() -> None:
    A = np.arange(1.0, 11)
    assert es.evaluate(es.parse("y[i,j] = A[i+j] + 0*B[j]"), {"A": A, "B": np.ones(4)}).shape == (7, 4)
    given = {"A": A, "B": np.arange(12.0).reshape(3, 4)}
    D = es.compile("D[i,j] = sqrt(A[i])*(i == j)", target="numpy", sizes={"j": 10})(A=A)
    np.testing.assert_array_equal(D, np.diag(np.sqrt(A)))
    M = es.evaluate(es.parse("M[i,j] = A[i]*A[j]*(i <= j)"), given)
    np.testing.assert_array_equal(M, np.triu(np.outer(A, A)))
    W = es.compile("W[i,j,m,n] = (i == m)*B[n,j]", target="numpy", sizes={"i": 2, "m": 2})(B=given["B"])
    np.testing.assert_array_equal(W, np.einsum("im,nj->ijmn", np.eye(2), given["B"]))
    with pytest.raises(es.errors.EspressoError):
        es.compile("y[i] = A[i*j]*A[j]")(A=A)
    loss("y[i,j,k] = X[i,r]*Y[j,r]*Z[k,r]", X=rng.normal(size=(5, 2)), Y=rng.normal(size=(6, 2)), Z=rng.normal(size=(7, 2)))
    K = es.parse("y[i,j] = A[t[i] + j]*(j < 2)")
    values = es.compile(K, target="numpy", sizes={"j": 2})(A=A, t=np.array([3, 0, 5]))
    np.testing.assert_array_equal(values, A[np.array([3, 0, 5])[:, None] + np.arange(2)])
    np.testing.assert_array_equal(es.evaluate(es.parse("y[i] = B[i,i]"), {"B": np.arange(1.0, 26).reshape(5, 5)}), [1, 7, 13, 19, 25])


@pytest.mark.parametrize(
    ("left", "shapes", "gradients"),
    [
        ("ik,kj,jl->il", [(3, 4), (4, 5), (5, 6)], ["il,kj,jl->ik", "ik,il,jl->kj", "ik,kj,il->jl"]),
        ("oij,imj,mjkn,lnk,plk->op", [(2, 3, 5), (3, 7, 5), (7, 5, 4, 2), (3, 2, 4), (2, 3, 4)], []),
        ("bchwkt,fckt->bfhw", [(2, 3, 4, 4, 2, 2), (5, 3, 2, 2)], []),
        ("kij->jik", [(2, 3, 4)], []), ("ab,bc->ac", [(3, 4), (4, 2)], []), ("ij,ab->ab", [(2, 3), (4, 5)], []), ("ii->i", [(4, 4)], []),
    ],
)  # fmt: skip
def test_case_42_einsum_and_its_gradients(left: str, shapes: list[tuple[int, ...]], gradients: list[str]) -> None:
    arrays = {f"A{k}": rng.normal(size=s) for k, s in enumerate(shapes)}
    symbols = [es.tensor(n, shape=(None,) * a.ndim) for n, a in arrays.items()]
    e = es.einsum(left, *symbols)
    np.testing.assert_allclose(es.evaluate(e, arrays), np.einsum(left, *arrays.values()), rtol=1e-10)
    G = rng.normal(size=es.evaluate(e, arrays).shape)
    for k, name in enumerate(arrays):
        back = es.evaluate(es.vjp(e, name, "G"), {**arrays, "G": G})
        if gradients:
            given = [G if j == k else a for j, a in enumerate(arrays.values())]
            order = gradients[k]
            np.testing.assert_allclose(back, np.einsum(order, *given), rtol=1e-10)
        else:
            step = rng.normal(size=arrays[name].shape)
            change = np.einsum(left, *({**arrays, name: step}).values())
            np.testing.assert_allclose((back * step).sum(), (G * change).sum(), rtol=1e-9)


def test_case_43_products_of_derivatives() -> None:
    H, x = 2 * np.eye(3), np.array([1.0, 2, 3])
    given = {"H": H, "x": x}
    for y in map(es.parse, ("y = x[i]*H[i,j]*x[j]", "h[i] = H[i,j]*x[j]; y = sum[i](x[i]*h[i])")):
        assert float(es.evaluate(y, given)) == 28
        np.testing.assert_array_equal(es.evaluate(es.grad(y, "x"), given), 2 * H @ x)
        np.testing.assert_array_equal(es.evaluate(es.hvp(y, "x", "v"), {**given, "v": x}), [4, 8, 12])
    A, v = np.array([[1.0, 2], [3, 4], [5, 6]]), np.array([3.0, 4])
    f = es.parse("f[i] = A[i,j]*x[j]")
    forward = es.evaluate(es.jvp(f, "x", "v"), {"A": A, "v": v})
    np.testing.assert_array_equal(es.evaluate(es.vjp(f, "x", "u"), {"A": A, "u": forward}), [281, 356])
    two = es.parse("f[i] = A[i,j]*x[j] + B[i,j]*z[j]")
    moved = es.evaluate(es.jvp(two, ["x", "z"], ["v", "w"]), {"A": A, "B": 2 * A, "v": v, "w": v})
    np.testing.assert_array_equal(moved, 3 * A @ v)


def test_case_44_and_sA13_jacobians_keep_their_deltas() -> None:
    """Printed with two deltas each; six free indices; the block of a Hessian that is one einsum."""
    for text, wrt, shown in (
        ("J[a,b] = x[a,b] + z[a,b]", "x[c,d]", "dJ_dx[a,b,c,d] = (a == c)*(b == d)"),
        ("J[a,b] = x[a,b]*z[a,b]", "x[c,d]", "dJ_dx[a,b,c,d] = z[a,b]*(a == c)*(b == d)"),
        ("J[a,b] = x[a,b]*z[a,b]*w[a,b]", "x[c,d]", "dJ_dx[a,b,c,d] = w[a,b]*z[a,b]*(a == c)*(b == d)"),
        ("J[a,b] = s*x[a,b]", "x[c,d]", "dJ_dx[a,b,c,d] = s*(a == c)*(b == d)"),
        ("J[i,j,k] = x[i,k,l]*z[j,k,l]", "x[m,n,o]", "dJ_dx[i,j,k,m,n,o] = z[j,k,o]*(i == m)*(k == n)"),
        ("J[i,j,k] = x[i,k,l]*z[j,k,l]", "z[m,n,o]", "dJ_dz[i,j,k,m,n,o] = x[i,k,o]*(j == m)*(k == n)"),
    ):
        printed = str(es.jacobian(es.parse(text), wrt)).splitlines()[-1]
        assert printed.startswith(shown), printed
    cpd = es.parse("s = 0.5*sum[i,j,k]((T[i,j,k] - A[i,r]*B[j,r]*C[k,r])**2)")
    n, r = 4, 2
    given = {"T": rng.normal(size=(n, n, n)), **{c: rng.normal(size=(n, r)) for c in "ABC"}}
    H = es.evaluate(es.hessian(cpd, "A"), given)
    by_hand = np.einsum("eb,ed,fb,fd,ac->abcd", given["B"], given["B"], given["C"], given["C"], np.eye(n))
    np.testing.assert_allclose(H, by_hand, rtol=1e-9, atol=1e-12)
    es.check_grads(cpd, order=1, **given)
    v = rng.normal(size=(n, r))
    np.testing.assert_allclose(es.evaluate(es.hvp(cpd, "A", "v"), {**given, "v": v}), np.einsum("abcd,cd->ab", H, v), rtol=1e-9)


def test_case_44_tucker_and_a_chain_of_tensors() -> None:
    tucker = es.parse("s = 0.5*sum[i,j,k]((T[i,j,k] - G[a,b,c]*A[i,a]*B[j,b]*C[k,c])**2)")
    factors = {c: rng.normal(size=(2 + (c == "A"), 2)) for c in "ABC"}
    es.check_grads(tucker, order=1, T=rng.normal(size=(3, 2, 2)), G=rng.normal(size=(2, 2, 2)), **factors)
    chain = es.parse("s = (A[i,a]*B[a,j,b]*C[b,k,c]*D[c,l]*X[i,j,k,l])")
    es.check_grads(
        chain, order=1, A=rng.normal(size=(2, 3)), B=rng.normal(size=(3, 2, 3)), C=rng.normal(size=(3, 2, 3)),
        D=rng.normal(size=(3, 2)), X=rng.normal(size=(2, 2, 2, 2)),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "arrays"),
    [
        ("s = 0.5*x[i]*A[i,j]*x[j]", {"x": (3,), "A": (3, 3)}), ("s = sum[i](A[i,j]*exp(x[j]))", {"x": (3,), "A": (2, 3)}),
        ("s = sum[i](y[i]*v[i]*x[i])", {"x": (3,), "y": (3,), "v": (3,)}), ("s = a**b", {"a": (), "b": ()}),
        ("s = sum[i](abs(sum[j](A[i,j]*x[j]) - y[i]))", {"A": (4, 3), "x": (3,), "y": (4,)}),
        ("s = sum[i]((sum[j](A[i,j]*x[j]) - y[i])**2)", {"A": (3, 2), "x": (2,), "y": (3,)}),
        ("s = sum[i](log(exp(-y[i]*sum[j](X[i,j]*w[j])) + 1))", {"X": (3, 2), "w": (2,), "y": (3,)}),
        ("s = A[i,j]*X[k,j]*B[k,l]*X[l,m]*C[m,i]", {"A": (2, 2), "X": (2, 2), "B": (2, 2), "C": (2, 2)}),
        ("s = logdet[i,j](X[i,j])", {"X": (3, 3)}), ("s = sum[i,j](inv[i,j](X[i,j])*A[i,j])", {"X": (3, 3), "A": (3, 3)}),
        ("s = sum[i,j](O[i,j]*(T[i,j] - U[i,k]*V[j,k])**2)", {"O": (2, 3), "T": (2, 3), "U": (2, 2), "V": (3, 2)}),
    ],
)  # fmt: skip
def test_case_45_the_suite_of_matrix_calculus(text: str, arrays: dict[str, tuple[int, ...]]) -> None:
    """Gradients and Hessians; the matrices of determinants and inverses are dominated by their diagonals."""
    given = {n: positive(*s) + (3 * np.eye(*s) if n == "X" and s == (3, 3) else 0) for n, s in arrays.items()}
    if "y" in given:
        given["y"] = given["y"] + 5
    es.check_grads(es.parse(text), order=2, **given)
