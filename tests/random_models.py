"""Random programs as users write them: layers one after the other, of which several arrays and derivatives are results."""

from __future__ import annotations

import re

from random_cases import Case, Draw, Input

ACTIVATIONS = ("relu({})", "tanh({})", "gelu({})", "max({0}, 0.1*{0})", "where({0} > 0, {0}, expm1({0}))", "abs({})", "hardtanh({})",
               "clip({}, -0.5, 1)", "{0}**2*({0} > 0.2)", "min({}, 0.5)**3", "sign({0})*log1p(abs({0}))", "silu({})",
               "where(abs({0}) < 1, 0.5*{0}**2, abs({0}) - 0.5)")  # fmt: skip
"""Functions of an element, some of them by pieces."""

MASKS = ("m <= n", "{}", "abs(n - m) < 3", "m != n", "m >= n and m < n + 4")
PAIRS = ("min[m]({}*(m != n) + 9*(m == n))", "sum[m](exp(-{})*(m < n))", "mean[m]({})", "max[m](where(m != n, {}, -1))", "logsumexp[m](-{})")
LOSSES = ("mean[n,{c}](({f} - {y})**2)", "-mean[n](sum[{c}](log_softmax[{c}]({f})*({c} == {t})))", "sum[n](max[{c}]({f}))",
          "sum[n](logsumexp[{c}]({f}) - {label})", "sum[n]({label}**2)", "sum[n,{c}](relu({f} - {y} + 0.3))",
          "sum[{c}](sqrt(sum[n]({f}**2) + 0.1))", "sum[n,{c}](abs({f} - {y})*({c} >= n))",
          "sum[n,{c}]({f}*{y})/(1 + sum[n,{c}](abs({y})))", "sum[n]((argmax[{c}]({f}) == {t})*max[{c}]({f}))")  # fmt: skip
WHOLE = ("int64", "int32", "uint8")


