"""Declarations: ``X : float32 (2, _) lower`` and ``i : index 3``, read and written.

Every part is optional and the parts may stand in any order: a dtype, the lengths of the
axes (``_`` where unknown), and words for structure.
"""

from __future__ import annotations

from collections.abc import Sequence

from espresso.errors import InputError, suggestion
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.syntax.tokens import Tokens, quote
from espresso.records import dataclass

STRUCTURES: tuple[str, ...] = (
    "lower", "upper", "symmetric", "diagonal", "tridiagonal", "nonneg", "positive", "sums_to_one", "orthogonal",
    "posdef", "positions",
)  # fmt: skip
"""Words for declared structure of a tensor."""

DTYPES: tuple[str, ...] = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "bfloat16", "float32", "float64", "complex64", "complex128",
)  # fmt: skip
"""Names of the dtypes that a declaration may give."""


@dataclass(frozen=True)
class Declaration:
    """What one declaration says of a tensor (or, with ``index`` True, of an index)."""

    name: str
    position: int
    index: bool = False
    size: int | None = None
    dtype: str | None = None
    shape: tuple[int | None, ...] | None = None
    structure: tuple[str, ...] = ()


def check_structure(words: Sequence[str], beside: Sequence[str] = ()) -> tuple[str, ...]:
    """The words in fixed order, or InputError for one that is not known; ``beside`` may have been meant, too."""
    for word in words:
        if word not in STRUCTURES:
            raise InputError(
                f"{word!r} is no structure of a tensor.{suggestion(word, [*STRUCTURES, *beside])}\n"
                f"The words are: {', '.join(STRUCTURES)}."
            )
    return tuple(sorted(set(words)))


def read_declaration(tokens: Tokens, first: int, colon: int, stop: int) -> Declaration:
    """The declaration in tokens ``first`` to ``stop``, whose colon stands at ``colon``."""
    if colon != first + 1 or tokens.kinds[first] != "name" or first in tokens.marks:
        remedy = "A declaration is 'X : float32 (2, _)' or 'i : index 3'; there are no slices, X[1:] is X[i + 1]."
        tokens.fail("':' does not follow a single name", colon, remedy=remedy)
    name, start = tokens.values[first], tokens.starts[first]
    if colon + 1 == stop:
        remedy = "Give a dtype, a shape or structure words: X : float32 (2, _) lower"
        tokens.fail("the declaration is empty", colon, remedy=remedy)
    if tokens.values[colon + 1] == "index" and tokens.kinds[colon + 1] == "name":
        return Declaration(name, start, index=True, size=_index_size(tokens, colon + 2, stop))
    dtype, shape, words = None, None, []
    k = colon + 1
    while k < stop:
        value, kind = tokens.values[k], tokens.kinds[k]
        if kind == "name" and value in DTYPES and dtype is None:
            dtype = value
        elif kind == "name" and value in STRUCTURES:
            words.append(value)
        elif kind == "op" and value == "(" and shape is None:
            shape = _shape(tokens, k)
            k = tokens.closer[k]
        elif kind == "op" and value == ",":
            pass
        else:
            known = (*DTYPES, *STRUCTURES, "index")
            remedy = f"Dtypes: {', '.join(DTYPES)}.\nStructure: {', '.join(STRUCTURES)}.\nA shape is (2, _)."
            tokens.fail(f"{value!r} cannot stand in a declaration.{suggestion(value, known)}", k, remedy=remedy)
        k += 1
    return Declaration(name, start, dtype=dtype, shape=shape, structure=tuple(sorted(set(words))))


def _index_size(tokens: Tokens, first: int, stop: int) -> int | None:
    if first == stop:
        return None
    if first + 1 < stop or tokens.kinds[first] != "number" or not tokens.values[first].isdigit():
        tokens.fail("the length of an index is one integer", first, remedy="Write 'i : index 3'.")
    return int(tokens.values[first])


def _shape(tokens: Tokens, opener: int) -> tuple[int | None, ...]:
    lengths: list[int | None] = []
    k, closer = opener + 1, tokens.closer[opener]
    while k < closer:
        value = tokens.values[k]
        if tokens.kinds[k] == "number" and value.isdigit():
            lengths.append(int(value))
        elif tokens.kinds[k] == "name" and value == "_":
            lengths.append(None)
        else:
            tokens.fail(
                f"{value!r} is not the length of an axis", k, remedy="A length is an integer, or _ where it is unknown."
            )
        k += 1
        if k < closer and tokens.values[k] != ",":
            tokens.fail("a ',' is missing between two lengths", k, remedy="Write the shape as (2, _).")
        k += 1
    return tuple(lengths)


def declaration_of(tensor: Expr, rank_needed: bool) -> str | None:
    """The line that declares a tensor, or None where nothing has to be said.

    ``rank_needed``: no other place of the text shows how many axes it has.
    """
    record = tensor.data
    parts = [record.dtype] if record.dtype else []
    if record.shape is not None or rank_needed:
        shape = record.shape if record.shape is not None else (None,) * record.rank
        parts.append("(" + ", ".join("_" if n is None else str(n) for n in shape) + ")")
    parts += record.structure
    return f"{quote(record.name)} : {' '.join(parts)}" if parts else None


def declare_tensor(name: str, rank: int, declared: Declaration | None) -> Expr:
    """The tensor of a text, with what its declaration says."""
    if declared is None:
        return ex.tensor(name, rank)
    return ex.tensor(name, rank, declared.dtype, declared.shape, declared.structure)
