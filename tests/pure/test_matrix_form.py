"""Matrix notation where a formula has one: golden text, evaluated by NumPy and compared with the reference."""

from __future__ import annotations

import numpy as np
import pytest
from matrix_language import value

import espresso as es
from espresso.formulas.graph import expr as ex

N = 4

# formula; by what it is differentiated ("" not at all); its matrix form
FORMS = [
    ("f = a[i]*x[i]", "", "f = a.T @ x"),
    ("y[i] = A[i,j]*x[j]", "", "y = A @ x"),
    ("y[j] = A[i,j]*x[i]", "", "y = A.T @ x"),
    ("C[i,k] = A[i,j]*B[k,j]", "", "C = A @ B.T"),
    ("C[i,j] = A[i,j]*B[i,j]", "", "C = A*B"),
    ("C[i,j] = a[i]*b[j]", "", "C = outer(a, b)"),
    ("C[i,j] = a[i]*B[i,j]*c[j]", "", "C = diag(a) @ B @ diag(c)"),
    ("C[i,j] = X[i,j] + b[j]", "", "C = X + outer(1, b)"),
    ("C[i,j] = X[i,j] - b[i]", "", "C = X - outer(b, 1)"),
    ("f = A[i,j]*B[j,k]*C[k,i]", "", "f = tr(A @ B @ C)"),
    ("f = A[i,j]*B[j,i]", "", "f = tr(A @ B)"),
    ("f = A[i,j]*B[i,j]", "", "f = sum(A*B)"),
    ("y[i] = sum[j](A[i,j])", "", "y = sum(A, axis=1)"),
    ("y[i] = sum[j](A[i,j]*B[i,j])", "", "y = sum(A*B, axis=1)"),
    ("y[i] = A[i,j]*B[j,i]", "", "y = diag(A @ B)"),
    ("y[i] = A[i,i]", "", "y = diag(A)"),
    ("f = A[i,i]", "", "f = tr(A)"),
    ("D[i,j] = v[i]*(i == j)", "", "D = diag(v)"),
    ("D[i,j] = A[i,j] - 2*(i == j)", "", "D = A - 2*I"),
    ("P[i,j] = softmax[j](sum[k](Q[i,k]*K[j,k]))", "", "P = softmax(Q @ K.T, axis=1)"),
    ("P[i,j] = softmax[i](X[j,i])", "", "P = softmax(X.T, axis=0)"),
    ("y[i] = logsumexp[j](X[j,i])", "", "y = logsumexp(X.T, axis=1)"),
    ("h[i] = tanh(W[i,j]*x[j]); y[i] = V[i,j]*h[j]", "", None),
    ("f = x[i]*A[i,j]*x[j]", "x", "df_dx = A @ x + A.T @ x"),
    ("f = x[i]*A[i,j]*x[j]", "xx", "d2f_dx2 = A + A.T"),
    ("f = sum[i]((sum[j](A[i,j]*x[j]) - b[i])**2)", "x", "df_dx = 2*A.T @ (A @ x - b)"),
    ("f = sum[i]((sum[j](A[i,j]*x[j]) - b[i])**2)", "xx", "d2f_dx2 = 2*A.T @ A"),
    ("f = sum[i]((sum[j](A[i,j]*x[j]) - b[i])**2)", "A", "df_dA = 2*outer(A @ x - b, x)"),
    ("f = sum[i](w[i]*(sum[j](A[i,j]*x[j]) - b[i])**2)", "xx", "d2f_dx2 = 2*A.T @ diag(w) @ A"),
    ("f = sum[i](x[i]**2)", "xx", "d2f_dx2 = 2*I"),
    ("f = A[i,j]*X[j,k]*B[k,i]", "X", "df_dX = A.T @ B.T"),
    ("f = X[i,j]*X[j,k]*X[k,i]", "X", "df_dX = 3*X.T @ X.T"),
    ("f = b[i]*X[j,i]*X[j,k]*c[k]", "X", "df_dX = outer(X @ c, b) + outer(X @ b, c)"),
    ("f = sum[i,j](A[i,j]*inv[j,i](X[j,i]))", "X", "df_dX = -inv(X).T @ A.T @ inv(X).T"),
    ("f = sum[i,j](a[i]*inv[i,j](X[i,j])*b[j])", "X", "df_dX = -outer(inv(X).T @ a, inv(X) @ b)"),
    ("f = det[i,j](X[i,j])", "X", "df_dX = det(X)*inv(X).T"),
    ("f = logdet[i,j](X[i,j])", "X", "df_dX = inv(X).T"),
    ("f = logdet[i,l](sum[j](A[i,j]*s[j]*A[l,j]))", "s", "df_ds = diag(A.T @ inv(A @ diag(s) @ A.T) @ A)"),
    ("f = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))", "w", "df_dw = -X.T @ (y*logistic(-y*(X @ w)))"),
    ("f = sum[i](exp(X[i,j]*w[j]) - y[i]*X[i,j]*w[j])", "ww", "d2f_dw2 = X.T @ diag(exp(X @ w)) @ X"),
    ("p[k] = softmax[k](z[k])", "z", "dp_dz = diag(softmax(z)) - outer(softmax(z), softmax(z))"),
    ("f = 1/2*sum[i,j]((A[i,j] - sum[k](U[i,k]*V[j,k]))**2)", "U", "df_dU = -(A - U @ V.T) @ V"),
    ("f = sum[j,k]((sum[i](Q[i,j]*Q[i,k]) - (j == k))**2)", "Q", "df_dQ = 4*(Q @ Q.T @ Q - Q)"),
    ("f = -sum[n,k](Y[n,k]*log_softmax[k](sum[j](X[n,j]*W[j,k])))", "W",
     "df_dW = X.T @ (diag(sum(Y, axis=1)) @ softmax(X @ W, axis=1) - Y)"),
    ("f = sum[i](v[i]*relu(sum[j](W[i,j]*x[j])))", "W", "df_dW = outer(v*(W @ x > 0), x)"),
    ("f = sum[i,j,k,l](A[i,j]*B[k,l]*X[i,k]*X[j,l])", "", "f = tr(A @ X @ B.T @ X.T)"),
]  # fmt: skip


