"""Nodes of the expression graph: immutable and hash-consed, so that equality is identity.

An expression is a *scalar body*: a number for every value of its free indices.  Eleven
kinds of node (``op``) are all there is:

===========  =======================  ==========================================
op           data                     args
===========  =======================  ==========================================
const        the Python number        --
index        (name, extent or None)   --          value of the index, an integer
tensor       ``Tensor`` record        --          an input array
let          (name, axes)             body        a named array, axes give its order
access       pad value or None        array, index expressions
size         axis                     array       length of an axis
call         function name            arguments   a scalar function of scalars
reduce       (operator, indices)      body        binds the indices
scan         (function, indices)      body        binds the indices and keeps them free
recur        (recurrence, k, indices) arrays      state k of a recurrence at the indices
program      inputs or None           lets        several statements; its value is the last
===========  =======================  ==========================================

``tensor`` and ``let`` are array-valued and stand only as first argument of ``access``
and ``size`` (or as a root).  A ``let`` is closed: all free indices of its body are axes.
Nodes are interned, so equal structure *is* the same object and ``is`` means equal.
Construction never simplifies: what is built is what is printed.
"""

from __future__ import annotations

import hashlib
import weakref
from collections.abc import Callable, Container, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from espresso.errors import IndexNameError, RankError
from espresso.formulas.graph.functions import REAL_VALUED
from espresso.formulas.graph.methods import ExpressionMethods
from espresso.lazy import get
from espresso.records import dataclass
from espresso.system import limits
from espresso.system.locks import new_lock

if TYPE_CHECKING:
    from espresso.formulas.graph.recurrences import Recurrence

K = TypeVar("K", bound=Hashable)

ARRAY_OPS = frozenset({"tensor", "let"})
BINDERS = frozenset({"reduce", "scan", "let"})


@dataclass(frozen=True)
class Tensor:
    """What is known of an input: name, rank and, when declared, more.

    ``dtype`` is a NumPy dtype name or None, ``shape`` a tuple of int or None (unknown),
    ``structure`` a sorted tuple of declared properties such as ``"lower"``.
    """

    name: str
    rank: int
    dtype: str | None = None
    shape: tuple[int | None, ...] | None = None
    structure: tuple[str, ...] = ()


class Expr(ExpressionMethods):
    """A formula in index notation, and a node of its graph: immutable, and equal formulas are one object.

    `parse`, `tensor` and operators make it.  ``inputs``, ``axes``, ``name`` and ``outputs`` describe it; ``free`` is
    the frozenset of free index names, ``digest`` a hash of the structure that is stable between processes, ``kinds``
    the bits of the operations at and below the node (see `has`).
    """

    __slots__ = (
        "op", "args", "data", "free", "digest", "depth", "kinds", "_axes", "_arrays", "_below", "_inside",
        "__weakref__",
    )  # fmt: skip

    op: str
    args: tuple[Expr, ...]
    data: Any
    free: frozenset[str]
    digest: str
    depth: int
    kinds: int
    _axes: tuple[str, ...] | None
    _arrays: tuple[Expr, ...] | None
    _below: tuple[Expr, ...] | None
    _inside: tuple[Expr, ...] | None

    @property
    def axes(self) -> tuple[str, ...]:
        """Names of the result's axes: a let's own, else free indices by first appearance."""
        if self._axes is None:
            if self.op == "program":
                self._axes = self.args[-1].axes
            else:
                self._axes = self.data[1] if self.op == "let" else _appearance(self)
        return self._axes

    @property
    def name(self) -> str | None:
        """The name on the left side, or None for a bare expression."""
        if self.op == "program":
            return self.args[-1].name
        return (self.data[0] or None) if self.op == "let" else None

    @property
    def ndim(self) -> int:
        """Number of axes of the result."""
        return self.data.rank if self.op == "tensor" else len(self.axes)

    def __reduce__(self) -> Any:
        return get("unpickled"), (get("flat")(self),)


_BITS = "const index tensor let access size call reduce scan recur program extent shape complex integer"
_KINDS = {op: 1 << k for k, op in enumerate(_BITS.split())}
"""A bit for every operation, and those that `has` explains."""

_interned: weakref.WeakValueDictionary[Any, Expr] = weakref.WeakValueDictionary()
_lock = new_lock()


def _data_key(op: str, data: Any) -> Any:
    """``data`` made distinct where Python's equality is too coarse (1 == 1.0 == True)."""
    if op == "const" or (op == "access" and data is not None):
        return (type(data).__name__, repr(data))
    return data


