"""Calls of matrix functions as text: one factorisation shared by all calls on the same matrix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from espresso.codegen.common.kernel_writer import spelling
from espresso.formulas.graph.functions import SORTING
from espresso.ir.calls import MatrixCall

FACTOR = '''
_lapack_functions = {}


def _lapack(kind, dtype):
    """Functions of LAPACK that factor a matrix of this kind, solve with it and invert it; None without SciPy."""
    if (kind, dtype) not in _lapack_functions:
        try:
            from scipy.linalg import lapack
        except ImportError:
            found = None
        else:
            names = {"posdef": ("potrf", "potrs", "potri"), "": ("getrf", "getrs", "getri")}
            found = lapack.get_lapack_funcs(names.get(kind, ("trtrs", "trtrs", "trtri")), dtype=dtype)
        _lapack_functions[kind, dtype] = found
    return _lapack_functions[kind, dtype]


_small_matrices = None  # espresso computes stacks of small matrices by machine code: a function stands here then


def _by_parts(function, out, *stacks):
    """``out[...] = function(*stacks)``, a few matrices at a time: to touch new megabytes takes as long as they do."""
    if _small_matrices is not None and _small_matrices(function.__name__, out, *stacks):
        return
    count, step = len(out), max(1, 100_000*len(out)//max(out.nbytes, 1))
    if out.ndim < 3 or step >= count or any(len(s) != count for s in stacks):
        out[...] = function(*stacks)
        return
    for k in range(0, count, step):
        out[k:k + step] = function(*(s[k:k + step] for s in stacks))


def _cholesky(a):
    out = np.empty_like(a)
    _by_parts(np.linalg.cholesky, out, a)
    return out


class _Factor:
    """A stack of square matrices, factored at most once for determinants, solutions, the inverse and eigenvalues.

    A single matrix is factored by LAPACK through SciPy where that is installed; else, and for stacks,
    numpy.linalg factors it for every use.  ``kind`` says what it is: "posdef", "lower", "upper" or nothing.
    Nothing is written into the matrix, and it is there at every use, of which each reads it.
    """

    def __init__(self, a, kind):
        self.a, self.kind, self.lapack, self.info, self.pairs = np.asarray(a), kind, None, None, None
        if self.a.ndim == 2 and self.a.size:
            self.lapack = _lapack(kind, self.a.dtype)
        if self.lapack is None and kind in ("lower", "upper"):
            self.a = np.tril(self.a) if kind == "lower" else np.triu(self.a)

    def _factored(self, refusal="a matrix that is declared posdef is not positive definite"):
        if self.info is None and self.lapack is not None:
            self.factor, self.info = self.a, 0
            if self.kind == "posdef":  # the rows are the columns of its transpose, as LAPACK has them
                self.factor, self.info = self.lapack[0](self.a.T, lower=False)
            elif not self.kind:
                self.factor, self.pivots, self.info = self.lapack[0](self.a)
        if self.kind == "posdef" and self.info:
            raise np.linalg.LinAlgError(refusal)

    def _regular(self):
        self._factored()
        if self.lapack is not None and (self.info or self.kind in ("lower", "upper") and not np.diagonal(self.a).all()):
            raise np.linalg.LinAlgError("Singular matrix")

    def _signed(self):
        """Sign of the determinant, and the logarithm of its size."""
        self._factored()
        with np.errstate(divide="ignore"):
            if self.kind == "posdef":
                if self.lapack is None:
                    diagonal = np.diagonal(_cholesky(self.a), axis1=-2, axis2=-1)
                else:
                    diagonal = np.diagonal(self.factor)
                return np.ones(self.a.shape[:-2], self.a.dtype), 2*np.log(diagonal.real).sum(-1)
            if self.lapack is None:
                size = np.empty(self.a.shape[:-2], self.a.dtype)
                if _small_matrices is not None and _small_matrices("det", size, self.a):
                    if np.isfinite(size).all() and size.all():
                        return np.sign(size), np.log(np.abs(size))
                return np.linalg.slogdet(self.a)
            diagonal = np.diagonal(self.factor)
            size = np.abs(diagonal)
            sign = (diagonal/np.where(size == 0, 1, size)).prod()
            return sign*self._swapped(), np.log(size).sum()

    def _swapped(self):
        return 1 if self.kind or np.count_nonzero(self.pivots != np.arange(len(self.pivots))) % 2 == 0 else -1

    def logdet(self, out):
        sign, size = self._signed()
        if self.a.dtype.kind == "c":
            out[...] = np.log(sign) + size
        else:
            out[...] = np.where(sign < 0, np.nan, size)

    def det(self, out):
        self._factored()
        if self.lapack is None:
            _by_parts(np.linalg.det, out, self.a)
        elif self.kind == "posdef":
            out[...] = np.diagonal(self.factor).prod()**2
        else:
            out[...] = np.diagonal(self.factor).prod()*self._swapped()

    def inv(self, out):
        self._regular()
        if self.lapack is None:
            _by_parts(np.linalg.inv, out, self.a)
        elif self.kind == "posdef":
            half = np.tril(self.lapack[2](self.factor, lower=False)[0].T)
            out[...] = half + np.tril(half, -1).conj().T
        elif self.kind:
            keep = np.tril if self.kind == "lower" else np.triu
            out[...] = keep(self.lapack[2](self.a, lower=self.kind == "lower")[0])
        else:
            out[...] = self.lapack[2](self.factor, self.pivots, lwork=64*len(self.a))[0]  # blocks of 64 columns

    def solve(self, b, vector, transposed, out):
        self._regular()
        sides = b[..., None] if vector else b
        if self.lapack is None:
            matrix = self.a.swapaxes(-1, -2) if transposed else self.a
            _by_parts(np.linalg.solve, out[..., None] if vector else out, matrix, sides)
            return
        if self.kind == "posdef":
            if not transposed and self.a.dtype.kind == "c":
                x = self.lapack[1](self.factor, sides.conj(), lower=False)[0].conj()
            else:
                x = self.lapack[1](self.factor, sides, lower=False)[0]
        elif self.kind:
            x = self.lapack[1](self.a, sides, lower=self.kind == "lower", trans=int(transposed))[0]
        else:
            x = self.lapack[1](self.factor, self.pivots, sides, trans=int(transposed))[0]
        out[...] = x[..., 0] if vector else x

    def chol(self, out):
        self._factored("Matrix is not positive definite")
        if self.lapack is None:
            _by_parts(np.linalg.cholesky, out, self.a)
        else:
            out[...] = self.factor.T

    def spectrum(self, out, vectors=False):
        """``vectors``: eigenvectors are wanted, too, and come with the values."""
        if self.pairs is None and not vectors:
            values = np.empty(self.a.shape[:-1], self.a.real.dtype)
            _by_parts(np.linalg.eigvalsh, values, self.a)
        else:
            values = self._eigen()[0]
        out[...] = 0
        np.einsum("...ii->...i", out)[...] = values

    def eigvecsh(self, out):
        out[...] = self._eigen()[1]

    def _eigen(self):
        self.pairs = np.linalg.eigh(self.a) if self.pairs is None else self.pairs
        return self.pairs
'''
"""A class of the generated module."""


ORDER = '''
def _order(rows):
    """Positions of the elements of rows in ascending order, equal ones in their order, NaN last.

    NumPy sorts in vectors where equal elements need not keep their order: those are put in order afterwards.
    """
    if rows.dtype.itemsize < 4:
        return np.argsort(rows, kind="stable")
    order = np.argsort(rows)
    found = np.take_along_axis(rows, order, -1)
    same = (found[..., 1:] == found[..., :-1]) | (found[..., :-1] != found[..., :-1])
    tied = same.any(axis=-1)
    if tied.any():
        some, new = order[tied], ~same[tied]
        some[..., 1:] += np.cumsum(new, axis=-1, dtype=np.int64) << 32
        some.sort()
        order[tied] = some & 0xFFFFFFFF
    return order
'''
"""A function of the generated module, for `argsort`."""


def helper_of(lines: Iterable[str]) -> str:
    """What lines of `matrix_lines` call: text that stands before them."""
    texts = {"_Factor(": FACTOR, " _order(": ORDER}
    return "".join(text for name, text in texts.items() if any(name in line for line in lines))


def matrix_lines(
    call: MatrixCall, factors: dict[tuple[str, tuple[str, ...], str], str], taken: Set[str],
    others: Iterable[MatrixCall] = (),
) -> tuple[str, list[str]]:  # fmt: skip
    """The name of a factorisation, "" for none, and the lines for one call with it.

    ``factors`` names those that exist; a new one is named unlike them and unlike what is ``taken``.  ``others`` are the
    calls of the same program.
    """
    batch, pair = call.batch, tuple(a for a in call.left_axes if a not in call.batch)
    if call.function in SORTING:
        rows = _transposed(call.left, call.left_axes, (*batch, *pair))
        back = _transposed(call.name, call.axes, (*batch, *pair))
        if call.function == "sort":
            return "", [f"np.copyto({back}, {rows})", f"{back}.sort()"]
        return "", [f"np.copyto({back}, _order({rows}))"]
    own = tuple(a if a in batch else "" for a in call.left_axes)
    lines = []
    key = (call.left, own, call.structure)
    if key not in factors:
        factors[key] = spelling(f"factor_{call.left}", {*taken, *factors.values()})
        matrix = _transposed(call.left, call.left_axes, (*batch, *pair))
        lines.append(f"{factors[key]} = _Factor({matrix}, {call.structure!r})")
    factor = factors[key]
    if call.function in ("det", "logdet"):
        return factor, [*lines, f"{factor}.{call.function}({call.name})"]
    if call.function != "solve":
        back = _transposed(call.name, call.axes, (*batch, *pair))
        both = call.function == "spectrum" and any(c.function == "eigvecsh" and c.left == call.left for c in others)
        return factor, [*lines, f"{factor}.{call.function}({back}{', True' * both})"]
    columns = [a for a in call.axes if a not in batch and a != call.kept]
    vector = not columns
    right, out = _transposed(call.right, call.right_axes, call.sides), call.name
    if len(columns) > 1:
        kept = len(batch) + 1
        count = "*".join(f"{right}.shape[{k}]" for k in range(kept, kept + len(columns)))
        right, out = (f"{n}.reshape(*{n}.shape[:{kept}], {count})" for n in (right, out))
    transposed = call.kept != pair[0]
    return factor, [*lines, f"{factor}.solve({right}, {vector}, {transposed}, {out})"]


def _transposed(name: str, axes: Sequence[str], wanted: Sequence[str]) -> str:
    order = [[*axes].index(a) for a in wanted]
    if order == sorted(order):
        return name
    return f"{name}.transpose({', '.join(map(str, order))})"
