"""``es.to_numpy``, ``es.to_einsum``: expressions as a NumPy function, or as one ``np.einsum`` call."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

import numpy as np

from espresso.errors import EspressoError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.python_names import Names, unreserved
from espresso.formulas.printing.text_blocks import TextBlock


def to_numpy(e: Expr, simplify: bool = True) -> str:
    """Return the source of a NumPy function that computes ``e``, simplified and in numerically safe form.

    The function has the name of the statement, or ``f``; its parameters are the inputs.  Names that Python or the
    function itself has a meaning for, or that are none to Python, are spelled another way: ``import_``.
    ``simplify=False`` computes the formula as it is written.

    >>> x = ex.access(ex.tensor("x", 1), [ex.index("i")])
    >>> print(to_numpy(ex.reduce("sum", ["i"], x)))
    import numpy as np
    <BLANKLINE>
    <BLANKLINE>
    def f(x):
        return x.sum()
    <BLANKLINE>
    """
    from espresso.codegen.numpy.order import in_written_order
    from espresso.codegen.numpy.target import emit_numpy
    from espresso.compiler.pipeline import prepare
    from espresso.formulas.graph.whole_literals import folded

    (root,) = folded([e.args[-1] if e.op == "program" else e])
    name = root.name or "out"
    array = ex.closed(name, root.axes, root.args[0] if root.op == "let" else ex.scalar(root))
    state = prepare({name: array}, {"simplify": simplify}, "numpy")
    outputs = list(in_written_order(state.simplified, state.written.values()).items())
    function = unreserved(root.name) if root.name else "f"
    return TextBlock(emit_numpy(outputs, function, inputs=ex.arguments(e), extents=state.axes[name]))


def loop_text(
    name: str, states: Mapping[str, Expr], inputs: Sequence[Expr], dtypes: Mapping[str, str]
) -> str:  # fmt: skip
    """The text of a function of the inputs that returns the states of a recurrence, with all that it calls inside."""
    from espresso.codegen.numpy.target import emit_numpy

    whole = {t.data.name: np.dtype(d) for t in inputs if (d := dtypes[t.data.name]) != "bfloat16" and _counts(d)}
    text = emit_numpy(list(states.items()), name, inputs=inputs, dtypes=whole)
    inside = textwrap.indent(text.strip(), "    ").replace("\n\n\n", "\n\n")  # with its import
    return f"def _make{name}():\n{inside}\n\n    return {name}\n\n\n{name} = _make{name}()\n"


def _counts(dtype: str) -> bool:
    return np.dtype(dtype).kind in "biu"


def to_einsum(e: Expr) -> str:
    """Return ``e`` as the text of one ``np.einsum`` call such as ``np.einsum("ij,j->i", A, x)``.

    A numeric factor stands in front.  NumPy adds truth values and small integers up in their own dtype: declared as
    such they get ``dtype=``, in which products do not wrap either; inputs without a declaration count as numbers of
    other dtypes.  Raises `EspressoError` with the reason if ``e`` is not one product of plain reads under at most
    one sum.

    >>> A, x = ex.tensor("A", 2), ex.tensor("x", 1)
    >>> i, j = ex.index("i"), ex.index("j")
    >>> to_einsum(ex.reduce("sum", ["j"], ex.call("mul", ex.access(A, [i, j]), ex.access(x, [j]))))
    'np.einsum("ij,j->i", A, x)'
    """
    if e.op == "program":
        e = e.args[-1]
    axes = e.axes
    body = ex.body(e)
    numbers, operands = [], []
    summed: set[str] = set()
    stack = [body]
    while stack:
        node = stack.pop()
        if node.op == "reduce" and node.data[0] == "sum":
            if set(node.data[1]) & (summed | set(axes)):
                raise _no_einsum(e, f"index {sorted(set(node.data[1]) & (summed | set(axes)))[0]} is bound twice")
            summed |= set(node.data[1])
            stack.append(node.args[0])
        elif ex.is_call(node, "mul"):
            stack.extend(reversed(node.args))
        elif node.op == "const":
            numbers.append(node.data)
        elif node.op == "access":
            operands.append(node)
        else:
            raise _no_einsum(e, f"it contains {_what(node)}")
    return _text(e, axes, summed, numbers, operands)


def _text(e: Expr, axes: tuple[str, ...], summed: set[str], numbers: list[object], operands: list[Expr]) -> str:
    from espresso.codegen.numpy.reads import letters_for, literal

    used: dict[str, None] = {}
    for node in operands:
        if node.args[0].op != "tensor":
            raise _no_einsum(e, f"it reads {node.args[0].data[0] or 'an unnamed array'}, which is not an input")
        if node.data is not None or any(a.op != "index" for a in node.args[1:]):
            raise _no_einsum(e, f"{node} is not a plain read")
        used.update(dict.fromkeys(a.data[0] for a in node.args[1:]))
    lost = [n for n in (*axes, *sorted(summed)) if n not in used]
    if not operands or lost:
        raise _no_einsum(e, f"index {lost[0]} stands in no factor" if lost else "it reads no input")
    if len(used) > 52:
        raise _no_einsum(e, f"it has {len(used)} indices, einsum has 52 letters")
    letters = letters_for(list(used))
    spec = ",".join("".join(letters[a.data[0]] for a in node.args[1:]) for node in operands)
    out = "".join(letters[a] for a in axes)
    names = ", ".join(map(Names(), (node.args[0].data.name for node in operands)))
    factor = "".join(f"{literal(n)}*" if not str(n).count("/") else f"({n})*" for n in numbers)
    factor = "-" if factor == "-1*" else factor
    return f'{factor}np.einsum("{spec}->{out}", {names}{_as_dtype(e, operands)})'


def _as_dtype(e: Expr, operands: list[Expr]) -> str:
    """The argument that lets NumPy add declared truth values and small integers up as numbers, where it would not."""
    from espresso.formulas.inference.dtypes import dtypes_of
    from espresso.system.half_precision import computed

    declared = [node.args[0].data.dtype for node in operands]
    if None in declared or not all(np.dtype(computed(d)).kind in "biu" for d in declared):
        return ""
    product = ex.call("mul", *operands)
    summed = product.free - set(e.axes)
    whole = ex.reduce("sum", sorted(summed), product) if summed else product
    types = dtypes_of([whole, e], {})
    dtype = types[e if types[e].dtype.kind in "iu" else whole].dtype  # else a factor in front makes floats
    return "" if dtype == np.result_type(*map(np.dtype, declared)) else f", dtype=np.{dtype}"


def _what(node: Expr) -> str:
    if node.op == "call":
        words = {"add": "a sum of terms", "pow": "a power or quotient"}
        return words.get(node.data, f"the function {node.data}")
    if node.op in ("reduce", "scan"):
        return f"{node.data[0]}[{', '.join(node.data[1])}]"
    return f"the value of {'index ' + node.data[0] if node.op == 'index' else 'a length'}"


def _no_einsum(e: Expr, reason: str) -> EspressoError:
    return EspressoError(
        f"this expression is not one einsum: {reason}.\n  {e}\n"
        "Only a product of plain reads under one sum is; use e.to_numpy() for everything else."
    )
