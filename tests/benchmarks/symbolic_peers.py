"""tensorgrad beside espresso: formulas over its named edges, run as the PyTorch program that it generates.

A function of this kind of peer takes no arrays: it returns its results as tensorgrad tensors, each with the
order of its edges.  A variable has the name of an input, and its edges are in the order of the axes.
``of_matrices`` makes such a function of one that is written with ``@``, ``.T``, ``+`` and ``-``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from .workload import Arrays, Call

Outputs = Sequence[tuple[Any, Sequence[str]]]


def calls(torch: Any, function: Callable[[], Outputs], sets: Sequence[Arrays]) -> list[Call]:
    """One call for each set of inputs, of the same shapes: its generated function on plain tensors.

    tensorgrad wraps inputs and results as PyTorch's named tensors, which newer versions of PyTorch do not
    have; the function inside is called without them, and the wrapping is not timed.
    """
    from tensorgrad.compiler import compile_to_callable

    outputs = function()
    program = compile_to_callable(*(tensor for tensor, _ in outputs))
    sizes = {
        symbol: length
        for v in program.vars
        for symbol, length in zip(v.shape.values(), sets[0][v.name].shape, strict=True)
    }
    dtype = getattr(torch, str(sets[0][program.vars[0].name].dtype))
    run = program.codegen.specialize(sizes, verbose=False, dtype=dtype)
    orders = [
        tuple(made.index(edge) for edge in wanted)
        for (_, made), (_, wanted) in zip(program.outputs, outputs, strict=True)
    ]

    def call(given: Sequence[Any]) -> Any:
        with torch.no_grad():
            return tuple(r.permute(o) for r, o in zip(run(*given), orders, strict=True))

    tensors = [[torch.from_numpy(arrays[v.name]) for v in program.vars] for arrays in sets]
    return [lambda g=g: call(g) for g in tensors]


def _symbols(text: str) -> Any:
    import sympy

    return sympy.symbols(text)


def quadratic() -> Outputs:
    """W1: the Hessian of x'Ax."""
    import tensorgrad as tg

    n = _symbols("n")
    x, A = tg.Variable("x", i=n), tg.Variable("A", i=n, j=n)
    value = x @ A @ x.rename(i="j")
    return [(value.grad(x, {"i": "a"}).grad(x, {"i": "b"}), "ab")]


def logistic() -> Outputs:
    """W2: the logistic loss, its gradient and its Hessian."""
    import tensorgrad as tg
    import tensorgrad.functions as F

    m, n = _symbols("m n")
    X, y, w = tg.Variable("X", i=m, j=n), tg.Variable("y", i=m), tg.Variable("w", j=n)
    loss = F.sum(F.log(1 + F.exp(-(y * (X @ w)))))
    gradient = loss.grad(w, {"j": "a"})
    return [(loss, ""), (gradient, "a"), (gradient.grad(w, {"j": "b"}), "ab")]


def factorisation(masked: bool) -> Outputs:
    """W3: the Hessian of sum((T - U V')**2), or of sum(O*(T - U V')**2), in U."""
    import tensorgrad as tg

    n, k = _symbols("n k")
    U, V = tg.Variable("U", i=n, k=k), tg.Variable("V", j=n, k=k)
    T, O = tg.Variable("T", i=n, j=n), tg.Variable("O", i=n, j=n)
    rest = T - U @ V  # of @ with itself: from F.sum(rest*rest) it makes zeros at larger n
    loss = (O * rest if masked else rest) @ rest
    return [(loss.grad(U, {"i": "a", "k": "b"}).grad(U, {"i": "c", "k": "d"}), "abcd")]


def net(layers: int) -> Outputs:
    """W4: the Hessian of a ReLU net's logsumexp in its first weights; what the labels add is linear."""
    import tensorgrad as tg
    import tensorgrad.functions as F

    n = _symbols("n")
    W, x = tg.Variable("W", r=n, c=n), tg.Variable("x", c=n)
    h = F.relu(W @ x)
    for q in range(1, layers):
        h = tg.Variable(f"V{q}", r=n, c=n) @ h.rename(r="c")
        h = F.relu(h) if q < layers - 1 else h
    loss = F.log(F.sum(F.exp(h)))
    return [(loss.grad(W, {"r": "i", "c": "j"}).grad(W, {"r": "k", "c": "l"}), "ijkl")]


class Matrix:
    """A tensorgrad tensor with rows ``r`` and columns ``c`` (a vector has ``r`` alone) under NumPy's operators."""

    def __init__(self, tensor: Any) -> None:
        self.tensor = tensor

    @property
    def T(self) -> Matrix:
        """The transpose."""
        return Matrix(self.tensor.rename(r="c", c="r"))

    @property
    def order(self) -> tuple[str, ...]:
        """The edges, rows first."""
        return tuple(sorted(self.tensor.edges, reverse=True))

    def __matmul__(self, other: Matrix) -> Matrix:
        left = {"c": "m"} if "c" in self.tensor.edges else {"r": "m"}
        product = self.tensor.rename(**left) @ other.tensor.rename(r="m")
        return Matrix(product.rename(c="r") if set(product.edges) == {"c"} else product)

    def __add__(self, other: Matrix) -> Matrix:
        return Matrix(self.tensor + other.tensor)

    def __sub__(self, other: Matrix) -> Matrix:
        return Matrix(self.tensor - other.tensor)

    def __pow__(self, exponent: int) -> Matrix:
        import tensorgrad.functions as F

        return Matrix(F.pow(self.tensor, exponent))

    def outer(self, other: Matrix) -> Matrix:
        """The outer product of two vectors."""
        return Matrix(self.tensor @ other.tensor.rename(r="c"))

    def diagonal(self) -> Matrix:
        """The diagonal as a vector."""
        import tensorgrad as tg

        size = self.tensor.shape["r"]
        return Matrix(self.tensor.rename(r="a", c="b") @ tg.Delta(size, "a", "b", "r"))

    def sum(self) -> Matrix:
        """The sum of all elements."""
        import tensorgrad.functions as F

        return Matrix(F.sum(self.tensor))


def of_matrices(function: Callable[..., Any], axes: dict[str, str]) -> Callable[[], Outputs]:
    """The function of matrices and vectors as one of this kind; ``axes`` names the lengths of each, as ``{"A": "nk"}``."""

    def outputs() -> Outputs:
        import tensorgrad as tg

        names = list(inspect.signature(function).parameters)
        given = {a: tg.Variable(a, **dict(zip("rc", map(_symbols, axes[a]), strict=False))) for a in names}
        result = function(**{a: Matrix(t) for a, t in given.items()})
        return [(result.tensor, result.order)]

    return outputs
