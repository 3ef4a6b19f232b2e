"""Single elements of a matrix product, read where another step computes the product as a whole.

``sum[j](X[i,j]*W[j,t[i]])`` is ``s[i,t[i]]`` of ``s[i,k] = sum[j](X[i,j]*W[j,k])``: the score of its own class in a
cross-entropy, whose sum over all classes asks for ``s`` anyway.  A diagonal is ``s[i,i]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

from espresso.compiler.statements import Statements
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import inside
from espresso.ir.calls import Contraction
from espresso.ir.loops import Statement, accesses, reads_of


def read_elements(code: Statements) -> None:
    """Sums that compute elements of a product become reads of it, after the step that stores it."""
    products = [s for s in code.steps if isinstance(s, Contraction) and _is_plain(s)]
    for one in [s for s in code.steps if isinstance(s, Statement)]:
        reads = _operands(one) if products else ()
        for whole in products if reads else ():
            element = _element(code, one, reads, whole)
            users = [s for s in code.steps if one.name in reads_of(s)]
            if element is not None and all(code.steps.index(s) > code.steps.index(whole) for s in users):
                code.steps.remove(one)
                read = replace(one, body=element, operator=None, over=(), accumulate=one.dtype)
                code.steps.insert(code.steps.index(whole) + 1, read)
                break


def _is_plain(s: Contraction) -> bool:
    return not s.packed and s.scale == 1 and not s.divisors and not s.added


def _operands(s: Statement) -> Sequence[Expr]:
    """The two arrays that a sum multiplies; none of anything else."""
    if s.operator != "sum" or s.slots is not None or not ex.is_call(s.body, "mul") or len(s.body.args) != 2:
        return ()
    return s.body.args if all(a.op == "access" and a.args[0].op == "tensor" for a in s.body.args) else ()


def _element(code: Statements, one: Statement, reads: Sequence[Expr], whole: Contraction) -> Expr | None:
    """The element of the product that a sum computes."""
    if (one.dtype, one.accumulate) != (whole.dtype, code.dtypes[whole.name]):
        return None
    for pair in permutations(reads):
        at = _places(pair, whole)
        if at is None or {n for i in whole.over for n in at[i].free} != set(one.over):
            continue
        outside = [a for a, slot in at.items() if slot.op != "index"]
        runs = all(one.extents[slot.data[0]] is whole.extents[a] for a, slot in at.items() if a not in outside)
        if not runs or any(a in whole.over for a in outside) or any(at[a].free & set(one.over) for a in whole.axes):
            continue
        tests = inside([at[a] for a in outside], [whole.extents[a] for a in outside])
        if _is_hidden(code, one, tests):
            return code.read(whole.name, [at[a] for a in whole.axes], 0 if outside else None)
    return None


def _places(reads: Sequence[Expr], whole: Contraction) -> dict[str, Expr] | None:
    """Where two reads of its operands stand on the axes of a product; None if they are others, or differ.

    Positions that are no plain indices are inside for reads that are padded: others are checked by their own names.
    """
    at: dict[str, Expr] = {}
    operands = (whole.left, whole.left_axes), (whole.right, whole.right_axes)
    for read, (name, axes) in zip(reads, operands, strict=True):
        slots = read.args[1:]
        strict = read.data != 0 and any(s.op != "index" for s in slots)
        if read.args[0].data.name != name or strict:
            return None
        if any(at.setdefault(a, s) is not s for a, s in zip(axes, slots, strict=True)):
            return None
    return at


def _is_hidden(code: Statements, one: Statement, tests: Sequence[Expr]) -> bool:
    """Whether nobody looks at the sum where one of the tests fails.

    There it is a sum of products with 0, which is NaN beside infinities, and the element reads 0.
    """
    if not tests:
        return True
    users = [s for s in code.steps if one.name in reads_of(s)]
    for s in users:
        if not isinstance(s, Statement):
            return False
        for read in accesses(s.body, of=one.name):
            places = dict(zip(one.axes, read.args[1:], strict=True))
            needed = {ex.substitute(t, places) for t in tests}
            choices = [(n, n.args[0]) for n in ex.postorder(s.body) if ex.is_call(n, "where")]
            hiding = [n for n, c in choices if needed <= set(c.args if ex.is_call(c, "and") else [c])]
            hidden = {n: ex.with_args(n, [n.args[0], ex.const(0), n.args[2]]) for n in hiding}
            if read in accesses(ex.replace(s.body, hidden)):
                return False
    return bool(users)  # else it is a result
