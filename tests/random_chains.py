"""Statements that each make an array of one or two before, and derivatives of first to third order of the last one.

Each statement is simple, and what is left to go wrong is how two of them meet: a read that an equation moves, a sum that
is taken apart, a mask that goes with a derivative.
"""

from __future__ import annotations

import re

from random_cases import Case, Draw, Input

AXES = {"v": "[i]", "m": "[i,j]", "s": ""}
RANKS = {"v": 1, "m": 2, "s": 0}
"""Kinds of arrays: vectors, square matrices, numbers (scalars)."""

INPUTS = {"x": "v", "w": "v", "A": "m"}
"""What derivatives are taken by; reads at positions are those of ``t``."""

FORMS: dict[tuple[str, str], tuple[str, ...]] = {
    ("v", "v"): (
        "tanh({0}[i])", "sqrt(1 + {0}[i]**2)", "abs({0}[i])", "relu({0}[i])*{0}[i]", "softmax[i]({0}[i])", "log_softmax[i]({0}[i])",
        "cumsum[i]({0}[i])", "reverse_cumsum[i]({0}[i])", "cumprod[i]({0}[i])", "sort[i]({0}[i])", "{0}[size({0}, 0) - 1 - i]",
        "{0}[mod(i + 1)]*(i < size({0}, 0))", "{0}[clamp(2*i - 1)]*(i < size({0}, 0))", "pad({0})[i - 1]*{0}[i]", "{0}[t[i]]",
        "sum[k]({0}[k]*(i == t[k]))*(i < size({0}, 0))", "{0}[i//2]*(i < size({0}, 0))", "pad({0})[2*i]*(i < size({0}, 0))",
        "({0}[i] - mean[k]({0}[k]))/sqrt(var[k]({0}[k]) + 0.1)", "max[j](where(j <= i, {0}[j], -9))*(i < size({0}, 0))",
        "prod[j](where(j == i, 1, {0}[j]))*(i < size({0}, 0))", "where(i == 0, {0}[0], {0}[i] - pad({0})[i - 1])",
    ),
    ("vv", "v"): (
        "{0}[i]*{1}[i]", "{0}[i]/(1 + {1}[i]**2)", "where({0}[i] > {1}[i], {0}[i]*{1}[i], sin({1}[i]))", "max({0}[i], {1}[i])",
        "sum[k](pad({0})[i + k - 1]*{1}[k])*(i < size({0}, 0))", "sum[k](pad({0})[i - k]*{1}[k])*(i < size({0}, 0))",
        "prod[j]({0}[i] - {1}[j])", "sum[j]({0}[j]*{1}[j]*(j != i))*(i < size({0}, 0))",
    ),
    ("mv", "v"): ("{0}[i,j]*{1}[j]", "solve[i,j]({0}[i,j] + 4*(i == j), {1}[j])"),
    ("m", "v"): (
        "sum[j]({0}[i,j])", "{0}[i,i]", "max[j]({0}[i,j])", "logsumexp[j]({0}[j,i])", "median[j]({0}[i,j])", "prod[j]({0}[i,j])",
        "var[j]({0}[i,j])", "{0}[i,t[i]]", "{0}[t[i],i]**2", "sum[j]({0}[i,j]*(j <= i))", "norm[j]({0}[i,j])",
        "argmax[j]({0}[i,j])*{0}[i,i]",
    ),
    ("sv", "v"): ("{0}*{1}[i]", "exp(-{0}**2)*{1}[i]**2"),
    ("v", "m"): (
        "{0}[i]*(i == j)", "pad({0})[i - j]*(i < size({0}, 0))*(j < size({0}, 0))", "abs({0}[i] - {0}[j])",
        "{0}[mod(i + j)]*(i < size({0}, 0))*(j < size({0}, 0))", "{0}[i]*(i == t[j])", "max({0}[i], {0}[j])",
    ),
    ("vv", "m"): ("{0}[i]*{1}[j]", "({0}[i] - {1}[j])**2", "{0}[i]*{1}[j]*(i >= j)"),
    ("m", "m"): (
        "exp(-{0}[i,j]**2)", "softmax[j]({0}[i,j])", "softmax[i]({0}[i,j])", "cumsum[i]({0}[i,j])", "sort[j]({0}[i,j])", "{0}[i,j]*(j <= i)",
        "{0}[j,i]", "inv[i,j](0.3*{0}[i,j] + 4*(i == j))", "chol[i,j]({0}[i,k]*{0}[j,k] + 3*(i == j))", "{0}[t[i],j]", "{0}[i,t[j]]",
        "{0}[t[i],j]*{0}[i,j]", "sum[k]({0}[k,j]*(t[k] == i))*(i < size({0}, 0))", "pad({0})[i - 1,j + 1]*(i < size({0}, 0))*(j < size({0}, 1))",
        "{0}[i,mod(j - i)]*(j < size({0}, 1))", "where({0}[i,j] > {0}[j,i], {0}[i,j]**2, {0}[j,i])", "max({0}[i,j], 0.2)*{0}[j,j]",
        "{0}[i,j]/sum[k](1 + {0}[i,k]**2)", "cumprod[j](1 + 0.3*{0}[i,j])",
    ),
    ("mm", "m"): ("{0}[i,k]*{1}[k,j]", "{0}[i,j]*{1}[j,i]", "solve[i,k](0.3*{0}[i,k] + 4*(i == k), {1}[k,j])"),
    ("mv", "m"): ("where(i == j, {1}[i], {0}[i,j])", "{0}[i,j]/(2 + {1}[j]**2)", "{0}[i,j]*{1}[i]*{1}[j]"),
    ("v", "s"): (
        "sum[i]({0}[i]**2)", "logsumexp[i]({0}[i])", "prod[i]({0}[i])", "max[i]({0}[i])", "norm[i]({0}[i])", "median[i]({0}[i])",
        "std[i]({0}[i])", "{0}[0]", "sum[i]({0}[i]*{0}[t[i]])", "sum[i](pad({0})[i + 1]*{0}[i])", "sum[i,j]({0}[i]*{0}[j]*(i < j))",
    ),
    ("m", "s"): (
        "{0}[i,i]", "logdet[i,j]({0}[i,k]*{0}[j,k] + 3*(i == j))", "det[i,j]({0}[i,j])", "sum[i,j]({0}[i,j]*{0}[j,i])",
        "sum[i](max[j]({0}[i,j]**2))", "prod[i](sum[j]({0}[i,j]))",
    ),
    ("ss", "s"): ("{0}*{1} + 1/(1 + {0}**2)",),
}  # fmt: skip
"""What a statement may be, by the kinds of what it reads and its own."""


