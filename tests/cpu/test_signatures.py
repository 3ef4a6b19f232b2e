"""Many extents, deep formulas, arrays that overlap themselves: what calls keep, and what they refuse (sA20, cases 61 to 63)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.api.signatures import MOST, SURELY, Signatures
from espresso.codegen.loops.hoisting import DEEPEST

TARGETS = ["cpu", "numpy"]


class Held:
    """A bound call that holds so many bytes."""

    def __init__(self, held: int) -> None:
        self.held = held


def test_signatures_that_were_not_used_for_long_go() -> None:
    """A function called with ever new lengths keeps no arena of each (sA20)."""
    gone: list[Any] = []
    known = Signatures(gone.append)
    first, *others = [known.add(k, Held(1)) for k in range(MOST)]
    assert known.get(0) is first and not gone
    known.add("new", Held(1))
    assert gone == others[:1] and known.get(0) is first and known.get(1) is None


def test_signatures_go_for_the_bytes_that_they_hold_but_never_all() -> None:
    gone: list[Any] = []
    known = Signatures(gone.append)
    for k in range(3 * SURELY):
        known.add(k, Held(1 << 40))
    assert len(known) == SURELY and len(gone) == 2 * SURELY


def test_spare_arrays_go_with_their_signature() -> None:
    f = es.compile("y[j,i] = x[i,j]", target="cpu")
    for n in range(1, MOST + 20):
        x = np.arange(float(n))[:, None]
        whole = np.empty((1, 2 * n))
        assert (f(x, out=whole[:, ::2]) == x.T).all()
    assert len(f._bound) == MOST and len(f._out._spares) <= MOST


def test_no_line_of_a_program_is_deep() -> None:
    """Writing and reading a line are recursions; values within many others get names (graphs may be deep)."""
    x = np.linspace(-1, 1, 5)
    e: Any = es.tensor("x[i]")
    body, expected = e, x
    for _ in range(100):
        body, expected = abs(body) * 0.5 + e, abs(expected) * 0.5 + x
    f = es.compile(body, target="cpu")
    assert np.allclose(f(x=x), expected)
    code = [line for line in f.source.splitlines() if not line.lstrip().startswith("#")]
    assert 10 < max(line.count(")") for line in code) <= DEEPEST


@pytest.mark.parametrize("target", TARGETS)
def test_an_array_that_only_a_result_gives_its_length_is_read_by_another(target: str) -> None:
    """Simplified, s reads nothing at i; its length is known from the formula as it was written."""
    p = es.parse("s[i,k] = D[k,0] + 0*v[i]\nt[k] = sum[i](s[k,i]*v[i])")
    D, v = np.arange(12.0).reshape(4, 3), np.arange(1.0, 5.0)
    s, t = es.compile(list(p.outputs.values()), target=target)(D=D, v=v)
    assert (s == np.broadcast_to(D[:, 0], (4, 4))).all()
    assert np.allclose(t, s @ v)


@pytest.mark.parametrize("name", ["max", "min", "argmax"])
@pytest.mark.parametrize("target", TARGETS)
def test_no_rows_of_nothing_have_maxima_of_no_length(target: str, name: str) -> None:
    f = es.compile(f"m[i] = {name}[j](X[i,j])", target=target)
    assert f(X=np.zeros((0, 0))).shape == (0,)
    with pytest.raises(es.EspressoError, match="empty|no elements|no value|length 0|0 elements"):
        f(X=np.zeros((2, 0)))


def test_a_gather_from_nothing_at_no_place() -> None:
    f = es.compile("y[k,i] = v[q[k]]*v[i]", target="numpy")
    assert f(v=np.zeros(0), q=np.zeros(0, int)).shape == (0, 0)


@pytest.mark.parametrize("target", TARGETS)
def test_out_that_overlaps_itself_is_refused(target: str) -> None:
    f = es.compile("y[i,j] = x[i]*w[j]", target=target)
    x, w = np.ones(6), np.ones(8)
    data = np.zeros(600)
    as_strided = np.lib.stride_tricks.as_strided
    for strides in [(8, 8), (16, 8), (56, 16)]:
        with pytest.raises(es.InputError, match="a view whose elements overlap"):
            f(x=x, w=w, out=as_strided(data, (6, 8), strides))
    assert not data.any()
    interleaved = as_strided(data, (6, 8), (8, 48))  # columns first
    woven = as_strided(np.zeros(600), (6, 8), (8 * 3, 8 * 20))
    for out in (interleaved, woven):
        assert f(x=x, w=w, out=out) is out and (out == 1).all()


def test_masked_arrays_are_refused() -> None:
    """Their mask would be lost without a word."""
    f = es.compile("y[i] = 2*x[i]", target="cpu")
    with pytest.raises(es.InputError, match="masked array"):
        f(x=np.ma.masked_array(np.ones(3), [True, False, False]))


def test_masked_arrays_are_refused_everywhere() -> None:
    """As results they would be written below their masks; the reference and derivatives know none either."""
    masked, x = np.ma.masked_array(np.ones(3), [True, False, False]), np.arange(3.0)
    f, e = es.compile("y[i] = 2*x[i]", target="cpu"), es.parse("y[i] = 2*x[i]")
    for _ in range(3):  # also where machine code takes the call
        with pytest.raises(es.InputError, match="out= is a masked array"):
            f(x=x, out=masked)
        f(x=x, out=np.empty(3))
    assert (masked.data == 1).all()
    with pytest.raises(es.InputError, match="input 'x' is a masked array"):
        es.evaluate(e, {"x": masked})
    with pytest.raises(es.InputError, match="input 'x' is a masked array"):
        es.check_grads(es.parse("s = sum[i](x[i])"), x=masked)
    with pytest.raises(es.DtypeError, match="out= for y has dtype <U9, which cannot hold the result's float64"):
        f(x=x, out=np.empty(3, "U9"))
