"""Sums over indices on which nothing depends once named arrays are put in."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es
from espresso.reference.evaluator import evaluate

A = np.arange(1.0, 13).reshape(3, 4)
B = np.cos(A)


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("w[i,j] = max[p,q](A[p,q]); z[j] = sum[i](w[i,j])", {"i": 3, "j": 4}),
        ("w[i,j] = max[i,j](A[i,j]); z[i,j] = sum[i](w[i,j])*B[i,j]", {"i": 3, "j": 4}),
        ("w[i] = max[p,q](A[p,q]); z = sum[k](w[k])", {"i": 5}),
        ("w[i,m] = max[p,q](A[p,q])*sum[j](B[i,j]**2); z[i] = sum[m,j](w[i,m]*B[i,j])", {"m": 7}),
        ("w[i] = max[p,q](A[p,q]); z = sum[k](w[k]) + sum[p](B[p,q]*A[p,q])", {"i": 0}),
        ("w[i] = c + 0; z = sum[k](w[k]*w[k])", {"i": 6}),
        ("w[i] = c + 0; z = mean[k](w[k]) + prod[k](w[k])", {"i": 6}),
    ],
)
@pytest.mark.parametrize("simplify", [True, False])
def test_equals_the_reference(text: str, sizes: dict[str, int], simplify: bool) -> None:
    e = es.parse(text)
    arrays = {n: a for n, a in {"A": A, "B": B, "c": 2.5}.items() if n in e.inputs}
    for target in ("cpu", "numpy"):
        f = es.compile(e, target=target, sizes=sizes, simplify=simplify)
        np.testing.assert_allclose(f(**arrays), evaluate(e, arrays, sizes), rtol=1e-12)
