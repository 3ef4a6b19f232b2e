"""A value that few indices determine is a kernel of its own where that saves more than a launch takes."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import espresso as es


@pytest.mark.parametrize(("rows", "kernels"), [(8, 1), (40_000, 2)])
def test_a_kernel_for_a_value_has_to_save_a_launch(rows: int, kernels: int) -> None:
    f = es.compile("y[n,c,h] = x[n,c,h]*exp(v[c])", target="gpu")
    x, v = (SimpleNamespace(shape=s, dtype=np.dtype("float32")) for s in ((rows, 64, 64), (64,)))
    f.explain("H200", x=x, v=v)
    assert len(f.kernels) == kernels
