"""Storage order of temporaries: the axis order of the arrays around them."""

from __future__ import annotations

import heapq
from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr


def stored_order(axes: Sequence[str], nodes: Iterable[Expr]) -> tuple[str, ...]:
    """The axes of a result, then the other indices of its body, those first that are read first.

    Of two indices, the one that stands first in more reads comes first; where that says nothing, the one
    that is bound further out.  ``nodes`` are those of the body, arguments before users.

    >>> from espresso import parse
    >>> from espresso.formulas.graph import expr as ex
    >>> e = parse("s = sum[l,b]((d[l] + x[b,k]*V[k,l] - t[b,l])**2)")
    >>> stored_order((), ex.postorder(e.args[0]))
    ('b', 'k', 'l')
    """
    nodes = list(nodes)
    bound = [n for node in reversed(nodes) if node.op in ("reduce", "scan") for n in node.data[1] if n not in axes]
    return (*axes, *order_of_reads(bound, nodes))


def order_of_reads(names: Iterable[str], nodes: Iterable[Expr]) -> tuple[str, ...]:
    """Indices so that the one which stands first in more reads comes first; where that says nothing, as they are given.

    >>> from espresso import parse
    >>> from espresso.formulas.graph import expr as ex
    >>> body = parse("t[j,i] = exp(x[i,j] - m[j])").args[0]
    >>> order_of_reads(["j", "i"], ex.postorder(body))
    ('i', 'j')
    """
    before: Counter[tuple[str, str]] = Counter()
    for node in nodes:
        if node.op == "access":
            read = [name for s in node.args[1:] for name in (s.free if _runs_along(s) else ())]
            before.update((a, b) for k, a in enumerate(read) for b in read[k + 1 :])
    rank = {name: k for k, name in enumerate(dict.fromkeys(names))}
    after: dict[str, list[str]] = {name: [] for name in rank}
    waits = dict.fromkeys(rank, 0)
    for a, b in before:
        if a in rank and b in rank and a != b and before[a, b] > before.get((b, a), 0):
            after[a].append(b)
            waits[b] += 1
    order: list[str] = []
    ready = [(k, name) for name, k in rank.items() if not waits[name]]
    left = deque(rank)
    while rank:
        if not ready:  # the arrays contradict each other
            while left[0] not in rank:
                left.popleft()
            ready = [(rank[left[0]], left[0])]
        name = heapq.heappop(ready)[1]
        if rank.pop(name, None) is None:
            continue
        order.append(name)
        for other in after[name]:
            waits[other] -= 1
            if not waits[other] and other in rank:
                heapq.heappush(ready, (rank[other], other))
    return tuple(order)


def _runs_along(slot: Expr) -> bool:
    """Whether a position moves with one index alone, such as ``k``, ``k + 1`` or ``n - k``; data do not."""
    return len(slot.free) == 1 and not ex.has(slot, "access")


OFTEN = 16
"""Times that a loop reads an element from which on a copy, in which they lie beside each other, is worth it."""


def often_apart(lowering: Any, body: Expr, loop: Set[str], extents: Mapping[str, Expr]) -> set[Expr]:
    """Reads of elements that lie apart along their one index, as those of ``p[j,0]`` do, which a loop reads often."""

    def count(lengths: Iterable[Expr]) -> int:
        return int(lowering.sizes.elements(lengths))

    def length(array: Expr, axis: int) -> Expr:
        buffer = lowering.buffers.get(array.data.name)
        return ex.size(array, axis) if buffer is None else buffer.shape[axis]

    found = set()
    for read in ex.postorder(body):
        along = [k for k, s in enumerate(read.args[1:]) if s.op == "index"] if read.op == "access" else []
        if len(along) == len(read.free) == 1 and read.free < loop and read.data is None:
            beside = [length(read.args[0], k) for k in range(along[0] + 1, len(read.args) - 1)]
            if beside and count(beside) > 1 and count(extents[a] for a in loop - read.free) >= OFTEN:
                found.add(read)
    return found
