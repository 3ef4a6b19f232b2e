"""The error for an ambiguous index, with both readings in the user's own formula."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from espresso.errors import SummationError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.printing.text import formula, name_text
from espresso.formulas.syntax.statements import Key, Statement
from espresso.formulas.syntax.summation import Ambiguity
from espresso.formulas.syntax.tokens import Tokens, fail, quote


def refuse_summation(
    tokens: Tokens,
    s: Statement,
    spans: Mapping[tuple[Expr, int], list[int]],
    arrays: Mapping[Key, Expr],
    body: Expr,
    problem: Ambiguity,
) -> NoReturn:
    """Raise SummationError for ``problem`` in the statement ``s`` with right side ``body``."""
    name = problem.index
    names = {array: key for key, array in arrays.items()}
    left = _left(s)
    terms = body.args if s.has_left and ex.is_call(body, "add") else (body,)
    term = problem.term if s.has_left and problem.term is not None else body
    outer, inner = ex.reduce("sum", [name], term), _innermost(term, name)
    spelled = []
    for new in (outer, inner):
        changed = ex.call("add", *(new if t is term else t for t in terms))
        line = left + formula(changed, names)
        if line not in spelled:
            spelled.append(line)
    if s.has_left:
        where = (
            "occurs once, inside a function or a sum"
            if problem.kind == "inside"
            else "occurs both inside and outside a summed product"
        )
        what = f"index '{name}' {where}, and is not on the left side"
        free = _left(s, name) + formula(body, names)
        last = f"Write the sum where it is meant, or put {name} on the left side:"
    else:
        what = f"index '{name}' is repeated in a product and occurs outside it"
        free = "[" + ",".join(name_text(a) for a in body.axes) + "] = " + formula(body, names)
        last = "Write the sum where it is meant, or a left side to sum nothing:"
    positions = _positions(term, name, spans, s, tokens)
    fail(tokens.text, what, positions, "\n".join([last, *("  " + line for line in (*spelled, free))]), SummationError)


def _left(s: Statement, extra: str = "") -> str:
    """The left side as text, with one more index."""
    if not s.has_left:
        return ""
    axes = [name_text(a) for a in (*s.axes, *([extra] if extra else []))]
    named = quote(s.named[0]) + (f"'{s.named[1]}" if s.named[1] else "") if s.named else ""
    return f"{named}[{','.join(axes)}] = " if axes or not named else f"{named} = "


def _innermost(e: Expr, name: str) -> Expr:
    """``e`` with the sum over ``name`` as far inside as it can stand.

    Where several terms or factors hold the index, each gets its own sum.
    """
    if e.op == "call" and e.data in ("add", "mul") and sum(name in a.free for a in e.args) > 1:
        return ex.with_args(e, [_sunk(a, name) if name in a.free else a for a in e.args])
    return _sunk(e, name)


def _sunk(e: Expr, name: str) -> Expr:
    path: list[tuple[Expr, int]] = []
    node = e
    while node.op == "call":
        holding = [k for k, a in enumerate(node.args) if name in a.free]
        if len(holding) != 1:
            break
        path.append((node, holding[0]))
        node = node.args[holding[0]]
    result = ex.reduce("sum", [name], node)
    for parent, k in reversed(path):
        result = ex.with_args(parent, [result if n == k else a for n, a in enumerate(parent.args)])
    return result


def _positions(
    e: Expr, name: str, spans: Mapping[tuple[Expr, int], list[int]], s: Statement, tokens: Tokens
) -> list[int]:
    """Where ``name`` stands free below ``e`` in the user's text."""
    start, stop = tokens.starts[s.first], tokens.stops[s.stop - 1]
    found: set[int] = set()
    stack = [e]
    for node in ex.each_once(stack):
        if name not in node.free:
            continue
        if node.op == "index":
            found.update(spans.get((node, 0), ()))
        elif node.op == "access":
            for slot, index in enumerate(node.args[1:]):
                if name in index.free:
                    found.update(spans.get((node, slot), ()))
        elif node.op in ("call", "reduce", "scan"):
            stack.extend(node.args)
    found = {p for p in found if start <= p < stop}
    named = (k for k in range(s.first, s.stop) if tokens.kinds[k] == "name" and tokens.values[k] == name)
    return sorted(found or {tokens.starts[k] for k in named})  # an index function alone has it
