"""One generator of random programs for each area of the language."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import index_programs
from random_cases import HOLOMORPHIC, REDUCTIONS, ROUGH, ROWS, SMOOTH, Case, Draw, Input
from random_chains import chains
from random_functions import functions
from random_models import models


def contractions(d: Draw) -> Case:
    """Products of arrays, summed: chains, batches, diagonals, traces, powers, epilogues, sums of several."""
    d.leaves, d.most = (d.read,), d.choose.choice((20_000, 100_000, 400_000))
    if d.chance(0.6):
        return _products(d)
    terms = []
    names = d.some(d.letters, 1, 4)
    axes = d.some(names, 0, 3)
    for _ in range(d.choose.choice((1, 1, 1, 2, 3))):
        factors, used = [], set()
        for _ in range(d.choose.randint(1, 4)):
            over = [d.choose.choice(names) for _ in range(d.choose.randint(1, 3))]
            used |= {*over}
            read = f"{d.input(over)}[{','.join(over)}]"
            factors.append(f"{d.choose.choice(d.functions[:8])}({read})" if d.chance(0.12) else f"{read}**2" if d.chance(0.06) else read)
        factors += [f"{d.input([a])}[{a}]" for a in axes if a not in used]
        summed = sorted(used - {*axes})
        product = "*".join([*(["-2"] if d.chance(0.15) else []), *factors])
        terms.append(f"sum[{','.join(summed)}]({product})" if summed else product)
    body = " + ".join(terms)
    if d.chance(0.3):
        body = f"{d.choose.choice(('tanh', 'relu', 'exp'))}(0.1*({body}))"
    if d.chance(0.3):
        d.statements.append(f"T[{','.join(axes)}] = {body}" if axes else f"T = {body}")
        body, axes = f"T{'[' + ','.join(axes) + ']' if axes else ''}*{d.input(axes)}{'[' + ','.join(axes) + ']' if axes else ''}", axes[::-1]
    d.statements.append(f"R[{','.join(axes)}] = {body}" if axes else f"R = {body}")
    return d.case("; ".join(d.statements))


def _products(d: Draw) -> Case:
    """Matrix products as libraries compute them, in any order of axes: batches, factors, what is added, activations."""
    d.same, d.least, d.most = {}, d.choose.choice((0, 4, 8, 12)), d.choose.choice((100_000, 400_000, 1_000_000))
    batch, rows, columns = "b" * d.chance(0.3), d.choose.choice(("i", "i", "ip", "")), d.choose.choice(("j", "j", "jq", ""))
    summed = d.choose.choice(("k", "k", "kl"))
    d.letters = batch + rows + columns + summed

    def read(axes: str, new: bool = True) -> str:
        order = d.choose.sample(axes, len(axes))
        if order and d.chance(0.25):  # a part of an array, whose rows are longer than those of the matrix
            a, shift = d.choose.choice(order), d.choose.randint(1, 5)
            name = d.input([f"{n} + {shift}" if n == a else n for n in order], new=new)
            return f"{name}[{','.join(f'{n} + {shift}' if n == a else n for n in order)}]"
        name = d.input(order, new=new)
        return f"{name}[{','.join(order)}]" if order else name

    def term() -> str:
        factor = d.choose.choice(("", "", "", "2*", "-", "0.5*", "1/3*", "-2*"))
        more = [read(d.choose.choice([batch + rows, summed, columns, summed + columns]))] if d.chance(0.2) else []
        product = "*".join([read(batch + rows + summed), read(batch + summed + columns), *more])
        if d.chance(0.2):
            return f"{factor}mean[{','.join(summed)}]({product})"
        name, axis = d.choose.choice([(n, k) for n, i in d.inputs.items() for k in range(len(i.axes))])
        return f"{factor}sum[{','.join(summed)}]({product}){d.choose.choice(('', '', '', '', f'/size({name}, {axis})'))}"

    axes = d.choose.sample(batch + rows + columns, len(batch + rows + columns))
    terms = [term() for _ in range(d.choose.choice((1, 1, 2)))]
    terms += [read("".join(axes), new=False)] if d.chance(0.3) else []
    terms += [read(columns)] if d.chance(0.3) else []
    body = " + ".join(terms)
    body = f"{d.choose.choice(('tanh', 'relu', 'exp', 'gelu'))}(0.1*({body}))" if d.chance(0.3) else body
    d.statements.append(f"R[{','.join(axes)}] = {body}" if axes else f"R = {body}")
    few = [n for n, i in d.inputs.items() if len(i.axes) < 4]
    if d.chance(0.3) and few:
        by = d.choose.choice(few)
        d.inputs["H"] = Input(tuple(axes), d.dtypes[0])
        return d.case(d.statements[0], [("value",), ("vjp", by, "H")])
    return d.case(d.statements[0])


def stencils(d: Draw) -> Case:
    """Shifted, strided and padded reads, windows, convolutions of any geometry."""
    if d.chance(0.3):
        return _convolution(d)
    d.leaves = (d.shifted, d.shifted, d.shifted, d.read, d.number, d.shortening)
    return _perhaps_derived(d, d.choose.choice((0, 0, 1, 2)), d.choose.choice((1, 2, 3)))


def _convolution(d: Draw) -> Case:
    """Images, filters and their gradients: any stride, padding, dilation, number of space axes."""
    rank = d.choose.choice((1, 2, 2))
    d.letters, d.same = "noclpqrs", {}
    space, taps = "pq"[:rank], "rs"[:rank]
    stride, dilation, padding = d.choose.randint(1, 3), d.choose.choice((1, 1, 2)), d.choose.choice((0, 1, 2))
    inside = ",".join(f"{stride}*{p} + {dilation}*{r} - {padding}" for p, r in zip(space, taps, strict=True))
    long = [f"{stride}*{p} + {dilation}*{r} - {2 * padding + d.choose.choice((0, 1))}" for p, r in zip(space, taps, strict=True)]
    depthwise = d.chance(0.2)
    x = d.input(["n", "c", *long], new=True)
    w = d.input(["c", *taps] if depthwise else ["o", "c", *taps], new=True)
    axes = f"n,{'c' if depthwise else 'o'},{','.join(space)}"
    g = d.input(axes.split(","), new=True)
    over = ",".join(taps) if depthwise else f"c,{','.join(taps)}"
    weights = f"{w}[{'c' if depthwise else 'o,c'},{','.join(taps)}]"
    body = f"sum[{over}](pad({x})[n,c,{inside}]*{weights})"
    if d.chance(0.3):
        body = f"relu({body} + {d.input([axes[2]])}[{axes[2]}])"
    text = f"S[{axes}] = {body}*{g}[{axes}]"
    d.statements.append(text)
    derived = [(d.choose.choice(("vjp",)), by, "H") for by in d.some((x, w), 0, 2)]
    if derived:
        d.inputs["H"] = Input(tuple(axes.split(",")), d.inputs[x].dtype, d.inputs[x].values)
    return d.case(text, derived and [("value",), *derived], calls=d.calls(short=taps))


def gathers(d: Draw) -> Case:
    """Reads at positions from data, and gradients and sums that scatter."""
    d.leaves = (d.gathered, d.gathered, d.gathered, d.read, d.shifted)
    if d.chance(0.4):
        d.smooth, d.functions = True, SMOOTH
        text = d.program(d.choose.choice((0, 1)), 2, scalar=True)
        return d.case(text, _gradients(d, ("value", "grad", "grad")))
    return d.case(d.program(d.choose.choice((0, 0, 1, 2)), d.choose.choice((1, 2, 3))))


def masks(d: Draw) -> Case:
    """Comparisons as factors, selections, triangles and diagonals."""
    d.leaves = (d.read, d.read, d.condition, d.number, d.shifted)
    return _perhaps_derived(d, d.choose.choice((0, 1, 1, 2)), d.choose.choice((2, 3)))


def recurrences(d: Draw) -> Case:
    """One to three states, forward or backward, one to three steps back; grids; inside of other programs."""
    r, d.letters, d.same = d.choose, "tw", {}
    d.dtypes = ("float64",) if d.chance(0.6) else ("float32",)
    if d.chance(0.2):
        return _grid(d)
    backward, order, states = d.chance(0.4), r.randint(1, 3), "uvz"[: r.randint(1, 3)]
    smooth = d.smooth = d.chance(0.4)
    given = {"x": ("t", "w"), "p": ("w",), "W": ("w", "w")}
    dtype = d.dtypes[0]
    d.inputs |= {n: Input(a, dtype if n != "p" else r.choice((dtype, "float64")), layout=r.choice(d.layouts)) for n, a in given.items()}
    d.inputs |= {"y": Input(("4",), dtype), "b": Input(("t", "w"), "int32", "mask"), "o": Input(("t",), r.choice(("int64", "int32", "uint8")), "positions:3")}

    back = order if d.chance(0.6) else 1  # fewer rows are kept than have starting values

    def read(name: str) -> str:
        return f"{name}[t{'+' if backward else '-'}{r.randint(1, back)},i]"

    def term() -> str:
        a = read(r.choice(states))
        smooth_ = [f"tanh({a})", f"0.3*sum[j](W[i,j]*{a.replace(',i', ',j')})", f"sin(x[t,i])*{a}", "x[t,i]**2"]
        rough = [f"y[o[t]*o[t]]*{a}", f"y[2*o[t] - o[t] + {r.choice((0, 0, 1))}]", f"where(o[t] > 0, y[2*o[t] - 1], {a})",
                 f"{a.replace(',i', ', clamp(1 - b[t,i])')}", f"pad(y)[3*o[t]]*{a}", f"max({a}, x[t,i])"]  # fmt: skip
        return str(r.choice(smooth_ if smooth else smooth_ + 2 * rough))

    first = f"size(x,0) - {order}" if backward else ""
    parts = [f"{n}[{first + f' + {k}' if first else k},i] = p[i]*{k + 1}" for n in states for k in range(order)]
    for n in states:
        following = states[(states.index(n) + 1) % len(states)]
        terms = [f"0.5*x[t,i]*{read(following)}", read(n), *(term() for _ in range(r.randint(1, 2)))]
        parts.append(f"{n}[t,i] = 0.4*({' + '.join(terms)})")
    derived: list[tuple[str, ...]] = []
    if smooth:
        parts.append("R = sum[t,i](u[t,i]**2*(t + i + 1))")
        by = r.choice(("x", "p", "W"))
        derived = [("value",), ("grad", by), *([("hessian", by)] if d.chance(0.3) and len(states) == 1 else [])]
    elif d.chance(0.8):
        last = "0" if backward else "size(x,0) - 1"
        parts.append(r.choice((f"R[i] = u[{last},i]", f"R = sum[i](u[{last},i]*p[i])", "R[i] = u[size(x,0)-1,i] + u[0,i]", "R[t,i] = u[t,i]*x[t,i]", "R[i] = sum[t](u[t,i])", "R[i] = pad(u)[2,i]*p[i]")))
    d.statements = parts
    text = "; ".join(parts)
    d.inputs = {n: i for n, i in d.inputs.items() if re.search(rf"\b{n}\b", text)}
    steps, widths = ((0, 1, 2, 5), (1, 2, 2, 3, 5, 9)) if not derived else ((0, 1), (1, 2))
    calls = tuple({"t": order + r.choice(steps), "w": r.choice(widths)} for _ in range(2 if not derived else 1))
    return d.case(text, derived, calls)


def _grid(d: Draw) -> Case:
    """A recurrence over two indices, and its gradient."""
    r = d.choose
    d.inputs |= {"c": Input(("t", "w"), d.dtypes[0]), "p": Input(("w + 1",), d.dtypes[0]), "q": Input(("t + 1",), d.dtypes[0])}
    terms = r.sample(["0.4*g[i-1,j]", "0.3*g[i,j-1]", "tanh(g[i-1,j-1])", "0.2*g[i-1,j]*c[i-1,j-1]", "c[i-1,j-1]"], r.randint(2, 4))
    join = r.choice((" + ", " + ", "max"))
    d.smooth = join != "max"
    body = " + ".join(terms) if join != "max" else f"max({terms[0]}, {' + '.join(terms[1:])})"
    body += "" if "c[" in body else " + c[i-1,j-1]"
    text = f"g[0,j] = p[j]; g[i,0] = q[i]; g[i,j] = {body}; R = sum[i,j](g[i,j]*(i + 2*j))"
    calls = tuple({"t": r.choice((1, 2, 3, 9)), "w": r.choice((1, 2, 4, 7))} for _ in range(2))
    return d.case(text, [("value",), *([("grad", r.choice("cpq"))] if d.chance(0.6) and join != "max" else [])], calls)


def dtypes(d: Draw) -> Case:
    """Inputs of different dtypes: integers, truth values, 16, 32 and 64 bits."""
    d.dtypes = tuple(d.some(("float64", "float32", "float16", "bfloat16", "int64", "int32", "int8", "uint8", "bool", "uint16"), 1, 3))
    d.kinds = ("whole",) if d.chance(0.6) else ("normal",)
    if any(t[0] in "ub" and t != "bfloat16" for t in d.dtypes):
        d.kinds = ("whole",)
    d.edges = d.chance(0.5)
    d.leaves = (d.read, d.read, d.read, d.number, d.shifted)
    d.leaves += (d.gathered, d.condition, d.shifted) if d.chance(0.4) else ()
    d.functions = (*SMOOTH[:7], *ROUGH)
    return _perhaps_derived(d, d.choose.choice((0, 0, 1)), d.choose.choice((1, 2, 3)), 0.2)


def rows(d: Draw) -> Case:
    """Elements and totals of rows, as innermost loops in vectors compute them: dtypes beside each other, conditions, what is not finite."""
    r, d.letters, d.same = d.choose, "ijk", {"k": "j"}
    d.complex = d.chance(0.1)
    every = ("complex128", "complex64", "float64") if d.complex else (
        *("float64", "float32") * 3, "float16", "bfloat16", "int64", "int32", "int8", "uint8", "bool", "uint16", "int16", "uint32", "uint64")  # fmt: skip
    d.dtypes = tuple(d.some(every, 1, 3))
    infinite = d.chance(0.4) and not d.complex
    d.kinds, d.edges = ("special",) if infinite else ("plain",), True
    d.totals = tuple(f for f in REDUCTIONS if not (infinite and f == "prod"))  # which overflows in some orders
    d.functions = (*HOLOMORPHIC, "conj", "real", "abs") if d.complex else (*SMOOTH, *(f for f in ROUGH if not (infinite and f == "int")), "sqrt", "log", "cbrt")

    def along(names: Sequence[str]) -> str:
        """A row, the one of `i` or the same for all, as it lies in memory."""
        axes = [n for n in names if n == "i" and d.chance(0.6)] + d.some([n for n in names if n != "i"], 1, 1)
        usable = [name for name, of in d.lets if list(of) == axes]
        d.told |= {*axes}
        return f"{r.choice(usable) if usable and d.chance(0.4) else d.input(axes)}[{','.join(axes)}]" if axes else d.read(names)

    def bounds(names: Sequence[str]) -> str:
        """What lies outside of an array on the side that is not chosen."""
        a, k = r.choice(names), r.randint(1, 9)
        name, end = d.input([a]), r.choice((f"{a} >= {k}", f"{k - 1} < {a}"))
        d.told.add(a)
        return r.choice((f"where({end}, pad({name})[{a} - {k}], {d.read(names)})", f"where({a} < size({name}, 0) - {k}, pad({name})[{a} + {k}], {k})",
                         f"{name}[size({name}, 0) - 1 - {a}]", f"pad({name})[{a} + {k}]*({a} > {r.choice((*names, k))})"))  # fmt: skip

    def kinds(names: Sequence[str]) -> str:
        """Another precision, or the arithmetic of whole numbers."""
        a, whole = d.read(names), [t for t in d.dtypes if t.startswith(("int", "uint"))]
        if whole and d.chance(0.7):
            axes = d.some(names, 1, 2)
            d.told |= {*axes}
            return f"({d.input(axes, dtype=r.choice(whole))}[{','.join(axes)}] {r.choice(('//', '%', '*', '-'))} {r.choice(('3', '-2', '7', *names[-1:]))})"
        return f"{r.choice(('float32', 'float64'))}({a})"

    d.leaves = (*(along,) * 6, d.read, d.number, d.condition, d.shifted, *(() if d.complex else (bounds, bounds, kinds, d.gathered)))
    several, count, depth = d.chance(0.6), r.choice((1, 1, 2, 3, 4)), r.choice((1, 2, 2, 3))
    for k in range(count):
        axes = list(r.choice(("ij", "ij", "i", "i", "j")))
        d.statement("R" if k == count - 1 and not several else f"T{k}", axes, depth, total=axes == ["i"])
    text = "; ".join(d.statements)
    most = 60_000 if re.search(r"\bk\b", text) else 10**6
    calls = [(i, r.choice([n for n in ROWS if i * n**2 <= most])) for i in r.sample((0, 1, 2, 3, 4, 5), 4)]
    return d.case(text, calls=tuple({"i": i, "j": j} for i, j in calls), **{"outputs": True} if several else {}, **{"infinite": True} if infinite else {})


def complex_numbers(d: Draw) -> Case:
    """Complex arrays beside real ones, conjugates and parts, holomorphic functions."""
    d.dtypes = tuple(d.choose.choice((("complex128",), ("complex64",), ("complex128", "float64"), ("complex64", "float32"))))
    d.complex, d.functions = True, (*HOLOMORPHIC, "conj", "real", "imag", "abs", "abs2", "conj")
    d.leaves = (d.read, d.read, d.read, d.shifted, lambda _: d.choose.choice(("2j", "0.5", "complex(1, 2)", "3")))
    return d.case(d.program(d.choose.choice((0, 0, 1)), d.choose.choice((1, 2, 3))))


def empty(d: Draw) -> Case:
    """Lengths zero and one, with what the other areas make."""
    made = d.choose.choice((contractions, stencils, gathers, masks, statements, _sums_over_nothing, _sums_over_nothing))(d)
    letters = list(made.calls[0])
    calls = [{a: d.choose.choice((0, 1, 1, 2, 3, 5)) for a in letters} for _ in range(3)] + [made.calls[0]]
    d.choose.shuffle(calls)
    return Case(made.text, made.inputs, tuple(calls), made.derived, made.options)


def _sums_over_nothing(d: Draw) -> Case:
    """Reductions with parts that their indices do not move, some of which say how long the result is."""
    d.leaves, d.alone = (d.read, d.read, d.shortening, d.shortening, d.shifted, d.condition), True
    axes = d.some(d.letters[:3], 0, 2)
    infinite = d.chance(0.5)  # parts that are not finite, which a sum over nothing has none of
    if infinite:  # and no comparisons: factors are taken out of sums, where these no longer hide them
        d.kinds, d.leaves = ("whole",), d.leaves[:-1]

    def term() -> str:
        over = d.some([n for n in d.letters[:5] if n not in axes], 1, 2)
        names = [*axes, *over]
        parts = [d.choose.choice(d.leaves)(d.choose.choice((axes or names, over, names))) for _ in range(d.choose.choice((2, 3)))]
        parts[1] = d.read(axes) if infinite and axes else parts[1]
        forms = ("{}/{}", "{}*log({})", "{}*exp(1000*{})") if infinite else ("{}*{}", "{}*{}", "{} + {}", "{}/(2 + {}**2)", "exp(tanh({}))*{}")
        body = d.told_of(over, d.choose.choice(forms).format(*map(d.factor, parts[:2])))
        body = f"{d.factor(body)}*{d.factor(parts[2])}" if parts[2:] else body
        return f"{d.choose.choice(('sum', 'sum', 'sum', 'prod', 'norm', 'any', 'mean'))}[{','.join(over)}]({body})"

    body = d.choose.choice((" + ", "*", " - ")).join(term() for _ in range(d.choose.choice((1, 1, 2))))
    around = ("{}",) if infinite else ("{}", "{}", "softmax[{1}]({0})", "tanh({})", "1/({})")
    body = d.told_of(axes, d.choose.choice(around).format(body, axes[0]) if axes else body)
    text = f"R[{','.join(axes)}] = {body}" if axes else f"R = {body}"
    d.statements.append(text)
    return d.case(text)


STRUCTURES = ("lower", "upper", "symmetric", "diagonal", "tridiagonal", "posdef", "orthogonal", "nonneg", "positive", "sums_to_one")


def structure(d: Draw) -> Case:
    """Declared matrices in products, sums, functions of matrices and derivatives."""
    words = d.some(STRUCTURES, 1, 2)
    names = {d.input(("i", "i"), word, d.dtypes[0], new=True): word for word in words}

    def declared(free: list[str]) -> str:
        pairs = [(a, b) for a in free for b in free if d.same.get(a, a) == d.same.get(b, b) == "i"]
        if not pairs or d.chance(0.3):
            return d.read(free)
        a, b = d.choose.choice(pairs)
        d.told |= {a, b}
        return f"{d.choose.choice(list(names))}[{a},{b}]"

    d.letters, d.same = "imkjl", {"m": "i", "k": "i"}
    d.leaves = (declared, declared, declared, d.condition)
    d.functions = SMOOTH
    head = "".join(f"{n} : {w}\n" for n, w in names.items())
    d.smooth = d.chance(0.4)
    text = d.program(d.choose.choice((0, 0, 1)), d.choose.choice((1, 2, 3)), scalar=d.smooth)
    return d.case(head + text, _gradients(d, ("value", "grad")) if d.smooth else ())


def matrices(d: Draw) -> Case:
    """Inverses, solutions, determinants and factors of matrices that a formula makes, with derivatives."""
    d.smooth = True
    r, d.letters, d.same = d.choose, "bikmn", {"k": "i", "m": "i", "n": "i"}
    batch = ["b"] if d.chance(0.4) else []
    b = "".join(f"{x}," for x in batch)
    symmetric = d.chance(0.5)
    A = d.input([*batch, "i", "i"], "posdef" if symmetric else "dominant", new=True)
    v, B = d.input([*batch, "i"], "normal", new=True), d.input([*batch, "i", "i"], "normal", new=True)
    entry = f"{A}[{b}i,k]"
    entry = r.choice((entry, entry, f"({entry} + {v}[{b}i]*{v}[{b}k])", f"({entry} + 2*(i == k))", f"2*{entry}"))
    if d.chance(0.3):  # a named array with its axes in any order
        axes = ",".join(r.sample([*batch, "i", "k"], len(batch) + 2))
        d.statements.append(f"T[{axes}] = {entry}")
        entry = f"T[{axes}]"
    swapped = re.sub(r"\b[ik]\b", lambda m: "ki"["ik".index(m[0])], entry)
    forms = [
        (f"R[{b}i,k] = inv[i,k]({entry})", "ik"), (f"R[{b}i] = solve[i,k]({entry}, {v}[{b}k])", "i"),
        (f"R[{b}i,m] = solve[i,k]({entry}, {B}[{b}k,m])", "im"), (f"R[{b}] = det[i,k](0.3*{entry})", ""),
        (f"R[{b}] = logdet[i,k]({entry})", ""), (f"R[{b}i,m] = sum[k](inv[i,k]({entry})*{B}[{b}k,m])", "im"),
        (f"R[{b}] = sum[i,k](inv[i,k]({entry})*{v}[{b}i]*{v}[{b}k])", ""), (f"R[{b}] = trace[i,k]({entry})", ""),
        (f"R[{b}i] = solve[i,k]({swapped}, {v}[{b}k])", "i"), (f"R[{b}] = sum[k,i](inv[k,i]({entry})*{B}[{b}i,k])", ""),
    ]  # fmt: skip
    if symmetric:
        forms += [(f"R[{b}i,k] = chol[i,k]({entry})", "ik"), (f"R[{b}i,k] = chol[k,i]({entry})", "ik"),
                  (f"R[{b}i,m] = sum[k](inv[k,i](chol[i,k]({entry}))*{B}[{b}k,m])", "im"),
                  (f"R[{b}i,k] = abs(eigvecsh[k,i]({entry}))", "ik"), (f"R[{b}i] = eigvalsh[i,k]({entry})", "i"),
                  (f"R[{b}i] = solve[i,k](chol[i,k]({entry}), {v}[{b}k])", "i"),
                  (f"R[{b}i,k] = sum[m](eigvecsh[i,m](posdef[i,m]({A}[{b}i,m]))*eigvecsh[k,m](posdef[k,m]({A}[{b}k,m])))", "ik")]  # fmt: skip
    text, axes = r.choice(forms)
    text = text.replace("[]", "").replace(",]", "]")
    d.statements.append(text)
    free = [*batch, *axes]
    derived: list[tuple[str, ...]] = []
    if d.chance(0.5) and "eigvecsh" not in text and "inv[k,i](chol" not in text:
        loss = f"R[{','.join(free)}]" if free else "R"
        d.statements.append(f"L = sum[{','.join(free)}](sin({loss}))" if free else f"L = sin({loss})")
        derived = [("value",), ("grad", A)]
        if d.chance(0.3):
            d.inputs["H"] = Input(d.inputs[A].axes, d.dtypes[0])
            derived.append(("hvp", A, "H"))
    text = "; ".join(d.statements)
    head = f"{A} : posdef\n" if symmetric and d.chance(0.3) else ""
    used = " ".join([text, *(x for y in derived for x in y)])
    d.inputs = {n: i for n, i in d.inputs.items() if re.search(rf"\b{n}\b", used)}
    calls = tuple({"b": r.choice((1, 2, 3)), "i": r.choice((1, 2, 3, 5, 8, 9))} for _ in range(2))
    return d.case(head + text, derived, calls)


def statements(d: Draw) -> Case:
    """Several named arrays that read each other, shifted and gathered too; all of them may be results."""
    d.leaves = (d.read, d.read, d.shifted, d.gathered, d.condition)
    several = d.chance(0.6)
    made = _perhaps_derived(d, d.choose.choice((2, 3, 4)), d.choose.choice((1, 2)), 0.2 * (not several))
    return replace(made, options={**made.options, "outputs": True}) if several else made


def _perhaps_derived(d: Draw, statements: int, depth: int, often: float = 0.25) -> Case:
    """A program, or one with a gradient, which is compared with that of the reference."""
    if not d.chance(often):
        return d.case(d.program(statements, depth))
    return d.case(d.program(statements, depth, scalar=True), _gradients(d, ("value", "grad")))


def _gradients(d: Draw, kinds: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Derivatives by float inputs of rank 2 at most."""
    read = {*re.findall(r"\w+", "; ".join(d.statements))}
    every = [n for n, i in d.inputs.items() if n in read and "float" in i.dtype and len(i.axes) < 3]
    if not every:
        return []
    derived: list[tuple[str, ...]] = []
    for kind in kinds:
        by = d.choose.choice(every)
        if kind == "hvp":
            d.inputs["H"] = Input(d.inputs[by].axes, d.inputs[by].dtype)
        derived.append(("value",) if kind == "value" else (kind, by, "H") if kind == "hvp" else (kind, by))
    return list(dict.fromkeys(derived))


