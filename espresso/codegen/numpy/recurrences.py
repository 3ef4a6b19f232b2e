"""Recurrences in NumPy programs: arrays for the states, a function for each step, and a loop over the positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from espresso.codegen.numpy import lengths
from espresso.codegen.numpy.program import Program, Scope
from espresso.codegen.numpy.values import Value
from espresso.errors import EspressoError
from espresso.formulas.extents.extents import program_extents, untold
from espresso.formulas.extents.nested import is_nested, loops
from espresso.formulas.extents.range_guards import limit
from espresso.formulas.extents.scopes import uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import State, in_positions, lengths_at, named
from espresso.formulas.inference.checked_reads import reads_to_check
from espresso.formulas.inference.dtypes import DType, dtypes_of, input_dtype, state_types
from espresso.formulas.inference.infer_errors import at_step, gather_outside
from espresso.formulas.inference.recurrences import position_of, rows_at

Emit = Callable[[Expr, str, Sequence[Expr], Mapping[str, np.dtype], Mapping[str, Expr]], str]
"""The text of a function of an expression: its name, its parameters, their dtypes, and lengths that nothing tells."""


def written(program: Program, scope: Scope, node: Expr, variables: Mapping[int, str], emit: Emit) -> Value:
    """The state of a recurrence as a variable; the loop that computes all states of it is written once.

    ``variables`` are those that some states have already.
    """
    key = node.data[0], node.args
    if key not in program.recurrences:
        program.recurrences[key] = _Loop(program, scope, node, variables, emit).values
    value = program.recurrences[key][node.data[1]]
    return Value(value, node.data[2], names=(value,))


class _Blank(str):
    """What stands in the text of an error for a number or a shape that a program fills in."""

    def __getitem__(self, _: Any) -> _Blank:
        return _Blank("{length}")

    def __sub__(self, _: Any) -> _Blank:
        return _Blank("{last}")


class _Loop:
    """The lines of one recurrence; ``values`` are the variables of its states."""

    def __init__(self, program: Program, scope: Scope, node: Expr, variables: Mapping[int, str], emit: Emit) -> None:
        self.program, self.emit = program, emit
        self.recurrence = node.data[0]
        self.position = ex.tensor("t", 0, "int64")
        self.states, self.inputs = named(self.recurrence, node.args, ("t",))
        texts = [program.variables[a].text for a in node.args]
        self.values = [variables.get(k) or program.claim(s.name) for k, s in enumerate(self.states)]
        formal = [ex.tensor(s.name, len(s.axes)) for s in self.states]
        self.texts = dict(zip((*self.inputs, *formal), (*texts, *self.values), strict=True))
        inside = in_positions(*self.recurrence.parts)
        types = [self._type(a, f in inside) for f, a in zip(self.recurrence.arrays, node.args, strict=True)]
        self.types = state_types(self.recurrence, types)
        both = zip((*self.inputs, *formal), (*types, *self.types), strict=True)
        self.dtypes = {t.data.name: d.dtype for t, d in both}
        self.ends: list[str] = []
        for k, s in enumerate(self.states):
            shape = [self._length(scope, node, k, axis) for axis in range(len(s.axes))]
            self.ends.append(shape[s.axis])
            dims = f"({', '.join(shape)}{',' * (len(shape) == 1)})"
            program.lines.append(f"{self.values[k]} = np.zeros({dims}, {self._dtype(self.types[k], texts)})")
        actual = dict(zip(self.inputs, node.args, strict=True))
        for k, s in enumerate(self.states):
            for number, (place, value) in enumerate(s.starts):
                form = lengths.from_expr(ex.replace(place, actual), program.size_of)
                assert form is not None
                call = self._call(f"{self.values[k]}_start{number or ''}", s, value)
                program.lines += self._refusals(k, value)
                program.lines.append(f"{self._row(k, program.length_text(form)[0])} = {call}")
        self._loops()

    def _type(self, array: Expr, position: bool) -> DType:
        if position and not any(t.data.dtype or t.data.name in self.program.dtypes for t in ex.tensors(array)):
            return DType(np.dtype(np.int64))  # nobody has said it
        if array.op == "tensor":
            return input_dtype(array, self.program.dtypes)
        try:
            return dtypes_of([array], self.program.dtypes)[array]
        except EspressoError:  # without dtypes of the inputs
            return DType(np.dtype(np.float64))

    def _dtype(self, kind: DType, texts: Sequence[str]) -> str:
        """The dtype of a state: floating-point numbers as wide as those of the arrays."""
        if kind.dtype.kind not in "fc":
            return f"np.{'bool_' if kind.dtype.kind == 'b' else kind.dtype}"
        return f"np.result_type({', '.join(dict.fromkeys([*texts, '1j' if kind.dtype.kind == 'c' else '1.0']))})"

    def _length(self, scope: Scope, node: Expr, k: int, axis: int) -> str:
        told = lengths_at(ex.recur(self.recurrence, k, self.states[k].axes, node.args))
        name = self.states[k].axes[axis]
        e = told.get(name)
        length = self.program.extent(scope, name) if e is None else lengths.from_expr(e, self.program.size_of)
        assert length is not None
        return self.program.length_text(lengths.at_least_zero(length), name)[0]

    def _row(self, k: int, position: str) -> str:
        return f"{self.values[k]}[{':, ' * self.states[k].axis}{position}]"

    def _call(self, name: str, s: State, value: Expr, *position: str) -> str:
        """The call of a function that is written for an expression."""
        array = ex.tensor(s.name, len(s.axes))
        silent = {a: ex.size(array, s.axes.index(a)) for a in untold(value)}
        used = [t for t in self.texts if t in set(ex.tensors(value)) or (t is array and silent)]
        given = [self.position] if position else []
        short = f"def {name}({', '.join(self.texts[t] for t in used)}):\n    return "
        text = self.emit(value, name, [*given, *used], self.dtypes, silent)
        if not position and text.startswith(short) and text.count("\n") == 1:  # a starting value in one line
            return text.removeprefix(short).removesuffix(".copy()")
        function = self.program.function(name)
        self.program.functions.append(text.replace(f"def {name}(", f"def {function}(", 1))
        return f"{function}({', '.join([*position, *(self.texts[t] for t in used)])})"

    def _loops(self) -> None:
        """The loop over the positions, with the states in their order."""
        backward, lines = self.recurrence.backward, self.program.lines
        least = min(s.first for s in self.states)
        t = self.program.claim("t")
        rows = [f"{self.values[k]}.shape[{s.axis}]" for k, s in enumerate(self.states)]
        n, uneven = rows[0], len({*self.ends}) > 1
        if backward:
            over = f"range({n} - {self.states[0].first + 1}, -1, -1)"
            uneven = uneven or any(s.first != self.states[0].first for s in self.states)
            if uneven:
                over = f"range(max({', '.join(self._end(k) for k in range(len(self.states)))}), -1, -1)"
        else:
            over = f"range({least}, max({', '.join(rows)}))" if uneven else f"range({least}, {n})"
        lines.append(f"for {t} in {over}:")
        together = loops(self.states) if is_nested(self.recurrence) else ()
        for k, value in rows_at(self.states, together, range(len(self.states)), ex.access(self.position)):
            s = self.states[k]
            call = self._call(f"{self.values[k]}_step", s, value, t)
            tests = []
            if not backward:
                tests = [f"{t} >= {s.first}"] * (s.first > least) + [f"{t} < {rows[k]}"] * uneven
            elif uneven:
                tests = [f"{t} <= {self._end(k)}"]
            test = f"if {' and '.join(tests)}: " if tests else ""
            for line in (*self._refusals(k, value, t), f"{self._row(k, t)} = {call}"):
                lines.append(f"    {test}{line}")

    def _refusals(self, k: int, value: Expr, *position: str) -> list[str]:
        """Lines that refuse positions outside an array which a statement reads at, or in a branch that it takes."""
        s, program = self.states[k], uniquify_all([value])
        extents, lines = program_extents(program), []
        step = ex.access(self.position)
        at = {step: ex.access(position_of(s, [t.data.name for t in self.texts]))}
        shown = [ex.replace(e, at) for e in (value, *program)]
        for w in reads_to_check(program):
            if not any(n.op == "access" and n is not step for n in ex.postorder(w.slot, w.needed)):
                continue
            array, known = w.access.args[0], extents[w.scope]
            named = f"{self.values[k]}_position"
            positions = self._beside(named, ex.closed("", w.slot.axes, w.slot), known, position)
            wanted = "True"
            if w.needed.op != "const":
                over = [n for n in w.needed.axes if n not in w.slot.free]
                needed = ex.call("ne", w.needed, ex.const(0))
                needed = ex.call("mul", *(limit(n, known[n]) for n in over), needed) if over else needed
                needed = ex.reduce("any", over, needed) if over else needed
                wanted = self._beside(f"{named}_wanted", ex.closed("", w.slot.axes, needed), known, position)
            shape = f"{self.texts[array]}.shape" if array in self.texts else self._shape(array, extents[array])
            error = gather_outside(shown, ex.replace(w.access, at), w.axis, _Blank("{position}"), _Blank("{shape}"))
            text = str(at_step(error, s.step, "{step}") if position else error)
            self.program.helpers["_es_refuse"] = None
            lines.append(f"_es_refuse({', '.join([positions, wanted, shape, str(w.axis), repr(text), *position])})")
        return lines

    def _beside(self, name: str, e: Expr, extents: Mapping[str, Expr], position: Sequence[str]) -> str:
        """The call of a function that is written for a formula with indices of these lengths."""
        told = program_extents([e])[e]
        limits = [limit(a, extents[a]) for a in e.data[1] if a in told and told[a] is not extents.get(a, told[a])]
        e = ex.closed("", e.data[1], ex.call("mul", e.args[0], *limits)) if limits else e
        over = [n for node in ex.postorder(e.args[0], into_arrays=False) if node.op == "reduce" for n in node.data[1]]
        silent = {a: extents[a] for a in (*e.data[1], *over) if a not in told and a in extents}
        read = set(ex.tensors(e, *silent.values()))
        used = [t for t in self.texts if t in read]
        function = self.program.function(name)
        given = [self.position] if position else []
        self.program.functions.append(self.emit(e, function, [*given, *used], self.dtypes, silent))
        return f"{function}({', '.join([*position, *(self.texts[t] for t in used)])})"

    def _shape(self, array: Expr, extents: Mapping[str, Expr]) -> str:
        """The shape of a statement of the step."""
        found = []
        for name in array.data[1]:
            length = lengths.from_expr(extents[name], lambda t, axis: lengths.axis(self.texts[t], axis))
            assert length is not None
            found.append(lengths.text(length))
        return f"({', '.join(found)},)"

    def _end(self, k: int) -> str:
        s = self.states[k]
        return f"{self.values[k]}.shape[{s.axis}] - {s.first + 1}"
