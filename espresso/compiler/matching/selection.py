"""Engine selection: which engine computes each library call.

Every candidate is asked (``Engine.supports``) and the answer kept, so that
``f.report()`` can say who was chosen, who refused and why.  Options of ``compile``:

- ``engines=[...]`` or ``engine="..."``: these candidates alone, in this order; where none of
  them supports a call, generated code computes it, or with ``strict=True`` the reasons are
  the error
- ``autotune``: how to choose among those that support a call (`methods.METHODS`)
- ``workspace_limit``, ``deterministic``: conditions that each engine is asked about
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from espresso.compiler.matching.epilogues import joined
from espresso.compiler.sizes import Size
from espresso.engine import table
from espresso.engine.table import named
from espresso.errors import EngineError, suggestion
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import SORTING
from espresso.ir.calls import Contraction, EngineCall, MatrixCall, PackedContraction
from espresso.ir.engine import CONTRACTION, CONVOLUTION, KERNEL, Call, Engine, Operand
from espresso.ir.loops import Buffer, Statement, reads_of
from espresso.ir.methods import METHODS
from espresso.ir.storage.arena import row_major
from espresso.ir.targets import TARGETS
from espresso.ir.window_calls import window_call
from espresso.lazy import get
from espresso.records import dataclass
from espresso.system.half_precision import COMPUTED

if TYPE_CHECKING:
    from espresso.compiler.state import Lowered


@dataclass(frozen=True)
class Choice:
    """The answer for one call: the engine, why this one, what the others said, times and workspace in numbers."""

    name: str
    text: str
    engine: str
    why: str
    refused: tuple[tuple[str, str], ...] = ()
    measured: Mapping[str, float] = field(default_factory=dict)
    estimated: float = 0.0
    workspace: int = 0
    call: Call | None = None
    asked: tuple[str, ...] = ()

    @property
    def taken(self) -> bool:
        """Whether an engine computes the call as a whole, not generated code or a product in its place."""
        engine = named(self.engine)
        return engine is not None and not engine.loops and KERNEL not in engine.kinds and not self.as_product

    @property
    def as_product(self) -> bool:
        """Whether the call becomes a product first, which the engine then computes."""
        engine = named(self.engine)
        return engine is not None and self.call is not None and self.call.kind in engine.as_products

    @property
    def answers(self) -> dict[str, str | None]:
        """What every candidate says to this call (None: it can compute it); those not asked before are asked now."""
        known: dict[str, str | None] = {self.engine: None, **dict(self.refused)}
        for name in self.asked:
            engine = named(name)
            if name not in known and engine is not None and self.call is not None:
                known[name] = engine.supports(self.call)
        return known

    def __str__(self) -> str:
        lines = [
            f"engine {self.engine}: {self.why}; estimated {self.estimated * 1e6:.3g} us, "
            f"workspace {self.workspace:,} bytes"
        ]
        if self.measured:
            lines.append(f"  measured: {', '.join(f'{n} {s * 1e6:.3g} us' for n, s in self.measured.items())}")
        answers = self.answers
        others = [n for n, reason in answers.items() if reason is None and n != self.engine]
        lines += [f"  could also be: {', '.join(others)}"] if others else []
        lines += [f"  refused by {n}: {reason}" for n, reason in answers.items() if reason is not None]
        return "\n".join(lines)


def method_of(value: Any) -> str:
    """The name of the method that an ``autotune`` value means."""
    return "time_on_shape_change" if value is True else str(value or "none")


def candidates(options: Mapping[str, Any], target: str, step: str = "") -> tuple[list[Engine], bool]:
    """Engines to ask in order, and whether the user named them.  Unknown names are an EngineError.

    ``engines`` may be a mapping from the name of a result to a list, for one call alone.
    """
    given = options.get("engine")
    given = options.get("engines") if given is None or isinstance(given, (str, list, tuple)) and not given else given
    if isinstance(given, Mapping):
        given = given.get(step)
    if given is None or isinstance(given, (str, list, tuple)) and not given:
        return [e for e in table.ENGINES if e.target == target], False
    if not isinstance(given, (str, list, tuple)):
        raise EngineError(f"engines is a list of names, such as ['openblas'], not {given!r}.")
    names = [given] if isinstance(given, str) else list(given)
    for name in names:
        if named(name) is None:
            known = [e.name for e in table.ENGINES]
            raise EngineError(f"there is no engine {name!r}.{suggestion(name, known)} Engines: {', '.join(known)}.")
    return [e for n in names if (e := named(n)) is not None], True


def call_of(
    step: Any, buffers: Mapping[str, Buffer], dtypes: Mapping[str, str], target: str,
    size_of: Size, options: Mapping[str, Any],
) -> Call:  # fmt: skip
    """The step as engines see it, in numbers."""
    if isinstance(step, EngineCall):
        call = window_call(step, target, size_of, _conditions(options))
        asked = TARGETS[target].tf32 and bool(options.get("tf32"))
        return replace(call, parameters={**call.parameters, "tf32": True}) if asked else call
    sizes = {name: size_of(e) for name, e in step.extents.items()}

    def operand(name: str, axes: Sequence[str]) -> Operand:
        dtype = buffers[name].dtype if name in buffers else dtypes[name]
        if TARGETS[target].converts and dtype in COMPUTED:
            dtype = step.dtype
        return Operand(name, tuple(axes), tuple(sizes[a] for a in axes), dtype)

    inputs = (operand(step.left, step.left_axes), operand(step.right, step.right_axes))
    return Call(
        CONTRACTION, target, step, inputs, operand(step.name, step.axes), sizes,
        parameters={"tf32": True} if options.get("tf32") else {}, **_conditions(options),
    )  # fmt: skip


def _conditions(options: Mapping[str, Any]) -> dict[str, Any]:
    """What the caller demands of every engine."""
    always = bool(options.get("deterministic")) or method_of(options.get("autotune")) == "deterministic"
    limits = [n for n in (options.get("workspace_limit"), options.get("memory_limit")) if n is not None]
    limit = min(limits, default=None)
    return {"deterministic": always, "workspace_limit": limit, "assumed": bool(options.get("assumed"))}


def choose_call(
    step: EngineCall, target: str, size_of: Size, options: Mapping[str, Any], first: dict[str, Choice]
) -> Choice | None:
    """The engine for a call that stands in the formula as a whole; None where no engine that is asked serves its kind.

    What no engine takes is lowered to products or loops, whose own calls are chosen afterwards.
    """
    asked, _ = candidates(options, target, step.name)
    if not any(step.kind in e.kinds and KERNEL not in e.kinds for e in asked):
        return None  # generated code alone: nothing to choose
    rest = any(CONTRACTION in e.kinds for e in asked)  # then products of these engines may still compute it
    call = call_of(step, {}, {}, target, size_of, options)
    strict = bool(options.get("strict")) and not rest
    choice = choose(call, {**options, "strict": strict}, first.get(str(step)))
    first.setdefault(str(step), choice)
    return choice


def choose(call: Call, options: Mapping[str, Any], remembered: Choice | None = None) -> Choice:
    """The engine for one call.  Raises EngineError where ``strict`` forbids a substitute.

    ``remembered`` is the choice for an earlier shape, which the methods named "once" keep
    while its engine supports the call.
    """
    asked, by_name = candidates(options, call.target, call.output.name)
    if call.kind != CONTRACTION and not by_name:
        asked = [e for e in asked if call.kind in e.kinds]
    method = method_of(options.get("autotune"))
    able: list[Engine] = []
    refused: list[tuple[str, str]] = []
    for engine in asked:
        reason = engine.supports(call) or (None if by_name else engine.reluctant(call))
        if reason is not None:
            refused.append((engine.name, reason))
            continue
        able.append(engine)
        if method in ("none", "deterministic") and (by_name or call.kind != CONVOLUTION):
            break  # the others are asked when someone wants to know
    if not able:
        if options.get("strict") and 0 not in call.sizes.values():  # of nothing, nothing is computed by anybody
            raise EngineError(_strict(call, refused))
        able = [e for e in table.ENGINES if e.target == call.target and KERNEL in e.kinds][:1]  # also to be read alone
        if not able:
            raise EngineError(_strict(call, refused))
    measured: dict[str, float] = {}
    best, why = able[0], "first in rank" if not by_name else "as asked for"
    if best.name in dict(refused) or best not in asked:
        why = "in place of those asked for" if by_name else "in place of those that refused"
    elif remembered is not None and method.endswith("_once") and remembered.engine in [e.name for e in able]:
        best, why, measured = next(e for e in able if e.name == remembered.engine), remembered.why, {}
    elif method in ("none", "deterministic") and len(whole := [e for e in able if not e.loops]) > 1:
        best = min(whole, key=lambda e: e.seconds(call))  # of equal ones the first in rank
        why = METHODS["guess_on_shape_change"]
    elif len(able) > 1 and method == "small":
        best, why = min(able, key=lambda e: e.workspace(call)), METHODS[method]
    elif len(able) > 1 and method.startswith("guess"):
        best, why = min(able, key=lambda e: e.seconds(call)), METHODS[method]
    elif len(able) > 1 and method.startswith("time"):
        best, measured = get("fastest")(call, able)
        why = METHODS[method]
    return Choice(
        call.output.name, str(call), best.name, why, tuple(refused), measured, best.seconds(call), best.workspace(call),
        call, tuple(e.name for e in asked),
    )  # fmt: skip


def choose_all(state: Lowered, size_of: Size) -> list[Choice]:
    """Annotate every library call of the statements with its engine; those of generated loops become statements.

    ``first_choices`` keep the first choice of each call, for the methods named "once".
    """
    code, target, options, first = state.statements, state.target, state.options, state.first_choices
    steps, buffers = code.steps, code.buffers
    choices: list[Choice] = []
    for position, step in enumerate(steps):
        if isinstance(step, MatrixCall):
            able = TARGETS[target]
            steps[position] = replace(step, engine=able.sorting if step.function in SORTING else able.matrices)
            continue
        if not isinstance(step, Contraction):
            continue
        if TARGETS[target].launches and _with_a_vector(step) and not candidates(options, target, step.name)[1]:
            steps[position] = as_statement(step, buffers)  # it streams the matrix once, beside what is computed from it
            continue
        choice = choose(_call(state, step, size_of), options, first.get(step.name))
        first.setdefault(step.name, choice)
        choices.append(choice)
        engine = named(choice.engine)
        assert engine is not None
        steps[position] = as_statement(step, buffers) if engine.loops else replace(step, engine=engine.name)
    if not choices and not any(isinstance(s, EngineCall) for s in steps):
        extents = {e for s in steps if isinstance(s, Statement) for e in s.extents.values()}
        if all(size_of(e) for e in extents):  # else the call is gone with the elements that it would have computed
            _refuse_nothing_to_do(options, target)
    return choices


def _with_a_vector(step: Contraction) -> bool:
    _, rows, columns, _ = step.groups()
    return not (rows and columns)


def _call(state: Lowered, step: Any, size_of: Size) -> Call:
    """A step of the statements as engines see it."""
    code = state.statements
    return call_of(step, code.buffers, code.dtypes, state.target, size_of, state.options)


def with_epilogues(state: Lowered, size_of: Size) -> None:
    """Give bias and activation to the engines whose calls they follow, where these can do them."""
    choices, (_, by_name) = state.statements.choices, candidates(state.options, state.target)

    def accepts(step: EngineCall) -> bool:
        engine = named(step.engine)
        if engine is None or not by_name and step.parameters["epilogue"] in engine.differs:
            return False
        return engine.supports(_call(state, step, size_of)) is None

    for old, new in joined(state.statements, state.results, accepts):
        for k, choice in enumerate(choices):
            if choice.call is not None and getattr(choice.call.step, "key", None) == old.key:
                choices[k] = replace(choice, name=new.name, text=str(new), call=_call(state, new, size_of))


def stored_as_read(state: Lowered, size_of: Size) -> None:
    """A product that a generated kernel computes anyway is stored in the order of axes of the copy that follows it.

    Only where both orders end with the same axis, so that neighbouring threads write neighbouring elements.
    """
    from espresso.engine.cublas_calls import product_of

    code = state.statements
    steps, choices = code.steps, code.choices
    for old in [s for s in steps if isinstance(s, Contraction) and not s.packed and s.name not in state.results]:
        users = [s for s in steps if old.name in reads_of(s)]
        copy = users[0] if len(users) == 1 else None
        if not isinstance(copy, Statement) or copy.operator is not None or copy.slots is not None:
            continue
        body = copy.body
        plain = body.op == "access" and body.data is None and all(x.op == "index" for x in body.args[1:])
        slots = tuple(x.data[0] for x in body.args[1:]) if plain else ()
        if sorted(slots) != sorted(copy.axes) or len({*slots}) != len(slots) or slots[-1:] != copy.axes[-1:]:
            continue
        if copy.dtype != old.dtype:
            continue
        sizes = {i: size_of(e) for i, e in old.extents.items()}
        arrays = ((old.left, old.left_axes), (old.right, old.right_axes), (old.name, old.axes))
        strides = {n: row_major([sizes[i] for i in axes]) for n, axes in arrays}
        engine = named(old.engine)
        library = engine is not None and KERNEL not in engine.kinds
        if library and not isinstance(product_of(old, sizes, strides), str):
            continue  # a library computes it faster than the copy takes
        back = dict(zip(slots, old.axes, strict=True))
        new = replace(old, name=copy.name, axes=tuple(back[a] for a in copy.axes))
        steps[steps.index(copy)] = new
        steps.remove(old)
        del code.buffers[old.name]
        call = _call(state, new, size_of)
        choices[:] = [replace(c, name=new.name, text=str(new), call=call) if c.name == old.name else c for c in choices]


def as_statement(step: Contraction, buffers: Mapping[str, Buffer]) -> Statement:
    """A contraction as a sum in loops."""

    def read(name: str, axes: Sequence[Any]) -> Expr:
        dtype = buffers[name].dtype if name in buffers else None  # an input has the dtype that the call gives it
        return ex.access(ex.tensor(name, len(axes), dtype), [ex.index(a) if isinstance(a, str) else a for a in axes])

    if isinstance(step, PackedContraction):
        parts = [
            ex.access(read(name, slots).args[0], slots, 0 if padded else None)
            for name, slots, padded in (
                (step.left, step.left_slots, step.left_padded), (step.right, step.right_slots, step.right_padded)
            )
        ]  # fmt: skip
        body = ex.call("mul", *parts)
    else:
        body = ex.call("mul", read(step.left, step.left_axes), read(step.right, step.right_axes))
    return Statement(step.name, step.axes, body, "sum", step.over, dict(step.extents), step.dtype, step.dtype)


_LOOPS = "\nProducts of integers, of a complex and a real array, and of few rows or terms are loops."


def _refuse_nothing_to_do(options: Mapping[str, Any], target: str) -> None:
    """EngineError when ``strict`` names engines for calls and the program has no call."""
    asked, by_name = candidates(options, target)
    if options.get("strict") and by_name and not any(KERNEL in e.kinds for e in asked):
        names = " or ".join(e.name for e in asked)
        kinds = ", ".join(dict.fromkeys(k for e in asked for k in e.kinds))
        raise EngineError(
            f"strict=True asks for {names}, but the program has no call that an engine could take ({kinds}): "
            f"generated code computes all of it.{_LOOPS if CONTRACTION in kinds else ''}"
        )


def _strict(call: Call, refused: Sequence[tuple[str, str]]) -> str:
    lines = [f"no engine that was asked for computes {call}"]
    lines += [f"  {name}: {reason}" for name, reason in refused]
    sizes = ", ".join(f"{n} = {v}" for n, v in sorted(call.sizes.items()))
    return "\n".join(
        [*lines, f"where {sizes} and dtypes are {', '.join(o.dtype for o in call.operands)}.",
         "Name another engine, or leave out strict=True: generated code computes every call."]
    )  # fmt: skip


def still_chosen(state: Lowered, size_of: Size) -> bool:
    """Whether the same engines would be chosen for other sizes."""

    def again(choice: Choice, step: Any) -> Choice | None:
        if isinstance(step, EngineCall):
            return choose_call(step, state.target, size_of, state.options, {str(step): choice})
        return choose(_call(state, step, size_of), state.options, choice)

    found = ((c, again(c, c.call.step)) for c in state.statements.choices if c.call is not None)
    return all(new is not None and new.engine == old.engine for old, new in found)


def check_options(options: Mapping[str, Any], target: str) -> None:
    """EngineError for names that no engine has, and for a target that the only candidates do not serve."""
    given = options.get("engines")
    if options.get("engine") and given:
        raise EngineError("engine= and engines= say the same thing; give one of them")
    groups = list(given) if isinstance(given, Mapping) else [""]
    for step in groups:
        asked, by_name = candidates(options, target, step)
        if by_name and options.get("strict") and not any(e.target == target for e in asked):
            served = "; ".join(f"{e.name} computes on target {e.target!r}" for e in asked)
            raise EngineError(f"the program is for target {target!r}, but {served}")
