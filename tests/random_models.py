"""Random programs as users write them: layers one after the other, of which several arrays and derivatives are results."""

from __future__ import annotations

import re

from random_cases import Case, Draw, Input

ACTIVATIONS = ("relu({})", "tanh({})", "gelu({})", "max({0}, 0.1*{0})", "where({0} > 0, {0}, expm1({0}))", "abs({})", "hardtanh({})", "clip({}, -0.5, 1)",
               "{0}**2*({0} > 0.2)", "min({}, 0.5)**3", "sign({0})*log1p(abs({0}))", "silu({})", "where(abs({0}) < 1, 0.5*{0}**2, abs({0}) - 0.5)")  # fmt: skip


def models(d: Draw) -> Case:
    """Layers of a rank of two: products, norms, attention, windows, gathers, masks, totals; several results, and derivatives of a loss."""
    r = d.choose
    d.letters, d.same = "ncokvw", {"m": "n", "d": "c", "s": "n"}
    floats = r.choice((("float64",), ("float64",), ("float32",), ("float32", "float64"), ("float32", "float16")))
    if d.chance(0.25):
        d.layouts = ("broadcast", "reversed", "stepped", "F", "sliced")
    shortest = 1
    named: list[tuple[str, str]] = []

    def given(*axes: str, dtype: str = "", values: str = "normal") -> str:
        return f"{d.input(axes, values, dtype or r.choice(floats))}[{','.join(axes)}]"

    def element(n: str, c: str) -> str:
        """The newest array, or the same axes of an earlier one."""
        name, axes = r.choice([a for a in named if set(a[1]) == set(named[-1][1])]) if named and d.chance(0.2) else named[-1]
        return f"{name}[{','.join({'n': n}.get(a, c) for a in axes)}]"

    def add(body: str, axes: str = "") -> None:
        axes = axes or "n" + width
        axes = axes[::-1] if len(axes) == 2 and d.chance(0.15) else axes
        name = f"T{len(d.statements)}"
        d.statements.append(f"{name}[{','.join(axes)}] = {body}")
        named.append((name, axes))

    width = "c"
    add(r.choice(("{}", "2*{}", "tanh({})", "{} + 0.1")).format(given("n", "c")))
    for _ in range(r.randint(1, 4)):
        f, c, e = element("n", width), width, "d" if width == "c" else "q"
        d.same["q"] = "o"
        g = re.sub(rf"\b{c}\b", e, f)  # along the other index of the same length
        before = re.sub(r"\bn\b", "m", f)
        kind = r.randrange(17)
        bias = given(c)
        if kind == 0:
            other = "o" if c == "c" else "c"
            body = f"sum[{c}]({f}*{given(c, other)})" + (f" + {given(other)}" if d.chance(0.6) else "")
            width = other
            add(r.choice((body, f"relu({body})", f"tanh({body})")), "n" + other)
            continue
        if kind == 1:
            add(r.choice(ACTIVATIONS).format(f))
        elif kind == 2:
            add(f"({f} - mean[{e}]({g}))/sqrt(var[{e}]({g}) + 0.1)*{bias} + {given(c)}")
        elif kind == 3:
            add(f"({f} - mean[m]({before}))/sqrt(mean[m](({before} - mean[s]({re.sub(chr(92) + 'bn' + chr(92) + 'b', 's', f)}))**2) + 0.1)")
        elif kind == 4:
            add(r.choice((f"softmax[{c}]({f})", f"softmax[n]({f})", f"log_softmax[{c}]({f})", f"cumsum[n]({f})", f"reverse_cumsum[{c}](tanh({f}))", f"cumprod[n](tanh({f}))")))
        elif kind == 5:  # attention
            mask = r.choice(("", "m <= n", f"{given('n', 'm', dtype='bool', values='mask')}", "abs(n - m) < 3", "m != n"))
            score = f"sum[{c}]({f}*{re.sub(chr(92) + 'bn' + chr(92) + 'b', 'm', f)})"
            score = f"where({mask}, {score}, -inf)" if mask else f"0.3*{score}"
            add(f"{score}", "nm")
            named.pop()
            at = d.statements[-1].partition(" = ")[0]
            weights = re.sub(r"\[.*", "[n,m]", at) if at.index("n") < at.index("m") else re.sub(r"\[.*", "[m,n]", at)
            add(f"sum[m](softmax[m]({weights})*{before})" if not mask or "B" not in mask else f"sum[m](exp({weights})*{before})")
        elif kind == 6:  # distances
            pair = f"sum[{c}](({f} - {before})**2)"
            form = r.choice(("min[m]({}*(m != n) + 9*(m == n))", "sum[m](exp(-{})*(m < n))", "mean[m]({})", "max[m](where(m != n, {}, -1))", "logsumexp[m](-{})"))
            add(f"{f}*{form.format(pair)}")
        elif kind == 7:  # windows
            k = r.randint(2, 4)
            taps = r.choice((f"sum[w](pad({named[-1][0]})[n + w - 1,{c}]*(w < {k}))/{k}", f"max[w](pad({named[-1][0]})[n - w,{c}]*(w < {k}))", f"sum[w](pad({named[-1][0]})[n + w - 1,{c}]*{given('w')})"))
            if named[-1][1] == "n" + c:
                add(taps if "[w]" in taps.replace("sum[w]", "").replace("max[w]", "") else taps.replace(f"(w < {k})", f"(w < {k})*{given('w')}"))
        elif kind == 8:  # gathers of rows and columns
            t = given("n", dtype=r.choice(("int64", "int32", "uint8")), values="positions:n")
            add(r.choice((re.sub(r"\bn\b", t, f), f"{f} - {re.sub(chr(92) + 'bn' + chr(92) + 'b', t, f)}")))
        elif kind == 9:  # totals of groups, read by their members
            t = given("n", dtype=r.choice(("int64", "uint8")), values="positions:v")
            also = re.sub(r"\bn\b", "m", t)
            add(r.choice((f"sum[m]({before}*({t} == {also}))", f"{f} - max[m](where({t} == {also}, {before}, -9))", f"{f}/(1 + sum[m](({t} == {also})*1))")))
        elif kind == 10:
            add(f"{f}*{given('n', c, dtype='bool', values='mask')}/0.8" if d.chance(0.5) else f"where({given('n', dtype='bool', values='mask')}, {f}, {bias})")
        elif kind == 11:
            add(f"{f}/(norm[{e}]({g}) + 0.1)" if d.chance(0.5) else f"{f} - {r.choice(('max', 'min', 'median', 'logsumexp', 'mean'))}[{e}]({g})")
        elif kind == 12:
            name, axes = r.choice(named)
            add(f"{f} + {r.choice(('', '2*', '-'))}{name}[{','.join(axes)}]" if set(axes) == {"n", c} else f"{f} + {bias}")
        elif kind == 13:  # a state
            name, shortest = f"T{len(d.statements)}", max(shortest, 1)
            step = r.choice((f"0.5*{name}[n-1,{c}] + {f}", f"max({name}[n-1,{c}], {f})", f"tanh({name}[n-1,{c}])*{bias} + {f}", f"{name}[n-1,{c}]*0.3 + {re.sub(chr(92) + 'bn' + chr(92) + 'b', given('n', dtype='int64', values='positions:n'), f)}"))
            d.statements += [f"{name}[0,{c}] = {given(c)}", f"{name}[n,{c}] = {step}"]
            named.append((name, "n" + c))
        elif kind == 14:  # the other way round, and a shift along rows
            add(f"{re.sub(chr(92) + 'bn' + chr(92) + 'b', f'size({named[0][0]}, {named[0][1].index(chr(110))}) - 1 - n', f)}")
        elif kind == 15:
            add(f"{f}*({f} {r.choice(('<', '>=', '=='))} {r.choice(('max', 'mean', 'min'))}[m]({before}))")
        else:
            whole = given("n", c, dtype=r.choice(("int8", "uint8", "int32", "bool")), values="whole")
            add(f"{f}*{whole} + {r.choice(('', '-'))}{whole}")
    f, c = element("n", width), width
    y, t = given("n", c), given("n", dtype="int64", values=f"positions:{c}")
    label = f"{f.replace(f'{c}]', f'{t}]').replace(f'[{c},', f'[{t},')}"
    losses = (f"mean[n,{c}](({f} - {y})**2)", f"-mean[n](log_softmax[{c}]({f})*({c} == {t}))", f"sum[n]({label}**2)", f"sum[n](max[{c}]({f}))",
              f"sum[n](logsumexp[{c}]({f}) - {label})", f"sum[n,{c}](relu({f} - {y} + 0.3))", f"sum[{c}](sqrt(sum[n]({f}**2) + 0.1))", f"sum[n,{c}](abs({f} - {y})*({c} >= n))",
              f"sum[n,{c}]({f}*{y})/(1 + sum[n,{c}](abs({y})))")  # fmt: skip
    losses = tuple(re.sub(r"mean\[n\]\((.*)\)$", rf"mean[n](sum[{c}](\1))", x) for x in losses)
    d.statements.append(f"R = {r.choice(losses)}")
    return _results(d, floats, shortest)