def _make(op: str, args: tuple[Expr, ...], data: Any, free: frozenset[str]) -> Expr:
    key = (op, _data_key(op, data), args)
    with _lock:
        node = _interned.get(key)
        if node is None:
            node = object.__new__(Expr)
            node.op, node.args, node.data, node.free = op, args, data, free
            node._axes = node._arrays = node._below = node._inside = None
            depth, kinds = 0, _KINDS[op]
            for a in args:
                kinds |= a.kinds
                if a.depth > depth:
                    depth = a.depth
            node.depth = depth + 1
            if op == "access" and not args[0].kinds & _KINDS["integer"]:
                kinds &= ~_KINDS["integer"]  # those of the positions
            node.kinds = _with_own(op, data, kinds)
            text = f"{op}|{key[1]!r}|" + "|".join(a.digest for a in args)
            node.digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
            _interned[key] = node
    return node


def _with_own(op: str, data: Any, kinds: int) -> int:
    """The bits of a node, from those of its operation and its arguments: what it declares, and that a value is real."""
    if op == "index":
        return kinds | _KINDS["extent"] if data[1] is not None else kinds
    if op == "recur":
        for part in data[0].parts:
            kinds |= part.kinds
        return kinds
    if op == "call":
        if data in ("conj", "complex64", "complex128"):  # written where numbers may be complex
            return kinds | _KINDS["complex"]
        return kinds & ~_KINDS["complex"] if data in REAL_VALUED else kinds
    if op == "size" or (op in ("reduce", "scan") and data[0] in REAL_VALUED):
        return kinds & ~_KINDS["complex"]
    dtype = str(data.dtype) if op == "tensor" else ""
    kinds |= _KINDS["shape"] if op == "tensor" and data.shape is not None else 0
    if dtype.startswith(("int", "uint")):
        return kinds | _KINDS["integer"]
    return kinds | _KINDS["complex"] if dtype.startswith("complex") or isinstance(data, complex) else kinds


_EMPTY: frozenset[str] = frozenset()


def _union(args: Iterable[Expr]) -> frozenset[str]:
    sets = [a.free for a in args if a.free]
    return frozenset().union(*sets) if len(sets) > 1 else (sets[0] if sets else _EMPTY)


# --- constructors -----------------------------------------------------------------------


def const(value: Any) -> Expr:
    """A literal.  It is *weak*: it never widens the dtype of what it meets (NEP 50)."""
    if hasattr(value, "item") and not isinstance(value, (int, float, complex, Fraction)):
        value = value.item()
    kinds: tuple[Any, ...] = (int, float, complex)  # bool and subclasses become the plain type
    for kind in kinds:
        if isinstance(value, kind):
            value = kind(value)
            break
    if type(value) is Fraction and value.denominator == 1:
        value = value.numerator
    return _make("const", (), value, _EMPTY)


def index(name: str, size: int | None = None) -> Expr:
    """An index, standing for its own value 0, 1, ..., extent-1."""
    return _make("index", (), (name, size), frozenset((name,)))


def tensor(
    name: str,
    rank: int,
    dtype: str | None = None,
    shape: tuple[int | None, ...] | None = None,
    structure: Sequence[str] = (),
) -> Expr:
    """An input array."""
    if shape is not None and len(shape) != rank:
        raise RankError(f"{name} is declared with shape {shape} but has {rank} axes")
    if shape is not None and all(n is None for n in shape):
        shape = None  # nothing but the rank is known
    return _make("tensor", (), Tensor(name, rank, dtype, shape, tuple(sorted(structure))), _EMPTY)


def let(name: str, axes: Sequence[str], body: Expr) -> Expr:
    """A named array ``name[axes] = body``.  An empty name with natural axes is the body."""
    axes = tuple(axes)
    body = scalar(body)
    if len(set(axes)) != len(axes):
        raise IndexNameError(f"an index stands twice on the left side: {name}[{', '.join(axes)}]")
    missing = sorted(body.free - set(axes))
    if missing:
        raise IndexNameError(
            f"the right side of {name or 'the result'}[{', '.join(axes)}] has the free "
            f"{'index' if len(missing) == 1 else 'indices'} {', '.join(missing)}, which the left side lacks"
        )
    if not name and axes == body.axes:
        return body
    return _make("let", (body,), (name, axes), _EMPTY)


def closed(name: str, axes: Sequence[str], body: Expr) -> Expr:
    """Like ``let``, but always an array-valued node, also where ``let`` would give the body of one without a name."""
    made = let(name, axes, body)
    return made if made.op == "let" else _make("let", (made,), (name, tuple(axes)), _EMPTY)


def access(array: Expr, indices: Sequence[Expr] = (), pad: Any = None) -> Expr:
    """``array[indices]``; with ``pad`` not None reads outside give that number."""
    rank = array.ndim
    if len(indices) != rank:
        name = array.data.name if array.op == "tensor" else (array.name or "the expression")
        raise RankError(
            f"{name} has {rank} {'axis' if rank == 1 else 'axes'} but is read with {len(indices)} "
            f"{'index' if len(indices) == 1 else 'indices'}"
        )
    args = (_array(array), *(scalar(i) for i in indices))
    return _make("access", args, None if pad is None else const(pad).data, _union(args[1:]))


