"""Loop-invariant sums of recurrences: what reads no state leaves the steps as one product over all of them."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from espresso.algebra.recurrences.states import Key
from espresso.formulas.extents.affine import linear
from espresso.formulas.extents.reads import unmasked
from espresso.formulas.extents.recurrences import collected
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import reads_array
from espresso.formulas.graph.recurrences import Recurrence, State


def taken_out(roots: Sequence[Expr]) -> list[Expr]:
    """The expressions with sums inside steps that read no state as arrays, which are computed before the loop.

    A sum that depends on the step is one for all steps: ``sum[k](U[i,k]*x[t,k])`` is one matrix product.  It stays in
    the loop where only last rows of the states are read, for its array would grow with the number of steps.
    """
    whole = _read_whole(roots)
    made: dict[Key, tuple[Recurrence, list[Expr]]] = {}

    def change(node: Expr, copy: Expr) -> Expr | None:
        if copy.op != "recur":
            return None
        found, number, names = copy.data
        key = found, copy.args
        if key not in made:
            made[key] = _without_sums(found, list(copy.args), (found, node.args) in whole)
        return ex.recur(made[key][0], number, names, made[key][1])

    return ex.copied(roots, change)


def _read_whole(roots: Sequence[Expr]) -> set[Key]:
    """The recurrences of which more is read than rows at fixed positions."""
    found = set()
    few: set[Expr] = set()
    nodes = ex.postorder(*roots)
    for node in nodes:
        body = node.args[0].args[0] if reads_array(node) else None
        if body is not None and body.op == "recur" and node.args[0].data[1] == body.data[2]:
            at = node.args[1 + body.data[0].states[body.data[1]].axis]
            if at.free:
                found.add((body.data[0], body.args))
            few.add(node.args[0])
    for node in nodes:
        for a in (*node.args, *([node] if node in roots else [])):
            if a.op == "let" and a.args[0].op == "recur" and (a not in few or node.op == "recur" or node is a):
                found.add((a.args[0].data[0], a.args[0].args))
            if a.op == "recur" and node.op != "let":
                found.add((a.data[0], a.args))
    return found


def _without_sums(found: Recurrence, arrays: list[Expr], whole: bool) -> tuple[Recurrence, list[Expr]]:
    """A recurrence without the sums that read no state, and its arrays with those of these sums."""
    actual = dict(zip(found.arrays, arrays, strict=True))
    ranks, states = list(found.ranks), []
    formal = set(found.formal)
    for s in found.states:
        new: dict[Expr, Expr] = {}
        lead = 0 if found.backward else s.first
        for e in _sums(s, formal, whole):
            over = [n for n in e.axes if n != s.step]
            own, slots = over, [ex.index(n) for n in over]
            if s.step in e.free:
                own = [s.step, *over]
                slots = [ex.moved(ex.index(s.step), -lead), *slots]
            at = ex.moved(ex.index(s.step), lead)
            array = ex.closed("", own, ex.rebuild(ex.substitute(e, {s.step: at}), collected) if lead else e)
            new[e] = ex.access(ex.tensor(f"~{len(ranks)}", len(own)), slots)
            ranks.append(len(own))
            arrays.append(ex.replace(array, actual))
        body = s.body if not new else ex.closed("", s.axes, ex.replace(s.body.args[0], new, into_arrays=False))
        states.append(replace(s, body=body))
    return Recurrence(tuple(states), tuple(ranks), found.backward), arrays


def _sums(s: State, formal: Set[Expr], whole: bool) -> list[Expr]:
    """The sums of a statement that read no state, and that can be computed for all steps."""
    nodes = ex.postorder(s.body.args[0], into_arrays=False)
    open_ = unmasked(nodes)
    found: dict[Expr, None] = {}
    stack = [s.body.args[0]]
    for node in ex.each_once(stack):
        if node.op in ex.ARRAY_OPS:
            continue
        if node.op == "reduce" and node.data[0] == "sum" and formal.isdisjoint(ex.tensors(node)):
            inside = ex.postorder(node, into_arrays=False)
            reads = [n for n in inside if n.op == "access"]
            if all(n in open_ for n in reads if n.data is None) and _tells_all(node, reads, s.step):
                moving = {n.args[0] for n in reads if s.step in n.free}  # several may have different numbers of rows
                if not moving or (whole and len(moving) == 1):
                    found[node] = None
                    continue
        stack += node.args
    return list(found)


def _tells_all(node: Expr, reads: Sequence[Expr], step: str) -> bool:
    """Whether the reads of a sum tell the lengths of its indices, and gather nothing."""
    plain = [(n, linear(a)) for n in reads for a in n.args[1:]]
    if any(form is None or form[1].terms for _, form in plain):
        return False
    told = {next(iter(f[0])): f[1].constant for n, f in plain
            if f is not None and n.data is None and list(f[0].values()) == [1]}  # fmt: skip
    return all(n in told and (n == step or ex.index(n) in {a for r in reads for a in r.args[1:]}) for n in node.free)
