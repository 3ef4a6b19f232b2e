"""Expressions -> statements: which values become arrays, and how each is computed.

The walk goes through every (simplified, definition-free) let from its leaves up and
replaces each reduction and scan by a read of a new buffer, so that what remains is a
scalar body.  Three questions are decided here, each by one function:

- a sum of products: contraction order and library call, or loops  (``products_of_arrays``)
- an expensive value that fewer indices determine than the loop has: own array
  (``_hoist_expensive``), which fusing turns into a register when it can
- an expensive value that several statements need: own array (``share``)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any

from espresso.algebra.contraction.equivalence import Equivalence
from espresso.compiler.lowering.contractions import SumsOfProducts, in_order
from espresso.compiler.lowering.layouts import stored_order
from espresso.compiler.lowering.matrix_calls import MatrixCalls
from espresso.compiler.lowering.tap_sums import is_step
from espresso.compiler.matching.engine_calls import EngineCalls
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr, apart
from espresso.formulas.graph.functions import BY_NAME, MATRIX_FUNCTIONS
from espresso.ir.loops import Buffer, EngineCall, LibraryCall, Statement, reads_of
from espresso.system.half_precision import computed

EXPENSIVE = 8
"""Flops (relative to one addition) from which on a value is worth an array of its own."""

def cost(node: Expr) -> int:
    """Flops of one node alone; small integer powers are a few multiplications."""
    if node.op != "call":
        return 0
    if node.data == "pow" and node.args[1].op == "const":
        exponent = node.args[1].data
        if isinstance(exponent, int):
            return 4 if exponent < 0 else min(20, abs(exponent).bit_length())
    return BY_NAME[node.data].flops


class Costs:
    """Flops of whole values, each node found once."""

    def __init__(self) -> None:
        self._known: dict[Expr, int] = {}

    def total(self, e: Expr) -> int:
        """Flops of ``e`` with everything below it, written out (bounded)."""
        known = self._known
        if e not in known:
            for node in ex.postorder(e):
                if node not in known:
                    known[node] = min(1 << 30, cost(node) + sum(known[a] for a in node.args))
        return known[e]


class Lowering:
    """Statements and buffers under construction for one set of outputs."""

    def __init__(
        self, dtypes: Mapping[str, str], hints: Any, options: Mapping[str, Any], target: str = "cpu"
    ) -> None:
        self.steps: list[Statement | LibraryCall] = []
        self.buffers: dict[str, Buffer] = {}
        self.dtypes: dict[str, str] = dict(dtypes)  # of inputs and buffers, by name
        self.has_integers = any("int" in d for d in dtypes.values())
        self.size_of = hints  # extent expression -> number
        self.options, self.target = options, target
        self.paths: list[Callable[[Callable[[Expr], int]], bool]] = []  # whether other sizes give the same order
        self.known: Mapping[Expr, Mapping[str, Expr]] = {}  # extents of the results' lets
        self.matrices = MatrixCalls(self)
        self.given: Mapping[str, Expr] = {}  # extents that the user gave by name
        self.equivalence = Equivalence()
        self.costs = Costs()
        self.uses: Counter[Expr] = Counter()  # how many reads of each let the program has
        self.compared: set[Expr] = set()  # lets of which a diagonal is asked to equal something: rounded once
        self.decided: set[Expr] = set()  # lets whose rounding decides masks and maxima
        self.sums = SumsOfProducts(self)
        self.ask: Callable[[EngineCall], Any] | None = None  # which engine computes a call
        self.calls = EngineCalls(self)
        self._made: dict[Any, list[tuple[str, tuple[int, ...]]]] = {}
        self._lets: dict[Expr, Expr] = {}
        self._let_buffers: dict[Expr, str] = {}
        self._count = 0
        self.outer: tuple[str, ...] = ()  # axes of the let that is lowered now
        self.results: set[Expr] = set()  # lets that are stored as results
        self.alone = False  # whether the reduction that is lowered now is all of a result
        self.reserved: set[str] = set()  # names of indices, which are the loop variables

    def element_limit(self) -> int | None:
        """Elements of the widest dtype that an intermediate result of a contraction may have; None: any number."""
        limit = self.options.get("memory_limit")
        if limit is None:
            return None
        from espresso.ir.storage import bytes_of

        return int(limit) // max((bytes_of(d) for d in self.dtypes.values()), default=8)

    # --- naming and buffers ---

    def new_name(self, like: str) -> str:
        """A buffer name that nothing else has."""
        name = like = apart(like)
        while name in self.dtypes or name in self.reserved:
            self._count += 1
            name = f"{like}{self._count}"
        return name

    def add(
        self, like: str, axes: Sequence[str], body: Expr, extents: Mapping[str, Expr],
        operator: str | None = None, over: Sequence[str] = (), slots: tuple[Expr, ...] | None = None,
        dtype: str | None = None,
    ) -> str:  # fmt: skip
        """Append a statement and return the name of its buffer, which may have another dtype than the value."""
        from espresso.ir.storage import storage

        name = self.new_name(like)
        own, accumulate = storage(body, operator, over, self.dtypes)
        dtype, accumulate = (own, accumulate) if dtype is None else (dtype, dtype)
        used = dict.fromkeys((*axes, *over, *sorted(body.free)))  # in one order in every process
        statement = Statement(
            name, tuple(axes), body, operator, tuple(over), _lengths(used, extents, body), dtype, accumulate, slots
        )
        self.steps.append(statement)
        self.add_buffer(name, dtype, [extents[a] for a in axes])
        return name

    def add_buffer(self, name: str, dtype: str, shape: Sequence[Expr]) -> None:
        self.dtypes[name] = dtype
        self.buffers[name] = Buffer(name, dtype, tuple(shape))

    def read(self, name: str, slots: Sequence[Expr], pad: Any = None) -> Expr:
        """A read of a buffer."""
        from espresso.ir.storage import WeakName

        dtype = self.dtypes[name]  # to declare one would make the values strong
        return ex.access(ex.tensor(name, len(slots), None if isinstance(dtype, WeakName) else dtype), slots, pad)

    def read_at(self, name: str, axes: Sequence[str]) -> Expr:
        """A read of a buffer at plain indices."""
        return self.read(name, [ex.index(a) for a in axes])

    def once(
        self, kind: str, e: Expr, axes: Sequence[str], extents: Mapping[str, Expr], make: Callable[[], str],
        over: Sequence[str] = (), layouts: Sequence[Sequence[str]] | None = None,
    ) -> Expr:  # fmt: skip
        """The buffer that holds ``e`` (reduced over ``over`` by ``kind``), read at these indices.

        It is made once for all values that differ only in the names of indices and the
        order of axes; ``layouts`` lists the orders of axes that will do, if not every one.
        """
        key, free = self.equivalence.key(e, over, extents)
        known = self._made.setdefault((kind, key), [])
        for name, order in known:
            found = [free[k] for k in order]
            if layouts is None or any(found == list(layout) for layout in layouts):
                return self.read_at(name, found)
        name = make()
        known.append((name, tuple(free.index(a) for a in axes)))
        return self.read_at(name, axes)

    def output(self, name: str, let: Expr, axes: Mapping[str, Expr], dtype: str) -> None:
        """The statement that stores a result under its own name."""
        self.results.add(let)
        body = self.let_body(let)
        extents = {**axes, **self.known[let]}
        self.outer = let.data[1]
        body = self.hoist_expensive(body, set(let.data[1]), extents)
        used = dict.fromkeys((*let.data[1], *sorted(body.free)))
        statement = Statement(
            name,
            let.data[1],
            body,
            None,
            (),
            _lengths(used, extents, let),
            dtype,
            computed(dtype),
        )
        self.steps.append(statement)
        self.buffers[name] = Buffer(name, dtype, tuple(extents[a] for a in let.data[1]), "output")

    def drop_unread(self, results: Container[str]) -> None:
        """Leave out the arrays that were made for a sum that an engine then computed from others."""
        needed: set[str] = set()
        kept = []
        for step in reversed(self.steps):
            if isinstance(step, Statement) and step.name not in needed and step.name not in results:
                self.buffers.pop(step.name, None)
            else:
                kept.append(step)
                needed |= {step.name, *reads_of(step)}
        self.steps[:] = kept[::-1]

    # --- lets and bodies ---

    def let_body(self, let: Expr) -> Expr:
        """The scalar body of a let over its axes, with everything below it lowered."""
        if let not in self._lets:
            for inner in ex.lets(let, known=self._lets):
                if inner is let or not self.calls.waits(inner):
                    self._lets[inner] = self._scalar_body(inner)
        return self._lets[let]

    def _scalar_body(self, let: Expr) -> Expr:
        from espresso.formulas.extents.extents import resolve_size

        body = let.args[0]
        self.outer = let.data[1]
        extents = dict(self.extents_of(let))
        body = self.calls.taken(let, body, extents)
        for node in ex.postorder(body, into_arrays=False):
            if node.op == "let":  # one that waited for nothing
                self.let_body(node)
        order = ex.postorder(body, into_arrays=False)
        self.outer = stored_order(let.data[1], order)
        new: dict[Expr, Expr] = {}
        for node in order:
            if node.op in ("let", "tensor"):
                new[node] = node
                continue
            args = [new[a] for a in node.args]
            if node.op == "access" and node.args[0].op == "let":
                new[node] = self._read_let(node.args[0], args[1:], node.data)
            elif node.op == "size":
                new[node] = as_given(resolve_size(node), self.given)
            elif node.op == "reduce":
                extents |= {n: limit for n, limit in _limits(args[0]).items() if n not in extents}
                self.alone = node is body and let in self.results
                new[node] = self.lower_reduce(node.data[0], node.data[1], args[0], extents)
                self.alone = False
            elif node.op == "scan":
                new[node] = self._lower_scan(node.data[0], node.data[1], args[0], extents)
            else:
                new[node] = ex.with_args(node, _without_limits(node, args, extents))
        return new[body]

    def extents_of(self, let: Expr) -> Mapping[str, Expr]:
        """Extents of the indices of a let; those of arrays made on the way are found alone."""
        from espresso.formulas.inference.infer import symbolic_extents

        return self.known[let] if let in self.known else {**self.given, **symbolic_extents(let)}

    def _read_let(self, let: Expr, slots: list[Expr], pad: Any) -> Expr:
        """A read of a let: its body with the slots put in, or of an array of its own."""
        body = self._lets[let]
        plain = all(s.op == "index" for s in slots) and len(set(slots)) == len(slots)
        if let in self._let_buffers:
            return self.read(self._let_buffers[let], slots, pad)
        cheap = sum(cost(n) for n in ex.postorder(body)) <= 2 and let not in self.compared
        if pad is None and (cheap or plain and not self._stored(let, body)):
            return ex.substitute(body, dict(zip(let.data[1], slots, strict=True)))
        if body.op == "access" and [s.data[0] if s.op == "index" else None for s in body.args[1:]] == list(let.data[1]):
            return (
                ex.access(body.args[0], slots, pad)
                if body.data is None
                else self._materialise_let(let, body, slots, pad)
            )
        return self._materialise_let(let, body, slots, pad)

    def _stored(self, let: Expr, body: Expr) -> bool:
        """Whether a let gets an array of its own: several reads, and dear to compute or to read again.

        A product of arrays with fewer indices each stays a product: sums take it apart.
        """
        uses = self.uses[let]
        if uses < 2:
            return False
        if ex.is_call(body, "mul") and any(f.free != body.free for f in body.args if f.free):
            return False
        if self.costs.total(body) >= EXPENSIVE:
            return True
        reads = sum(n.op == "access" and n.free == body.free for n in ex.postorder(body))
        return not ex.is_call(body, "mul") and uses * reads > uses + reads + 1  # bytes moved without and with it

    def buffer_of(self, let: Expr) -> str:
        """The buffer that holds a named array, made now where there is none."""
        if let not in self._let_buffers:
            body = self.let_body(let)
            whole = body.op == "access" and body.data is None and body.args[0].op == "tensor"
            if whole and list(body.args[1:]) == [ex.index(a) for a in let.data[1]]:
                return str(body.args[0].data.name)
            self._let_buffers[let] = self.add(let.data[0] or "t", let.data[1], body, self.extents_of(let))
        return self._let_buffers[let]

    def stored_as(self, let: Expr, name: str) -> None:
        """Note that a buffer holds a named array."""
        self._let_buffers[let] = name

    def value(
        self, e: Expr, axes: tuple[str, ...], extents: Mapping[str, Expr], dtype: str | None = None
    ) -> str:  # fmt: skip
        """The buffer of a new statement that stores a value over these axes, in its own dtype or the one given."""
        let, outer = ex.unnamed(axes, e), self.outer
        self.known = {**self.known, let: extents}
        body = self.hoist_expensive(self.let_body(let), set(axes), extents)
        self.outer = outer
        return self.add("t", axes, body, extents, dtype=dtype)

    def _materialise_let(self, let: Expr, body: Expr, slots: list[Expr], pad: Any) -> Expr:
        name = self.add(let.data[0] or "t", let.data[1], body, self.extents_of(let))
        self._let_buffers[let] = name
        return self.read(name, slots, pad)

    # --- reductions ---

    def lower_reduce(self, operator: str, over: Sequence[str], body: Expr, extents: Mapping[str, Expr]) -> Expr:
        """The reduction as a read of the buffer that holds it, shared modulo renaming."""
        axes = self.ordered(ex.reduce(operator, over, body))
        if operator in MATRIX_FUNCTIONS:
            return self.matrices.lower(operator, over, body, extents)
        if operator == "sum":
            return self.sums.lower(tuple(over), body, axes, extents)
        return self.loop_reduction(operator, over, body, axes, extents)

    def ordered(self, e: Expr) -> tuple[str, ...]:
        """Free indices of ``e``: axes of the statement under way first, summed ones last.

        Values that are reduced next then lie side by side in memory.
        """
        return in_order([*self.outer, *e.axes], e.free)

    def loop_reduction(
        self, operator: str, over: Sequence[str], body: Expr, axes: Sequence[str], extents: Mapping[str, Expr]
    ) -> Expr:
        def make() -> str:
            inner = self.hoist_expensive(body, {*axes, *over}, extents)
            name = {"sum": "s", "max": "m", "min": "m", "prod": "p"}.get(operator, "r")
            return self.add(name, axes, inner, extents, operator, over)

        return self.once(operator, body, axes, extents, make, over)

    def _lower_scan(self, function: str, over: Sequence[str], body: Expr, extents: Mapping[str, Expr]) -> Expr:
        if function in MATRIX_FUNCTIONS:
            return self.matrices.lower(function, over, body, extents)
        axes = tuple(n for n in self.ordered(ex.scan(function, over, body)) if n not in over) + tuple(over)
        body = self.hoist_expensive(body, set(axes), extents)
        return self.read_at(self.add("c", axes, body, extents, function, over), axes)

    def hoist_expensive(self, body: Expr, loop: set[str], extents: Mapping[str, Expr]) -> Expr:
        """Values that need fewer indices than the loop has get arrays when they are expensive."""
        chosen = [
            n for n in ex.postorder(body)
            if cost(n) >= EXPENSIVE and n.free < loop and not (self.target == "cpu" and is_step(n))
        ]  # fmt: skip
        if not chosen:
            return body
        keep = set(chosen)
        for node in ex.postorder(body):  # only the largest: a chosen node inside a chosen one is part of it
            if node in keep:
                for inner in ex.postorder(*node.args):
                    if inner in keep and inner.free == node.free:
                        keep.discard(inner)
        replaced: dict[Expr, Expr] = {}
        for node in ex.postorder(body):
            new = ex.with_args(node, [replaced[a] for a in node.args])
            if node in keep:
                new = self._shared_value(new, extents)
            replaced[node] = new
        return replaced[body]

    def _shared_value(self, value: Expr, extents: Mapping[str, Expr]) -> Expr:
        axes = self.ordered(value)
        return self.once("value", value, axes, extents, lambda: self.add("t", axes, value, extents))


def _lengths(used: Iterable[str], extents: Mapping[str, Expr], scope: Expr) -> dict[str, Expr]:
    """The extents of these indices; ExtentError for one that nothing determines before lengths are numbers."""
    found = {n: extents[n] for n in used if n in extents}
    for name in used:
        if name not in found:
            from espresso.formulas.inference.infer_errors import no_length

            raise no_length([scope], scope, name)
    return found


def as_given(length: Expr, given: Mapping[str, Expr]) -> Expr:
    """A length of a named array that no input tells, as the length that was given to the index there."""
    if length.op != "size" or length.args[0].op != "let":
        return length
    return given.get(length.args[0].data[1][length.data], length)


def _without_limits(node: Expr, args: list[Expr], extents: Mapping[str, Expr]) -> list[Expr]:
    """The factors of a product without those that say no more than how long an index is."""
    if not ex.is_call(node, "mul"):
        return args
    rest = [a for a in args if not _is_limit(a, extents)]
    return rest if any(a.op == "access" for a in rest) else args


def _is_limit(e: Expr, extents: Mapping[str, Expr]) -> bool:
    return ex.is_call(e, "lt") and e.args[0].op == "index" and extents.get(e.args[0].data[0]) is e.args[1]


def _limits(body: Expr) -> dict[str, Expr]:
    """Extents that factors such as ``(l < size(x, 0))`` state, for indices that nothing reads."""
    found: dict[str, Expr] = {}
    for factor in body.args if ex.is_call(body, "mul") else (body,):
        if ex.is_call(factor, "lt") and factor.args[0].op == "index" and not factor.args[1].free:
            found[factor.args[0].data[0]] = factor.args[1]
    return found
