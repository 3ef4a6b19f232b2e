"""Lowering of expressions to statements: which values become arrays, and how each is computed.

The walk goes through every (simplified, definition-free) let from its leaves up and
replaces each reduction and scan by a read of a new buffer, so that what remains is a
scalar body.  Three questions are decided here, each by one function:

- a sum of products: contraction order and library call, or loops  (``products_of_arrays``)
- an expensive value that fewer indices determine than the loop has: own array
  (``hoist_expensive``), which fusing turns into a register when it can
- an expensive value that several statements need: own array (``share``)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from espresso.algebra.contraction.equivalence import Key
from espresso.algebra.contraction.regroup import regrouped
from espresso.algebra.normal_form.equal_values import in_one_form
from espresso.algebra.normal_form.unselected_matrices import without_unselected
from espresso.compiler.lowering import recurrences
from espresso.compiler.lowering.contractions import SumsOfProducts, in_order
from espresso.compiler.lowering.floats import without_ones
from espresso.compiler.lowering.formulas import as_given, as_told, for_dtypes, given_lengths
from espresso.compiler.lowering.integers import computed_otherwise, rewriting_shows
from espresso.compiler.lowering.layouts import often_apart, order_of_reads, stored_order
from espresso.compiler.lowering.masks import with_open_bands, without_certain
from espresso.compiler.lowering.matrix_calls import MatrixCalls
from espresso.compiler.lowering.safe_reads import protected
from espresso.compiler.lowering.tap_sums import in_other_loops, is_in_place
from espresso.compiler.matching.engine_calls import EngineCalls
from espresso.compiler.rounding_sensitive import decided, rounded_sides
from espresso.compiler.sizes import Sizes
from espresso.compiler.state import Lowered, Typed
from espresso.compiler.statements import Ask, Statements, lengths_of, with_plain_indices
from espresso.formulas.extents.extents import program_extents, resolve_size, symbolic_extents
from espresso.formulas.extents.reads import facts_of
from espresso.formulas.extents.scopes import uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import MATRIX_FUNCTIONS, SORTING
from espresso.formulas.graph.predicates import equalities, reads_array
from espresso.formulas.graph.recurrences import Recurrence
from espresso.ir.calls import EngineCall
from espresso.ir.costs import EXPENSIVE, cost
from espresso.ir.loops import Buffer, Statement, accesses, indices_of
from espresso.ir.storage.dtypes import POSITIONS, bytes_of, storage, value_dtype, value_dtypes
from espresso.ir.targets import TARGETS
from espresso.system.half_precision import computed

if TYPE_CHECKING:
    from espresso.compiler.matching.selection import Choice


MANY_TERMS = 4
"""Terms of a sum from which on those that need fewer indices are added up apart."""


class Lowering(Statements):
    """The builder of the statements of one set of outputs; later passes have the `Statements` that it leaves."""

    def __init__(
        self, dtypes: Mapping[str, str], sizes: Sizes, options: Mapping[str, Any], target: str = "cpu"
    ) -> None:
        super().__init__(dtypes=dict(dtypes))
        self.has_integers = any("int" in d or d == "bool" for d in dtypes.values())
        self.sizes, self.options, self.target = sizes, options, target
        self.known: Mapping[Expr, Mapping[str, Expr]] = {}  # extents of the results' lets
        self.matrices = MatrixCalls(self)
        self.given: Mapping[str, Expr] = {}  # extents that the user gave by name
        self.uses: Counter[Expr] = Counter()  # how many reads of each let the program has
        self.compared: set[Expr] = set()  # lets of which a diagonal is asked to equal something: rounded once
        self.decided: set[Expr] = set()  # lets whose rounding decides masks and maxima
        self.sums = SumsOfProducts(self)
        self.ask: Ask | None = None  # which engine computes a call
        self.calls = EngineCalls(self)
        self._made: dict[tuple[str, Key], list[tuple[str, tuple[int, ...]]]] = {}
        self._lets: dict[Expr, Expr] = {}
        self._let_buffers: dict[Expr, str] = {}
        self.loops: dict[tuple[Recurrence, tuple[str, ...]], tuple[str, ...]] = {}  # the states of recurrences
        self.outer: tuple[str, ...] = ()  # axes of the let that is lowered now
        self.results: dict[Expr, str] = {}  # lets that are stored as results, and their dtypes
        self.alone = False  # whether the reduction that is lowered now is all of a result

    def statements(self) -> Statements:
        """What is built, without the builder."""
        return Statements(
            [*map(with_plain_indices, self.steps)], self.buffers, self.dtypes, self.choices, self.reserved,
            self.numbered, self.equivalence, self.costs,
        )  # fmt: skip

    def element_limit(self) -> int | None:
        """Elements of the widest dtype that an intermediate result of a contraction may have; None: any number."""
        limit = self.options.get("memory_limit")
        widest = max((bytes_of(d) for d in self.dtypes.values()), default=8)
        return None if limit is None else int(limit) // widest

    def dtype_of(self, e: Expr) -> str:
        """The dtype of an array that stores a value."""
        return storage(e, None, (), self.dtypes)[0]

    def once(
        self, kind: str, e: Expr, axes: Sequence[str], extents: Mapping[str, Expr],
        make: Callable[[], str] | None = None, over: Sequence[str] = (), layouts: Sequence[Sequence[str]] | None = None,
    ) -> Expr:  # fmt: skip
        """The buffer that holds ``e`` (reduced over ``over`` by ``kind``), read at these indices.

        It is made once for all values that differ only in the names of indices and the order of axes: by ``make``,
        or by a statement that stores ``e``.  ``layouts`` lists the orders of axes that will do, if not every one.
        """
        key, free = self.equivalence.key(e, over, extents)
        known = self._made.setdefault((kind, key), [])
        for name, order in known:
            found = [free[k] for k in order]
            if layouts is None or any(found == list(layout) for layout in layouts):
                return self.read_at(name, found)
        name = self.add("t", axes, self.hoist_from_value(e, axes, extents), extents) if make is None else make()
        known.append((name, tuple(free.index(a) for a in axes)))
        return self.read_at(name, axes)

    def output(self, name: str, let: Expr, axes: Mapping[str, Expr], dtype: str) -> None:
        """The statement that stores a result under its own name."""
        self.results[let] = dtype
        body = self.let_body(let)
        extents = {**axes, **self.known[let]}
        self.outer = let.data[1]
        body = self.hoist_from_value(body, let.data[1], extents)
        used = dict.fromkeys((*let.data[1], *sorted(body.free)))
        lengths = lengths_of(used, extents, let)
        self.steps.append(Statement(name, let.data[1], body, None, (), lengths, dtype, computed(dtype)))
        self.buffers[name] = Buffer(name, dtype, tuple(extents[a] for a in let.data[1]), "output")

    # --- lets and bodies ---

    def let_body(self, let: Expr) -> Expr:
        """The scalar body of a let over its axes, with everything below it lowered."""
        if let not in self._lets:
            for inner in ex.lets(let, known=self._lets):
                if inner is let or not self.calls.waits(inner):
                    self._lets[inner] = self._scalar_body(inner)
        return self._lets[let]

    def _scalar_body(self, let: Expr) -> Expr:
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
            if reads_array(node):
                new[node] = self._read_let(node.args[0], args[1:], node.data)
            elif node.op == "size":
                new[node] = self._length(node)
            elif node.op == "reduce":
                extents |= {n: limit for n, limit in stated_limits(args[0]).items() if n not in extents}
                self.alone = node is body and let in self.results
                new[node] = self.lower_reduce(node.data[0], node.data[1], args[0], extents)
                self.alone = False
            elif node.op == "scan":
                new[node] = self.lower_scan(node.data[0], node.data[1], args[0], extents)
            elif node.op == "recur":
                new[node] = recurrences.lower(self, node, extents)
                if node is body:
                    self.matrices.stored(let, new[node].args[0].data.name)
            else:
                args = self._in_their_dtypes(node, args, extents)
                new[node] = ex.with_args(node, _without_limits(node, args, extents))
        return new[body]

    def _in_their_dtypes(self, node: Expr, args: list[Expr], extents: Mapping[str, Expr]) -> list[Expr]:
        """Operands; a named array or a sum whose formula the operation would compute in another dtype is stored."""
        if not self.has_integers or not ex.is_call(node, "add") and not ex.is_call(node, "mul"):
            return args
        apart = computed_otherwise(node, args, self.dtypes)
        made = list(args)
        for k in apart:
            a = node.args[k]
            if a.op == "access":
                made[k] = self.read(self.buffer_of(a.args[0]), a.args[1:])
            else:
                made[k] = self._shared_value(args[k], extents)
        return made

    def extents_of(self, let: Expr) -> Mapping[str, Expr]:
        """Extents of the indices of a let; those of arrays made on the way are found alone."""
        return self.known[let] if let in self.known else {**self.given, **symbolic_extents(let)}

    def _length(self, size: Expr) -> Expr:
        """The length of an axis by those of inputs; other statements may tell that of a named array."""
        found = as_given(resolve_size(size), self.given)
        let = found.args[0] if found.op == "size" else found
        return self.extents_of(let).get(let.data[1][found.data], found) if let.op == "let" else found

    def _read_let(self, let: Expr, slots: list[Expr], pad: float | None) -> Expr:
        """A read of a let: its body with the slots put in, or of an array of its own."""
        body = self._lets[let]
        if let in self._let_buffers:
            return self.read(self._let_buffers[let], slots, pad)
        plain = all(s.op == "index" for s in slots) and len(set(slots)) == len(slots)
        cheap = sum(cost(n) for n in ex.postorder(body)) <= 2 and let not in self.compared
        if pad is None and (cheap or plain and not self._stored(let, body)):
            return ex.substitute(body, dict(zip(let.data[1], slots, strict=True)))
        if body.op == "access" and body.data is None and indices_of(body) == tuple(let.data[1]):
            return ex.access(body.args[0], slots, pad)
        return self.read(self.buffer_of(let), slots, pad)

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
        reads = sum(n.free == body.free for n in accesses(body))
        return not ex.is_call(body, "mul") and uses * reads > uses + reads + 1  # bytes moved without and with it

    def buffer_of(self, let: Expr) -> str:
        """The buffer that holds a named array, made now where there is none."""
        if let not in self._let_buffers:
            body = self.let_body(let)
            whole = body.op == "access" and body.data is None and body.args[0].op == "tensor"
            if whole and list(body.args[1:]) == [ex.index(a) for a in let.data[1]]:
                return str(body.args[0].data.name)
            axes, extents = let.data[1], self.extents_of(let)
            body = self.hoist_from_value(body, axes, extents)
            name = self._let_buffers[let] = self.add(let.data[0] or "t", axes, body, extents)
            self.matrices.stored(let, name)
        return self._let_buffers[let]

    def stored_as(self, let: Expr, name: str) -> None:
        """Note that a buffer holds a named array."""
        self._let_buffers[let] = name

    def value(
        self, e: Expr, axes: tuple[str, ...], extents: Mapping[str, Expr], dtype: str | None = None
    ) -> str:  # fmt: skip
        """The buffer of a new statement that stores a value over these axes, in its own dtype or the one given."""
        let, outer = ex.closed("", axes, e), self.outer
        self.known = {**self.known, let: extents}
        body = self.hoist_from_value(self.let_body(let), axes, extents)
        self.outer = outer
        return self.add("t", axes, body, extents, dtype=dtype)

    # --- reductions ---

    def lower_reduce(self, operator: str, over: Sequence[str], body: Expr, extents: Mapping[str, Expr]) -> Expr:
        """The reduction as a read of the buffer that holds it, shared modulo renaming."""
        axes = self.ordered(ex.reduce(operator, over, body))
        if operator in MATRIX_FUNCTIONS:
            return self.matrices.lower(operator, over, body, extents)
        body = with_open_bands(body, over)
        if TARGETS[self.target].peels and (found := in_other_loops(self, operator, over, body, extents)) is not None:
            return found
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
        if operator in POSITIONS and TARGETS[self.target].peels:
            return self._first_position(operator, over, body, axes, extents)

        def make() -> str:
            inner = self.hoist_expensive(body, {*axes, *over}, extents)
            name = {"sum": "s", "max": "m", "min": "m", "prod": "p"}.get(operator, "r")
            return self.add(name, axes, inner, extents, operator, over)

        return self.once(operator, body, axes, extents, make, over)

    def _first_position(
        self, operator: str, over: Sequence[str], body: Expr, axes: Sequence[str], extents: Mapping[str, Expr]
    ) -> Expr:
        """``argmax`` as the least position at which the largest value stands: in vectors, which one loop is not.

        Of NaN the first one counts.  What no array holds is stored first, so that both loops see the same numbers.
        """
        if body.op != "access" or body.args[0].op != "tensor":
            body = self.once("", body, (*axes, *over), extents)
        best = self.loop_reduction(operator.removeprefix("arg"), over, body, axes, extents)
        position, count = ex.index(over[0]), extents[over[0]]
        for n in over[1:]:
            position = ex.call("add", ex.call("mul", position, extents[n]), ex.index(n))
            count = ex.call("mul", count, extents[n])
        found = ex.call("eq", body, best)
        if self.dtype_of(body).startswith("float"):
            found = ex.call("or", found, ex.call("isnan", body))
        value = ex.call("where", found, position, count)

        def make() -> str:
            return self.add("r", axes, value, extents, "min", over, dtype="int64")

        return self.once(operator, body, axes, extents, make, over)

    def lower_scan(self, function: str, over: Sequence[str], body: Expr, extents: Mapping[str, Expr]) -> Expr:
        if function in MATRIX_FUNCTIONS or function in SORTING:
            return self.matrices.lower(function, over, body, extents)
        e = ex.scan(function, over, body)
        axes = order_of_reads((*(n for n in self.ordered(e) if n not in over), *over), ex.postorder(body))
        return self.once(
            function, e, axes, extents,
            lambda: self.add("c", axes, self.hoist_expensive(body, {*axes}, extents), extents, function, over),
        )  # fmt: skip

    def hoist_from_value(self, body: Expr, axes: Sequence[str], extents: Mapping[str, Expr]) -> Expr:
        """`hoist_expensive` for a value that is stored: a launch must not take longer than what it saves."""
        launch = TARGETS[self.target].launch
        elements = self.sizes.elements(extents[a] for a in axes) if launch and extents.keys() >= {*axes} else 1
        return self.hoist_expensive(body, {*axes}, extents, launch / max(elements, 1))

    def hoist_expensive(
        self, body: Expr, loop: set[str], extents: Mapping[str, Expr], least: float = EXPENSIVE
    ) -> Expr:  # fmt: skip
        """Values of fewer indices than the loop get arrays if they cost ``least``, are compared, or lie apart."""
        least, loops = max(least, EXPENSIVE), TARGETS[self.target].peels
        often = often_apart(self, body, loop, extents) if loops and loop <= extents.keys() else set()
        sides = {a for a in rounded_sides(equalities(body), self.dtypes) if self.costs.roundings(a) > 1}
        keep = {
            n for n in ex.postorder(body)
            if (cost(n) >= least or n in sides or n in often) and n.free < loop and not (loops and is_in_place(n))
            and (n.free or not loops and ex.has(n, "access"))  # loops compute a number once
        }  # fmt: skip
        for node in ex.postorder(body):  # only the largest: a chosen node inside a chosen one is part of it
            if node in keep:
                for inner in ex.postorder(*node.args):
                    if inner in keep and inner.free == node.free and inner not in often:
                        keep.discard(inner)
        replaced: dict[Expr, Expr] = {}
        for node in ex.postorder(body):
            new = ex.with_args(node, [replaced[a] for a in node.args])
            if node in keep:
                new = self._shared_value(new, extents)
            elif ex.is_call(node, "add") and len(node.args) > MANY_TERMS:
                new = ex.call("add", *self._terms(node, new.args, extents))
            replaced[node] = new
        return replaced[body]

    def _terms(self, total: Expr, terms: Sequence[Expr], extents: Mapping[str, Expr]) -> list[Expr]:
        """The terms of a sum, many that need the same fewer indices as one that is added up once.

        Of floating-point numbers alone, and not of few: ``x - max - log`` stays as accurate as it was written.
        """
        of, *kinds = value_dtypes([total, *total.args], self.dtypes)
        if not of.startswith(("float", "complex")) or {*kinds} != {of}:
            return [*terms]
        groups = ex.grouped((before.free, term) for before, term in zip(total.args, terms, strict=True))
        found: list[Expr] = []
        for free, group in groups.items():
            part = ex.call("add", *group) if len(group) >= MANY_TERMS and free < total.free else None
            worth = part is not None and self.costs.total(part) + len(group) >= EXPENSIVE
            found += [self._shared_value(part, extents)] if part is not None and worth else group
        return found

    def _shared_value(self, value: Expr, extents: Mapping[str, Expr]) -> Expr:
        return self.once("value", value, self.ordered(value), extents)


def _without_limits(node: Expr, args: list[Expr], extents: Mapping[str, Expr]) -> list[Expr]:
    """The factors of a product without those that say no more than how long an index is."""
    if not ex.is_call(node, "mul"):
        return args
    rest = [a for a in args if not _is_limit(a, extents)]
    return rest if any(a.op == "access" for a in rest) else args


def _is_limit(e: Expr, extents: Mapping[str, Expr]) -> bool:
    return ex.is_call(e, "lt") and e.args[0].op == "index" and extents.get(e.args[0].data[0]) is e.args[1]


def stated_limits(body: Expr) -> dict[str, Expr]:
    """Extents that factors such as ``(l < size(x, 0))`` state, for indices that nothing reads."""
    found: dict[str, Expr] = {}
    for factor in body.args if ex.is_call(body, "mul") else (body,):
        if ex.is_call(factor, "lt") and factor.args[0].op == "index" and not factor.args[1].free:
            found[factor.args[0].data[0]] = factor.args[1]
    return found


# --- the phase ------------------------------------------------------------------------------


def run(state: Typed) -> Lowered:
    """Statements: reductions become buffers, products of arrays library calls."""
    state = replace(state, sizes=state.sizes.copy())
    floats = without_ones(list(for_dtypes(state).values()), state.dtypes)
    state = replace(state, simplified=dict(zip(state.simplified, floats, strict=True)))
    lowering = Lowering(state.dtypes, state.sizes, state.options, state.target)
    roots = in_one_form(reassociated(state))
    extents = extents_of_all(state, roots)
    # the extents are those of the reads as they stand in the formula
    certain = partial(without_certain, dtypes=state.dtypes)
    for change in (certain, without_unselected) if state.options.get("fused", True) else (without_unselected,):
        changed = change(roots, extents)
        extents = {changed[e]: known for e, known in extents.items() if e in changed}
        roots = [changed[e] for e in roots]
    safe = protected(roots, extents, _outside(state) if state.guarded else None)
    found = {safe[e]: known for e, known in extents.items() if e in safe}
    formulas = {name: safe[e] for name, e in zip(state.simplified, roots, strict=True)}
    given = lowering.given = given_lengths(state.options)
    found = {e: as_told(known, given) for e, known in found.items()}
    lowering.known = {e: {**given, **known} for e, known in found.items()} | {
        e: {**given, **state.axes[name], **found[e]} for name, e in formulas.items()
    }
    statements = [*ex.lets(*formulas.values())]
    tests = [test for e in statements for test in equalities(e.args[0])]
    asked = [n for n in rounded_sides(tests, state.dtypes) if reads_array(n)]
    lowering.compared = {n.args[0] for n in asked if len(n.free) < len(n.args) - 1}
    lowering.decided = decided(statements)
    lowering.uses.update(
        node.args[0]
        for e in statements
        for node in ex.postorder(e, into_arrays=False)
        if reads_array(node)
    )
    lowering.ask = asking(state)
    lowering.calls.read_once(list(formulas.values()), statements)
    lowering.reserved = {n for known in found.values() for n in known}
    for name in state.outputs:
        lowering.dtypes[name] = state.results[name]  # the names of results are taken
    for name, let in formulas.items():
        lowering.output(name, let, state.axes[name], state.results[name])
    lowering.matrices.drop_unread()
    lowering.drop_unread(state.outputs)
    return Lowered(**vars(state), statements=lowering.statements())


def asking(state: Typed) -> Ask:
    """The question to the engines which of them computes a call that the formula contains as a whole."""
    from espresso.compiler.matching.selection import choose_call

    def ask(call: EngineCall) -> Choice | None:
        # the choices of a program are replayed together, with what became of them (`choose`)
        return state.sizes.prefer(
            lambda size: choose_call(call, state.target, size, state.options, state.first_choices)
        )

    return ask


def extents_of_all(state: Typed, roots: Sequence[Expr]) -> dict[Expr, dict[str, Expr]]:
    """Extents of all statements; where a simplified result no longer says a length, that of the formula as written.

    Only there: beside lengths that reads decide, as in ``x[i+1] - x[i]``, a given one would stand for them all.
    """
    found = program_extents(roots)
    written = {e: state.axes[name] for name, e in zip(state.simplified, roots, strict=True)}
    read = {e: {n for r in facts_of(e).reads for n, _ in r.factors or ()} for e in written}  # padded reads say nothing
    silent = {e: {a: n for a, n in axes.items() if a not in read[e]} for e, axes in written.items()}
    return program_extents(roots, silent) if any(silent.values()) else found


def reassociated(state: Typed) -> list[Expr]:
    """The formulas with sums in the form that needs the fewest operations."""
    roots = list(state.simplified.values())
    if not state.options.get("simplify", True) or state.options.get("memory_limit") is not None:
        return roots  # sums regrouped would be arrays that nobody has weighed
    optimize = state.options.get("optimize", "auto")
    extents = extents_of_all(state, roots)
    real = not any(str(d).startswith("complex") for d in state.dtypes.values())
    found = state.sizes.decide_once(lambda size: regrouped(roots, extents, size, optimize, real))
    pairs = zip(roots, found, strict=True)
    return uniquify_all([a if a is not b and rewriting_shows([a], [b], state.dtypes) else b for a, b in pairs])


def _outside(state: Typed) -> Callable[[Expr], float]:
    """What a guarded gather reads outside an array: NaN, or 0 where the dtype has none, or the program itself looks."""

    def fill(array: Expr) -> float:
        body = ex.body(array)
        dtype = state.dtypes[array.data.name] if array.op == "tensor" else value_dtype(body, state.dtypes)
        return float("nan") if dtype.startswith(("float", "complex")) and TARGETS[state.target].launches else 0

    return fill
