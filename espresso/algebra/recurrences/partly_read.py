"""Arrays that a recurrence reads in part alone, put into its body: ``p[t,i,t]`` of an array over t, i and k.

Such an array has more elements than are read; where its formula is one of elements, without sums, each of them costs
no more where it is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from espresso.algebra.recurrences.states import Key, Made, replaced
from espresso.formulas.extents.extents import symbolic_extents
from espresso.formulas.extents.range_guards import guarded, limit
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjunction

LARGEST = 200
"""Nodes of a formula that is put in."""


def put_in(roots: Sequence[Expr]) -> list[Expr]:
    """The expressions with recurrences that compute such elements themselves."""
    found = list(roots)
    while True:  # what is put in may read another one
        nodes = ex.postorder(*found)
        keys = dict.fromkeys((n.data[0], n.args) for n in nodes if n.op == "recur")
        chosen = {key: k for key in keys if (k := _chosen(key, nodes, found)) is not None}
        if not chosen:
            return found
        found = replaced(found, {key: _without(key, k) for key, k in chosen.items()})


def _chosen(key: Key, nodes: Sequence[Expr], roots: Sequence[Expr]) -> int | None:
    """The number of an array that the recurrence reads in part, and nothing else reads."""
    recurrence, arrays = key
    inside = ex.postorder(*recurrence.parts)
    for k, (array, formal) in enumerate(zip(arrays, recurrence.arrays, strict=True)):
        if array.op != "let" or array in roots or arrays.count(array) > 1:
            continue
        if not _is_elementwise(array):
            continue
        reads = [n for n in inside if n.op == "access" and n.args[0] is formal]
        if not reads or not all(_is_in_part(n.args[1:]) for n in reads):
            continue
        others = [n for n in nodes if array in n.args and n.op != "size" and not (n.op == "recur" and n.args == arrays)]
        known = symbolic_extents(array)
        if not others and all(a in known for a in array.data[1]):
            return k
    return None


def _is_in_part(slots: Sequence[Expr]) -> bool:
    """Whether indices stand in several slots; what is read at fixed places tells how long an array is."""
    return all(s.free for s in slots) and len({n for s in slots for n in s.free}) < len(slots)


def _is_elementwise(array: Expr) -> bool:
    body = ex.postorder(_written_out(array.args[0]), into_arrays=False)
    return len(body) <= LARGEST and not any(n.op in ("reduce", "scan", "recur") for n in body)


def _written_out(body: Expr) -> Expr:
    """A formula of elements with those of arrays that it reads, where these are given by formulas of elements, too."""

    def change(node: Expr) -> Expr | None:
        array = node.args[0] if node.op == "access" and node.data is None else node
        inner = ex.postorder(array.args[0], into_arrays=False) if array is not node and array.op == "let" else []
        if not inner or len(inner) > LARGEST or any(n.op in ("reduce", "scan", "recur") for n in inner):
            return None
        return _written_out(ex.element(array, node.args[1:]))

    return ex.rebuild(body, change, into_arrays=False)


def _without(key: Key, k: int) -> Made:
    """The recurrence with elements of array ``k`` in the place of reads, and its arrays."""
    recurrence, arrays = key
    extents = symbolic_extents(arrays[k])
    array = ex.with_args(arrays[k], [_written_out(arrays[k].args[0])])
    lengths = [extents[a] for a in array.data[1]]  # of what is taken apart
    inner = [n.args[0] for n in ex.postorder(array.args[0], *lengths, into_arrays=False) if n.op in ("access", "size")]
    given = list(dict.fromkeys([*(a for a in arrays if a is not arrays[k]), *inner]))
    made = replace(recurrence, ranks=tuple(a.ndim for a in given))
    # Formal arrays are numbered anew: what is put in has other names until the old ones are gone.
    formal = {a: ex.tensor(f"~{n}~", a.ndim) for n, a in enumerate(given)}
    renamed = dict(zip(formal.values(), made.arrays, strict=True))
    numbers = dict(zip(given, made.arrays, strict=True))
    renamed |= {old: numbers[a] for a, old in zip(arrays, recurrence.arrays, strict=True) if a is not arrays[k]}
    own, value_of = recurrence.arrays[k], ex.replace(array.args[0], formal)

    def change(node: Expr) -> Expr | None:
        if node.op == "size" and node.args[0] is own:
            return ex.replace(lengths[node.data], formal)
        if node.op != "access" or node.args[0] is not own:
            return None
        slots = node.args[1:]
        value = ex.substitute(value_of, dict(zip(array.data[1], slots, strict=True)))
        if node.data is None:
            plain = [(s.data[0], n) for s, n in zip(slots, lengths, strict=True) if s.op == "index"]
            return guarded(value, [limit(name, ex.replace(n, formal)) for name, n in plain]) if plain else value
        inside = [
            t for s, n in zip(slots, lengths, strict=True)
            for t in (ex.call("ge", s, ex.const(0)), ex.call("lt", s, ex.replace(n, formal)))
        ]  # fmt: skip
        return ex.call("where", conjunction(inside), value, ex.const(node.data))

    new = {e: ex.replace(ex.rebuild(e, change), renamed) for e in recurrence.parts}
    states = tuple([s.changed(new) for s in recurrence.states])
    return replace(made, states=states), given, range(len(states))
