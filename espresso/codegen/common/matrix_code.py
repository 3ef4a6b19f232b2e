"""Calls of matrix functions as text: one factorisation shared by all calls on the same matrix."""

from __future__ import annotations

from collections.abc import Sequence

from espresso.ir.calls import MatrixCall

FACTOR = '''
class _Factor:
    """A stack of square matrices, factored once for determinants, solutions and the inverse.

    A single matrix is factored by LAPACK through SciPy where that is installed; else, and for stacks,
    numpy.linalg factors it for every use.
    """

    def __init__(self, a, posdef):
        self.a, self.posdef, self.lapack = np.array(a), posdef, None
        if self.a.ndim == 2 and self.a.size:
            try:
                from scipy.linalg import lapack
            except ImportError:
                pass
            else:
                names = ("potrf", "potrs", "potri") if posdef else ("getrf", "getrs", "getri")
                self.lapack = lapack.get_lapack_funcs(names, (self.a,))
                self.info = 0
                if posdef:
                    self.factor, self.info = self.lapack[0](self.a, lower=True)
                    self._positive(self.info)
                else:
                    self.factor, self.pivots, self.info = self.lapack[0](self.a)

    def _positive(self, info):
        if info:
            raise np.linalg.LinAlgError("a matrix that is declared posdef is not positive definite")

    def _regular(self):
        if self.lapack is not None and self.info:
            raise np.linalg.LinAlgError("Singular matrix")

    def _signed(self):
        """Sign of the determinant, and the logarithm of its size."""
        with np.errstate(divide="ignore"):
            if self.posdef:
                if self.lapack is None:
                    diagonal = np.diagonal(np.linalg.cholesky(self.a), axis1=-2, axis2=-1)
                else:
                    diagonal = np.diagonal(self.factor)
                return np.ones(self.a.shape[:-2], self.a.dtype), 2*np.log(diagonal.real).sum(-1)
            if self.lapack is None:
                return np.linalg.slogdet(self.a)
            diagonal = np.diagonal(self.factor)
            size = np.abs(diagonal)
            sign = (diagonal/np.where(size == 0, 1, size)).prod()
            swaps = np.count_nonzero(self.pivots != np.arange(len(self.pivots)))
            return (-sign if swaps % 2 else sign), np.log(size).sum()

    def logdet(self, out):
        sign, size = self._signed()
        if self.a.dtype.kind == "c":
            out[...] = np.log(sign) + size
        else:
            out[...] = np.where(sign < 0, np.nan, size)

    def det(self, out):
        if self.lapack is None:
            out[...] = np.linalg.det(self.a)
        elif self.posdef:
            out[...] = np.diagonal(self.factor).prod()**2
        else:
            swaps = np.count_nonzero(self.pivots != np.arange(len(self.pivots)))
            out[...] = np.diagonal(self.factor).prod()*(-1 if swaps % 2 else 1)

    def inv(self, out):
        self._regular()
        if self.lapack is None:
            out[...] = np.linalg.inv(self.a)
        elif self.posdef:
            half = np.tril(self.lapack[2](self.factor, lower=True)[0])
            out[...] = half + np.tril(half, -1).conj().T
        else:
            out[...] = self.lapack[2](self.factor, self.pivots)[0]

    def solve(self, b, vector, transposed, out):
        self._regular()
        sides = b[..., None] if vector else b
        if self.lapack is None:
            x = np.linalg.solve(self.a.swapaxes(-1, -2) if transposed else self.a, sides)
        elif self.posdef:
            if transposed and self.a.dtype.kind == "c":
                x = self.lapack[1](self.factor, sides.conj(), lower=True)[0].conj()
            else:
                x = self.lapack[1](self.factor, sides, lower=True)[0]
        else:
            x = self.lapack[1](self.factor, self.pivots, sides, trans=int(transposed))[0]
        out[...] = x[..., 0] if vector else x
'''
"""A class of the generated module."""


def matrix_lines(call: MatrixCall, factors: dict[tuple[str, tuple[str, ...]], str]) -> list[str]:
    """The lines of ``run`` for one call; ``factors`` names the factorisations that exist."""
    batch, pair = call.batch, tuple(a for a in call.left_axes if a not in call.batch)
    own = tuple(a if a in batch else "" for a in call.left_axes)
    lines = []
    key = (call.left, own)
    if key not in factors:
        factors[key] = f"factor_{call.left}" if len(own) == 2 else f"factor_{call.left}_{len(factors) + 1}"
        matrix = _transposed(call.left, call.left_axes, (*batch, *pair))
        lines.append(f"{factors[key]} = _Factor({matrix}, {call.posdef})")
    factor = factors[key]
    if call.function in ("det", "logdet"):
        return [*lines, f"{factor}.{call.function}({call.name})"]
    if call.function == "inv":
        back = _transposed(call.name, call.axes, (*batch, *pair))
        return [*lines, f"{factor}.inv({back})"]
    columns = [a for a in call.axes if a not in batch and a != call.kept]
    vector = not columns
    right, out = call.right, call.name
    if len(columns) > 1:
        first = len(batch) + 1
        count = "*".join(f"{right}.shape[{k}]" for k in range(first, first + len(columns)))
        right, out = (f"{n}.reshape(*{n}.shape[:{first}], {count})" for n in (right, out))
    transposed = call.kept != pair[0]
    return [*lines, f"{factor}.solve({right}, {vector}, {transposed}, {out})"]


def _transposed(name: str, axes: Sequence[str], wanted: Sequence[str]) -> str:
    order = [list(axes).index(a) for a in wanted]
    if order == sorted(order):
        return name
    return f"{name}.transpose({', '.join(map(str, order))})"
