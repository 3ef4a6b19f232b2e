"""The options of ``compile``, one row each: name, default, what it means, which values it takes."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from espresso.errors import InputError, is_whole, suggestion
from espresso.ir.methods import METHODS
from espresso.records import dataclass
from espresso.system.limits import read_limits

if TYPE_CHECKING:
    from espresso.algebra.rewriting.rules import RuleLike
    from espresso.formulas.graph.expr import Expr


class OptionError(InputError, ValueError):
    """A value that an option of ``compile`` does not take."""


@dataclass(frozen=True)
class Option:
    """One option; ``values`` are the only ones allowed (empty: any), ``read`` makes the value that is kept."""

    name: str
    default: Any
    meaning: str
    values: tuple[Any, ...] = ()
    read: Callable[[Any], Any] | None = None


POLICIES = ("none", "sqrt", "binomial")
"""Names that the option ``checkpoint`` takes."""


def _names(given: Any) -> tuple[str, ...]:
    if given is not None and not isinstance(given, (str, list, tuple, set, frozenset)):
        raise OptionError(f"compile option constant = {given!r} is no list of names of inputs, such as ['A'].")
    return (given,) if isinstance(given, str) else tuple(given or ())


def _order(given: Any) -> tuple[str, ...]:
    """Names of arguments: text, tensors and reads of espresso, symbols of SymPy."""
    if isinstance(given, str):
        return tuple(given.replace(",", " ").split())
    if given is not None and not isinstance(given, (list, tuple)):
        raise OptionError(f"compile option inputs = {given!r} is no list of inputs, such as ['x', 'w'].")
    names = []
    for one in given or ():
        if isinstance(one, (list, tuple)):
            raise OptionError(f"compile option inputs has the list {one!r}: each input is an argument of its own.")
        node = one.args[0] if getattr(one, "op", "") == "access" else one
        names.append(node.data.name if getattr(node, "op", "") == "tensor" else str(one))
    twice = [n for k, n in enumerate(names) if n in names[:k]]
    if twice:
        raise OptionError(f"compile option inputs names {twice[0]} twice.")
    return tuple(names)


def _is_number(given: Any) -> bool:
    return isinstance(given, (int, float)) and not isinstance(given, bool)


def _bytes(given: Any) -> int | None:
    if given is not None and not (_is_number(given) and 0 < given < math.inf):
        raise OptionError(f"compile option memory_limit = {given!r} is no positive number of bytes, and not None.")
    return None if given is None else int(given)


def _checkpoint(given: Any) -> Any:
    whole = is_whole(given) and not isinstance(given, bool) and given >= 1
    if not (whole or given is None or (isinstance(given, str) and given in POLICIES)):
        raise OptionError(
            f"compile option checkpoint = {given!r} is no policy: write "
            f"{', '.join(map(repr, POLICIES))}, or how many states are kept at a time, 1 or more."
        )
    return int(given) if whole else given


def _threads(given: Any) -> int | None:
    if given is not None and not (is_whole(given) and type(given).__name__ != "bool" and given >= 1):
        raise OptionError(f"compile option threads = {given!r} is no number of threads: 1 or more, or None.")
    return None if given is None else int(given)


def _workspace(given: Any) -> int | None:
    if given is not None and not (_is_number(given) and 0 <= given < math.inf):
        raise OptionError(f"compile option workspace_limit = {given!r} is no number of bytes, and not None.")
    return None if given is None else int(given)


def _sizes(given: Any) -> dict[str, int]:
    if given is not None and not isinstance(given, Mapping):
        raise OptionError(f"compile option sizes = {given!r} is no mapping of indices to lengths, {{'i': 3}}.")
    return dict(given or {})


def _optimizer(given: Any) -> Any:
    """What `opt_einsum.contract_path` takes: a name, an optimizer, or a path."""
    if callable(given) or isinstance(given, str) and given == "auto":
        return given
    if isinstance(given, str):
        from opt_einsum.paths import get_path_fn

        try:
            get_path_fn(given)
        except KeyError:
            raise OptionError(
                f"compile option optimize = {given!r} is the name of no optimizer of opt_einsum.\n"
                "Write 'auto', 'greedy', 'dp', 'optimal' or 'branch-2', or give an optimizer of opt_einsum.paths."
            ) from None
    elif not isinstance(given, (bool, list, tuple)):
        raise OptionError(f"compile option optimize = {given!r} is neither a name nor an optimizer of opt_einsum.")
    return given


def _rules(given: Any) -> Any:
    if given is not None and not isinstance(given, (list, tuple)):
        raise OptionError(f"compile option rules = {given!r} is no list of rules, such as es.DEFAULT + [mine].")
    if given:
        from espresso.algebra.rewriting.rules import as_rule

        for rule in given:
            as_rule(rule)
    return given


OPTIONS: tuple[Option, ...] = (
    Option("sizes", None, "extents of indices that no array has", read=_sizes),
    Option(
        "inputs", None, "all inputs, in the order of positional arguments, and names that no formula reads: ['x', 'w']",
        read=_order,
    ),
    Option("rules", None, "the rule set for simplification (default: default_rules())", read=_rules),
    Option("simplify", True, "False leaves the formulas as they are written", (True, False)),
    Option("fused", True, "False makes one kernel of every statement", (True, False)),
    Option("blocked", True, "False computes every array between steps whole, never in blocks of rows", (True, False)),
    Option("pooled", True, "False gives each temporary and each large result memory of its own", (True, False)),
    Option("structure", "dense", "'factored' keeps deltas and low rank as factors", values=("dense", "factored")),
    Option("constant", None, "names of inputs that stay the same: what reads only them is computed once", read=_names),
    Option("optimize", "auto", "any opt_einsum optimizer, for the order of contraction", read=_optimizer),
    Option(
        "memory_limit", None,
        "bytes that no temporary or packed copy may exceed; with recurrences, all temporaries",
        read=_bytes,
    ),
    Option(
        "checkpoint", None,
        "of how many steps of recurrences the states are kept: 'none' (all), 'sqrt', 'binomial', a number",
        read=_checkpoint,
    ),
    Option(
        "limits", None, "for formulas of strangers: the most nodes, seconds of work, and bytes of a call, by name",
        read=read_limits,
    ),
    Option("engines", None, "names of the only engines for library calls, in order (or by result: a mapping)"),
    Option("engine", None, "the name of the only engine for library calls"),
    Option("strict", False, "True makes it an error when none of the named engines computes a call", (False, True)),
    Option("autotune", False, "how an engine is chosen; True measures them once", values=(False, True, *METHODS)),
    Option("workspace_limit", None, "bytes of workspace that no engine may exceed", read=_workspace),
    Option("threads", None, "the most threads of a call on the CPU: its own, and those of OpenBLAS", read=_threads),
    Option("deterministic", False, "True leaves out engines whose results may differ between runs", (False, True)),
    Option("tf32", False, "True lets products of float32 be computed with TF32: 10 bits of mantissa", (False, True)),
    Option("transfer", "count", "whether arrays may move between host and device", ("count", "forbid")),
    Option("cuda_graph", True, "False launches each CUDA kernel instead of replaying a recorded graph", (True, False)),
)


class Options(TypedDict, total=False):
    """The types of the options, for type checkers and editors; ``structure`` chooses between results of `compile`."""

    sizes: Mapping[str, int] | None
    inputs: str | Sequence[str | Expr | Any] | None
    rules: Sequence[RuleLike] | None
    simplify: bool
    fused: bool
    blocked: bool
    pooled: bool
    constant: str | Sequence[str] | None
    optimize: Any
    memory_limit: float | None
    checkpoint: Literal["none", "sqrt", "binomial"] | int | None
    limits: Mapping[str, float] | None
    engines: Sequence[str] | Mapping[str, Sequence[str]] | None
    engine: str | None
    strict: bool
    autotune: bool | str
    workspace_limit: float | None
    threads: int | None
    deterministic: bool
    tf32: bool
    transfer: Literal["count", "forbid"]
    cuda_graph: bool


def read_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value; InputError for an unknown name, OptionError for a value that it does not take.

    >>> read_options({"fused": False})["fused"]
    False
    """
    names = ["target", *(o.name for o in OPTIONS)]  # target= is an argument beside them
    for name in given:
        if name not in names:
            raise InputError(f"compile has no option {name!r}.{suggestion(name, names)} Options: {', '.join(names)}.")
    options = {}
    for option in OPTIONS:
        value = given.get(option.name, option.default)
        if option.values and not (isinstance(value, Hashable) and value in option.values):
            allowed = ", ".join(map(repr, option.values))
            raise OptionError(
                f"compile option {option.name} = {value!r} is none of {allowed}.\nIt says: {option.meaning}."
            )
        options[option.name] = value if option.read is None else option.read(value)
    return options
