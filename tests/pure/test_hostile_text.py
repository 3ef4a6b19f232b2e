"""Names in backquotes inside generated programs and NumPy source: they end no comment and shadow nothing."""

from __future__ import annotations

import ast
import re
from typing import Any

import numpy as np
import pytest
from hostile_names import NAMES, quoted

import espresso as es
from espresso.formulas.printing.escapes import comment

CODE = ["\nraise SystemExit(1)\n#", "\r\nraise SystemExit(1)\r\n#", "a\n    pass\nraise SystemExit(1)\ndef g():\n    # ", '"""\nraise SystemExit(1)\n"""',
        "x\\\n", "x??/\n", "\n#error no\n//", "*/ #error no /*", "\u2028raise SystemExit(1)", "\x0craise SystemExit(1)"]  # fmt: skip
"""Names that would be code where they end the comment that they stand in."""

FORMULAS = [
    "y[`N`] = x[`N`]*2 + exp(x[`N`])", "y[i,k] = A[i,`N`]*B[`N`,k]", "`N`[i,k] = A[i,j]*B[j,k]", "y[i] = `N`[i]*2",
    "y[`N`] = inv[`N`,j](A[`N`,j])*v[j]", "y[n,k,`N`,q] = x[n,c,`N`+r,q+s]*w[k,c,r,s]", "`N`[i] = cumsum[i](x[i]); y[i] = `N`[i]*sum[j](`N`[j])",
]  # fmt: skip


@pytest.mark.parametrize("formula", FORMULAS)
def test_no_name_is_code(formula: str) -> None:
    """The program is that of a plain name, but for comments, the docstring and the spelling of names."""

    def skeleton(text: str, target: str) -> Any:
        source = es.compile(text, target=target).source
        if target in ("gpu", "opencl"):  # lines that are no comments, without their words
            return [re.sub(r"\w+", "w", line) for line in re.split(r"\r\n|\r|\n", source) if not line.startswith("//")]
        return [type(node).__name__ for node in ast.walk(ast.parse(source))]

    for target in ("cpu", "numpy", "gpu", "opencl"):
        plain = skeleton(formula.replace("N", "plain name"), target)
        for name in CODE:
            assert skeleton(formula.replace("N", name), target) == plain, (target, name)


def test_comments_end_where_they_are_seen_to_end() -> None:
    for name in [*NAMES, *CODE]:
        for line in comment("//", f"y = {quoted(name)}\nz = {name}"):
            assert line.startswith("// ") and line.isprintable() and not line.endswith(("\\", "??/"))


def test_numpy_source_of_results_of_any_name() -> None:
    """Executed in a namespace: the function is the last that is defined, and shadows nothing that the text uses."""
    x = np.array([0.3, 0.7])
    for name in NAMES:
        e = es.parse(f"{quoted(name)}[i] = erf({quoted(name + 'x')}[i]) + sum[j](pad(v)[2*j]*np[j])")
        space: dict[str, Any] = {}
        source = e.to_numpy()
        exec(source, space)
        (*_, function) = ast.parse(source).body
        assert isinstance(function, ast.FunctionDef)
        np.testing.assert_allclose(space[function.name](x, x, x), es.evaluate(e, dict.fromkeys(e.inputs, x)), err_msg=name)


def test_einsum_text_of_inputs_of_any_name() -> None:
    for name in NAMES:
        e = es.parse(f"y[i] = 2*{quoted(name)}[i,j]*{quoted(name + ' ')}[j]")
        call = ast.parse(e.to_einsum(), mode="eval").body
        assert isinstance(call, ast.BinOp) and isinstance(call.right, ast.Call)
        first, second = (a.id for a in call.right.args[1:] if isinstance(a, ast.Name))
        assert first != second and "np" not in (first, second)
