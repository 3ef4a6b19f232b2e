"""``es.function``: user-defined scalar functions, with derivatives and C text for devices."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from espresso.errors import InputError, NotationError, suggestion
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME, INDEX_FUNCTION_BY_NAME, REDUCTION_BY_NAME
from espresso.formulas.graph.own_functions import OwnFunction, plain
from espresso.formulas.notation.calls import FORMS
from espresso.keywords import checked

_HEAD = re.compile(r"\s*([A-Za-z_]\w*)\s*\(([^()]*)\)\s*")
_NAME = re.compile(r"[A-Za-z_]\w*")
_C = """
T auto bool break case char const continue default do double else enum extern float for goto if inline int long register
restrict return short signed sizeof static struct switch typedef union unsigned void volatile while half kernel global
local constant private template class namespace new delete this operator true false
and asm catch explicit export friend main not nullptr or protected public throw try typename typeof using virtual xor
"""
_WORDS = frozenset(_C.split())
_PAIRS = {")": "(", "]": "[", "}": "{"}


@checked
def function(
    of: str, meaning: str | Expr | Callable[..., object] | None = None, *,
    derivatives: Sequence[str | Expr] | None = None, cuda: str | None = None, opencl: str | None = None,
    flops: int = 10,
) -> OwnFunction:  # fmt: skip
    """Return a scalar function of real numbers, to be called with expressions or by name in a formula.

    Parameters
    ----------
    of : str
        Name and arguments, ``"softstep(x, a)"``.
    meaning : str, Expr or callable, optional
        What it computes, as a formula over the arguments or as a Python function of numbers, which is traced: with
        operators, NumPy's functions, and functions such as `tanh` and `where`.  The CPU, NumPy, the reference, and
        devices without a text of their own compute this.
    derivatives : sequence of str or Expr, optional
        One for each argument, formulas over the same names, which may call the function itself; else they are derived.
    cuda, opencl : str, optional
        The body in CUDA C and OpenCL C: an expression, or statements with ``return``; ``T`` is float or double.
    flops : int
        About how many additions it costs, for planning.

    Returns
    -------
    OwnFunction
        Its value is floating-point; integers become float64.  ``es.parse(text, functions=[f])`` knows it by name.

    Raises
    ------
    InputError
        For a wrong head, count of derivatives or unbalanced text.  What a compiler says about a text comes as
        `EngineError` at the first call.

    Notes
    -----
    ``f.check(...)`` of a compiled function compares what the device computes with the meaning.

    Examples
    --------
    >>> import espresso as es, numpy as np
    >>> step = es.function("softstep(x, a)", "x/(a + abs(x))", cuda="x/(a + fabs(x))", opencl="x/(a + fabs(x))")
    >>> e = es.parse("y[i] = softstep(x[i], 2)", functions=[step])
    >>> es.compile(e, target="cpu")(x=np.array([2.0, -6.0]))
    array([ 0.5 , -0.75])
    """
    name, arguments = _head(of)
    code = {d: _text(t, d, name) for d, t in (("cuda", cuda), ("opencl", opencl)) if t is not None}
    if meaning is None and not code:
        raise InputError(
            f"{name} has neither a meaning nor text for a device.\nGive es.function a meaning, cuda= or opencl=."
        )
    if derivatives is not None and len(derivatives) != len(arguments):
        raise InputError(
            f"{name} has {len(arguments)} arguments and {len(derivatives)} derivatives.\nGive one for each argument."
        )
    meant = None if meaning is None else _over(_meaning(meaning, arguments), name, "the meaning", arguments)
    own = OwnFunction(name, arguments, meant, derivatives, code, flops)
    for text in derivatives or ():
        _over(_formula(text, own), name, "a derivative", arguments)
    return own


def _head(of: str) -> tuple[str, tuple[str, ...]]:
    match = _HEAD.fullmatch(of) if isinstance(of, str) else None
    arguments = tuple(a.strip() for a in match[2].split(",")) if match else ()
    if match is None or not all(_NAME.fullmatch(a) for a in arguments) or len(set(arguments)) != len(arguments):
        raise InputError(f"a function is declared as 'f(x)' or 'f(x, y)' with different names, not {of!r}")
    name = match[1]
    if any(name in names for names in (BY_NAME, REDUCTION_BY_NAME, INDEX_FUNCTION_BY_NAME, FORMS)):
        raise InputError(f"{name} is a function of the notation already.\nGive yours another name.")
    taken = [a for a in arguments if a in _WORDS]
    if taken:
        raise InputError(f"{taken[0]!r} is a word of C and cannot name an argument of {name}.\nGive it another name.")
    return name, arguments


def _meaning(meaning: str | Expr | Callable[..., object], arguments: Sequence[str]) -> Expr:
    if callable(meaning) and not isinstance(meaning, Expr):
        from espresso.frontends.numpy.trace import trace

        found: Expr = trace(meaning, **dict.fromkeys(arguments, ()))
        return found
    return _formula(meaning)


def _formula(given: str | Expr, *own: OwnFunction) -> Expr:
    if isinstance(given, str):
        from espresso.formulas.notation.parsing import parse

        given = parse(given, functions=own)
    return given


def _over(e: Expr, name: str, what: str, arguments: Sequence[str]) -> Expr:
    """The expression, which has to be one of scalars over the arguments."""
    e = plain(e)
    if e.op in ("program", "let") or e.free or ex.lets(e):
        raise NotationError(f"{what} of {name} is one formula of numbers; found {e}")
    for tensor in ex.tensors(e):
        if tensor.data.name not in arguments or tensor.data.rank:
            near = suggestion(tensor.data.name, list(arguments))
            raise NotationError(
                f"{what} of {name} uses {tensor.data.name}, which is no argument.{near}\n"
                f"Arguments: {', '.join(arguments)}."
            )
    return e


def _text(text: str, dialect: str, name: str) -> str:
    """The body, whose brackets must close: it stands inside a function of the program."""
    if not isinstance(text, str) or not text.strip():
        raise InputError(f"the {dialect} text of {name} is empty")
    plain = re.sub(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", " ", text, flags=re.S)
    opened: list[str] = []
    for c in plain:
        if c in "([{":
            opened.append(c)
        elif c in _PAIRS and (not opened or opened.pop() != _PAIRS[c]):
            raise InputError(f"the {dialect} text of {name} closes {c!r}, which nothing opened")
    if opened:
        raise InputError(f"the {dialect} text of {name} leaves {opened[-1]!r} open")
    return text
