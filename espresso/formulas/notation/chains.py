"""Sums, products and comparisons under construction in the parser, in linear time.

A chain collects operands until the sum, product or comparison ends; then it becomes one
node.  So a sum of n terms costs n steps, and a parenthesised sum inside a sum, which is
the same node as the flat one, costs no more.
"""

from __future__ import annotations

from collections import deque

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.operators import divide, negative, reciprocal, takes_sign

COMPARE = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_CALLS = {"//": "floordiv", "%": "mod", "**": "pow", "and": "and", "or": "or"}


class Chain:
    """A sum, a product or a chain of comparisons that may still grow."""

    __slots__ = ("kind", "items")

    def __init__(self, kind: str, items: list[Expr]) -> None:
        self.kind = kind
        self.items = deque(items)


Value = Expr | Chain


def closed(value: Value) -> Expr:
    """The expression that a chain stands for."""
    if isinstance(value, Expr):
        return value
    return value.items[0] if value.kind == "compare" else ex.call(value.kind, *value.items)


def join(kind: str, a: Value, b: Value) -> Chain:
    """``a + b`` or ``a * b`` as one chain; the longer operand is reused."""
    left = a if isinstance(a, Chain) and a.kind == kind else Chain(kind, [closed(a)])
    right = b if isinstance(b, Chain) and b.kind == kind else Chain(kind, [closed(b)])
    if len(right.items) > len(left.items):
        right.items.extendleft(reversed(left.items))
        return right
    left.items.extend(right.items)
    return left


def negated(value: Value) -> Value:
    """``-value``, the same node as ``operators.negative`` makes."""
    if isinstance(value, Chain) and value.kind == "mul":
        head = value.items[0]
        if ex.is_call(head, "mul"):
            value.items.popleft()
            value.items.extendleft(reversed(head.args))
            head = value.items[0]
        if takes_sign(head):
            value.items[0] = ex.const(-head.data)
        else:
            value.items.appendleft(ex.const(-1))
        return value
    e = closed(value)
    if (e.op == "const" and type(e.data) is not complex) or ex.is_call(e, "mul"):
        return negative(e)
    return Chain("mul", [ex.const(-1), e])


def quotient(a: Value, b: Value) -> Value:
    """``a / b``, the same node as ``operators.divide`` makes."""
    if isinstance(a, Chain) and a.kind == "mul":
        a.items.append(reciprocal(closed(b)))
        return a
    left = closed(a)
    if left.op == "const":
        return divide(left, closed(b))
    return Chain("mul", [left, reciprocal(closed(b))])


def compared(symbol: str, a: Value, b: Value) -> Chain:
    """``a < b``, and ``a < b < c`` as ``a < b and b < c``."""
    right = closed(b)
    if isinstance(a, Chain) and a.kind == "compare":
        return Chain("compare", [ex.call("and", a.items[0], ex.call(COMPARE[symbol], a.items[1], right)), right])
    return Chain("compare", [ex.call(COMPARE[symbol], closed(a), right), right])


def applied(symbol: str, left: Value, right: Value) -> Value:
    """``left symbol right`` for a binary operator."""
    if symbol == "+":
        return join("add", left, right)
    if symbol == "-":
        return join("add", left, negated(right))
    if symbol == "*":
        return join("mul", left, right)
    if symbol == "/":
        return quotient(left, right)
    if symbol in COMPARE:
        return compared(symbol, left, right)
    return ex.call(_CALLS[symbol], closed(left), closed(right))