def _results(d: Draw, floats: tuple[str, ...], shortest: int) -> Case:
    """All statements, or the loss with derivatives by several inputs."""
    r, text = d.choose, "; ".join(d.statements)
    d.inputs = {n: i for n, i in d.inputs.items() if re.search(rf"\b{n}\b", text)}
    kind, every = r.choice(("outputs", "outputs", "grads", "grads", "grads", "hvp", "hessian")), [n for n, i in d.inputs.items() if "float" in i.dtype]
    short = kind == "hessian"
    pool = (1, 2, 3) if short else (1, 2, 3, 5, 8, 9, 16, 17, 31, 33)
    calls = tuple({a: max(r.choice(pool), shortest) for a in "nco"} | {"v": r.choice((1, 3)), "k": 3, "w": r.choice((2, 3))} for _ in range(3 - short))
    if kind == "outputs":
        return d.case(text, calls=calls, outputs=True)
    if kind == "grads":
        return d.case(text, [("value",), *(("grad", by) for by in d.some(every, 1, 4))], calls, **_smooth(floats))
    by = r.choice(every)
    if kind == "hvp":
        d.inputs["H"] = Input(d.inputs[by].axes, d.inputs[by].dtype)
        return d.case(text, [("grad", by), ("hvp", by, "H")], calls)
    few = [n for n in every if len(d.inputs[n].axes) == 1] or every
    return d.case(text, [("hessian", r.choice(few))], calls, **_smooth(floats))


def _smooth(floats: tuple[str, ...]) -> dict[str, bool]:
    return {"smooth": True} if floats == ("float64",) else {}