def derivatives(d: Draw) -> Case:
    """Gradients, Hessians, third derivatives and products of programs that are smooth, or by pieces, also beside differences."""
    d.smooth, d.functions, d.kinds, d.dtypes = True, SMOOTH[:9], ("normal",), ("float64",)
    d.leaves = (d.read, d.read, d.shifted, d.gathered)
    if d.chance(0.3):
        d.functions, d.leaves = (*SMOOTH[:6], "abs", "relu", "hardtanh", "abs", "relu"), (*d.leaves, d.condition)
    d.most = 3_000  # the reference makes arrays of an index for each one of the input
    text = d.program(d.choose.choice((0, 1, 1)), d.choose.choice((1, 2, 2)), scalar=True)
    kinds = d.choose.choice((("value", "grad"), ("grad", "hvp"), ("hessian",), ("third",), ("grad", "hessian")))
    if d.choose.random() < 0.5 or "third" in kinds or "hessian" in kinds:
        calls = tuple({a: d.choose.choice((1, 2, 3, 4)) for a in "ijkl"} for _ in range(2))
        return d.case(text, _gradients(d, kinds), calls)
    return d.case(text, _gradients(d, kinds))


def positions(d: Draw) -> Case:
    """Positions and values computed from integers at the edges of their dtypes (`index_programs`)."""
    r = d.choose
    one = r.choice(index_programs.DTYPES)
    other = one if d.chance(0.5) else r.choice(index_programs.DTYPES)
    form, wrapper = r.choice(index_programs.FORMS), r.choice(index_programs.WRAPPERS)
    text = form.format(wrapper.format(index_programs.arithmetic(r, r.choice((1, 2, 2, 3)))))
    every = {"t": Input(("i",), one, "edges"), "u": Input(("i",), other, "edges"), "x": Input(("k",), values="count"),
             "z": Input(("j",), values="count"), "G": Input(("i",), values="count"), "V": Input(("k",), "int64", "positions:k")}  # fmt: skip
    d.inputs = {n: Input(i.axes, i.dtype, i.values, r.choice(("C", "C", "reversed", "stepped"))) for n, i in every.items() if re.search(rf"\b{n}\b", text)}
    derived = [("grad", "x")] if form.startswith("s") and "x" in d.inputs else []
    calls = tuple({"i": 97, "j": r.choice((1, 2, 9, 33)), "k": r.choice((1, 3, 5, 9, 40))} for _ in range(2))
    return d.case(text, derived, calls)


_EVERY = (contractions, stencils, gathers, masks, recurrences, dtypes, complex_numbers, empty, structure, matrices, statements,
          derivatives, positions, rows, models, functions, chains)  # fmt: skip
AREAS: dict[str, Callable[[Draw], Case]] = {f.__name__: f for f in _EVERY}


def case(area: str, number: int) -> Case:
    """Program ``number`` of an area; some run in threads, and LLVM optimises each fourth."""
    d = Draw(area, number)
    made = AREAS[area](d)
    made.options.update({"optimised": number % 4 == 0} | ({"threaded": True} if number % 8 == 1 else {}))
    return made
