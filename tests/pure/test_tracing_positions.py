"""Arrays written at positions that arrays hold, as NumPy writes them: of equal positions the last one counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es

RNG = np.random.default_rng(3)
GIVEN: dict[str, Any] = {
    "a": RNG.normal(size=(4, 5)), "t": RNG.normal(size=(4, 3, 5)), "v": RNG.normal(size=6), "w": RNG.normal(size=3),
    "u": RNG.normal(size=(3, 5)), "k": np.array([3, 0, 3]), "n": np.array([-1, 2, -3]), "s": np.array(2),
    "q": np.array([4, 8, 0, 4, 2, 6]), "m": np.arange(6) > 2,
}  # fmt: skip
WRITTEN = """
a[[0, 2]] = 5
a[[0, 2, 0], [1, 1, 1]] = w
a[k] = u
a[n] += u
a[n, 1:] = u[:, 1:]
a[1:, k] = u[:, :3]
a[::-1, k] = 2.5
a[k, k] += 1
a[s] = v[:5]
a[s, 1:] *= 2
a[s, s] += v[1]
t[k, :, 1] = w[:, None] * 2
t[k, :, k] = np.arange(3)
t[:, k % 3, k] = a[:, :3]
t[1, k % 3] = u
t[1, :, k] = 4
t[[[0], [1]], [0, 2]] = a[:2, None]
v[q % 6] = v
v[[True, False, True, False, True, False]] += w
v[[0, 1]], v[[2, 3]] = v[[2, 3]], v[[0, 1]]
v[[]] = 3
v[np.argsort(v)] = np.arange(6)
a[np.arange(4), a.argmax(axis=1)] = -1
a[1:][k % 3] = u
q[k] = 2.9
q[k] //= 2
m[k] = False
m[k] = w > 0
np.add.at(a, (k, k), w)
np.subtract.at(v, q % 6, v)
np.multiply.at(v, q % 3, v)
np.maximum.at(v, k, w)
np.minimum.at(v, q % 3, v)
""".strip().splitlines()


def copies(names: Any) -> dict[str, Any]:
    return {n: GIVEN[n].copy() for n in names}


@pytest.mark.parametrize("line", WRITTEN)
@pytest.mark.parametrize("target", ["numpy", "cpu"])
def test_values_are_numpys(line: str, target: Any) -> None:
    names = [n for n in GIVEN if any(n == w for w in "".join(c if c.isalnum() else " " for c in line).split())]
    defined: dict[str, Any] = {"np": np}
    exec(f"def written({', '.join(names)}):\n    {line}\n    return {line.partition('.at(')[2][:1] or line[0]}", defined)
    e = es.trace(defined["written"], **copies(names))
    want = defined["written"](**copies(names))
    found = es.compile(e, target=target)(**copies(e.inputs))
    np.testing.assert_allclose(found, want, rtol=1e-12)
    assert found.dtype == want.dtype


def histogram(q: Any, x: Any) -> Any:
    counts, sums, last = np.zeros(9, int), np.zeros(9), np.zeros(9)
    for i in range(30):
        counts[q[i]] += 1
        sums[q[i]] += x[i]
        last[q[i]] = 0.5 * last[q[i]] + x[i]
    return counts, sums, last


def test_loops_that_write_at_positions() -> None:
    q, x = RNG.integers(0, 9, 30), RNG.normal(size=30)
    found = es.trace(histogram, q=q, x=x)
    for e, want in zip(found, histogram(q, x), strict=True):
        np.testing.assert_allclose(es.compile(e)(**{n: {"q": q, "x": x}[n] for n in e.inputs}), want, rtol=1e-12)
    es.check_grads(es.trace(lambda q, x: (histogram(q, x)[2] ** 2).sum(), q=q, x=x), q=q, x=x)


def counts(q: Any) -> Any:
    found = np.zeros(9, int)
    for value in q:
        found[value] += 1
    return found


def test_a_histogram_is_a_sum() -> None:
    e = es.trace(counts, q=np.zeros(30, int))
    assert str(e) == "i : index 9\ncounts[i] = sum[j](1*(q[j] == i))"
