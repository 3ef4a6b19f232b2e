"""Convolutions and poolings are recognised from however they were written."""

from __future__ import annotations

import pytest

import espresso as es
from espresso.compiler.matching.windows import window_calls


def only(e: object) -> object:
    (call,) = window_calls(e)
    return call


FORWARD = [
    "y[n,o,p,q] = sum[c,r,s](x[n,c,p+r,q+s]*w[o,c,r,s])",
    "y[n,o,p,q] = w[o,c,r,s]*x[n,c,r+p,s+q]",
    "y[b,f,i,j] = sum[k](sum[u,v](w[f,k,u,v]*x[b,k,i+u,j+v]))",
    "t[n,c,p,q] = x[n,p,q,c]; y[n,p,q,o] = t[n,c,p+r,q+s]*w[o,c,r,s]",
]


@pytest.mark.parametrize("text", FORWARD)
def test_forward(text: str) -> None:
    call = only(es.parse(text))
    assert call.direction == "forward"
    assert call.data.data.name == "x" and call.kernel.data.name == "w"
    assert call.parameters == {
        "direction": "forward", "stride": (1, 1), "dilation": (1, 1), "offset": (0, 0), "groups": False,
    }  # fmt: skip
    assert [len(call.roles[r]) for r in ("batch", "channel", "out")] == [1, 1, 1]


def test_stride_padding_dilation_groups() -> None:
    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    call = only(es.conv(x, w, (2, 3), (1, 2), (1, 2)))
    assert (call.parameters["stride"], call.parameters["dilation"], call.parameters["offset"]) == (
        (2, 3),
        (1, 2),
        (-1, -2),
    )
    direct = es.parse("y[n,o,p] = sum[c,r](pad(x)[n,c,2*p+3*r-1]*w[o,c,r])*(p < 4)")
    assert only(direct).parameters["offset"] == (-1,)
    assert only(es.conv(x, w, groups=4)).parameters["groups"]
    assert only(es.parse("y[n,g,o,p] = x[n,g,c,p+r]*w[g,o,c,r]")).roles["group"] == ("g",)


@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("padding", [0, 1])
def test_gradients(stride: int, padding: int) -> None:
    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    y = es.conv(x, w, stride, padding)
    data, weights = (only(es.vjp(y, n, "G")) for n in ("x", "w"))
    assert data.direction == "data" and data.parameters["stride"] == (stride, stride)
    assert data.data.data.name == "G" and data.kernel.data.name == "w"
    assert weights.direction == "weights" and weights.parameters["stride"] == (stride, stride)
    assert weights.data.data.name == "x" and weights.kernel.data.name == "G"
    assert weights.parameters["offset"] == (-padding, -padding)


def test_transposed() -> None:
    x, w = es.tensors("x[n,c,h] w[c,o,r]")
    for stride in (1, 2):
        call = only(es.conv(x, w, stride, transposed=True))
        assert call.direction == "data" and call.parameters["stride"] == (stride,)


def test_pooling() -> None:
    x = es.tensor("x[n,c,h,v]")
    call = only(es.max_pool(x, 3, 2, 1))
    assert (call.direction, call.operator, call.parameters["stride"]) == ("pooling", "max", (2, 2))
    assert only(es.avg_pool(x, 2)).operator == "sum"


def test_other_sums_are_none() -> None:
    for text in (
        "C[i,k] = A[i,j]*B[j,k]",
        "s = x[i]*x[i]",
        "y[i] = sum[j](A[i,j])",
        "y[p] = sum[r](x[p*2 + r]*exp(w[r]))",
    ):
        assert window_calls(es.parse(text)) == []


def test_explain_names_them() -> None:
    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    f = es.compile(es.conv(x, w, 2, 1))
    assert "convolution of x with w: stride (2, 2), dilation (1, 1), offset (-1, -1)" in f.explain()
