"""Recurrences in CUDA text, on the device in software; replayed as one graph."""

from __future__ import annotations

import re
from typing import Any

import linear_scans as cases
import numpy as np
import pytest
import stand_in
from device_recurrences import CASES, RecurrenceSuite, computed, parsed, rnn
from device_suite import Kit

import espresso as es
from espresso.runtime.device import linear_scans as device_scans, recurrences


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
    monkeypatch.setattr(recurrences, "FEW", 100)
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


SOFTMAX = "h[0,i] = x[0,i]; h[t,i] = softmax[i](sum[j](W[i,j]*h[t-1,j])) + x[t-1,i]; y[i] = h[size(x,0),i] - h[size(x,0)-1,i]"


@pytest.mark.parametrize("before, after, seen", [
    ("", "", ""),
    ("        __syncthreads();\n    }\n}", "    }\n}", "race"),
    ("position + h__1_distance) %", "position + h__1_distance + 1) %", "race|numbers"),
    ("position = first + k*way", "position = first + k*way + 1", "outside|beyond|numbers"),
    ("k < steps", "k + 1 < steps", "numbers"),
    ("thread/threads_x", "thread/threads_x/2", "numbers|race"),
])  # fmt: skip
def test_faults_of_one_block_are_seen(
    device: Any, kit: Kit, monkeypatch: pytest.MonkeyPatch, before: str, after: str, seen: str
) -> None:
    """A barrier removed, a row or a step too far, one too few, a wrong team."""
    planted: list[str] = []

    def plant(source: str) -> str:
        if before and before in source:
            planted.append(source)
            return source.replace(before, after)
        return source

    monkeypatch.setattr(device, "fault", (before, plant))
    rng = np.random.default_rng(0)
    inputs = {"x": rng.normal(size=(6, 40)), "W": rng.normal(size=(40, 40))}
    found = ""
    try:
        got = es.compile(SOFTMAX, target="gpu")(**inputs)
        if not np.allclose(got, computed(es.parse(SOFTMAX), inputs)):
            found = "other numbers"
    except stand_in.Finding as finding:
        found = str(finding)
    assert bool(planted) == bool(before)
    assert re.search(seen, found) if seen else not found


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("at", [(7, 8, 16), (5, 300, 2049)])
def test_scans_where_products_leave_the_dtype(
    device: Any, kit: Kit, monkeypatch: pytest.MonkeyPatch, at: tuple[int, int, int], dtype: str
) -> None:
    monkeypatch.setattr(device_scans, "scan_pays", lambda *_: True)
    f, great = es.compile(cases.TEXTS["forward"], target="gpu"), float(np.finfo(dtype).max) ** 0.7
    for up in (False, True):
        a, b = cases.far_apart(at, 2100, up, dtype)
        given = {"a": a, "b": b, "h0": np.full(1, 1 if up else great, dtype)}
        got = kit.get(f(**{n: kit.put(x) for n, x in given.items()}))
        np.testing.assert_allclose(got, cases.by_steps("forward", given)[0], rtol=1e-3)
        assert "as a scan" in f.explain()
