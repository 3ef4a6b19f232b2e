"""Inverses, determinants and solves as steps of a device program.

CUDA arrays stay on the device: CuPy's linear algebra (cuSOLVER and cuBLAS) computes on them.
OpenCL has no such library: the operands come to the host, LAPACK computes there as it does for
the CPU, and the result goes back; these transfers are counted, and ``transfer="forbid"`` refuses them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np

from espresso.codegen.common.matrix_code import FACTOR, ORDER, matrix_lines
from espresso.errors import InputError
from espresso.formulas.graph.functions import SORTING
from espresso.ir.calls import MatrixCall
from espresso.ir.loops import Program
from espresso.system.device_memory import at_address


@functools.cache
def _helpers() -> dict[str, Any]:
    """What lines of `matrix_lines` call."""
    names: dict[str, Any] = {"np": np}
    exec(compile(FACTOR + ORDER, "<matrix functions>", "exec"), names)  # our own text: that of the CPU target
    return names


def on_host(call: MatrixCall) -> Callable[..., None]:
    """A function of the operands and the result, all NumPy arrays, that computes the call by LAPACK."""
    arguments = {n: f"a{k}" for k, n in enumerate(dict.fromkeys(call.arrays))}  # a row has no name of Python's
    call = replace(call, left=arguments[call.left], right=arguments[call.right], name="out")
    operands = list(arguments.values())
    body = "".join(f"    {line}\n" for line in matrix_lines(call, {}, {*operands, call.name})[1])
    names = dict(_helpers())
    exec(compile(f"def run({', '.join([*operands, call.name])}):\n{body}", "<matrix functions>", "exec"), names)
    return names["run"]  # type: ignore[no-any-return]


def transfers_of(program: Program, bytes_of: Callable[[str], int]) -> list[tuple[str, int]]:
    """What the calls of a program move, where the host computes them: ("to_host" or "to_device", bytes)."""
    moves: list[tuple[str, int]] = []
    for step in program.steps:
        if isinstance(step, MatrixCall):
            moves += [("to_host", bytes_of(n)) for n in dict.fromkeys(step.arrays)]
            moves.append(("to_device", bytes_of(step.name)))
    return moves


def refuse_transfers(program: Program, place: str) -> None:
    """InputError when the program has calls that the host would compute."""
    for step in program.steps:
        if isinstance(step, MatrixCall):
            raise InputError(
                f"{step} would move its operands to the host: {place} has no library for {step.function} of a matrix, "
                "and transfer='forbid'.\nLeave transfer= out, or compute it with target='cpu' or 'gpu'."
            )


class BoundStep:
    """A call of a library with the pointers of its arrays ``names``."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._pointers: list[Any] = [0] * len(self.names)

    def bind(self, position: int, pointer: Any) -> None:
        """Let an argument be this pointer from now on."""
        self._pointers[position] = pointer


class HostMatrix(BoundStep):
    """One call that the host computes; the queue is waited for."""

    def __init__(self, call: MatrixCall, backend: Any, layout: Any) -> None:
        super().__init__((*dict.fromkeys(call.arrays), call.name))
        self._backend, self._run = backend, on_host(call)
        self._shapes = [layout.shapes[n] for n in self.names]
        self._dtypes = [layout.dtypes[n] for n in self.names]
        self._strides = [layout.strides.get(n) for n in self.names]

    def _fetch(self, queue: Any, position: int) -> np.ndarray:
        """An operand on the host; one with strides as it lies in memory."""
        shape, dtype, strides = self._shapes[position], self._dtypes[position], self._strides[position]
        count = int(np.prod(shape))
        if strides is not None and count:
            count = 1 + sum(s * (n - 1) for s, n in zip(strides, shape, strict=True))
        flat = np.empty(count, dtype)
        if count:
            kept = self._backend.download(queue, flat, self._pointers[position])
            self._backend.synchronise(queue)
            del kept
        if strides is None:
            return flat.reshape(shape)
        return np.lib.stride_tricks.as_strided(flat, shape, [s * dtype.itemsize for s in strides])

    def __call__(self, queue: Any) -> None:
        """Fetch, compute, send."""
        operands = [self._fetch(queue, k) for k in range(len(self.names) - 1)]
        result = np.empty(self._shapes[-1], self._dtypes[-1])
        self._run(*operands, result)
        if result.size:
            self._backend.upload(queue, self._pointers[-1], result, True)


class CupyMatrix(BoundStep):
    """One call by CuPy's linear algebra, in the current stream."""

    def __init__(self, call: MatrixCall, cupy: Any, layout: Any) -> None:
        super().__init__((*dict.fromkeys(call.arrays), call.name))
        self.call, self._cupy = call, cupy
        self._kinds = [(layout.shapes[n], layout.dtypes[n], layout.element_strides[n]) for n in self.names]

    def __call__(self, queue: Any) -> None:
        """Compute on the device."""
        arrays = [at_address(p, *kind) for p, kind in zip(self._pointers, self._kinds, strict=True)]
        with import_module("cupyx").errstate(linalg="raise"):  # a singular matrix is an error, as on the CPU
            compute(self._cupy, self.call, arrays[0], arrays[-2], arrays[-1])


def compute(xp: Any, call: MatrixCall, matrix: Any, right: Any, out: Any) -> None:
    """One call with the linear algebra of ``xp``, NumPy or CuPy; ``right`` is the right side of a solution."""
    batch, pair = call.batch, [a for a in call.left_axes if a not in call.batch]
    matrix = _with_axes(matrix, call.left_axes, (*batch, *pair))
    if call.function in SORTING:
        made = xp.sort(matrix, axis=-1) if call.function == "sort" else xp.argsort(matrix, axis=-1, kind="stable")
        _with_axes(out, call.axes, (*batch, *pair))[...] = made
        return
    lower = xp.linalg.cholesky(matrix) if call.structure == "posdef" else None
    if lower is not None and bool(xp.isnan(lower).any()):
        declared = "Matrix" if call.function == "chol" else "a matrix that is declared posdef"
        raise np.linalg.LinAlgError(f"{declared} is not positive definite")
    matrix = {"lower": xp.tril, "upper": xp.triu}.get(call.structure, lambda m: m)(matrix)
    if call.function in ("det", "logdet"):
        sign, size = xp.linalg.slogdet(matrix)
        if call.function == "det":
            out[...] = sign * xp.exp(size)
        else:
            out[...] = xp.log(sign) + size if matrix.dtype.kind == "c" else xp.where(sign < 0, xp.nan, size)
        return
    if call.function != "solve":
        makers: dict[str, Callable[[], Any]] = {
            "inv": lambda: xp.linalg.inv(matrix), "chol": lambda: lower, "eigvecsh": lambda: xp.linalg.eigh(matrix)[1],
            "spectrum": lambda: xp.linalg.eigvalsh(matrix)[..., None] * xp.eye(matrix.shape[-1]),
        }  # fmt: skip
        _with_axes(out, call.axes, (*batch, *pair))[...] = makers[call.function]()
        return
    columns = [a for a in call.axes if a not in batch and a != call.kept]
    if call.kept != pair[0]:
        matrix = matrix.swapaxes(-1, -2)
    count = len(batch) + 1
    right = _with_axes(right, call.right_axes, call.sides)
    sides = right.reshape(*right.shape[:count], -1) if columns else right[..., None]
    found = xp.linalg.solve(xp.ascontiguousarray(matrix), sides)
    out[...] = found.reshape(out.shape)


def _with_axes(array: Any, axes: Sequence[str], wanted: Sequence[str]) -> Any:
    return array.transpose([list(axes).index(a) for a in wanted])
