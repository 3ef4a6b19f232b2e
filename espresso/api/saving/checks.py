"""Argument checks of a saved module: the checks of a call, as generated text.

`Run` and `Positions`, which check the arrays of a call, run here with lengths that are names (`symbolic`), so there is
one set of rules and one of messages.  Lengths and dtypes are compared by the generated text; positions that are data
are computed by the NumPy text of their formulas.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from espresso.api.gather_checks import BoundsCheck, Positions
from espresso.api.saving.recurrences import recurrence_checks
from espresso.api.saving.symbolic import Branch, Number, Open, Paths, Unwritten, as_length, mark
from espresso.codegen.numpy import lengths
from espresso.codegen.numpy.target import emit_numpy
from espresso.errors import DtypeError, EspressoError, ExtentError, InputError, RankError, TargetError
from espresso.formulas.extents.extents import program_extents
from espresso.formulas.extents.reads import Arithmetic
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.inference.checked_reads import CheckedRead, outside
from espresso.formulas.inference.infer import Inference, Run
from espresso.formulas.inference.infer_errors import CLOSE, OPEN, check_declared, rank
from espresso.system.half_precision import dtype_of

_BASES = {ExtentError: "ValueError", RankError: "ValueError", DtypeError: "TypeError", InputError: "TypeError"}

_ALIGNED = '''
def _aligned(message):
    """The message with its table of facts in columns."""
    lines = [line.split("\\t") for line in message.split("\\n")]
    width = max((len(line[0]) for line in lines if len(line) > 1), default=0)
    return "\\n".join(line[0] if len(line) < 2 else line[0].ljust(width) + line[1] for line in lines)
'''

_ARRAY = '''
def _array(name, value, dtype, declared=False):
    """The value as an array of the dtype, where that holds all values of its own; Python's numbers take it."""
    if isinstance(value, np.ma.MaskedArray):
        raise InputError(
            f"input {name!r} is a masked array, and a compiled function knows no masks.\\n"
            f"Give {name}.filled(...), or the data and the mask as two inputs: where(mask[i], 0, x[i])."
        )
    try:
        array = np.asarray(value)
    except (ValueError, TypeError, OverflowError) as reason:
        raise InputError(f"input {name!r} is not an array: {reason}") from None
    if array.ndim == 0 and array.dtype.kind in "OUS" and not isinstance(value, (int, np.ndarray, np.generic)):
        what = "None" if value is None else f"of type {type(value).__name__}"
        raise InputError(
            f"input {name!r} is {what}, which is no array and no number.\\n"
            "Give an array, a number, or a list of numbers."
        )
    if isinstance(value, (bool, int, float, complex)) and not isinstance(value, np.generic):
        if array.dtype.kind in {"b": "b", "u": "bui", "i": "bui", "c": "buifc"}.get(dtype.kind, "buif"):
            try:
                return np.asarray(value, dtype)
            except OverflowError:
                raise DtypeError(
                    f"input {name!r} is {value}, which {dtype}, the dtype of this module, does not hold."
                ) from None
    if array.dtype.kind not in "biufcV":
        raise DtypeError(
            f"{name} has dtype {array.dtype}, which holds no numbers.\\n"
            f"Give {name} as booleans, integers, real or complex floating-point numbers."
        )
    if declared and array.dtype.newbyteorder("=") != dtype:
        raise DtypeError(
            f"{name} has dtype {array.dtype} but is declared as {dtype}.\\n"
            f"Give {name}.astype({str(dtype)!r}), or declare {name} without a dtype."
        )
    if not np.can_cast(array.dtype, dtype, "safe"):
        raise DtypeError(
            f"{name} has dtype {array.dtype}, and this module was saved for {dtype}.\\n"
            f"Give {name}.astype({str(dtype)!r}), or save a module after a call with {array.dtype}."
        )
    return np.asarray(array, dtype)
'''

_INSIDE = {
    "cpu": '''
@njit(nogil=True, cache=True)
def _inside(positions, length):
    """Whether all positions lie from 0 to length - 1."""
    for p in positions.flat:
        if p < 0 or p >= length:
            return False
    return True
''',
    "numpy": '''
def _inside(positions, length):
    """Whether all positions lie from 0 to length - 1."""
    return not positions.size or (positions.min() >= 0 and positions.max() < length)
