"""The list of convolutions of case 55, plain and transposed, with every engine that says it can (sC5, sC7, sE7, sE9).

Plain NumPy is the peer, and PyTorch where it is installed: value, both gradients and that of the bias.  An engine that computes none of a case
says why, in words that name a parameter (sC3, sC14).  All engines on all rows are in the slow tier.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

import espresso as es
from tests import oracles

Row = tuple[Any, Any, Any, Any, int, int, int, tuple[int, int, int]]
ROWS: list[Row] = [
    # taps, padding, stride, dilation, channels, results, groups, (images, rows, columns)
    (5, 2, 1, 1, 98, 128, 1, (1, 4, 4)),
    (3, 1, 1, 1, 1, 1, 1, (53, 2, 2)),
    (3, 1, 1, 1, 2, 1, 1, (2, 10, 5)),
    (3, 1, 1, 1, 1, 2, 1, (64, 4, 4)),
    (3, 1, 1, 1, 3, 8, 1, (3, 19, 19)),
    (3, 1, 1, 1, 128, 64, 1, (2, 10, 5)),
    (1, 0, 1, 1, 3, 5, 1, (2, 7, 7)),
    (1, 0, 1, 1, 48, 1152, 1, (1, 4, 4)),
    (1, 0, 1, 1, 48, 1152, 2, (1, 8, 8)),
    ((1, 2), 0, 1, 1, 48, 1152, 1, (1, 4, 4)),
    ((1, 2), 0, 1, 1, 48, 1152, 2, (2, 2, 2)),
    (1, 0, 2, 1, 3, 5, 1, (2, 20, 20)),
    (3, 1, 1, 1, 4, 8, 2, (2, 10, 10)),
    (3, 1, 2, 1, 6, 8, 2, (3, 7, 7)),
    (3, 1, 1, 1, 8, 8, 8, (2, 32, 32)),
    ((1, 7), (0, 3), 1, 1, 192, 160, 1, (1, 4, 4)),
    ((7, 1), (3, 0), 1, 1, 128, 192, 1, (1, 7, 7)),
    ((3, 5), (1, 2), (2, 3), (3, 2), 3, 8, 1, (2, 19, 19)),
    (5, 2, 1, 1, 16, 32, 1, (2, 20, 20)),
    (11, 2, 4, 1, 16, 32, 1, (1, 100, 100)),
]
TRANSPOSED: list[tuple[Row, Any]] = [
    ((5, 2, 1, 1, 6, 4, 1, (1, 7, 7)), 0),
    ((3, 1, 1, 1, 4, 8, 2, (2, 10, 5)), 0),
    ((3, 1, 2, 1, 6, 8, 2, (3, 4, 4)), 1),
    ((3, 1, 1, 1, 8, 8, 8, (2, 8, 8)), 0),
    ((1, 0, 2, 1, 3, 5, 1, (2, 7, 7)), (1, 0)),
    (((3, 5), (1, 2), (2, 3), (3, 2), 3, 8, 1, (2, 7, 8)), (1, 2)),
    ((11, 2, 4, 1, 16, 32, 1, (1, 7, 7)), 3),
]
"""The last one is the output padding."""

ENGINES = {
    "direct": ("direct",), "winograd": ("winograd",), "products": ("openblas", "packed"),
    "loops": ("numba-loops",),
}  # fmt: skip
QUICK = {
    "direct": (0, 8), "products": (18,), "loops": (1,),
}  # fmt: skip
QUICK_TRANSPOSED = {"direct": (5,), "products": (), "loops": ()}


def _marked(quick: Any, rows: list[Any]) -> list[Any]:
    """A parameter for each engine and row; those that are not quick are marked as slow."""
    return [
        pytest.param(name, row, id=f"{name}-{row}", marks=() if k in few else pytest.mark.slow)
        for name, few in quick.items() for k, row in enumerate(rows)
    ]  # fmt: skip


@functools.cache
def formulas(padding: Any, stride: Any, dilation: Any, groups: int, extra: Any = None) -> dict[str, Any]:
    """The convolution with bias, and its gradients; ``extra`` is the output padding of a transposed one."""
    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    more = {} if extra is None else {"output_padding": extra, "transposed": True}
    y = es.conv(x, w, stride, padding, dilation, groups, **more)
    y = y + es.tensor("b", shape=(None,))[es.index(y.axes[1])]
    return {"y": y, **{f"d{name}": es.vjp(y, name, "G") for name in "xwb"}}


def _given(row: Row, extra: Any = None) -> tuple[dict[str, np.ndarray], list[dict[str, np.ndarray]]]:
    """Arrays, and what each peer computes of them in float64."""
    k, p, s, d, c, o, g, (n, h, v) = row
    taps = k if isinstance(k, tuple) else (k, k)
    rng = np.random.default_rng(0)
    shapes = {"x": (n, c, h, v), "w": (o, c // g, *taps) if extra is None else (c, o // g, *taps), "b": (o,)}
    given = {name: rng.normal(size=shape).astype("float32") for name, shape in shapes.items()}
    x, w, b = (a.astype("float64") for a in given.values())
    y = oracles.conv(x, w, b, s, p, d, g) if extra is None else oracles.conv_transpose(x, w, b, s, p, extra, g, d)
    given["G"] = rng.normal(size=y.shape).astype("float32")
    G = given["G"].astype("float64")
    right = {"y": y, "db": G.sum((0, 2, 3))}
    if extra is None:
        left = [size - long for size, long in zip((h, v), oracles.conv_transpose(G, w, None, s, p, 0, g, d).shape[2:], strict=True)]
        right |= {"dx": oracles.conv_transpose(G, w, None, s, p, left, g, d), "dw": oracles.filter_gradient(x, G, taps, s, p, d, g)}
    else:
        right |= {"dx": oracles.conv(G, w, None, s, p, d, g), "dw": oracles.filter_gradient(G, x, taps, s, p, d, g)}
    return given, [right, _by_torch(row, extra, given)] if oracles.has_torch() else [right]


def _by_torch(row: Row, extra: Any, given: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    import torch

    F, (_, p, s, d, _, _, g, _) = torch.nn.functional, row
    x, w, b = (torch.tensor(given[n].astype("float64"), requires_grad=True) for n in "xwb")
    y = F.conv2d(x, w, b, s, p, d, g) if extra is None else F.conv_transpose2d(x, w, b, s, p, extra, g, d)
    y.backward(torch.tensor(given["G"].astype("float64")))
    return {"y": y.detach().numpy(), "dx": x.grad.numpy(), "dw": w.grad.numpy(), "db": b.grad.numpy()}


def _compared(f: Any, given: dict[str, np.ndarray], wanted: list[dict[str, np.ndarray]], names: Any) -> None:
    found = f(**{n: given[n] for n in f.inputs})
    assert list(found) == list(names)
    for name, right in ((name, peer[name]) for peer in wanted for name in names):
        np.testing.assert_allclose(found[name], right, rtol=1e-4, atol=1e-5 * np.abs(right).max(), err_msg=name)


def _by(name: str, row: Row, extra: Any = None) -> None:
    _, p, s, d, _, _, g, _ = row
    given, wanted = _given(row, extra)
    texts = formulas(p, s, d, g, extra)
    f = es.compile(texts, engines=ENGINES[name], strict=name == "direct")
    _compared(f, given, wanted, texts)
    used = [c.engine for c in f.program.choices]
    assert used == [name] * 3 if name == "direct" else "direct" not in used and "winograd" not in used


@pytest.mark.parametrize(("name", "row"), _marked(QUICK, ROWS))
def test_convolutions_with_every_engine(name: str, row: Row) -> None:
    _by(name, row)


@pytest.mark.parametrize(("name", "both"), _marked(QUICK_TRANSPOSED, TRANSPOSED))
def test_transposed_convolutions_with_every_engine(name: str, both: tuple[Row, Any]) -> None:
    _by(name, *both)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_squares_or_the_reason_why_not(row: Row) -> None:
    """Winograd: 3 x 3 taps, stride and groups 1; it computes the convolution and both its gradients."""
    k, p, s, d, c, o, g, _ = row
    given, wanted = _given(row)
    texts = formulas(p, s, d, g)
    fits = k == 3 and s == g == 1 and min(c, o) >= 8
    for name in ("y", "dx", "dw"):
        f = es.compile({name: texts[name]}, engine="winograd", strict=True)
        if fits:
            _compared(f, given, wanted, [name])
            assert [e.engine for e in f.program.choices] == ["winograd"]
            continue
        with pytest.raises(es.EngineError) as caught:
            f(**{n: given[n] for n in f.inputs})
        (reason,) = [line for line in str(caught.value).split("\n") if line.startswith("  winograd: ")]
        words = ("taps", "stride", "groups", "channels")
        assert any(word in reason for word in words), reason
