"""Stacks of small matrices: products in tiles without packing, on any strides."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import espresso as es
from espresso.runtime.cpu import blas
from espresso.system.processor import vector_bytes

RNG = np.random.default_rng(3)
PLAIN = "c[b,i,j] = x[b,i,k]*y[b,k,j]"
FORMS = {  # and axes of both operands and the result
    "plain": (PLAIN, "bik", "bkj", "bij"),
    "left transposed": ("c[b,i,j] = x[b,k,i]*y[b,k,j]", "bki", "bkj", "bij"),
    "result transposed": ("c[b,j,i] = x[b,k,i]*y[b,j,k]", "bki", "bjk", "bji"),
    "right transposed": ("c[b,i,j] = x[b,i,k]*y[b,j,k]", "bik", "bjk", "bij"),
    "right transposed, added": ("c[b,i,j] = 3*sum[k](x[b,i,k]*y[b,j,k]) + x[b,i,0]", "bik", "bjk", "bij"),
    "one matrix for all": ("c[b,i,j] = x[b,i,k]*y[k,j]", "bik", "kj", "bij"),
    "two batch axes apart": ("c[b,i,a,j] = x[b,a,i,k]*y[b,k,j]", "baik", "bkj", "biaj"),
    "scaled and added": ("c[b,i,j] = 3*sum[k](x[b,i,k]*y[b,k,j]) + x[b,i,0]", "bik", "bkj", "bij"),
}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("form", FORMS)
def test_all_small_lengths(form: str, dtype: str) -> None:
    """Heights, vectors and what is left of both, beside np.einsum."""
    text, left, right, out = FORMS[form]
    f, added = es.compile(text), "added" in form
    for m, n, k in itertools.product((1, 2, 4, 5, 9), (1, 3, 4, 8, 9, 17), (0, 1, 3, 16)):
        if added and not k:
            continue
        lengths = {"a": 2, "b": 5, "i": m, "j": n, "k": k}
        x, y = (RNG.normal(size=[lengths[c] for c in axes]).astype(dtype) for axes in (left, right))
        meant = np.einsum(f"{left},{right}->{out}", x, y)
        meant = 3*meant + x[:, :, :1] if added else meant
        atol = (1e-6 if dtype == "float32" else 1e-15)*(1 + 10*k)
        np.testing.assert_allclose(f(x=x, y=y), meant, atol=atol, err_msg=f"{m}, {n}, {k}")


def test_strided_and_reversed_operands() -> None:
    """Rows lie apart, backwards, or are one row; the memory around is not touched."""
    f = es.compile(PLAIN)
    x, y = RNG.normal(size=(12, 8, 6))[::2, ::-1], RNG.normal(size=(6, 12, 7))[:, ::2]
    np.testing.assert_allclose(f(x=x, y=y), x @ y, atol=1e-13)
    room = np.full((6, 10, 9), np.nan)
    f(x=x, y=y, out=room[:, 1:9, 1:8])
    np.testing.assert_allclose(room[:, 1:9, 1:8], x @ y, atol=1e-13)
    room[:, 1:9, 1:8] = np.nan
    assert np.isnan(room).all()
    one = np.broadcast_to(y[:1], y.shape)
    np.testing.assert_allclose(f(x=x, y=one), x @ one, atol=1e-13)


def test_infinities_stay_in_their_rows_and_columns() -> None:
    """Lanes beyond a row are not read, and multiply nothing."""
    x, y = np.ones((3, 3, 3)), np.ones((3, 3, 5))
    x[1, 2, 0], y[2, 1, 4] = np.inf, np.nan
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(es.compile(PLAIN)(x=x, y=y), x @ y)


@pytest.mark.skipif(vector_bytes() < blas.SMALL_BYTES, reason="vectors of this processor have no masks")
def test_which_products_are_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to `SMALL_PRODUCT` multiplications, where a row of the right operand lies side by side; fewer with AVX-512."""
    modes = []
    made = blas._described

    def watched(*given: object) -> object:
        found = made(*given)
        modes.append(found and found[0][0])
        return found

    monkeypatch.setattr(blas, "_described", watched)
    for n in (4, 8, 16, 17):
        x = RNG.normal(size=(3, n, n))
        es.compile(PLAIN)(x=x, y=x)
    few = vector_bytes() > blas.SMALL_BYTES  # as OpenBLAS has code for others
    assert modes[0] == modes[1] == blas.SMALL and (modes[-2] == blas.SMALL) is not few
    assert modes[-1] in (blas.GEMM, blas.SKINNY)
