"""Formulas of the matrix cookbook and their derivatives: the table, and the page ``docs/cookbook.md`` made of it.

After a wanted change: ``python tests/pure/cookbook.py`` writes the page anew; then read it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import espresso as es

PAGE = Path(__file__).resolve().parents[2] / "docs" / "cookbook.md"


@dataclass(frozen=True)
class Entry:
    """A formula and the derivatives of it that are shown: ``x`` the first by x, ``xx`` the second."""

    section: str
    name: str
    formula: str
    wrt: tuple[str, ...]


_TABLE = """
## Linear and quadratic forms
linear | f = a[i]*x[i] | x
bilinear | f = a[i]*X[i,j]*b[j] | X
bilinear in the transpose | f = a[i]*X[j,i]*b[j] | X
quadratic | f = x[i]*A[i,j]*x[j] | x xx A
quadratic, symmetric | A : symmetric; f = 1/2*x[i]*A[i,j]*x[j] - b[i]*x[i] | x xx
quadratic about a point | f = (x[i] - s[i])*W[i,j]*(x[j] - s[j]) | x s W
least squares | f = sum[i]((sum[j](A[i,j]*x[j]) - b[i])**2) | x xx A
weighted least squares | f = sum[i](w[i]*(sum[j](A[i,j]*x[j]) - b[i])**2) | x xx w
ridge regression | f = sum[i]((sum[j](A[i,j]*x[j]) - b[i])**2) + c*sum[j](x[j]**2) | x xx
quadratic in a matrix | f = b[i]*X[j,i]*X[j,k]*c[k] | X
quadratic in a matrix, weighted | f = b[i]*X[j,i]*D[j,l]*X[l,k]*c[k] | X
Rayleigh quotient | f = x[i]*A[i,j]*x[j]/sum[k](x[k]**2) | x
Laplacian of a graph | f = 1/2*sum[i,j](W[i,j]*(x[i] - x[j])**2) | x xx
## Norms
distance | f = norm[i](x[i] - a[i]) | x xx
residual | f = norm[i](sum[j](A[i,j]*x[j]) - b[i]) | x
squared | f = norm[i](x[i])**2 | x xx
written as a root | f = sqrt(sum[i](x[i]**2)) | x
of absolute values | f = sum[i](abs(sum[j](A[i,j]*x[j]) - b[i])) | x
of the third power | f = sum[i](abs(x[i])**3)**(1/3) | x
Frobenius | f = norm[i,j](X[i,j]) | X
Frobenius, squared | f = sum[i,j](X[i,j]**2) | X
unit vector | y[i] = x[i]/norm[k](x[k]) | x
cosine | f = sum[i](x[i]*y[i])/(norm[i](x[i])*norm[i](y[i])) | x
Huber loss | f = sum[i](where(abs(x[i]) <= d, x[i]**2/2, d*(abs(x[i]) - d/2))) | x xx
variance | f = var[i](x[i]) | x xx
standardised | y[i] = (x[i] - mean[k](x[k]))/std[k](x[k]) | x
## Traces
trace | f = X[i,i] | X
tr(AX) | f = A[i,j]*X[j,i] | X
tr(AXB) | f = A[i,j]*X[j,k]*B[k,i] | X
tr(AX'B) | f = A[i,j]*X[k,j]*B[k,i] | X
tr(X^2) | f = X[i,j]*X[j,i] | X XX
tr(X^3) | f = X[i,j]*X[j,k]*X[k,i] | X
tr(X'BX) | f = X[j,i]*B[j,k]*X[k,i] | X
tr(AXBX) | f = A[i,j]*X[j,k]*B[k,l]*X[l,i] | X
tr(AXBX'C) | f = A[i,j]*X[j,k]*B[k,l]*X[m,l]*C[m,i] | X
tr(B'X'CXB) | f = B[j,i]*X[k,j]*C[k,l]*X[l,m]*B[m,i] | X
Kronecker form | f = sum[i,j,k,l](A[i,j]*B[k,l]*X[i,k]*X[j,l]) | X XX
## Inverses and determinants
inverse | Y[i,j] = inv[i,j](X[i,j]) | X
tr(A inv(X)) | f = sum[i,j](A[i,j]*inv[j,i](X[j,i])) | X
tr(A inv(X) B) | f = sum[i,j,k](A[i,j]*inv[j,k](X[j,k])*B[k,i]) | X
a' inv(X) b | f = sum[i,j](a[i]*inv[i,j](X[i,j])*b[j]) | X
linear system | y[i] = solve[i,j](A[i,j], b[j]) | b A
determinant | f = det[i,j](X[i,j]) | X
det(AXB) | f = det[i,l](sum[j,k](A[i,j]*X[j,k]*B[k,l])) | X
det(X'X) | f = det[j,k](sum[i](X[i,j]*X[i,k])) | X
log-determinant | f = logdet[i,j](X[i,j]) | X XX
logdet(X'X) | f = logdet[j,k](sum[i](X[i,j]*X[i,k])) | X
logdet(A diag(s) A') | f = logdet[i,l](sum[j](A[i,j]*s[j]*A[l,j])) | s
## Gaussians
scalar | f = -1/2*log(2*pi) - log(s) - (x - m)**2/(2*s**2) | m s mm ss
diagonal | f = -sum[i](log(s[i]) + (x[i] - m[i])**2/(2*s[i]**2)) | x m s
by covariance | S : symmetric; f = -1/2*((x[i] - m[i])*inv[i,j](S[i,j])*(x[j] - m[j]) + logdet[i,j](S[i,j])) | x m S
many points, by precision | P : symmetric; f = -1/2*(sum[n,i,j]((X[n,i] - m[i])*P[i,j]*(X[n,j] - m[j])) - c*logdet[i,j](P[i,j])) | m P
kernel | K[i,j] = exp(-sum[k]((X[i,k] - Y[j,k])**2)/(2*s**2)) | s X
kernel sum | f = sum[i,j](c[i]*exp(-sum[k]((X[i,k] - Y[j,k])**2)/2)*d[j]) | X
## Classification
logistic function | y = 1/(1 + exp(-x)) | x xx
layer | y[i] = logistic(sum[j](W[i,j]*x[j])) | x
binary cross-entropy | f = -sum[i](y[i]*log(logistic(z[i])) + (1 - y[i])*log(1 - logistic(z[i]))) | z zz
logistic regression | f = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j]))) | w ww
logistic regression, ridge | f = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j]))) + c/2*sum[j](w[j]**2) | w ww
Poisson regression | f = sum[i](exp(X[i,j]*w[j]) - y[i]*X[i,j]*w[j]) | w ww
hinge loss | f = sum[i](relu(1 - y[i]*X[i,j]*w[j])) | w
softmax | p[k] = softmax[k](z[k]) | z
mean under softmax | f = sum[k](c[k]*softmax[k](z[k])) | z zz
log-sum-exp | f = log(sum[k](exp(z[k]))) | z zz
log-sum-exp of an affine map | f = log(sum[i](exp(sum[j](A[i,j]*x[j]) + b[i]))) | x xx
cross-entropy | f = -sum[k](y[k]*log(softmax[k](z[k]))) | z zz
cross-entropy of labels | L[b,k] = log_softmax[k](Z[b,k]); f = -sum[b](L[b,t[b]]) | Z
softmax regression | f = -sum[n,k](Y[n,k]*log_softmax[k](sum[j](X[n,j]*W[j,k]))) | W
entropy | f = -sum[k](p[k]*log(p[k])) | p pp
Kullback-Leibler | f = sum[k](p[k]*log(p[k]/q[k])) | p q
## Factorisations and networks
factorisation | f = 1/2*sum[i,j]((A[i,j] - sum[k](U[i,k]*V[j,k]))**2) | U UU V
factorisation, masked | f = sum[i,j](M[i,j]*(A[i,j] - sum[k](U[i,k]*V[j,k]))**2) | U UU
factorisation, symmetric | A : symmetric; f = 1/4*sum[i,j]((A[i,j] - sum[k](U[i,k]*U[j,k]))**2) | U
nonnegative, by divergence | f = sum[i,j](sum[k](W[i,k]*H[k,j]) - V[i,j]*log(sum[k](W[i,k]*H[k,j]))) | W
canonical polyadic | f = 1/2*sum[i,j,k]((T[i,j,k] - sum[r](A[i,r]*B[j,r]*C[k,r]))**2) | A
orthogonality | f = sum[j,k]((sum[i](Q[i,j]*Q[i,k]) - (j == k))**2) | Q
two layers | f = 1/2*sum[k]((sum[i](V[k,i]*tanh(sum[j](W[i,j]*x[j]))) - y[k])**2) | W V
relu layer | f = sum[i](v[i]*relu(sum[j](W[i,j]*x[j]))) | W x
attention | o[i,k] = sum[j](softmax[j](sum[d](Q[i,d]*K[j,d]))*V[j,k]) | V Q
convolution | y[p] = x[p+r]*w[r]; f = 1/2*sum[p]((y[p] - t[p])**2) | w x
"""


def _entries() -> list[Entry]:
    found, section = [], ""
    for line in _TABLE.strip().split("\n"):
        if line.startswith("## "):
            section = line[3:]
            continue
        name, formula, wrt = (part.strip() for part in line.split(" | "))
        found.append(Entry(section, name, formula.replace("; ", "\n"), tuple(wrt.split())))
    return found


ENTRIES = _entries()


@cache
def derivative(entry: Entry, wrt: str) -> es.Expr:
    """The derivative of an entry that ``wrt`` means; the page and the tests need each several times."""
    return es.derivative(es.parse(entry.formula), wrt[0], len(wrt))


@cache
def matrix_form(e: es.Expr) -> str:
    """The matrix form, or nothing."""
    try:
        return e.to_matrix()
    except es.EspressoError:
        return ""


_HEAD = """# Derivatives of the matrix cookbook