def size(array: Expr, axis: int) -> Expr:
    """The length of one axis of an array, an integer."""
    if array.op == "tensor" and array.data.shape is not None and array.data.shape[axis] is not None:
        return const(array.data.shape[axis])
    return _make("size", (_array(array),), axis, _EMPTY)


def _array(e: Expr) -> Expr:
    """``e`` as something that can be read: a bare body becomes an array without a name."""
    return e if e.op in ARRAY_OPS else _make("let", (e,), ("", e.axes), _EMPTY)


def call(name: str, *args: Expr) -> Expr:
    """A scalar function of scalars; ``add`` and ``mul`` take any number, flattened; they and ``and`` of one are it."""
    operands = tuple(scalar(a) for a in args)
    if name in ("add", "mul") and any(a.op == "call" and a.data == name for a in operands):
        operands = tuple(b for a in operands for b in (a.args if a.op == "call" and a.data == name else (a,)))
    if name in ("add", "mul", "and") and len(operands) == 1:
        return operands[0]
    return _make("call", operands, name, _union(operands))


def reduce(operator: str, indices: Sequence[str], body: Expr) -> Expr:
    """``operator[indices](body)``: the indices are bound.  Without indices: the body."""
    body = scalar(body)
    if not indices:
        return body
    if len(set(indices)) != len(indices):
        raise IndexNameError(f"an index stands twice in {operator}[{', '.join(indices)}]")
    return _make("reduce", (body,), (operator, tuple(indices)), body.free - set(indices))


def scan(function: str, indices: Sequence[str], body: Expr) -> Expr:
    """An index function such as softmax[k](x): a value for every k that depends on all k."""
    body = scalar(body)
    return _make("scan", (body,), (function, tuple(indices)), body.free | set(indices))


def recur(recurrence: Recurrence, number: int, names: Sequence[str], arrays: Sequence[Expr]) -> Expr:
    """The value of state ``number`` of a recurrence of these arrays, at the indices ``names``."""
    return _make("recur", tuple(map(_array, arrays)), (recurrence, number, tuple(names)), frozenset(names))


def program(parts: Sequence[Expr]) -> Expr:
    """Statements of one text; only the last alone when it reaches all the others.

    Kept are the last statement and those named ones that no other statement reads; of a recurrence one is enough.
    """
    flat = [q for p in parts for q in (p.args if p.op == "program" else (p,))]
    last = flat[-1]
    inner = set(lets(*(p.args[0] if p.op == "let" else p for p in flat)))
    kept: dict[Expr, None] = {}
    loops = {_loop(p) for p in (*inner, last)} - {None}
    for p in flat[:-1]:
        if p.op == "let" and p not in inner and p is not last and _loop(p) not in loops:
            kept[p] = None
            loops |= {_loop(p)} - {None}
    if not kept:
        return last
    return _make("program", (*kept, last), None, last.free)


def _loop(e: Expr) -> Any:
    """The recurrence and the arrays of which a named array is a state, else None."""
    return (e.args[0].data[0], e.args[0].args) if e.op == "let" and e.args[0].op == "recur" else None


def scalar(e: Any) -> Expr:
    """``e`` as a scalar body: numbers become literals, arrays are read at their own axes."""
    if isinstance(e, Expr):
        if e.op == "program":
            e = e.args[-1]
        node: Expr = e
        if node.op == "let":
            return access(node, [index(a) for a in node.data[1]])
        if node.op == "tensor":
            if node.data.rank:
                raise RankError(
                    f"{node.data.name} has {node.data.rank} axes and stands here without indices; "
                    f"write {node.data.name}[{','.join('ijklmn'[: node.data.rank])}]"
                )
            return access(node)
        return node
    if isinstance(e, (int, float, complex, Fraction)) or (hasattr(e, "item") and getattr(e, "ndim", 1) == 0):
        return const(e)
    raise TypeError(
        f"{type(e).__name__} cannot stand in an expression.\n"
        "Numbers, indices and indexed tensors can; give arrays when the compiled function is called."
    )


def with_args(e: Expr, args: Sequence[Expr]) -> Expr:
    """``e`` with other arguments, its own binding and data unchanged."""
    args = tuple(args)
    if args == e.args:
        return e
    if e.op == "call":
        return call(e.data, *args)
    if e.op == "access":
        return access(args[0], args[1:], e.data)
    if e.op == "reduce":
        return reduce(e.data[0], e.data[1], args[0])
    if e.op == "scan":
        return scan(e.data[0], e.data[1], args[0])
    if e.op == "let":
        return closed(e.data[0], e.data[1], args[0])
    if e.op == "recur":
        found, number, names = e.data
        return recur(found, number, names, args)
    if e.op == "size":
        return size(args[0], e.data)
    if e.op == "program":
        return program(args)
    return e


