"""Recurrences in CUDA text, on the device in software; replayed as one graph."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from device_recurrences import CASES, RecurrenceSuite, parsed, rnn
from device_suite import Kit

import espresso as es
from espresso.runtime.device import recurrences


@pytest.fixture
def kit(device: Any) -> Kit:
    import stand_in

    return Kit("gpu", stand_in.asarray, stand_in.ndarray.get, stand_in.ndarray)


class TestRecurrences(RecurrenceSuite):
    """What CUDA runs."""


@pytest.mark.parametrize("limit, graphs", [(1 << 14, 1), (5, 0)])
def test_all_steps_are_one_graph(device: Any, kit: Kit, monkeypatch: pytest.MonkeyPatch, limit: int, graphs: int) -> None:
    """From the second call with the same addresses on; where they are not too many."""
    monkeypatch.setattr(recurrences, "IN_GRAPHS", limit)
    f, inputs = es.compile(parsed("rnn"), target="gpu"), CASES["rnn"].inputs
    given, out = {n: kit.put(a) for n, a in inputs.items()}, kit.put(np.zeros((7, 4)))
    counts: list[int] = []
    for turn in range(3):
        before = device.graphs, device.launches
        f(**given, out=out)
        assert device.graphs - before[0] == (graphs if turn == 1 else 0)
        counts.append(device.launches - before[1])
        assert counts[-1] == counts[0] > 6
        np.testing.assert_allclose(kit.get(out), rnn(**inputs))
        given["x"].host[...] *= 0.5  # the content of the same address changes
        inputs = inputs | {"x": inputs["x"] * 0.5}