Every derivative on this page was made by espresso, is compared with the page by a test, and with differences and JAX as numbers. The formula
stands first, in index notation and, where it has one, in matrix notation (`e.to_matrix()`); below it what `es.derivative` returns. Nothing
was edited. (`f`, `x`, `A` are inputs: the entries of a matrix are independent variables, unless it is declared symmetric, which then also
holds for the derivative's own indices. A factor such as `(j < size(x, 0))` only says how long an axis is that no array says.)

```python
import espresso as es

f = es.parse("f = sum[i]((sum[j](A[i,j]*x[j]) - b[i])**2)")
print(es.grad(f, "x"))
print(es.grad(f, "x").to_matrix())
print(es.hessian(f, "x").to_matrix())
```

```output
df_dx[j] = 2*sum[i](A[i,j]*(sum[k](A[i,k]*x[k]) - b[i]))
df_dx = 2*A.T @ (A @ x - b)
d2f_dx2 = 2*A.T @ A
```
"""


def page() -> str:
    """The whole page."""
    parts, section = [_HEAD], ""
    for entry in ENTRIES:
        if entry.section != section:
            section = entry.section
            parts.append(f"\n## {section}\n")
        shown = [es.parse(entry.formula), *(derivative(entry, w) for w in entry.wrt)]
        lines = [line for e in shown for line in _shown(e)]
        parts.append(f"\n**{entry.name}**\n\n```text\n" + "\n".join(lines) + "\n```\n")
    return "".join(parts)


def _shown(e: es.Expr) -> list[str]:
    matrix = matrix_form(e)
    last = e.args[-1] if e.op == "program" else e
    indexed = str(e).split("\n")
    return [*indexed, *(f"    = {line}" if not k else f"      {line}" for k, line in enumerate(_body(matrix)))] if (
        matrix and (last.axes or "[" in str(e))
    ) else indexed


def _body(matrix: str) -> list[str]:
    lines = matrix.split("\n")
    return [lines[0].partition(" = ")[2] or lines[0], *(line.strip() for line in lines[1:])]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
