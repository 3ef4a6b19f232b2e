"""``es.tensor``, ``es.scalar``, ``es.indices``, ``es.einsum``: inputs of formulas built with operators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from espresso.errors import (
    DtypeError,
    IndexNameError,
    InputError,
    NotationError,
    RankError,
    rows_of,
    suggestion,
    truth,
    whole_number,
)
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr, Operand
from espresso.formulas.graph.operators import agreed, multiply, reindex
from espresso.formulas.syntax.declarations import DTYPES, check_structure
from espresso.formulas.syntax.statements import counted, is_op
from espresso.formulas.syntax.tokens import Tokens, fail, tokenize
from espresso.frontends.subscripts import read_subscripts
from espresso.keywords import checked

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

_LETTERS = "ijklmnpqrstuvabcdefgh"


def parse_index_list(text: str) -> tuple[str, ...]:
    """The index names in ``"i j k"`` or ``"i, j, k"``.

    >>> parse_index_list("i, j")
    ('i', 'j')
    """
    tokens = tokenize(text)
    names: list[str] = []
    for k, kind in enumerate(tokens.kinds):
        if kind == "name" and k not in tokens.marks:
            names.append(tokens.values[k])
        elif kind != "end" and not is_op(tokens, k, ","):
            fail(
                text,
                f"{tokens.values[k]!r} is not the name of an index",
                [tokens.starts[k]],
                "Write the names with blanks between them, 'i j k'.",
            )
    return tuple(names)


@checked
def index(name: str, size: int | None = None) -> Expr:
    """Return an index object.

    Parameters
    ----------
    name : str
        Its name, such as ``"i"``.
    size : int, optional
        Its extent, where no array gives it.

    Returns
    -------
    Expr
        The value of the index where it stands in arithmetic, ``w[i]*i``.

    Raises
    ------
    IndexNameError
        If ``name`` is not one name.

    Examples
    --------
    >>> index("i", size=3)
    i : index 3
    [i] = i
    """
    names = parse_index_list(name)
    if len(names) != 1:
        raise IndexNameError(f"index takes one name, not {name!r}.\nUse es.indices({name!r}) for several.")
    return ex.index(names[0], None if size is None else whole_number(size, f"the size of index {names[0]!r}"))


@checked
def indices(names: str) -> tuple[Expr, ...]:
    """Return several index objects.

    Parameters
    ----------
    names : str
        Their names, with blanks or commas between them.

    Returns
    -------
    tuple of Expr
        One index object for each name.

    Raises
    ------
    NotationError
        If ``names`` has what is no name.

    Examples
    --------
    >>> i, j = indices("i j")
    >>> print(i + 2*j)
    [i,j] = i + 2*j
    """
    return tuple(ex.index(n) for n in parse_index_list(names))


@checked
def scalar(name: str, dtype: DTypeLike | None = None) -> Expr:
    """Return a scalar input.

    Parameters
    ----------
    name : str
        Its name.
    dtype : dtype-like, optional
        What arrays given for it must be; any dtype if left out.

    Returns
    -------
    Expr
        The input, with no axes.

    Raises
    ------
    NotationError
        If ``name`` is not one name.
    DtypeError
        For a dtype that tensors do not have.

    Examples
    --------
    >>> print(scalar("a")**2)
    a**2
    """
    tokens = tokenize(name)
    if len(tokens.kinds) != 2 or tokens.kinds[0] != "name" or 0 in tokens.marks:
        fail(name, "scalar takes one name", [0], "Write es.scalar('a'); a tensor is es.tensor('X[i,j]').")
    return ex.access(ex.tensor(tokens.values[0], 0, dtype_name(dtype)))


def dtype_name(dtype: Any) -> str | None:
    """The name of a dtype of the notation, or None for None."""
    if dtype is None:
        return None
    name = "bfloat16" if isinstance(dtype, str) and dtype == "bfloat16" else None
    if name is None:
        try:
            name = np.dtype(dtype).name
        except Exception:  # NumPy reads text as fields of a record, which fails in many ways
            name = str(dtype)
    if name not in DTYPES:
        raise DtypeError(
            f"{name!r} is no dtype that tensors have.{suggestion(name, DTYPES)}\nThe dtypes are: {', '.join(DTYPES)}."
        )
    return str(name)


@checked
def tensors(text: str, dtype: DTypeLike | None = None) -> tuple[Expr, ...]:
    """Return tensors, each read at its indices.

    Parameters
    ----------
    text : str
        Names with indices, ``"X[i,j] w[j] a"``.
    dtype : dtype-like, optional
        The dtype of all of them.

    Returns
    -------
    tuple of Expr
        One read for each name.

    Raises
    ------
    NotationError
        If the text names no tensor, or reads one at what is no index.

    Examples
    --------
    >>> X, w = tensors("X[i,j] w[j]")
    >>> print(X * w)
    [i,j] = X[i,j]*w[j]
    """
    return tuple(
        ex.access(ex.tensor(name, len(axes), dtype_name(dtype)), [ex.index(a) for a in axes])
        for name, axes, _ in _read(text)
    )


@checked
def tensor(
    text: str, dtype: DTypeLike | None = None, shape: Sequence[int | None] | None = None, **structure: bool
) -> Expr:
    """Return one tensor, read at its indices.

    Parameters
    ----------
    text : str
        Name and indices, ``"X[i,j]"``; the name alone where a shape is given.
    dtype : dtype-like, optional
        What arrays given for it must be.
    shape : sequence of int or None, optional
        Lengths of its axes, None for any.
    **structure : bool
        Declared structure: ``lower=True``, ``symmetric=True``, ``posdef=True``, ``nonneg=True`` ...

    Returns
    -------
    Expr
        The tensor at these indices; ``T[k, i + 1]`` reads it elsewhere.

    Raises
    ------
    NotationError
        If the text is not a tensor at names of indices.
    RankError
        If the shape has another number of axes.

    Examples
    --------
    >>> tensor("T", shape=(2, None))
    T : (2, _)
    T[i,j]
    """
    found = _read(text)
    if len(found) != 1:
        raise InputError(f"tensor takes one tensor, not {text!r}.\nUse es.tensors({text!r}) for several.")
    name, axes, bracketed = found[0]
    given = None if shape is None else rows_of(shape, f"the shape of {name}")
    what = f"a length in the shape of {name}"
    lengths = None if given is None else tuple(None if n is None else whole_number(n, what) for n in given)
    if lengths is not None and not bracketed:
        rank = len(lengths)
        axes = tuple(ex.fresh_names((), [*_LETTERS, *"i" * (rank - len(_LETTERS))][:rank]))
    if lengths is not None and len(lengths) != len(axes):
        raise RankError(
            f"{text} has {counted(len(axes), 'index', 'indices')} but its shape {lengths} has "
            f"{counted(len(lengths), 'axis', 'axes')}."
        )
    words = [w for w in check_structure(list(structure), ("dtype", "shape")) if truth(structure[w], f"{w} of {name}")]
    declared = ex.tensor(name, len(axes), dtype_name(dtype), lengths, words)
    return ex.access(declared, [ex.index(a) for a in axes])


def _read(text: str) -> list[tuple[str, tuple[str, ...], bool]]:
    """Names and index names of ``"X[i,j] w[j]"``; whether brackets were there."""
    if not isinstance(text, str):
        raise InputError(f"a tensor is given by its name and indices, 'X[i,j]', not by {type(text).__name__}.")
    tokens = tokenize(text)
    found: list[tuple[str, tuple[str, ...], bool]] = []
    k = 0
    while k < len(tokens.kinds) - 1:
        if tokens.kinds[k] == "end" or is_op(tokens, k, ","):
            k += 1
            continue
        if tokens.kinds[k] != "name" or k in tokens.marks:
            fail(
                text,
                f"{tokens.values[k]!r} is not the name of a tensor",
                [tokens.starts[k]],
                "Write a tensor as X[i,j].",
            )
        name, bracketed = tokens.values[k], is_op(tokens, k + 1, "[")
        axes = _axes(tokens, k + 1) if bracketed else ()
        k = tokens.closer[k + 1] if bracketed else k
        found.append((name, axes, bracketed))
        k += 1
    if not found:
        raise NotationError("the text names no tensor.\nWrite a tensor as X[i,j].")
    return found


def _axes(tokens: Tokens, opener: int) -> tuple[str, ...]:
    names: list[str] = []
    closer = tokens.closer[opener]
    for k in range(opener + 1, closer, 2):
        if tokens.kinds[k] != "name" or k in tokens.marks or not (k + 1 == closer or is_op(tokens, k + 1, ",")):
            fail(
                tokens.text,
                "the indices of a tensor are names",
                [tokens.starts[k]],
                "Write a tensor as X[i,j]; shifts belong to a formula, X[i + 1, j].",
            )
        names.append(tokens.values[k])
    return tuple(names)


# --- einsum -----------------------------------------------------------------------------


@checked
def einsum(subscripts: str, *operands: Operand) -> Expr:
    """Return what ``numpy.einsum(subscripts, *operands)`` computes, as an expression.

    Parameters
    ----------
    subscripts : str
        As NumPy's, an ellipsis included.  Without ``->`` the result has the letters that occur once, sorted.
    *operands : Expr or number
        Their axes are read in order.

    Returns
    -------
    Expr
        With the axes of the output.

    Raises
    ------
    NotationError
        If the subscripts are malformed.
    RankError
        If they do not fit the operands.

    Examples
    --------
    >>> A, B = tensors("A[i,j] B[i,j]")
    >>> einsum("ij,jk->ik", A, B)
    sum[j](A[i,j]*B[j,k])
    """
    if not isinstance(subscripts, str):
        raise InputError("einsum takes its subscripts as a string first, es.einsum('ij,jk->ik', A, B).")
    values = [ex.scalar(o) if not isinstance(o, Expr) or o.op == "tensor" and not o.data.rank else o for o in operands]
    values = [v.args[-1] if v.op == "program" else v for v in values]
    names, axes = read_subscripts(subscripts, [v.ndim for v in values])
    factors = [reindex(v, tuple(ex.index(n) for n in at)) for v, at in zip(values, names, strict=True)]
    order = dict.fromkeys(n for at in names for n in at)
    body = ex.reduce("sum", [n for n in order if n not in axes], multiply(*factors))
    return agreed(ex.let("", axes, body))
