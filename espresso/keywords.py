"""Errors at the border: arguments that do not fit a signature, with what was probably meant, and short tracebacks.

Python's own words for unknown, missing and mistyped arguments name neither what was probably meant nor what there is.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType, TracebackType
from typing import Any, ParamSpec, TypeVar, cast

from espresso.errors import EspressoError, InputError, suggestion, truth

P = ParamSpec("P")
R = TypeVar("R")


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """``function``; a call that does not fit its signature raises InputError, and so does a flag that is no flag.

    A flag is an argument whose default is True or False.  Errors come out with short tracebacks (`shorten`).

    >>> checked(lambda x, stride=1: x)(2, strid=1)
    Traceback (most recent call last):
    ...
    espresso.errors.InputError: <lambda> has no argument 'strid'. Did you mean 'stride'?
    Call it as <lambda>(x, stride=1).
    """
    flags, name = _flags(function), _shown(function)

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            if flags:
                _check_flags(name, flags, args, kwargs)
            return function(*args, **kwargs)
        except EspressoError as error:
            shorten(error)
            raise
        except TypeError as error:
            if error.__traceback__ is not None and error.__traceback__.tb_next is None:  # the function was not entered
                try:
                    _refuse(function, args, kwargs)
                except InputError as refusal:
                    shorten(refusal)
                    raise
            raise

    return call


def shorten(error: BaseException) -> None:
    """Leave frames of espresso out of an error's traceback, and errors that espresso caught on the way to it.

    What remains are the user's own lines, those in functions that espresso called too.  With ESPRESSO_TRACEBACK=full
    in the environment everything stays.
    """
    if os.environ.get("ESPRESSO_TRACEBACK") == "full":
        return
    seen: set[int] = set()
    one: BaseException | None = error
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        if one.__cause__ is None and one.__context__ is not None and _is_internal(one.__context__.__traceback__):
            one.__suppress_context__ = True
        one.__traceback__ = _of_users(one.__traceback__)
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)


def _of_users(trace: TracebackType | None) -> TracebackType | None:
    """The frames of a traceback that are not espresso's."""
    frames = []
    while trace is not None:
        if not _is_internal(trace):
            frames.append(trace)
        trace = trace.tb_next
    made = None
    for one in reversed(frames):
        made = TracebackType(made, one.tb_frame, one.tb_lasti, one.tb_lineno)
    return made


def _is_internal(trace: TracebackType | None) -> bool:
    """Whether a traceback begins in espresso, or in text that it runs."""
    if trace is None:
        return False
    module = trace.tb_frame.f_globals.get("__name__")
    return module is None or str(module).partition(".")[0] == "espresso"


def constructor(kind: type[R]) -> type[R]:
    """``kind``, a class; a call of it that does not fit raises InputError."""
    type.__setattr__(kind, "__init__", checked(vars(kind)["__init__"]))
    return kind


def _shown(function: Callable[..., Any]) -> str:
    """What users call: the name of a function or a method, for a constructor that of the class."""
    made = cast(FunctionType, function)
    path = made.__qualname__.split(".")
    return path[-2] if path[-1] in ("__init__", "__call__") else made.__name__


def _flags(function: Callable[..., Any]) -> dict[str, int | None]:
    """The arguments whose defaults are True or False, with their positions (None: by name only)."""
    made = cast(FunctionType, function)
    names, defaults = made.__code__.co_varnames[: made.__code__.co_argcount], made.__defaults__ or ()
    first = len(names) - len(defaults)
    flags: dict[str, int | None] = {names[first + k]: first + k for k, d in enumerate(defaults) if isinstance(d, bool)}
    return flags | {name: None for name, d in (made.__kwdefaults__ or {}).items() if isinstance(d, bool)}


def _check_flags(name: str, flags: Mapping[str, int | None], args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
    for flag, position in flags.items():
        if flag in kwargs:
            truth(kwargs[flag], f"{flag} of {name}")
        elif position is not None and position < len(args):
            truth(args[position], f"{flag} of {name}")


def _refuse(function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
    """InputError for arguments that do not fit the signature; None where they do."""
    import inspect

    signature = inspect.signature(function)
    name, parameters = _shown(function), [p for p in signature.parameters.values() if p.name != "self"]
    args = args[len(signature.parameters) - len(parameters) :]
    kinds = {p.kind for p in parameters}
    placed = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    named = [p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
    given = {*placed[: len(args)], *kwargs}
    single = [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    missing = [p.name for p in single if p.default is p.empty and p.name not in given]
    unknown = [] if inspect.Parameter.VAR_KEYWORD in kinds else [k for k in kwargs if k not in named]
    twice = [n for n in placed[: len(args)] if n in kwargs and n in named]
    if unknown:
        what = f"{name} has no argument {unknown[0]!r}.{suggestion(unknown[0], named)}"
    elif twice:
        what = f"{name} is given {twice[0]} by position and by name."
    elif len(args) > len(placed) and inspect.Parameter.VAR_POSITIONAL not in kinds:
        what = f"{name} takes at most {len(placed)} by position, {len(args)} are given."
    elif missing:
        what = f"{name} is called without {', '.join(missing)}."
    else:
        return
    bare = signature.replace(
        parameters=[p.replace(annotation=p.empty) for p in parameters], return_annotation=signature.empty
    )
    raise InputError(f"{what}\nCall it as {name}{bare}.") from None
