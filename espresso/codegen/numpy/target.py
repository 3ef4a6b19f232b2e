"""The NumPy target: any set of expressions as the source of one readable function.

The text is what a person would write: whole-array operations, ``@`` and ``np.einsum`` for
sums of products, slices for shifted reads, fancy indices for gathers.  It needs NumPy and
the helper functions that it carries along, nothing else.  Each body is walked once,
arguments first; a value used twice, or too long for one line, becomes a variable.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from espresso.algebra.normal_form.equal_values import all_rounded_alike, in_one_form
from espresso.algebra.normal_form.unselected_matrices import without_unselected
from espresso.codegen.numpy import axes as numpy_axes, calls as numpy_calls, reads as numpy_reads, recurrences
from espresso.codegen.numpy.helpers import HELPERS
from espresso.codegen.numpy.program import DEEPEST, LONGEST, At, Key, Program, Scope, scope_of
from espresso.codegen.numpy.values import ATOM, Value, aligned, as_number, transposed
from espresso.formulas.extents.extents import program_extents
from espresso.formulas.extents.scopes import declare, uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import OVER_INDICES
from espresso.formulas.graph.predicates import is_guard
from espresso.formulas.notation.meanings import expand

SHARE_UP_TO = 500
"""Programs up to this many nodes share values modulo names of indices, larger ones only equal nodes."""


def emit_numpy(
    outputs: Sequence[tuple[str, Expr]],
    function_name: str = "program",
    *,
    sizes: Mapping[str, int] | None = None,
    dtypes: Mapping[str, Any] | None = None,
    inputs: Sequence[Expr] | None = None,
    extents: Mapping[str, Expr] | None = None,
    of: Mapping[str, Mapping[str, Expr]] | None = None,
) -> str:
    """Return the source of a module with ``def function_name(inputs...)`` for the outputs.

    The function returns one array, or a tuple in the order of ``outputs``.  Its parameters
    are the inputs in order of first appearance, or ``inputs``.  ``sizes`` are lengths of indices that no
    array determines, ``extents`` the same as formulas, and ``of`` those of each output;
    ``dtypes`` of inputs, where known, settle how small
    integers and bools are summed (without them inputs are taken to be floats or 64-bit integers).

    >>> x = ex.access(ex.tensor("x", 1), [ex.index("i")])
    >>> print(emit_numpy([("y", ex.let("y", ["i"], ex.call("exp", x)))], "f"))
    import numpy as np
    <BLANKLINE>
    <BLANKLINE>
    def f(x):
        return np.exp(x)
    <BLANKLINE>
    """
    emitter, text = _emitted(outputs, function_name, sizes or {}, dtypes, inputs, extents or {}, of=of)
    return emitter.module(text)


def _emitted(
    outputs: Sequence[tuple[str, Expr]], function_name: str, sizes: Mapping[str, int], dtypes: Mapping[str, Any] | None,
    inputs: Sequence[Expr] | None, extents: Mapping[str, Expr], beside: set[str] | None = None,
    of: Mapping[str, Mapping[str, Expr]] | None = None,
) -> tuple[_Emitter, str]:  # fmt: skip
    """The emitter that has written a function, and the text of the function alone."""
    given = expand([e for _, e in outputs], "numpy")
    if any(ex.has(e, "recur") for e in given):
        from espresso.algebra.rewriting.wavefronts import in_wavefronts

        given = in_wavefronts(given)
    meant = [f.name for f in OVER_INDICES.values() if not f.numpy]
    if meant:
        from espresso.algebra.rewriting.definitions import expand_definitions

        given = expand_definitions(given, meant)
    roots = in_one_form([_as_let(e) for e in uniquify_all(declare(given, sizes))])
    arrays = ex.lets(*roots)
    found = program_extents(arrays)
    given_sizes = {**{n: ex.const(m) for n, m in sizes.items()}, **extents}
    indices = {a: ex.index_names(*ex.postorder(a.args[0], into_arrays=False)).union(a.data[1]) for a in arrays}
    told = {a: {n: m for n, m in given_sizes.items() if n in indices[a] and n not in found[a]} for a in arrays}
    for root, (name, _) in zip(roots, outputs, strict=True):  # results may call axes of different lengths alike
        own = {n: m for n, m in (of or {}).get(name, {}).items() if n in indices[root] and n not in found[root]}
        told[root] = {**told[root], **own}
    if any(told.values()):  # they are the lengths of reads of these arrays too
        found = program_extents(arrays, told)
    types, lengths = _declared(given, dtypes), {a: {**told[a], **found[a]} for a in arrays}
    for change in (without_unselected, partial(all_rounded_alike, dtypes=types)):
        made = change(roots, lengths)
        roots = [made[e] for e in roots]
        arrays = ex.lets(*roots)
        lengths = {made[a]: known for a, known in lengths.items() if made[a] in arrays}
    emitter = _Emitter(types, lengths, arrays, beside)
    parameters = [emitter.parameter(t) for t in (ex.tensors(*given) if inputs is None else inputs)]
    return emitter, emitter.function(outputs, roots, function_name, parameters)


def _as_let(e: Expr) -> Expr:
    """The array that a root means: a let; a bare body becomes one without a name."""
    if e.op == "program":
        e = e.args[-1]
    if e.op == "let":
        return e
    if e.op == "tensor":
        e = ex.access(e, [ex.index(f"i{k}") for k in range(e.data.rank)])
    return ex.closed("", e.axes, e)


def _declared(roots: Sequence[Expr], dtypes: Mapping[str, Any] | None) -> dict[str, np.dtype]:
    found = {t.data.name: np.dtype(t.data.dtype) for t in ex.tensors(*roots) if t.data.dtype is not None}
    return {**found, **{n: np.dtype(d) for n, d in (dtypes or {}).items()}}


class _Emitter:
    """Walks the bodies and writes the program."""

    def __init__(
        self, dtypes: Mapping[str, np.dtype], extents: Mapping[Expr, Mapping[str, Expr]], arrays: Sequence[Expr],
        beside: set[str] | None = None,
    ) -> None:
        self.program = Program(dtypes, beside)
        self.arrays = arrays
        self.scopes = {a: scope_of(k, a, extents.get(a, {})) for k, a in enumerate(arrays)}
        nodes = sum(len(ex.postorder(a.args[0], into_arrays=False)) for a in arrays)
        self.share = nodes <= SHARE_UP_TO
        self.shared: dict[Any, tuple[Value, tuple[str, ...]]] = {}
        self.canonical: dict[tuple[Expr, tuple[Expr | None, ...]], Any] = {}
        self.counts: Counter[Any] = Counter()

    def parameter(self, tensor: Expr) -> str:
        name = tensor.data.name
        variable = self.program.claim(name)
        dtype = self.program.dtypes.get(name)
        self.program.variables[tensor] = Value(variable, names=(variable,), dtype=dtype, view=True)
        return variable

    def function(
        self, outputs: Sequence[tuple[str, Expr]], roots: Sequence[Expr], function_name: str, parameters: Sequence[str]
    ) -> str:
        """The text of a function for the outputs."""
        program = self.program
        names = self.names = self._variable_names(outputs, roots)
        function = function_name if function_name.isidentifier() else "program"
        orders = {a: self._order(a) for a in self.arrays}
        last = roots[-1] if len(roots) == 1 else None
        used_inside = {
            n.args[0]
            for a in self.arrays
            for n in ex.postorder(a.args[0], into_arrays=False)
            if n.op in ("access", "size")
        }
        result = ""
        for a in self.arrays:
            program.let_lengths[a] = tuple(program.extent(self.scopes[a], i) for i in a.data[1])
            value = self._body(a, orders[a])
            if a is last and a not in used_inside:
                result = self._result(outputs[0][1], self._owned(a, value))
                continue
            value = self._owned(a, value) if a in roots else value
            variable = names[a]
            stored = program.assign(replace(value, axes=()), variable)
            if value.text == variable:
                program.lines.pop()
            program.variables[a] = replace(stored, view=False)
            program.remember_shape(variable, program.let_lengths[a])
        if not result:
            texts = [self._result(e, program.variables[r]) for (_, e), r in zip(outputs, roots, strict=True)]
            result = ", ".join(texts) + ("," if len(texts) == 1 and len(outputs) > 1 else "")
        return self._text(function, parameters, result)

    def _variable_names(self, outputs: Sequence[tuple[str, Expr]], roots: Sequence[Expr]) -> dict[Expr, str]:
        given = {r: name for (name, _), r in zip(outputs, roots, strict=True)}
        names = {}
        for a in self.arrays:
            wanted = a.data[0] or given.get(a, "")
            names[a] = self.program.claim(wanted) if wanted else self.program.temporary()
        return names

    def _text(self, function: str, parameters: Sequence[str], result: str) -> str:
        body = textwrap.indent("\n".join([*self.program.lines, f"return {result}"]), "    ")
        wrapper = '@np.errstate(divide="ignore", invalid="ignore", over="ignore")\n' if self._may_be_invalid() else ""
        return f"{wrapper}def {function}({', '.join(parameters)}):\n{body}"

    def module(self, text: str) -> str:
        """The text of a module: helpers, functions that the program calls, and the program."""
        own = [HELPERS[h].strip() for h in self.program.helpers if h in HELPERS]
        scalar = [h for h in self.program.helpers if h not in HELPERS]
        sources = [*([_scalar_helpers(scalar)] if scalar else []), *own]
        return "\n\n\n".join(["import numpy as np", *sources, *self.program.functions, text]) + "\n"

    def _beside(
        self, e: Expr, name: str, inputs: Sequence[Expr], dtypes: Mapping[str, np.dtype], extents: Mapping[str, Expr]
    ) -> str:
        """The text of a function for an expression, with what it needs beside it in the module."""
        emitter, text = _emitted([("out", e)], name, {}, dtypes, inputs, extents, self.program.beside)
        self.program.helpers |= emitter.program.helpers
        self.program.functions += emitter.program.functions
        return text

    def _may_be_invalid(self) -> bool:
        """Whether a branch or product that a condition switches off may compute log(-1) and the like."""
        choices = risky = False
        for a in self.arrays:
            for n in ex.postorder(a.args[0], into_arrays=False):
                if n.op == "call" and not (choices and risky):
                    choices = choices or n.data == "where" or (n.data == "mul" and self._switches(a, n.args))
                    risky = risky or not (n.data in _TOTAL or is_guard(n))
        return choices and risky

    def _switches(self, array: Expr, factors: Sequence[Expr]) -> bool:
        guards = filter(is_guard, factors)
        return any(not numpy_calls.is_certain(At(self.program, self.scopes[array]), g) for g in guards)

    def _result(self, e: Expr, value: Value) -> str:
        """Text of a result: one made of literals, conditions or lengths alone has the dtype of the float inputs."""
        if value.kind == "strong" or (value.level != 1 and ex.has(e, "access")):
            return value.text
        dtypes = self.program.dtypes
        names = [t.data.name for t in ex.tensors(e)]
        floats = [
            self.program.variables[t].text
            for t, n in zip(ex.tensors(e), names, strict=True)
            if n not in dtypes or dtypes[n].kind == "f"
        ]
        floats.append("1j" if value.level == 2 else "1.0")
        return f"np.asarray({value.text}, dtype=np.result_type({', '.join(floats)}))" if floats[1:] else value.text

    def _states(self, node: Expr) -> dict[int, str]:
        """Variables of the states of a recurrence that are arrays of the program."""
        same = [(a.args[0], v) for a, v in self.names.items() if a.args[0].op == "recur"]
        return {e.data[1]: v for e, v in same if e.data[0] == node.data[0] and e.args == node.args}

    # --- one body ---

    def _parts(self, scope: Scope, key: Key) -> list[Key]:
        """The values from which the value of a node is made."""
        node, risky = key
        at = At(self.program, scope, risky)
        if node.op == "access":
            return [(e, risky) for e in numpy_reads.needed(at, node)]
        if node.op == "call":
            if node.data == "where":
                return [(node.args[0], risky), (node.args[1], True), (node.args[2], True)]
            return [(e, risky) for e in numpy_calls.operands(at, node)]
        if node.op == "reduce":
            return [(e, risky) for e in numpy_axes.needed(at, node)]
        if node.op == "scan":
            return [(node.args[0], risky)]
        return []

    def _order(self, array: Expr) -> list[Key]:
        """Nodes of a body whose values are needed, parts first; counts how often each is used."""
        for a in [n.args[0] for n in ex.postorder(array.args[0], into_arrays=False) if n.op in ("access", "size")]:
            if a.op == "let" and a not in self.program.let_lengths:
                self.program.let_lengths[a] = tuple(self.program.extent(self.scopes[a], i) for i in a.data[1])
        scope = self.scopes[array]
        order = ex.ordered([(array.args[0], False)], partial(self._parts, scope))
        first_time = {k: self._identity(scope, k) for k in order}
        for key in order:
            identity = first_time[key]
            if self.counts[("parts", identity)]:
                continue  # its parts are counted with its first occurrence
            self.counts[("parts", identity)] += 1
            for p in self._parts(scope, key):
                self.counts[first_time[p]] += 1
        self.counts[first_time[order[-1]]] += 1
        return order

    def _identity(self, scope: Scope, key: Key) -> Any:
        """What two nodes have in common that have the same value but for the names of axes."""
        node, risky = key
        if not self.share or node.op in ("const", "index") or node.depth > 60:
            return (scope.number, node, risky) if node.free else (node, risky)
        extents = tuple(scope.extents.get(n) for n in node.axes)
        place = (node, extents)
        if place not in self.canonical:
            self.canonical[place] = (ex.canonical(node), extents)
        return (*self.canonical[place], risky)

    def _body(self, array: Expr, order: Sequence[Key]) -> Value:
        scope = self.scopes[array]
        for key in order:
            if key in scope.memo:
                continue
            identity = self._identity(scope, key)
            if self.share and identity in self.shared:
                value, axes = self.shared[identity]
                names = dict(zip(axes, key[0].axes, strict=True))
                kept = value.kept and (value.kept[0], tuple(names.get(a, a) if a else None for a in value.kept[1]))
                scope.memo[key] = replace(value, axes=tuple(names[a] for a in value.axes), kept=kept)
                continue
            value = self._stored(scope, key, self._make(scope, key), self.counts[identity], key == order[-1])
            scope.memo[key] = value
            if self.share:
                self.shared[identity] = (value, key[0].axes)
        value = scope.memo[order[-1]]
        return self._finished(scope, array, value)

    def _make(self, scope: Scope, key: Key) -> Value:
        node, risky = key
        program = self.program

        def get(e: Expr) -> Value:
            return scope.memo.get((e, risky)) or scope.memo[e, True]  # those of branches of a ``where`` are risky

        at = At(program, scope, risky, get)
        if node.op == "const":
            return numpy_calls.constant(node.data)
        if node.op == "index":
            return at.arange(node.data[0])
        if node.op == "size":
            return program.length_value(program.size_of(node.args[0], node.data))
        if node.op == "recur":
            return recurrences.written(program, scope, node, self._states(node), self._beside)
        write = {"access": numpy_reads.read, "reduce": numpy_axes.reduction, "scan": numpy_axes.scan}
        return write.get(node.op, numpy_calls.call)(at, node)

    def _stored(self, scope: Scope, key: Key, value: Value, uses: int, last: bool) -> Value:
        """The value, in a variable if it is used again or too long to be read."""
        node = key[0]
        if value.native and len(value.text) <= LONGEST:
            return value
        if uses > 1 and not _is_cheap(node, value):
            name = node.data[0] if node.op == "index" else ""
            variable = self.program.claim(name) if name and self.program.is_free(name) else None
            return self._assigned(node, value, variable)
        if len(value.text) > LONGEST + 32 * last or value.nesting > DEEPEST:
            return self._assigned(node, value)
        return value

    def _assigned(self, node: Expr, value: Value, name: str | None = None) -> Value:
        """The value in a variable; of integers with a minus what stands behind it, which a wider sum subtracts."""
        dtypes = [self.program.dtypes.get(t.data.name) for t in ex.tensors(node)]
        if value.opposite is None or not all(d is not None and d.kind in "iu" for d in dtypes):
            return self.program.assign(value, name)
        positive = numpy_calls.signed(value, -1)
        stored = positive if positive.text.isidentifier() else self.program.assign(positive, name)
        return numpy_calls.signed(stored, -1)

    def _finished(self, scope: Scope, array: Expr, value: Value) -> Value:
        """The value with the axes of the left side, all of them, in their order."""
        axes = array.data[1]
        if value.number:
            value = as_number(value)
        present = tuple(a for a in axes if a in value.axes)
        if present == axes:
            return transposed(value, axes)
        placed = aligned(value, axes)
        shape = At(self.program, scope).shape_text(axes)
        if not value.axes:
            return value.spelled(f"np.full({shape}, {value.text})", axes=tuple(axes), native=False, view=False)
        return placed.spelled(f"np.broadcast_to({placed.text}, {shape})", axes=tuple(axes), view=True)

    def _owned(self, array: Expr, value: Value) -> Value:
        """The value in memory of its own, since results never share memory with inputs."""
        if not value.view:
            return value
        if not value.axes:
            return replace(value, text=f"np.array({value.text})", prec=ATOM)
        return replace(
            value, text=f"{value.text if value.prec == ATOM else f'({value.text})'}.copy()", prec=ATOM, view=False
        )


_TOTAL = frozenset(
    {"add", "mul", "abs", "sign", "minimum", "maximum", "clip", "sin", "cos", "tanh", "relu", "logistic", "where"}
)
"""Functions that warn about no finite argument."""


def _scalar_helpers(names: Sequence[str]) -> str:
    from espresso.mathematics.helpers import numpy_source

    return numpy_source(*names).strip()


def _is_cheap(node: Expr, value: Value) -> bool:
    """Whether writing the text again costs nothing: names, views and plain numbers."""
    if node.op == "const" or value.text.isidentifier():
        return True
    return node.op == "access" and value.view and len(value.text) <= 20 and "(" not in value.text