def chains(d: Draw) -> Case:
    """Up to four statements, all of which the last one needs, and the derivatives of this one, beside differences of the order below."""
    kinds, lines, d.smooth = dict(INPUTS), dict[str, str](), True
    needed = {name: {name} for name in INPUTS}  # what an array is computed from, and itself
    every = [(reads, own, form) for (reads, own), forms in FORMS.items() for form in forms]
    count, name = d.choose.choice((2, 3, 4)), ""
    while len(lines) < count:
        reads, own, form = d.choose.choice(every)
        usable = [[n for n, kind in kinds.items() if kind == wanted] for wanted in reads]
        if all(usable):
            read = [names[-1] if d.chance(0.6) else d.choose.choice(names) for names in usable]
            name = f"a{len(lines)}"
            lines[name] = f"{name}{AXES[own]} = {form.format(*read)}"
            kinds[name], needed[name] = own, {name}.union(*(needed[n] for n in read))
    d.inputs = {n: Input(("n",)*RANKS[kind]) for n, kind in INPUTS.items()}
    d.inputs |= {"t": Input(("n",), "int64", "positions:n"), "H": Input(("n",)*RANKS[kinds[name]])}
    by = d.choose.choice([n for n in INPUTS if n in needed[name]])
    text = "; ".join(line for n, line in lines.items() if n in needed[name])
    long = re.search("inv|chol|solve|det", text) or INPUTS[by] == "m"  # a third derivative may take more than a minute
    order = d.choose.choice((1, 2) if long else (1, 2, 3))
    derived = {1: [("value",), ("first", by), ("vjp", by, "H")], 2: [("second", by)], 3: [("third", by)]}[order]
    return d.case(text, derived, tuple({"n": n} for n in d.some((1, 2, 3, 4), 2, 2)))