''',
}


def with_checks(compiled: Any, bound: Any, source: str = "") -> str:
    """The module of a bound call, in whose ``program`` the arrays are checked first; ``source``: another text of it."""
    source = source or bound.source
    head, defined, tail = re.split(r"(?m)^((?:@.*\n)*def program\()", source)
    variables = tail[: tail.index("):\n")].replace(",", " ").split()
    unread = compiled._arguments.unread
    read = {n: v for n, v in zip(compiled.inputs, variables, strict=True) if n not in unread}
    if not read:
        return source
    checks = Checks(compiled, bound, {n: parameter(v) for n, v in read.items()})
    checks.name = "_checked" + "_" * sum(len(n) for n in (*variables, *compiled.outputs) if n.startswith("_checked"))
    text = checks.text()
    start = tail.index("):\n") + 3
    docstring = re.match(r'\s+""".*?"""\n', tail[start:])
    start += docstring.end() if docstring else 0
    body = re.sub(r"(?m)^    (\w+) = np\.asarray\(\1\)\n", "", tail[start:])
    names = ", ".join(read.values())
    called = f"    {names} = {checks.name}({names})\n"
    # a recurrence raises the InputError of the checks
    head = re.sub(r"(?m)^ *class InputError\(TypeError\):\n.*\n\s*\n", "", head)
    return f"{head.rstrip()}\n\n\n{text}\n\n\n{defined}{tail[:start]}{called}{body}"


class Checks:
    """The text of ``_checked`` and of what it calls."""

    name = "_checked"

    def __init__(
        self, compiled: Any, bound: Any, variables: Mapping[str, str], dtypes: Mapping[str, str] | None = None,
        inside: str = "",
    ) -> None:  # fmt: skip
        self.compiled, self.bound, self.variables = compiled, bound, dict(variables)
        self.dtypes = dict(dtypes_of(compiled, bound) if dtypes is None else dtypes)
        self.inside = inside or compiled.target
        self.arguments = compiled._arguments
        self.roots, self.originals = self.arguments.formulas, self.arguments.originals if self.arguments.sizes else []
        taken = {*variables.values(), "position", "positions"}
        self.axes: dict[str, list[str]] = {}
        for name in variables:
            names = [f"{variables[name]}_{k}" for k in range(compiled._inputs[name].data.rank)]
            while taken.intersection(names):
                names = [f"{n}_" for n in names]
            taken.update(names)
            self.axes[name] = names
        self.paths = Paths(taken)
        self.shapes: dict[str, tuple[Any, ...]] = {
            n: tuple(map(self.paths.number, names)) for n, names in self.axes.items()
        }
        self.errors: dict[type[EspressoError], None] = dict.fromkeys((DtypeError, InputError))
        self.functions: list[str] = []

    def text(self) -> str:
        """The classes of errors, the helpers and ``_checked``."""
        dtypes = self.dtypes
        lines = ['"""The arrays, checked and of the dtypes of this module; see the messages for what is refused."""']
        for name, v in self.variables.items():
            declared = ", True" if self.compiled._inputs[name].data.dtype else ""
            dtype = _constant(dtypes[name])
            lines += [f"if type({v}) is not _ndarray or {v}.dtype is not {dtype}:",
                      f"    {v} = _array({name!r}, {v}, {dtype}{declared})"]  # fmt: skip
        lines += self._ranks()
        lines += self._for_some_shapes(lambda: [*self._lengths(), *self._positions()])
        names = ", ".join(self.variables.values())
        lines.append(f"return {names}")
        written = {d: d if d == "bfloat16" else repr(d) for d in dtypes.values()}
        constants = [f"{_constant(d)} = np.dtype({text})" for d, text in written.items()]
        constants.append("_ndarray = np.ndarray")
        if "bfloat16" in dtypes.values():
            constants.insert(0, "from ml_dtypes import bfloat16")
        classes = [f'class {e.__name__}({_BASES[e]}):\n    """As espresso raises it."""' for e in self.errors]
        checked = f"def {self.name}({names}):\n" + "\n".join(f"    {line}" for line in lines)
        parts = ["\n".join(constants), *classes, _ALIGNED.strip(), _ARRAY.strip(), *self.functions, checked]
        return "\n\n\n".join(parts)

    # --- ranks and lengths ---

    def _ranks(self) -> list[str]:
        """The lengths as variables; where a shape has another number of them, the error says which one."""
        wrong = []
        for t in Inference(self.roots).tensors:
            v, paths = self.variables[t.data.name], Paths()
            count: Any = paths.number(f"{v}.ndim")
            shape: tuple[Any, ...] = tuple(paths.number(f"{v}.shape[{k}]") for k in range(t.data.rank))

            def check(t: Expr = t, v: str = v, count: Any = count, shape: tuple[Any, ...] = shape) -> None:
                if count != t.data.rank:
                    raise rank(self.roots, t, mark(f"{v}.shape"), count)
                check_declared(t, shape)

            wrong += self._written(paths.tree(check), [])
        names = [f"({', '.join(n)}{',' if len(n) == 1 else ''})" for n in self.axes.values()]
        shapes = [f"{v}.shape" for v in self.variables.values()]
        return ["try:", f"    {', '.join(names)} = {', '.join(shapes)}", "except ValueError:",
                *(f"    {line}" for line in wrong), "    raise"]  # fmt: skip

    def _run(self, roots: Sequence[Expr], has_originals: bool) -> Run:
        paths = self.paths
        run = Run(tuple(roots), self.shapes, self.arguments.sizes, has_originals)
        run.count = Arithmetic(run.length, run.number, paths.least, paths.not_negative, run.same)
        return run

    def _for_some_shapes(self, find: Callable[[], list[str]]) -> list[str]:
        """Lines that look at arrays of all shapes; of those of the last call where a formula says too little."""
        try:
            return find()
        except Unwritten:
            self.functions.clear()
            return [*self._as_called(), *find()]

    def _lengths(self) -> list[str]:
        found = []
        for t in Inference(self.roots).tensors:
            found += self._lines(partial(check_declared, t, self.shapes[t.data.name]))
        if self.originals:
            found += self._extents(self.originals, False)
        return [*found, *self._extents(self.roots, bool(self.originals)), *self._emptiness()]

    def conditions(self) -> list[str]:
        """Lines that look at lengths alone, which have the names of ``axes``."""
        return self._for_some_shapes(self._lengths)

    def outside(self) -> list[tuple[Expr, list[str]]]:
        """For each read at positions that are data: whether one is outside, as a formula, and lines that refuse it."""
        found = []
        for w, look, _, extents, tree in self._watched():
            if tree is not None:
                position: Any = self.paths.number("position")
                refused = self._lines(partial(_refuse, look, position))
                found.append((outside(w, extents), refused))
        return found

    def _as_called(self) -> list[str]:
        """Lines that accept the shapes of the last call alone."""
        shapes = shapes_of(self.bound)
        if shapes is None:
            raise TargetError("the lengths of this formula are known in a call only.\nCall the function before save.")
        self.shapes, self.paths = dict(shapes), Paths()
        found = []
        for name, v in self.variables.items():
            message = f"{name} has shape {mark(v + '.shape')}, and this module was saved for {shapes[name]} alone.\n"
            error = ExtentError(f"{message}Save a module after a call with arrays of these shapes.")
            found += [f"if {v}.shape != {shapes[name]}:", *(f"    {line}" for line in self._raised(error))]
        return found

    def _extents(self, roots: Sequence[Expr], has_originals: bool) -> list[str]:
        inference = Inference(roots)
        run = self._run(roots, has_originals)
        found = []
        for scope in inference.scopes:
            for check in run.checks(scope, inference.facts[scope]):
                found += self._lines(check)
            for node in inference.facts[scope].recurrences:
                shapes = [run.shape(a) for a in node.args]
                for test in recurrence_checks(node, shapes, self.paths):
                    found += self._lines(test)
        return found

    def _emptiness(self) -> list[str]:
        """Sums over nothing are computed by a program of their own, where something in them could be computed apart."""
        from espresso.compiler.lowering.empty import splittable_lengths
        from espresso.compiler.lowering.formulas import original_extents
        from espresso.compiler.state import Formulas
        from espresso.runtime.cpu.programs import evaluate_extent

        state = original_extents(Formulas(self.compiled.outputs, self.compiled.options))
        shapes = shapes_of(self.bound)
        separate = splittable_lengths(state.extents)
        found = []
        for e in state.reduced:
            empty = shapes is not None and evaluate_extent(e, shapes) == 0
            found_length = lengths.from_expr(e, lambda array, axis: as_length(self.shapes[array.data.name][axis]))
            if found_length is None or not (empty or e in separate):
                continue
            number, length = self.paths.not_negative(Number(self.paths, found_length)), str(e).splitlines()[-1]

            def check(length: str = length, number: Any = number, empty: bool = empty) -> None:
                if bool(number) is empty:
                    was, now = ("0", "not 0") if empty else ("not 0", "0")
                    raise ExtentError(
                        f"{length} is {now}, and was {was} when this module was saved: "
                        "sums over nothing are computed by a program of their own.\n"
                        "Save a module after a call with arrays like these."
                    )

            found += self._lines(check)
        return found

    # --- positions ---

    def _positions(self) -> list[str]:
        found = []
        for number, (w, look, new, extents, tree) in enumerate(self._watched(), 1):
            found += new
            if tree is not None:
                found += self._written(tree, self._looked_at(number, w, look, extents))
        if any("_inside(" in line for line in found):
            self.functions.insert(0, _INSIDE[self.inside].strip())
        return found

    def _watched(self) -> Iterator[tuple[CheckedRead, BoundsCheck, list[str], Mapping[str, Expr], Any]]:
        """Reads to look at: with new variables, extents of indices, and what decides before the arrays do."""
        positions: Positions = self.arguments.positions
        watched = [*positions.by_lengths, *positions.by_values]
        if not watched:
            return
        inference = Inference(positions.program)
        run = self._run(positions.program, bool(positions.given))
        for scope in inference.scopes:
            for _ in run.checks(scope, inference.facts[scope]):
                pass
        extents = program_extents(positions.program)
        for w in watched:
            sizes = run.sizes[w.scope]
            look = BoundsCheck(w, run.length(w.access.args[0], w.axis), sizes, _Shapes(run), {})
            needs = [sizes[n] for n in sorted({*w.access.free, *w.needed.free, *w.around})]

            def check(look: BoundsCheck = look, needs: Sequence[Any] = needs) -> None:
                if all(needs) and not look.inside(lambda array: None) and not look.implied():
                    raise Open

            yield w, look, self.paths.variables(), extents[w.scope], self.paths.tree(check)

    def _looked_at(self, number: int, w: CheckedRead, look: BoundsCheck, extents: Mapping[str, Expr]) -> list[str]:
        """Lines that compute the positions, and the condition at those that are outside."""
        slot, length = w.slot, lengths.text(as_length(look.length))
        text = self._function(f"_positions_{number}", w.slot, slot.axes, extents, look)
        lines = [f"positions = {text}", f"if not _inside(positions, {length}):"]
        outside = f"(positions < 0) | (positions >= {length})"
        if w.needed.op != "const":
            axes = (*(n for n in slot.axes if n in w.needed.free), *(n for n in w.needed.axes if n not in slot.free))
            shared = [n for n in slot.axes if n in axes]
            condition = self._function(f"_needed_{number}", ex.call("ne", w.needed, ex.const(0)), axes, extents, look)
            if len(axes) > len(shared):
                condition += f".any(axis={tuple(range(len(shared), len(axes)))})"
            if 0 < len(shared) < len(slot.axes):
                condition += f"[{', '.join(':' if n in shared else 'None' for n in slot.axes)}]"
            outside = f"({outside}) & {condition}"
        position: Any = self.paths.number("position")
        refused = self._lines(partial(_refuse, look, position))
        return [*lines, f"    for position in positions[{outside}].flat:", *(f"        {line}" for line in refused)]

    def _function(self, name: str, e: Expr, axes: Sequence[str], extents: Mapping[str, Expr], look: BoundsCheck) -> str:
        """A call of a function, added to the module, that computes a formula over these indices."""
        inputs = ex.tensors(e, *(extents[n] for n in axes if n in extents))
        dtypes = {n: dtype_of(d) for n, d in self.dtypes.items()}
        arguments = [self.variables[t.data.name] for t in inputs]
        known = {t.data.name: dtypes[t.data.name] for t in inputs if dtypes[t.data.name].kind in "biu"}
        found = ex.closed("found", axes, e)
        source = emit_numpy([("found", found)], name, inputs=inputs, dtypes=known, extents=extents)
        source = source.replace("import numpy as np\n", "").strip()
        limits = ", ".join(f":{lengths.text(as_length(look.sizes[n]))}" for n in axes)
        if len(inputs) == 1 and re.fullmatch(rf"def {name}\((\w+)\):\s+return \1(\.copy\(\))?", source):
            own = self.shapes[inputs[0].data.name]
            whole = all(self.paths.same(a, look.sizes[n]) for a, n in zip(own, axes, strict=True))
            return self.variables[inputs[0].data.name] + ("" if whole else f"[{limits}]")
        self.functions.append(source)
        return f"np.asarray({name}({', '.join(arguments)}))" + (f"[{limits}]" if axes else "")

    # --- text ---

    def _lines(self, check: Any) -> list[str]:
        return [*self.paths.variables(), *self._written(self.paths.tree(check), [])]

    def _written(self, tree: Any, open_: Sequence[str]) -> list[str]:
        """A tree as statements; ``open_`` stand where only the arrays decide."""
        if tree is None:
            return []
        if isinstance(tree, Open):
            return list(open_)
        if isinstance(tree, EspressoError):
            return self._raised(tree)
        assert isinstance(tree, Branch)
        yes, no = self._written(tree.yes, open_), self._written(tree.no, open_)
        first, second = (no, yes) if not yes or _refuses(tree.no) else (yes, no)
        lines = [f"if {tree.test.text(first is yes)}:", *(f"    {line}" for line in first)]
        if not second or _refuses(tree.no) or _refuses(tree.yes):
            return [*lines, *second]
        return [*lines, "else:", *(f"    {line}" for line in second)]

    def _raised(self, error: EspressoError) -> list[str]:
        self.errors[type(error)] = None
        message = str(*error.written)
        texts = [_literal(part) for part in message.splitlines(keepends=True)]
        head, tail = ("_aligned(", ")") if "\t" in message else ("", "")
        return [f"raise {type(error).__name__}({head}", *(f"    {t}" for t in texts), f"{tail}) from None"]


def _refuses(tree: Any) -> bool:
    """Whether every way through ends with an error."""
    return _refuses(tree.yes) and _refuses(tree.no) if isinstance(tree, Branch) else isinstance(tree, EspressoError)


def _refuse(look: BoundsCheck, position: Any) -> None:
    raise look.error(position)


def _literal(text: str) -> str:
    """Text with marked numbers as a literal of Python."""
    parts = re.split(f"{OPEN}([^{OPEN}{CLOSE}]*){CLOSE}", text)
    filled = len(parts) > 1
    found = ""
    for k, part in enumerate(parts):
        plain = part.replace("\\", r"\\").replace('"', r"\"")
        plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in plain)
        plain = plain.replace("{", "{{").replace("}", "}}") if filled else plain
        found += f"{{{part}}}" if k % 2 and _is_number(part) else plain
    return f'{"f" if filled else ""}"{found}"'


def _is_number(text: str) -> bool:
    """Whether a text computes a length from shapes, and nothing else: a name of the user's could hold a mark, too."""
    try:
        nodes = list(ast.walk(ast.parse(text, mode="eval").body))
    except (SyntaxError, ValueError):
        return False
    known = (ast.Name, ast.Load, ast.Attribute, ast.Subscript, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Call,
             ast.operator, ast.unaryop)  # fmt: skip
    calls = [n.func for n in nodes if isinstance(n, ast.Call)]
    return (
        all(isinstance(n, known) for n in nodes)
        and all(isinstance(f, ast.Name) and f.id in ("max", "min") for f in calls)
        and all(n.attr in ("shape", "ndim") for n in nodes if isinstance(n, ast.Attribute))
        and all(type(n.value) is int for n in nodes if isinstance(n, ast.Constant))
    )


def parameter(variable: str) -> str:
    """A parameter of ``_checked``, which uses names of its own."""
    return f"{variable}_given" if variable in _TAKEN or variable.startswith("_") else variable


_TAKEN = frozenset({"np", "njit", "type", "max", "min", "ValueError", *(e.__name__ for e in _BASES)})


class _Shapes:
    """Shapes of arrays by what they are."""

    def __init__(self, run: Run) -> None:
        self.run = run

    def __getitem__(self, array: Expr) -> tuple[Any, ...]:
        return self.run.shape(array)


def dtypes_of(compiled: Any, bound: Any) -> dict[str, str]:
    """Dtypes of the inputs that the program was made for."""
    from espresso.runtime.cpu.generated import default_dtypes

    if hasattr(bound, "generated"):
        return {n: bound.generated.dtypes[v] for n, v in bound.generated.variables.items()}
    facts = getattr(bound, "facts", None)
    if facts is None:
        return default_dtypes(compiled)[0]
    return {t.data.name: kind.dtype.name for t, kind in facts.types.items() if t.op == "tensor"}


def shapes_of(bound: Any) -> Mapping[str, tuple[int, ...]] | None:
    """Shapes of the inputs of the call; None where there was none."""
    if hasattr(bound, "all_shapes"):
        return {n: bound.all_shapes[v] for n, v in bound.generated.variables.items()}
    facts = getattr(bound, "facts", None)
    return None if facts is None else {t.data.name: n for t, n in facts.shapes.items() if t.op == "tensor"}


def _constant(dtype: str) -> str:
    return f"_{dtype}"
