"""What a compiled function says of itself: its name, its signature and its docstring.

They are made when somebody asks: ``help(f)``, ``f?`` in a notebook, `inspect.signature`.
"""

from __future__ import annotations

import keyword
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inspect import Signature

LONGEST = 4000
"""Characters of the formulas that a docstring shows."""


class Asked:
    """An attribute that an object computes when it is read, and the class has a value of its own for.

    Assigning to the object's attribute replaces it, as `functools.update_wrapper` does.
    """

    def __init__(self, make: Any, of_class: Any = None) -> None:
        self._make, self._of_class = make, of_class

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self._of_class if instance is None else self._make(instance)


def name_of(f: Any) -> str:
    """The name of the one formula; ``program`` where there are several, or it has none."""
    (name, *others) = f.outputs
    return name if not others and f.expressions[0].name else "program"


def signature_of(f: Any) -> Signature:
    """The inputs by position or name, and ``out=``; an input of a name that Python does not take is given by ``**``."""
    from inspect import Parameter, Signature

    taken = [n.isidentifier() and not keyword.iskeyword(n) and n != "out" for n in f.inputs]
    kinds = Parameter.POSITIONAL_OR_KEYWORD if all(taken) else Parameter.POSITIONAL_ONLY
    names = [n if ok else f"input_{k}" for k, (n, ok) in enumerate(zip(f.inputs, taken, strict=True))]
    parameters = [Parameter(n, kinds) for n in names]
    if "out" not in f.inputs:
        parameters.append(Parameter("out", Parameter.KEYWORD_ONLY, default=None))
    if not all(taken):
        parameters.append(Parameter("inputs", Parameter.VAR_KEYWORD))
    return Signature(parameters)


def documentation(f: Any) -> str:
    """The formulas, the inputs with what they were declared to be, the results as of the last call."""
    text = str(f)
    text = text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."
    lines = [f"{name_of(f)}{signature_of(f)}", "", f"Compiled for {f.target}:", ""]
    lines += [f"    {line}" for line in text.splitlines()]
    if f.inputs:
        lines += ["", "Parameters", "----------"]
        lines += [f"{n} : {_declared(t.data)}" for n, t in f._inputs.items()]
    dtypes = getattr(f._last, "dtypes", None) or [None] * len(f.outputs)
    lines += ["", "Returns", "-------"]
    for (name, e), dtype in zip(f.outputs.items(), dtypes, strict=True):
        lines.append(f"{name} : {_kind(len(e.axes))}{f', {dtype} in the last call' if dtype is not None else ''}")
    lines += ["", "``out=`` takes arrays in the structure of the result.  `explain` and `report` say what runs."]
    return "\n".join(lines)


def _kind(rank: int) -> str:
    return f"array of rank {rank}" if rank else "number (array of rank 0)"


def _declared(t: Any) -> str:
    shape = t.shape and any(n is not None for n in t.shape)
    lengths = f"shape ({', '.join('_' if n is None else str(n) for n in t.shape)})" if shape else ""
    return ", ".join(word for word in (_kind(t.rank), t.dtype, lengths, *t.structure) if word)
