"""Poolings found in formulas, and what cuDNN says about them (sC16), without a device."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.engine.cudnn.engine import NO_POOLING

(X,) = es.tensors("x[n,c,h,w]")

POOLS: dict[str, tuple[Any, dict[str, Any]]] = {
    "max": (es.max_pool(X, 3, stride=2, padding=1),
            {"operator": "max", "window": (3, 3), "stride": (2, 2), "low": (1, 1), "axes": (2, 3)}),
    "average": (es.avg_pool(X, 2), {"operator": "sum", "window": (2, 2), "stride": (2, 2), "low": (0, 0), "axes": (2, 3)}),
    "overlapping": (es.max_pool(X, (2, 3), stride=(1, 2)),
                    {"operator": "max", "window": (2, 3), "stride": (1, 2), "dilation": (1, 1), "axes": (2, 3)}),
}  # fmt: skip


def choices(source: Any, **options: Any) -> tuple[Any, list[Any]]:
    f = es.compile(source, target="gpu", **options)
    f.explain("H200", x=np.empty((2, 3, 8, 8), "float32"))
    return f, [c for c in f._example().program.choices if c.call is not None and c.call.kind == "pooling"]


@pytest.mark.parametrize("case", POOLS)
def test_a_pooling_is_asked_about_and_refused(case: str) -> None:
    source, parameters = POOLS[case]
    f, found = choices(source)
    (choice,) = found
    assert {k: choice.call.parameters[k] for k in parameters} == parameters
    assert ("cudnn", NO_POOLING) in choice.refused and choice.engine == "cuda-kernels"
    assert f"cudnn refused: {NO_POOLING}" in f.explain() and f"refused by cudnn: {NO_POOLING}" in f.report()
    with pytest.raises(es.EngineError, match="no node for pooling"):
        choices(source, engine="cudnn", strict=True)


@pytest.mark.parametrize("text", ["y[n,c,h] = max[w](x[n,c,h,w])", "y[n,c] = mean[h,w](x[n,c,h,w])",
                                  "y[n,c,h,w] = max[c](x[n,c,h,w])*x[n,c,h,w]"])  # fmt: skip
def test_a_reduction_without_windows_is_no_pooling(text: str) -> None:
    assert choices(es.parse(text))[1] == []


def test_engines_say_what_cudnn_serves() -> None:
    row = next(r for r in es.engines().rows if r[0] == "cudnn")
    assert "batch norms" in " ".join(map(str, row)) and "pooling" in es.engines()["cudnn"].kinds
