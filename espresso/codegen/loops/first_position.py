"""Searches: the first position where a condition holds is looked for in blocks, until one has it.

``p = min[j](where(x[j] == m, j, n))``, which ``argmax`` is, computes with integers of 64 bits, of which a vector holds
half or a quarter as many as of what is compared.  Whether a block of positions has any such element is found with
comparisons alone; only where it has one are positions computed, and no block behind it is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from espresso.codegen.common.cpu_scalar import has_circular
from espresso.codegen.loops.facts import Facts
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir import nests as ir
from espresso.ir.loops import Statement

BLOCK = 128
"""Positions of a block, and those at the start that are computed at once: in short rows nothing is gained."""


def first_position(loop: ir.Loop, facts: Facts, around: Mapping[str, Expr]) -> list[ir.Node] | None:
    """An innermost loop that takes the least position where a condition holds, in blocks; None for others.

    A block may be left out where the running minimum is no larger than its first position and what stands for no
    position; one in which the condition holds nowhere adds that number alone.
    """
    s = loop.body[0].statement if len(loop.body) == 1 and isinstance(loop.body[0], ir.Compute) else None
    if s is None or not _searches(s, loop.index, facts) or loop.extent.op == "const" and loop.extent.data <= BLOCK:
        return None
    condition, position, otherwise = s.body.args
    start, stop = loop.bounds
    block = ir.variable(loop.index, "block")
    end = ir.smaller(ir.plus(block, BLOCK), stop)
    met = replace(s, name=ir.local(s.name, "met"), axes=(), body=condition, operator="any", over=(loop.index,),
                  dtype="bool", accumulate="bool")  # fmt: skip
    is_met = ir.value(_scalar(met.name, "bool"))
    looked: list[ir.Node] = [
        ir.Begin(met), replace(loop, body=[ir.Compute(met)], start=block, stop=end), ir.End(met),
        ir.If(ex.call("ne", is_met, ex.const(0)), [replace(loop, start=block, stop=end, done=True)]),
        ir.If(ex.call("eq", is_met, ex.const(0)), [ir.Compute(replace(s, body=otherwise))]),
    ]  # fmt: skip
    first = ex.replace(position, {ex.index(loop.index): block})
    smallest = ir.smaller(ir.value(first), ir.value(otherwise))
    ahead = ex.call("lt", smallest, ir.value(_scalar(ir.local(s.name, "sum"), s.accumulate)))
    begin = ir.plus(start, BLOCK)
    return [
        replace(loop, stop=ir.smaller(begin, stop), done=True),
        ir.Loop(block.data[0], loop.extent, [ir.If(ahead, looked)], begin, stop, BLOCK, done=True),
    ]


def _scalar(name: str, dtype: str) -> Expr:
    return ex.access(ex.tensor(name, 0, dtype))


def _searches(s: Statement, index: str, facts: Facts) -> bool:
    """Whether a statement takes the least of positions, which grow along the index, where a condition holds."""
    plain = s.operator == "min" and s.over[-1:] == (index,) and s.slots is None and not facts.in_memory(s)
    if not plain or s.name not in facts.made or not ex.is_call(s.body, "where"):
        return False
    condition, position, otherwise = s.body.args
    terms = position.args if ex.is_call(position, "add") else (position,)
    grows = [t for t in terms if index in t.free] == [ex.index(index)]
    depends = index in condition.free and index not in otherwise.free
    return grows and depends and not has_circular([condition], facts.dtype)
