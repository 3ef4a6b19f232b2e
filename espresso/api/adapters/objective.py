"""``es.objective``: an expression and its derivatives as functions of one flat vector, as SciPy wants them.

SciPy is not imported: the methods take and return NumPy arrays, with any arguments behind the vector that SciPy
passes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, combinations_with_replacement
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from espresso.algebra.calculus import derivatives
from espresso.algebra.calculus.wrt import Variable, root_of, variables
from espresso.api.arguments import as_typed, merged
from espresso.api.compile import compile
from espresso.errors import DerivativeError, DtypeError, ExtentError, InputError, suggestion
from espresso.formulas.extents.extents import program_extents
from espresso.formulas.extents.scopes import uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr, Formula
from espresso.formulas.inference.given import array_of
from espresso.formulas.notation.parsing import expression_of
from espresso.keywords import checked
from espresso.runtime.cpu.programs import evaluate_extent
from espresso.system.locks import cached_property

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.float64]


@checked
def objective(
    e: Formula, wrt: str | Expr | Sequence[str | Expr], /, *given: Mapping[str, Any], **arrays: Any
) -> Objective:  # fmt: skip
    """Return ``e`` as functions of one flat vector: for `scipy.optimize.minimize`, ``least_squares``, ``root``.

    Parameters
    ----------
    e : Expr or str
        A scalar to minimise, or an expression with axes: residuals, or equations to solve.
    wrt : str or list of str
        The inputs that vary.  The vector is made of their elements, one input after the other, each in C order.
    *given : mapping
        Arrays by names that are no keywords.
    **arrays : array
        All other inputs.  An input that varies may be given too: its array is where `Objective.x0` starts, and what
        lengths it has that the other arrays do not tell.

    Returns
    -------
    Objective
        ``fun``, ``jac``, ``hess`` and ``hessp`` of one vector.

    Raises
    ------
    DerivativeError, InputError
        Where ``wrt`` names no input, or an array is missing or has a name that no input has.
    DtypeError, ExtentError, RankError
        Where arrays do not fit; also integers for an input that varies.

    Examples
    --------
    >>> import espresso as es, numpy as np
    >>> o = es.objective("loss = sum[i]((X[i,j]*w[j] - y[i])**2)", "w", X=np.eye(2), y=np.array([1.0, 2.0]))
    >>> o.fun(o.x0), o.jac(o.x0), o.unflatten([3.0, 4.0])
    (5.0, array([-2., -4.]), {'w': array([3., 4.])})
    """
    return Objective(e, wrt, merged("objective", given, arrays))


class Objective:
    """An expression of fixed arrays as functions of one flat vector ``z``; see `objective`.

    ``minimize(o.fun, o.x0, jac=o.jac, hess=o.hess)``, ``minimize(o, o.x0, jac=True)``, ``least_squares(o.fun, o.x0,
    o.jac)``.  Every function compiles one program at its first call.  Value and gradient of a scalar are one program,
    whose last results are kept: ``fun`` and ``jac`` at one point compute once.  Threads may share an objective.
    """

    def __init__(self, e: Formula, wrt: str | Expr | Sequence[str | Expr], arrays: Mapping[str, Any]) -> None:
        self.expression, self._root = expression_of(e), root_of(e)
        names = list(wrt) if isinstance(wrt, (list, tuple)) else [wrt]
        self._varied: list[Variable] = [v.unnamed() for v in variables(names, self._root)]
        self.wrt = [v.label for v in self._varied]
        if not self.wrt or len(set(self.wrt)) < len(self.wrt) or any(v.array.op != "tensor" for v in self._varied):
            raise DerivativeError(
                f"an objective varies inputs, each named once, not {', '.join(self.wrt) or 'nothing'}.\n"
                "Give the name of an input or a list of names; a named statement is no input."
            )
        self._given = self._collected(arrays)
        self.shapes = self._shapes()
        self._kinds = {n: self._given[n].dtype if n in self._given else np.dtype(float) for n in self.wrt}
        self._others = {n: a for n, a in self._given.items() if n not in self.wrt}
        ends = list(accumulate(prod(self.shapes[n]) for n in self.wrt))
        self._parts = {n: slice(b - prod(self.shapes[n]), b) for n, b in zip(self.wrt, ends, strict=True)}
        self.size = ends[-1]
        self._last: tuple[Array, Any, Array] | None = None
        self._refuse_what_does_not_fit()

    # --- the vector ---

    @property
    def x0(self) -> Array:
        """The vector of the arrays that were given for what varies; zeros where none was."""
        return self.flatten({n: self._given.get(n, np.zeros(self.shapes[n])) for n in self.wrt})

    def flatten(self, values: Mapping[str, ArrayLike]) -> Array:
        """The vector of arrays by name."""
        unknown, missing = [n for n in values if n not in self.wrt], [n for n in self.wrt if n not in values]
        if unknown or missing:
            what = f"lacks {missing[0]}" if missing else f"has {unknown[0]}, which does not vary"
            raise InputError(f"flatten: the mapping {what}.\nGive an array for each of {', '.join(self.wrt)}.")
        parts = [np.asarray(values[n], float) for n in self.wrt]
        for name, part in zip(self.wrt, parts, strict=True):
            if part.shape != self.shapes[name]:
                raise ExtentError(f"flatten: {name} has shape {part.shape} instead of {self.shapes[name]}.")
        return np.concatenate([p.ravel() for p in parts])

    def unflatten(self, z: ArrayLike) -> dict[str, NDArray[Any]]:
        """The arrays by name of a vector, in the dtypes that were given; views of it where it has that dtype."""
        vector = self._vector(z)
        return {n: vector[p].reshape(self.shapes[n]).astype(self._kinds[n], copy=False) for n, p in self._parts.items()}

    def _vector(self, z: ArrayLike, what: str = "the vector") -> Array:
        vector = np.asarray(z)
        if vector.shape == (self.size,) and vector.dtype.kind in "fiub":
            return np.ascontiguousarray(vector, float)
        parts = ", ".join(f"{n}: {self.shapes[n]}" for n in self.wrt)
        raise (DtypeError if vector.dtype.kind not in "fiub" else ExtentError)(
            f"{what} has shape {vector.shape} and dtype {vector.dtype} instead of shape ({self.size},) and float64: "
            f"it holds {parts}.\nGive o.x0, or o.flatten({{{', '.join(f'{n!r}: ...' for n in self.wrt)}}})."
        )

    # --- functions of it ---

    def __call__(self, z: ArrayLike, *args: Any) -> tuple[Any, Array]:
        """`fun_and_jac`."""
        return self.fun_and_jac(z)

    def fun_and_jac(self, z: ArrayLike, *args: Any) -> tuple[Any, Array]:
        """Value and gradient, or values and Jacobian, by one program: for ``jac=True``."""
        vector = self._vector(z)
        last = self._last  # read once: another thread may replace it
        if last is None or not np.array_equal(last[0], vector):
            value, slopes = self._first(vector)
            made = np.concatenate([np.asarray(s, float).reshape(*self._rows(value), -1) for s in slopes], axis=-1)
            last = self._last = vector.copy(), _numbers(value), made
        return np.copy(last[1]) if self._root.axes else last[1], last[2].copy()

    def fun(self, z: ArrayLike, *args: Any) -> Any:
        """The value, a float; of an expression with axes its elements in C order."""
        return _numbers(self._value(self._vector(z))) if self._root.axes else self.fun_and_jac(z)[0]

    def jac(self, z: ArrayLike, *args: Any) -> Array:
        """The gradient, as long as the vector; of an expression with axes the Jacobian, a row for each element."""
        return self.fun_and_jac(z)[1]

    def hess(self, z: ArrayLike, *args: Any) -> Array:
        """The Hessian of a scalar, a symmetric matrix."""
        blocks = self._second(self._vector(z))
        found = np.empty((self.size, self.size))
        for (a, b), block in zip(self._pairs(), blocks, strict=True):
            rows, columns = self._parts[a], self._parts[b]
            found[rows, columns] = np.reshape(block, (rows.stop - rows.start, columns.stop - columns.start))
            if a != b:
                found[columns, rows] = found[rows, columns].T
        return found

    def hessp(self, z: ArrayLike, p: ArrayLike, *args: Any) -> Array:
        """The Hessian of a scalar times the vector ``p``; the matrix is not formed."""
        direction = self._vector(p, "the direction")
        return np.concatenate([np.ravel(np.asarray(part, float)) for part in self._product(self._vector(z), direction)])

    # --- their programs ---

    @cached_property
    def _value(self) -> _Program:
        return _Program(self, self.expression)

    @cached_property
    def _first(self) -> _Program:
        slopes = derivatives.jacobian(self.expression, self._tensors)
        return _Program(self, (self.expression, slopes))

    @cached_property
    def _second(self) -> _Program:
        whole = derivatives.hessian(self._scalar("hess"), self._tensors)
        place = {n: k for k, n in enumerate(self.wrt)}
        return _Program(self, [whole[place[a]][place[b]] for a, b in self._pairs()])

    @cached_property
    def _product(self) -> _Program:
        taken = {t.data.name for t in ex.tensors(self._root)}
        names = ex.fresh_names(taken, [f"v_{v.label}" for v in self._varied])
        directions = [ex.tensor(n, v.array.data.rank) for n, v in zip(names, self._varied, strict=True)]
        products = derivatives.hvp(self._scalar("hessp"), self._tensors, directions)
        return _Program(self, products, dict(zip(names, self.wrt, strict=True)))

    @property
    def _tensors(self) -> list[Expr]:
        return [v.array for v in self._varied]

    def _pairs(self) -> Iterable[tuple[str, str]]:
        """The blocks of a symmetric matrix that are computed."""
        return combinations_with_replacement(self.wrt, 2)

    def _scalar(self, method: str) -> Expr:
        if self._root.axes:
            raise DerivativeError(
                f"{method} is of a scalar, and {self._root.name or 'the expression'} has the axes "
                f"{', '.join(self._root.axes)}.\nSum its squares first, or use fun and jac, as least_squares does."
            )
        return self.expression

    def _rows(self, value: Any) -> tuple[int, ...]:
        return (np.size(value),) if self._root.axes else ()

    # --- what is given ---

    def _collected(self, arrays: Mapping[str, Any]) -> dict[str, Any]:
        """The arrays of the inputs; InputError where one is missing or unknown."""
        inputs = [t.data.name for t in ex.arguments(self.expression)]
        read = {t.data.name: t for t in ex.tensors(self._root)}
        arrays = as_typed(arrays, inputs)
        unknown = [n for n in arrays if n not in inputs]
        if unknown:
            raise InputError(
                f"objective: there is no input {unknown[0]!r}.{suggestion(unknown[0], inputs)} "
                f"Inputs: {', '.join(inputs)}."
            )
        missing = [n for n in read if n not in arrays and n not in self.wrt]
        if missing:
            raise InputError(
                f"objective: missing input{'s' * (len(missing) > 1)} {', '.join(missing)}.\n"
                f"All but {', '.join(self.wrt)} stay as they are: give {', '.join(f'{n}=...' for n in missing)}."
            )
        found = {n: a if isinstance(a, (int, float)) else np.asarray(array_of(n, a), order="C")
                 for n, a in arrays.items() if n in read}  # fmt: skip
        found |= {n: np.asarray(a) for n, a in found.items() if n in self.wrt}
        for name in self.wrt:
            kinds = [str(k) for k in (read[name].data.dtype, getattr(found.get(name), "dtype", None)) if k is not None]
            wrong = [k for k in kinds if not k.startswith(("float", "bfloat"))]
            if wrong:
                raise DtypeError(
                    f"objective: {name} varies, and its dtype is {wrong[0]}.\n"
                    f"Only real floating-point numbers vary: give np.asarray({name}, float)."
                )
        return found

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        """The shapes of what varies: given, declared, or told by the other arrays."""
        told = {n: np.shape(a) for n, a in self._given.items()}
        found = {}
        for v in self._varied:
            if v.label in told:
                found[v.label] = told[v.label]
                continue
            lengths = list(v.array.data.shape or (None,) * v.array.data.rank)
            for axis, length in enumerate(lengths):
                lengths[axis] = self._length(v.array, axis, told) if length is None else length
                if lengths[axis] is None:
                    raise InputError(
                        f"objective: the other arrays do not tell how long axis {axis} of {v.label} is.\n"
                        f"Give an array to start from, {v.label}=np.zeros(...)."
                    )
            found[v.label] = tuple(n for n in lengths if n is not None)
        return found

    def _length(self, array: Expr, axis: int, told: Mapping[str, Sequence[int]]) -> int | None:
        """The length of an axis that formulas say without reading what varies; None where they do not."""
        hidden = {t: ex.tensor(f"~{t.data.name}", 0) for t in self._tensors if t.data.name not in told}
        order = uniquify_all([*ex.lets(self._root), self._root])

        def hide(node: Expr) -> Expr | None:
            if node.op != "access" or node.args[0] not in hidden:
                return None
            return ex.access(hidden[node.args[0]])

        marked = {scope: ex.rebuild(scope, hide) for scope in order}
        extents = program_extents(list(dict.fromkeys(marked.values())))
        for scope in order:
            for node in ex.postorder(scope, into_arrays=False):
                if node.op != "access" or node.args[0] is not array or node.args[1 + axis].op != "index":
                    continue
                known = extents[marked[scope]].get(node.args[1 + axis].data[0], array)
                arrays = [n for n in ex.postorder(known) if n.op in ex.ARRAY_OPS]
                if all(a.op == "tensor" and a.data.name in told for a in arrays):
                    return evaluate_extent(known, told)
        return None

    def _refuse_what_does_not_fit(self) -> None:
        """Errors about the arrays come before anything is computed."""
        f = self._value.function
        start = {n: np.zeros(self.shapes[n], self._kinds[n]) for n in self.wrt}
        arrays = f._arguments.collect((), {**self._others, **start})
        facts = f._arguments.check(arrays)
        dtype = np.dtype(facts.dtypes[f.expressions[0]])
        if dtype.kind == "c":
            raise DtypeError(
                f"objective: {self._root.name or 'the expression'} is complex ({dtype}).\n"
                "Give a real one, such as its real part or abs(...)**2."
            )

    def __repr__(self) -> str:
        parts = ", ".join(f"{n} {self.shapes[n]}" for n in self.wrt)
        return f"<objective of {parts}: {self.size} numbers>\n{self._root}"

    def __reduce__(self) -> Any:
        return Objective, (self.expression, self.wrt, self._given)


class _Program:
    """A compiled function of the vector, and of a second one for the directions of a product."""

    def __init__(self, owner: Objective, formulas: Any, directions: Mapping[str, str] | None = None) -> None:
        self.owner, self.directions = owner, directions or {}
        self.function = compile(formulas)
        self.order = self.function.inputs

    def __call__(self, vector: Array, direction: Array | None = None) -> Any:
        owner = self.owner
        values = {**owner._others, **owner.unflatten(vector)}
        if direction is not None:
            parts = owner.unflatten(direction)
            values |= {name: parts[of] for name, of in self.directions.items()}
        return self.function(**{n: values[n] for n in self.order if n in values})


def _numbers(value: Any) -> Any:
    """A float, or a vector of them."""
    return np.array(value, float).ravel() if np.ndim(value) else float(value)
