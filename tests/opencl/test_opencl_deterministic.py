"""deterministic=True on devices: the same bits in every run; and random masks that are those of the CPU."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es
from espresso import networks
from espresso.reference.evaluator import evaluate
from tests.oracles import in_turn

pytestmark = pytest.mark.opencl

SCATTERS = [
    ("dW[p,k] = sum[b](c[b,k]*(p == idx[b])) + W[p,k]", {"c": (700, 3), "idx": (700,), "W": (5, 3)}),
    ("h[p] = sum[b](c[b]*(p == idx[b])*W[p])", {"c": (5000,), "idx": (5000,), "W": (5,)}),
    ("h[p,q] = sum[b](c[b]*(p == idx[b])*(q == jdx[b])*W[p,q])",
     {"c": (900,), "idx": (900,), "jdx": (900,), "W": (5, 5)}),
]  # fmt: skip


def arrays(shapes: dict[str, tuple[int, ...]], dtype: str) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    return {
        n: rng.integers(0, 5, s) if n.endswith("dx") else rng.normal(size=s).astype(dtype) for n, s in shapes.items()
    }


@in_turn(("text", "shapes"), SCATTERS, "dtype", ["float32", "float64"])
def test_scatters_have_one_writer_for_each_element(text: str, shapes: dict[str, tuple[int, ...]], dtype: str) -> None:
    """Case 50, sD10: no atomic additions, bitwise equal over 100 runs, and right."""
    given = arrays(shapes, dtype)
    plain, same = (es.compile(text, target="opencl", deterministic=d) for d in (False, True))
    expected = np.asarray(evaluate(es.parse(text), given))
    first = same(**given)
    rtol = 1e-10 if dtype == "float64" else 1e-4
    np.testing.assert_allclose(first, expected, rtol=rtol, atol=rtol)
    np.testing.assert_allclose(plain(**given), expected, rtol=rtol, atol=rtol)
    assert "_es_atomic_add" in plain.source and "_es_atomic_add" not in same.source
    for _ in range(100):
        assert same(**given).tobytes() == first.tobytes()


def test_positions_outside_add_nothing() -> None:
    text = "h[p] = sum[b](c[b]*(p == idx[b])*W[p])"
    given = {"c": np.ones(4), "idx": np.array([0, 7, -1, 2]), "W": np.ones(3)}
    np.testing.assert_array_equal(es.compile(text, target="opencl", deterministic=True)(**given), [1, 0, 1])


def test_whole_numbers_keep_atomic_additions() -> None:
    """Sums of integers have the same bits in any order."""
    f = es.compile("h[p] = sum[b]((p == idx[b])*W[p])", target="opencl", deterministic=True)
    given = {"idx": np.array([0, 2, 2]), "W": np.ones(3, int)}
    np.testing.assert_array_equal(f(**given), [1, 0, 2])
    assert "_es_atomic_add" in f.source


@pytest.mark.parametrize("shape", [(3, 1000), (257,)])
def test_dropout_masks_are_those_of_the_cpu(shape: tuple[int, ...]) -> None:
    """Counter-based random bits: the same elements on every target, for the same seed."""
    axes = ",".join("ij"[: len(shape)])
    e = networks.dropout(es.tensor(f"x[{axes}]"), 0.3, es.scalar("seed"))
    x = np.random.default_rng(0).normal(size=shape).astype(np.float32)
    f, g = (es.compile(e, target=t) for t in ("opencl", "cpu"))
    masks = []
    for seed in (1, 2, 2**31):  # of 64 bits, as Python numbers are
        value = f(x=x, seed=np.int64(seed))
        assert value.tobytes() == g(x=x, seed=np.int64(seed)).tobytes()
        masks.append(value == 0)
    assert (masks[0] != masks[1]).any()
    assert 0.2 < np.mean(masks) < 0.4