def has(e: Expr, *kinds: str) -> bool:
    """Whether an operation of one of these kinds is at or below ``e``, also inside arrays; nothing is walked.

    ``"extent"`` is for an index with a declared extent, ``"shape"`` for such an input, ``"complex"`` for what can be
    complex by a number or an input (not below ``abs``), ``"integer"`` for one from integers.
    """
    return any(e.kinds & _KINDS[k] for k in kinds)


_FEW = 256
"""Orders of at most so many nodes are kept with their root: those of every node of a deep graph would be too much."""


def postorder(*roots: Expr, into_arrays: bool = True, known: Container[Expr] = ()) -> list[Expr]:
    """Every node once, arguments before users; ``into_arrays=False`` stops at lets.

    Nodes that are ``known`` are left out, and what only they use.
    """
    if len(roots) != 1 or known:
        return _walked(roots, into_arrays, known)
    (root,) = roots
    into_arrays = into_arrays and root.kinds & _KINDS["let"] != 0
    kept = root._below if into_arrays else root._inside
    if kept is not None:
        if limits.active:
            limits.look(len(kept) + 1)
        return [*kept, root]
    order = _walked(roots, into_arrays, known)
    if len(order) <= _FEW:  # without the root, or it would hold itself in memory
        if into_arrays:
            root._below = tuple(order[:-1])
        else:
            root._inside = tuple(order[:-1])
    return order


def _walked(roots: Sequence[Expr], into_arrays: bool, known: Container[Expr]) -> list[Expr]:
    order: dict[Expr, None] = {}
    entered: set[Expr] = set()
    stack = list(roots[::-1])
    tops = roots if len(roots) < 4 else frozenset(roots)
    while stack:
        node = stack[-1]
        if node in entered or not node.args:
            if node not in known:
                order[node] = None
            stack.pop()
            continue
        entered.add(node)
        if node in known:
            stack.pop()
        elif into_arrays or node.op != "let" or node in tops:
            for a in node.args[::-1]:
                if a not in order:
                    stack.append(a)
    if limits.active:
        limits.look(len(order))
    return list(order)


def ordered(roots: Iterable[K], below: Callable[[K], Sequence[K]], known: Container[K] = ()) -> list[K]:
    """Every item once, after those that ``below`` gives for it; without ``known`` ones and what only they use."""
    found: dict[K, None] = {}
    entered: set[K] = set()
    stack = [*roots][::-1]
    while stack:
        item = stack[-1]
        if item in entered:
            found[item] = None
        elif item not in known:
            entered.add(item)
            stack.extend([a for a in below(item)[::-1] if a not in found])
            continue
        stack.pop()
    return list(found)


def _appearance(root: Expr) -> tuple[str, ...]:
    """Free indices of ``root`` in the order in which a reader meets them."""
    found: dict[str, None] = {}
    seen: set[tuple[Expr, frozenset[str]]] = set()
    work: list[tuple[Expr, frozenset[str]]] = [(root, _EMPTY)]
    while work:
        node, binds = work.pop()
        live = node.free - binds
        if not live or live <= found.keys() or (node, binds) in seen:
            continue
        seen.add((node, binds))
        if node.op == "index":
            found[node.data[0]] = None
            continue
        if node.op == "recur":
            found.update((n, None) for n in node.data[2] if n not in binds)
            continue
        if node.op == "scan":  # softmax[j](X[i,j]) has the axes of X: the brackets count last
            work.extend((index(name), binds) for name in reversed(node.data[1]))
        inner = binds | frozenset(node.data[1]) if node.op in ("reduce", "let") else binds
        work.extend((a, inner) for a in reversed(node.args))
    return tuple(found)


def lets(*roots: Expr, known: Container[Expr] = ()) -> list[Expr]:
    """Named arrays used by (or at) the roots, definitions before uses; without ``known`` ones and what they use."""
    return ordered([a for r in roots for a in ((r,) if r.op == "let" else _arrays_below(r))], _arrays_below, known)


def _arrays_below(e: Expr) -> tuple[Expr, ...]:
    """The named arrays that ``e`` itself uses, in the order in which a walk meets them; walked once."""
    if e._arrays is None:
        found: dict[Expr, None] = {}
        seen: set[Expr] = set()
        stack = list(e.args[::-1])
        while stack:
            node = stack.pop()
            if node.op == "let":
                found[node] = None
            elif node.kinds & _KINDS["let"] and node not in seen:
                seen.add(node)
                stack.extend(node.args[::-1])
        e._arrays = tuple(found)
    return e._arrays