class Model:
    """Layers: each is a statement about the rows ``n`` of the newest array ``f``, along ``c`` or ``o``."""

    def __init__(self, d: Draw) -> None:
        self.d, self.r, self.named = d, d.choose, list[tuple[str, str]]()
        d.letters, d.same = "ncovw", {"m": "n", "s": "n", "d": "c", "q": "o"}
        self.floats = self.r.choice((("float64",), ("float64",), ("float32",), ("float32", "float64"), ("float32", "float16")))
        if d.chance(0.25):
            d.layouts = ("broadcast", "reversed", "stepped", "F", "sliced")
        self.c = "c"
        self.add(self.r.choice(("{}", "2*{}", "tanh({})", "{} + 0.1")).format(self.given("n", "c")))

    def given(self, *axes: str, dtype: str = "", values: str = "normal") -> str:
        return f"{self.d.input(axes, values, dtype or self.r.choice(self.floats))}[{','.join(axes)}]"

    def rows(self, of: str, *columns: str) -> str:
        """Positions of rows, or of others, as data has them."""
        return self.given("n", *columns, dtype=self.r.choice(WHOLE), values=f"positions:{of}")

    def at(self, row: str, read: str) -> str:
        """The same at another row."""
        return re.sub(r"\bn\b", row, read)

    def add(self, body: str, axes: str = "") -> str:
        """A statement; the read of what it makes."""
        axes = axes or "n" + self.c
        axes = axes[::-1] if self.d.chance(0.15) else axes
        self.named.append((f"T{len(self.d.statements)}", axes))
        read = f"{self.named[-1][0]}[{','.join(axes)}]"
        self.d.statements.append(f"{read} = {body}")
        return read

    def layer(self) -> None:
        """One more, of the newest array or of an earlier one of its axes."""
        last = self.named[-1]
        name, axes = self.r.choice([a for a in self.named if set(a[1]) == set(last[1])]) if self.d.chance(0.2) else last
        self.name, self.f = name, f"{name}[{','.join(axes)}]"
        self.e = {"c": "d", "o": "q"}[self.c]
        self.along = re.sub(rf"\b{self.c}\b", self.e, self.f)  # the other index of the same length
        self.other = self.at("m", self.f)
        made = self.r.choice(LAYERS)(self)
        if made:
            self.add(made)

    def product(self) -> None:
        body = f"sum[{self.c}]({self.f}*{self.given(self.c, other := 'co'.replace(self.c, ''))})"
        self.c = other
        self.add(self.r.choice(("{}", "relu({})", "tanh({})", f"{{}} + {self.given(other)}")).format(body))

    def activation(self) -> str:
        return str(self.r.choice(ACTIVATIONS)).format(self.f)

    def normalised(self) -> str:
        mean, spread = (f"{x}[{self.e}]({self.along})" for x in ("mean", self.r.choice(("var", "std"))))
        centred = f"({self.other} - mean[s]({self.at('s', self.f)}))"
        forms = (f"({self.f} - {mean})/sqrt({spread} + 0.1)*{self.given(self.c)} + {self.given(self.c)}",
                 f"({self.f} - mean[m]({self.other}))/sqrt(mean[m]({centred}**2) + 0.1)", f"{self.f}/(norm[{self.e}]({self.along}) + 0.1)",
                 f"{self.f} - {self.r.choice(('max', 'min', 'median', 'logsumexp', 'mean'))}[{self.e}]({self.along})")  # fmt: skip
        return str(self.r.choice(forms))

    def scanned(self) -> str:
        form = self.r.choice(("softmax[{c}]({f})", "softmax[n]({f})", "log_softmax[{c}]({f})", "cumsum[n]({f})", "reverse_cumsum[{c}](tanh({f}))",
                              "cumprod[n](tanh({f}))", "sort[{c}]({f})"))  # fmt: skip
        return str(form).format(c=self.c, f=self.f)

    def attention(self) -> str:
        score = f"sum[{self.c}]({self.f}*{self.other})"
        condition = self.r.choice(MASKS).format(self.given("n", "m", dtype="bool", values="mask"))
        safe = self.r.choice(("-inf", "-1e30")) if condition.startswith(("m <", "abs", "m >")) else "-9"
        weights = self.add(f"where({condition}, {score}, {safe})" if self.d.chance(0.7) else f"0.3*{score}", "nm")
        self.named.pop()
        return f"sum[m](softmax[m]({weights})*{self.other})"

    def distances(self) -> str:
        return f"{self.f}*" + self.r.choice(PAIRS).format(f"sum[{self.c}](({self.f} - {self.other})**2)")

    def window(self) -> str:
        if self.f != f"{self.name}[n,{self.c}]":
            return self.f
        shifted, k, tap = f"pad({self.name})[n + w - 1,{self.c}]", self.r.randint(2, 4), self.given("w")
        form = self.r.choice((f"sum[w]({shifted}*{tap}*(w < {k}))/{k}", f"max[w]({shifted} - abs({tap}))", f"sum[w]({shifted}*{tap})"))
        return f"{form}{self.r.choice((' + ', ' - ', '*'))}{self.f}"

    def gathered(self) -> str:
        t = self.r.choice((self.rows("n"), self.rows("n", self.c), f"argmax[m]({self.other})", f"argmin[m]({self.other}**2)"))
        return f"{self.r.choice(('', f'{self.f} - ', f'{self.f}*')[t.startswith('arg') :])}{self.at(t, self.f)}"

    def grouped(self) -> str:
        group = self.rows("v")
        alike = f"{group} == {self.at('m', group)}"
        return str(self.r.choice((f"sum[m]({self.other}*({alike}))", f"{self.f} - max[m](where({alike}, {self.other}, -9))",
                                  f"{self.f}/(1 + sum[m](({alike})*1))", f"sum[m]({self.other}*({alike}))/sum[m](({alike})*1)")))  # fmt: skip

    def masked(self) -> str:
        kept = self.given(*self.r.choice((("n",), (self.c,), ("n", self.c))), dtype="bool", values="mask")
        least = f"{self.r.choice(('max', 'mean', 'min'))}[m]({self.other})"
        return str(self.r.choice((f"{self.f}*{kept}/0.8", f"where({kept}, {self.f}, {self.given(self.c)})", f"{self.f}*({self.f} {self.r.choice(('<', '>='))} {least})")))

    def residual(self) -> str:
        name, axes = self.r.choice(self.named)
        more = f"{name}[{','.join(axes)}]" if set(axes) == {"n", self.c} else self.given("n")
        return f"{self.f} {self.r.choice(('+ ', '- ', '+ 2*', '* '))}{more}"

    def state(self) -> None:
        new = f"T{len(self.d.statements)}"
        before, far = f"{new}[n-1,{self.c}]", self.at(self.rows("n"), self.f)
        step = self.r.choice((f"0.5*{before} + {self.f}", f"max({before}, {self.f})", f"tanh({before})*{self.given(self.c)} + {self.f}", f"{before}*0.3 + {far}"))
        self.d.statements += [f"{new}[0,{self.c}] = {self.given(self.c)}", f"{new}[n,{self.c}] = {step}"]
        self.named.append((new, "n" + self.c))

    def reversed(self) -> str:
        name, axes = self.named[0]
        return self.f + self.r.choice("-+*") + self.at(f"size({name}, {axes.index('n')}) - 1 - n", self.f)

    def whole(self) -> str:
        whole = self.given("n", self.c, dtype=self.r.choice(("int8", "uint8", "int32", "bool")), values="whole")
        return f"{self.f}*{whole} {self.r.choice('+-')} {whole}"


