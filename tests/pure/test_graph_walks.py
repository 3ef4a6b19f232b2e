"""Walks over a graph are made once for each root, and say the same every time; nothing is walked for no use."""

from __future__ import annotations

import ast
import gc
import textwrap
import weakref
from types import SimpleNamespace

import pytest

import espresso as es
from espresso.algebra.rewriting import simplification
from espresso.compiler.matching import convolutions as sliding
from espresso.formulas.graph import expr as ex, nodes
from espresso.llvm.emit.non_temporal_stores import non_temporal

PROGRAM = "t[i,k] = tanh(x[i,k] + 1)\ns[i] = sum[k](t[i,k]*t[i,k] + x[i,k])\ny[i] = s[i]*exp(s[i]) + t[i,0]"


def _recursive(e: es.Expr, into_arrays: bool, found: dict[es.Expr, None], top: bool = True) -> list[es.Expr]:
    """The order by the definition: arguments from the last to the first are put on a stack, and so are met from the first."""
    if e not in found:
        for a in e.args if into_arrays or top or e.op != "let" else ():
            _recursive(a, into_arrays, found, False)
        found[e] = None
    return list(found)


@pytest.mark.parametrize("into_arrays", [True, False])
def test_an_order_is_walked_once_and_belongs_to_who_asked(into_arrays: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    root = es.parse(PROGRAM.replace("1", f"{1.5 + into_arrays}"))
    walks: list[object] = []
    walk = nodes._walked
    monkeypatch.setattr(nodes, "_walked", lambda *given: (walks.append(given), walk(*given))[1])
    first = ex.postorder(root, into_arrays=into_arrays)
    assert first == _recursive(root, into_arrays, {})
    again = ex.postorder(root, into_arrays=into_arrays)
    assert again == first and again is not first and len(walks) == 1
    again.clear()
    assert ex.postorder(root, into_arrays=into_arrays) == first
    assert any(e.op == "tensor" and e.data.name == "x" for e in first) is into_arrays
    assert root not in ex.postorder(root, known={root}), "known nodes are left out, whatever is kept"


def test_the_order_of_a_large_graph_is_not_kept() -> None:
    e = ex.access(ex.tensor("x", 0))
    for k in range(3 * nodes._FEW):
        e = ex.call("sin", ex.call("mul", e, ex.const(k + 0.25)))
    assert len(ex.postorder(e)) > nodes._FEW and e._inside is None and e._below is None


def test_a_kept_order_keeps_nothing_in_memory() -> None:
    gc.disable()
    try:
        e = ex.call("cos", ex.call("add", ex.access(ex.tensor("walked", 0)), ex.const(3.25)))
        ex.postorder(e)
        seen = weakref.ref(e)
        del e
        assert seen() is None
    finally:
        gc.enable()


def test_extents_are_compared_only_where_something_was_simplified(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[object] = []
    different = simplification._different
    monkeypatch.setattr(simplification, "_different", lambda *given: (compared.append(given), different(*given))[1])
    e = es.parse("t[i,k] = log(exp(x[i,k]))\ns[i] = sum[k](t[i,k]*w[k])\ny[i] = max[k](s[k]*t[k,i])")
    assert str(es.simplify(e)) == str(e).replace("log(exp(x[i,k]))", "x[i,k]")
    assert len(compared) == 1  # those of t: s and y read other arrays than before, and nothing else


@pytest.mark.parametrize(("slot", "searched"), [("k", False), ("i + k", True)])
def test_convolutions_are_looked_for_only_where_places_are_computed(
    slot: str, searched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[object] = []
    search = sliding._Search.found
    monkeypatch.setattr(sliding._Search, "found", lambda self: (found.append(self), search(self))[1])
    f = es.compile(es.parse(f"a[n] = tanh(x[n])\ny[i] = sum[k](a[{slot}]*w[k,i])\nz[i] = y[i] + a[0]"))
    assert f.source and bool(found) is searched


def test_loops_around_loops_are_passed_over_without_their_expressions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which loops write past the cache is asked of every loop: those that hold another one are told by their statements."""
    array = SimpleNamespace(non_temporal=object())
    walked: list[ast.AST] = []
    walk = ast.walk
    monkeypatch.setattr(ast, "walk", lambda node: (walked.append(node), walk(node))[1])
    inner = "for j in range(n):\n    at = np.uintp(j)\n    y[i, at] = x[i, at] + 1\n    z[i, j] += x[i, at]"
    (loop,) = ast.parse(inner).body
    assert isinstance(loop, ast.For) and set(non_temporal(loop, {"y": array, "z": array})) == {"y"} and walked
    head = "for i in range(m):\n  y[0, i] = b[i]\n"
    for guard, depth in ((head, 2), (head + "  if i > 2:\n    pass\n  else:\n", 4)):
        (outer,) = ast.parse(guard + " " * depth + "t = a[i]*b[i]\n" + textwrap.indent(inner, " " * depth)).body
        walked.clear()
        assert isinstance(outer, ast.For) and non_temporal(outer, {"y": array}) == {} and not walked