def _derived(text: str, wrt: str) -> es.Expr:
    e = es.parse(text)
    return es.derivative(e, wrt[0], len(wrt)) if wrt else e


def _arrays(e: es.Expr) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(1)
    return {
        t.data.name: rng.uniform(0.5, 1.5, (N,) * t.data.rank) + (2 * np.eye(N) if t.data.rank == 2 else 0)
        for t in ex.tensors(e)
    }


@pytest.mark.parametrize(("text", "wrt", "shown"), FORMS, ids=[f"{f[0]} {f[1]}".strip() for f in FORMS])
def test_matrix_form(text: str, wrt: str, shown: str | None) -> None:
    e = _derived(text, wrt)
    found = e.to_matrix()
    if shown is not None:
        assert found == shown
    arrays = _arrays(e)
    np.testing.assert_allclose(value(found, arrays, N), es.evaluate(e, arrays), rtol=1e-10, atol=1e-12)
    assert e.latex(matrix=True)


def test_a_long_weight_gets_a_name() -> None:
    e = es.hessian(es.parse("f = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j]))) + c/2*sum[j](w[j]**2)"), "w")
    found = e.to_matrix()
    assert found.split("\n")[0] == "d2f_dw2 = X.T @ diag(s) @ X + c*I"
    assert found.split("\n")[1] == "    where s = y**2*logistic(y*(X @ w))*logistic(-y*(X @ w))"
    arrays = _arrays(e)
    arrays["c"] = np.float64(0.7)
    np.testing.assert_allclose(value(found, arrays, N), es.evaluate(e, arrays), rtol=1e-12)


def test_a_wrong_form_is_found() -> None:
    """The oracle bites: a transposed factor is another value."""
    e = es.parse("C[i,k] = A[i,j]*B[k,j]")
    arrays = _arrays(e)
    assert not np.allclose(value("C = A @ B", arrays, N), es.evaluate(e, arrays))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("H[j,k] = X[i,j]*s[i]*X[i,k]", r"H = X^{\top} \, \operatorname{diag}\left(s\right) \, X"),
        ("f = x[i]*A[i,j]*y[j]", r"f = x^{\top} \, A \, y"),
        ("C[i,j] = a[i]*b[j] - 2*(i == j)", r"C = a \, b^{\top} - 2 \, I"),
        ("Y[i,j] = inv[j,i](X[j,i])", r"Y = \left(X^{-1}\right)^{\top}"),
        ("y[i] = x[i]/norm[k](x[k])", r"y = \frac{x}{\left\|x\right\|}"),
        ("f = A[i,j]*B[j,k]*C[k,i]", r"f = \operatorname{tr}\left(A \, B \, C\right)"),
        ("y[i] = sum[j](A[j,i])", r"y = A^{\top} \, \mathbf{1}"),
        ("y[i] = a[i]*b[i]**2", r"y = a \odot b^{\circ 2}"),
    ],
)
def test_matrix_form_in_latex(text: str, shown: str) -> None:
    assert es.parse(text).latex(matrix=True) == shown


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("T[i,j,k] = A[i,j]*b[k]", "it has 3 axes, a matrix has two"),
        ("y[p] = x[p+r]*w[r]", "x is read at computed places"),
        ("f = A[i,r]*B[j,r]*C[k,r]*D[i,j]*E[j,k]*F[k,i]", "index i is shared by more than two matrices"),
        ("y[i] = x[i]*i", "it holds the value of index i"),
        ("L[i,j] = A[i,j]*(i >= j)", "it holds a condition on indices"),
        ("y[i] = T[i,j,k]*x[j]*z[k]", "a factor has the indices i, j, k: a matrix has two"),
    ],
)
def test_without_a_matrix_form(text: str, reason: str) -> None:
    with pytest.raises(es.EspressoError) as caught:
        es.parse(text).to_matrix()
    first, _, remedy = str(caught.value).split("\n")
    assert first.startswith(f"this expression has no matrix form: {reason}")
    assert remedy == "str(e) and e.latex() show any expression with its indices."