LAYERS = (Model.product, Model.product, Model.activation, Model.activation, Model.normalised, Model.scanned, Model.attention, Model.distances, Model.window,
          Model.gathered, Model.grouped, Model.masked, Model.residual, Model.state, Model.reversed, Model.whole)  # fmt: skip


def models(d: Draw) -> Case:
    """Layers of rows: products, norms, attention, windows, gathers, masks, states; then a loss. Several results, or derivatives."""
    made, r = Model(d), d.choose
    for _ in range(r.randint(1, 4)):
        made.layer()
    name, axes = made.named[-1]
    slots = {"n": "n", made.c: made.c}
    t = made.rows(made.c)
    f, label = (f"{name}[{','.join({**slots, made.c: s}[a] for a in axes)}]" for s in (made.c, t))
    d.statements.append("R = " + r.choice(LOSSES).format(c=made.c, f=f, y=made.given("n", made.c), t=t, label=label))
    return _results(d, made.floats)


def _results(d: Draw, floats: tuple[str, ...]) -> Case:
    """All statements, or the loss with derivatives by several inputs."""
    r, text = d.choose, "; ".join(d.statements)
    d.inputs = {n: i for n, i in d.inputs.items() if re.search(rf"\b{n}\b", text)}
    kind, every = r.choice(("outputs", "outputs", "grad", "grad", "grad", "hvp", "hessian")), [n for n, i in d.inputs.items() if "float" in i.dtype]
    pool = (1, 2, 3) if kind == "hessian" else (1, 2, 3, 5, 8, 9, 16, 17, 31, 33)
    calls = tuple({a: r.choice(pool) for a in "nco"} | {"v": r.choice((1, 3)), "w": r.choice((2, 3))} for _ in range(3 - (kind == "hessian")))
    smooth = {"smooth": True} if floats == ("float64",) and kind != "hvp" else {}
    if kind == "outputs":
        return d.case(text, calls=calls, outputs=True)
    if kind == "grad":
        return d.case(text, [("value",), *(("grad", by) for by in d.some(every, 1, 4))], calls, **smooth)
    by = r.choice(every)
    if kind == "hvp":
        d.inputs["H"] = Input(d.inputs[by].axes, d.inputs[by].dtype)
        return d.case(text, [("grad", by), ("hvp", by, "H")], calls)
    return d.case(text, [("hessian", r.choice([n for n in every if len(d.inputs[n].axes) == 1] or every))], calls, **smooth)
