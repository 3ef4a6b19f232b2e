"""Remedies for what is written as in NumPy or LaTeX: the same in index notation."""

from __future__ import annotations

import difflib
import re

from espresso.formulas.graph.functions import (
    BY_NAME,
    CONSTANTS,
    MATRIX_FUNCTIONS,
    OVER_INDICES,
    WRITTEN_AS_FUNCTION_OF_TWO,
)

_MODULES = frozenset({"np", "numpy", "jnp", "jax", "torch", "tf", "math", "cmath", "scipy", "special", "linalg", "es"})
_PRODUCTS = frozenset({"dot", "matmul", "vdot", "inner", "tensordot", "einsum", "mm", "bmm", "mv"})
_OTHER = {
    "T": "a transposed read swaps the indices, {0}[j,i] for {0}[i,j]",
    "shape": "the length of the first axis is size({0}, 0)",
    "size": "the length of the first axis is size({0}, 0)",
    "real": "write real({0}[i])",
    "imag": "write imag({0}[i])",
    "astype": "write int({0}[i]) for whole numbers; dtypes are those of the arrays",
    "reshape": "write the positions out, {0}[3*i + j]",
    "cdf": "write normcdf(x) for the normal distribution",
    "pdf": "write normpdf(x) for the normal distribution",
    "ppf": "write normppf(p) for the normal distribution",
    "where": "write where(condition, a, b)",
}
_PRODUCT = "A product sums over a repeated index: A[i,j]*B[j,k], x[i]*y[i]."
_NAMED = {
    **dict.fromkeys(("quantile", "percentile"), "Name s[k] = sort[k](x[k]) and read it: s[9*(size(s,0) - 1)//10]."),
    **dict.fromkeys(("topk", "partition", "nlargest"), "Name s[k] = -sort[k](-x[k]): s[0] is the largest element."),
    "trace": "The trace is sum[i](A[i,i]).", "transpose": "A transposed read swaps the indices, A[j,i] for A[i,j].",
    "diag": "A[i,i] is the diagonal of A, x[i]*(i == j) the matrix with the diagonal x.",
    "diagonal": "A[i,i] is the diagonal of A.", **dict.fromkeys(("eye", "identity"), "The identity is (i == j)."),
    "svd": "Squares of the singular values are eigvalsh[j,k](sum[i](A[i,j]*A[i,k])).",
    **dict.fromkeys(("fft", "ifft", "rfft"), "There is no Fourier transform: give it as an input."),
    "cholesky": "Write chol[i,j](A[i,j]).", "eigvals": "Write eigvalsh[i,j](A[i,j]), for symmetric matrices.",
    "eig": "Write eigvalsh[i,j](A[i,j]) and eigvecsh[i,j](A[i,j]), for symmetric matrices.",
    "eigh": "Write eigvalsh[i,j](A[i,j]) for the eigenvalues, eigvecsh[i,j](A[i,j]) for the eigenvectors.",
    "sigmoid": "Write logistic(x).", "swish": "Write silu(x).", "square": "Write x**2.", "power": "Write x**y.",
    "cast": "Write int(x) for whole numbers; dtypes are those of the arrays.", "heaviside": "Write (x > 0).",
    "round": "Write floor(x + 0.5).", "outer": "Write x[i]*y[j].",
    "jit": "es.compile(e) makes a function of a formula.",
    "vmap": "es.batch(e, 'n', over=[...]) gives a formula one more index.", **dict.fromkeys(_PRODUCTS, _PRODUCT),
}  # fmt: skip
"""What stands for functions of other libraries, by name."""
_LATEX = {
    "frac": "a/b", "cdot": "*", "times": "*", "le": "<=", "leq": "<=", "ge": ">=", "geq": ">=", "ne": "!=", "neq": "!=",
    "land": "and", "lor": "or", "lnot": "not ", "left": "(", "right": ")", "infty": "inf",
}  # fmt: skip


def dotted(text: str, start: int) -> str:
    """The remedy for the dot at ``start``: ``np.exp(x[i])``, ``X.T``, ``x.sum()``."""
    before = re.search(r"[^\W\d][\w.]*$", text[:start])
    path = re.match(r"(?:\.[^\W\d]\w*)+", text[start:])
    if path is None:
        return "There are no attributes and no dotted operators here: every operator acts elementwise."
    owner = before.group() if before else ""
    module = owner.partition(".")[0] in _MODULES
    name = path.group().rpartition(".")[2]
    array = owner if owner and not module else "x"
    if name in _OTHER:
        return f"There are no attributes: {_OTHER[name].format(array)}."
    said = f"Functions have no module before them: write {{}} for {owner}{path.group()}." if module else (
        f"Arrays have no methods: write {{}} for {owner}{path.group()}()."
    )  # fmt: skip
    if name in _PRODUCTS:
        return said.format("A[i,j]*B[j,k], which sums over j,")
    if name in OVER_INDICES and not (module and name in WRITTEN_AS_FUNCTION_OF_TWO and "," in text[start:]):
        kept = "[i,j](A[i,j])" if name in MATRIX_FUNCTIONS else f"[i]({array}[i])"
        return said.format(name + kept)
    if name in WRITTEN_AS_FUNCTION_OF_TWO or name in BY_NAME:
        return said.format(f"{name}({'...' if module else f'{array}[i]'})")
    if module and name in CONSTANTS:
        return said.format(name)
    if module and name in _NAMED:
        return f"Functions have no module before them. {_NAMED[name]}"
    near = difflib.get_close_matches(name, [*BY_NAME, *OVER_INDICES], n=1, cutoff=0.8)
    if module and near:
        return said.format(f"{near[0]}(...)")
    return "There are no attributes: a formula is made of reads, x[i], operators and functions."


def named(name: str) -> str:
    """The remedy for the name of a function that other libraries have, "" where there is none."""
    return _NAMED.get(name, "")


def latex(text: str, start: int) -> str:
    """The remedy for the backslash at ``start``: ``\\\\sum_i x_i``."""
    found = re.match(r"\\([A-Za-z]+)", text[start:])
    if found is None:
        return "A formula continues on the next line inside brackets."
    word = found.group(1)
    if word in ("sum", "prod", "max", "min"):
        index = re.match(r"_\{?\s*([A-Za-z])", text[start + found.end() :])
        name = index.group(1) if index else "i"
        return f"LaTeX is not read: write {word}[{name}](x[{name}]) for \\{word}_{name} x_{name}."
    if word in _LATEX:
        return f"LaTeX is not read: write {_LATEX[word].strip()} for \\{word}."
    if word in BY_NAME:
        return f"LaTeX is not read: write {word}(x[i]) for \\{word} x_i."
    if word in ("partial", "nabla"):
        return "LaTeX is not read: derivatives are taken by es.grad, es.jacobian and es.hessian."
    return f"LaTeX is not read: write the name {word} without its backslash, and x[i] for x_i."
