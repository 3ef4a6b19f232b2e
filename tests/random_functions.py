"""Random NumPy functions as people write them: loops, slices, masks, assignments in place, broadcasting, sums along axes."""

from __future__ import annotations

import ast

from random_cases import Case, Draw, Input

AXES = {"x": "n", "y": "n", "u": "m", "X": "nm", "S": "nn", "C": "knm", "a": ""}
"""The floats that a function is called with, and the letters of their axes."""

READS = {
    "n": ("x[t]", "y[::-1]", "S[0]", "S[:, -1]", "X[:, 0]", "S.diagonal()", "np.arange(len(x))*0.1", "X.sum(axis=1)", "np.roll(x, 1)", "w*y",
          "S[t, t]", "X[t, 0]", "S.T[1]", "C.sum(axis=(0, 2))", "C[0, :, -1]", "np.linspace(0, 1, len(x))", "w % 3", "(w - 1) // 2",
          "np.concatenate((x[1:], y[:1]))", "np.einsum('ij,j->i', S, y)", "np.where(mask, x, -y)", "S @ x", "X @ u", "x*mask", "np.cumsum(w)",
          "np.pad(y[1:], (1, 0))", "np.diff(x, prepend=x[-1])", "np.take(x, t)", "np.zeros_like(x)", "np.sort(y)", "x.astype(int)",
          "np.median(X, axis=1)", "np.var(X, axis=1)", "X.ravel()[::X.shape[1]]", "np.argsort(x, kind='stable')", "np.sort(x)[:len(x)]",
          "x[np.argsort(y, kind='stable')]", "np.searchsorted(np.sort(x), y)", "np.einsum('kij,kij->i', C, C)",
          "np.linalg.solve(S @ S.T + 2*np.eye(len(x)), x)", "np.convolve(x, u[:2])[:len(x)]", "np.interp(x, np.sort(y), y)", "np.gradient(x)",
          "np.ptp(X, axis=1)",
          "np.array([x[i]*i for i in range(len(x))])", "np.stack([row.sum() for row in X])", "np.roll(x, w[0])", "np.nancumsum(y)",
          "X.argmax(axis=1)",
          "np.add.reduceat(x, t)", "np.maximum.accumulate(x)", "np.digitize(x, [-0.5, 0.5])", "np.bincount(t, x, len(x))",
          "np.select([x > 0.5, x > 0], [y, -y], w)",
          "np.linalg.norm(S, axis=1)", "np.average(X, axis=1, weights=abs(u) + 1)", "np.repeat(x[:1], len(x))", "np.cumsum(S, axis=1).diagonal()",
          "np.remainder(x, 0.3)"),
    "m": ("u[::-1]", "X[0]", "X[-1]", "x[k]", "X.max(axis=0)", "X[:, ::-1][1]", "y[k]*u", "u @ np.outer(u, u)", "X.T @ y", "C.mean((0, 1))",
          "np.einsum('ij,i->j', X, x)", "C[1, 2]", "w[k]", "np.prod(X[:2], axis=0)", "np.ones(len(u))", "(X > 0).sum(axis=0)", "np.full(u.shape, a)"),
    "nm": ("X[::-1]", "X[:, ::-1]", "x[:, None]*u", "np.outer(y, u)", "S @ X", "S[:, k]", "X[t]", "np.tile(u, (len(x), 1))", "C[0]", "C.sum(0)",
           "X - X.mean(axis=0)", "X/(1 + abs(X).sum(1, keepdims=True))", "np.einsum('kij,j->ij', C, u)", "C.max(axis=0)",
           "np.broadcast_to(u, X.shape)",
           "np.stack([x]*len(u), axis=1)", "np.moveaxis(C, 0, -1).sum(-1)", "np.reshape(C[0].T, X.shape)", "np.vstack((X[1:], X[:1]))",
           "np.tensordot(S, X, 1)",
           "np.take_along_axis(X, np.argsort(X, axis=0), 0)", "np.apply_along_axis(np.cumsum, 1, X)", "np.sort(X, axis=0)",
           "np.linalg.solve(S @ S.T + 2*np.eye(len(x)), X)", "(mask[:, None])*X", "np.swapaxes(C, 0, 1)[:, 0]", "np.cumsum(X, axis=1)",
           "w[:, None]*u", "np.where(mask[:, None], X, u)"),
    "nn": ("S.T", "X @ X.T", "np.outer(x, y)", "np.tril(S)", "S[::-1]", "S[t]", "np.eye(len(x))", "np.triu(S, 1)", "S[:, t]", "np.where(S > 0, S, x)",
           "x[:, None] - y", "np.diag(x)", "S + S.T", "np.einsum('kil,kjl->ij', C, C)", "np.subtract.outer(x, x)",
           "np.linalg.inv(S @ S.T + 2*np.eye(len(x)))", "np.roll(S, 1, (0, 1))", "np.rot90(S)", "np.tri(len(x))*S",
           "np.linalg.cholesky(S @ S.T + 2*np.eye(len(x)))", "np.cov(S)", "np.kron(x, y).reshape(S.shape)", "np.vander(x, len(x))",
           "(t[:, None] == t)*S", "np.maximum(S, S.T)"),
    "knm": ("C[::-1]", "C[:, ::-1]", "C[:, t]", "C*u", "C*x[:, None]", "C - C.max(axis=(1, 2), keepdims=True)", "C + X", "np.cumsum(C, axis=1)",
          "S @ C",
            "np.flip(C, 2)", "C*C[:1]", "np.stack([X]*len(C))"),
    "": ("0.5", "x[1]", "x.max()", "x @ y", "S.trace()", "X[0, 0]", "u.sum()", "np.argmax(x)*0.1", "a", "w[0]", "(x > y).sum()", "len(x)*0.1",
         "np.linalg.norm(x)", "np.mean(X[mask])", "C[0, 0, 0]", "x[t[0]]", "np.vdot(X, X)", "float(3)", "x.std()", "sum(x[i] for i in range(len(x)))",
         "np.linalg.det(S)*0.1", "np.median(X)", "np.trapezoid(y)", "np.count_nonzero(X > 0)", "max(x[0], y[0])", "X.any()*1.0",
          "np.einsum('ij,ij', X, X)", "np.ptp(x)"),
}  # fmt: skip
"""What is read, beside variables, where an array of these axes stands."""

ONE = ("np.tanh({})", "np.sin({})", "np.abs({})", "np.exp(np.tanh({}))", "np.sign({})", "np.floor({})", "-{}", "np.square({})", "{}**2",
          "np.sqrt(abs({}))",
       "np.log1p({}**2)", "np.clip({}, -0.5, 0.5)", "np.round({})", "np.heaviside({}, 0.5)", "1/(2 + {}**2)", "np.nan_to_num({})",
          "np.arctan2({}, 0.7)")  # fmt: skip
ALONG = ("np.flip({}, 0)", "np.sort({}, axis=-1)", "np.roll({}, -1, axis=0)", "np.cumsum({}, axis=0)", "({0} - {0}.mean())",
          "np.cumsum({0}[::-1], axis=0)[::-1]",
         "({0}/(0.5 + abs({0}).sum(axis=-1, keepdims=True)))", "({0} - np.max({0}, axis=0))", "np.cumprod(np.tanh({}), axis=-1)",
          "({}).copy()")  # fmt: skip
TWO = ("({} + {})", "({} - {})", "({}*{})", "np.maximum({}, {})", "np.minimum({}, {})", "({}/(2.0 + {}**2))", "np.hypot({}, {})",
          "np.where({} > 0, {}, 0.1)")
INTO = {
    1: ("{v}[1:] {o} {v}[:-1]", "{v}[:-1] {o} ({e})[1:]", "{v}[::2] {o} ({e})[::2]", "{v}[::-1] {o} {e}", "{v}[-2:] {o} {s}", "{v}[{e} > 0] {o} {s}",
        "{v}[1:-1] {o} 0.5*({v}[2:] + {v}[:-2])", "np.add.at({v}, t % len({v}), {s})", "{v}[0], {v}[-1] = {v}[-1], {v}[0]", "{v}[:] = ({e})*{s}",
          "{v}.sort()"),
    2: ("{v}[1:] {o} {v}[:-1]", "{v}[:, 1:] {o} {v}[:, :-1]", "{v}[0] {o} {v}[-1]", "{v}[:, ::2] {o} ({e})[:, ::2]",
          "{v}[1:, 1:] {o} ({e})[:-1, :-1]*a",
        "{v}[1:3, :2] {o} {s}", "{v}[{v} < 0] = {s}", "{v}[1:-1, 1:-1] = 0.25*({v}[2:, 1:-1] + {v}[:-2, 1:-1] + {v}[1:-1, 2:] + {v}[1:-1, :-2])",
        "{v}[:, 0] {o} ({e})[:, -1]", "{v}[...] = {e}", "{v}.T[0] {o} {s}", "{v}[mask] {o} {s}"),
    3: ("{v}[1:] {o} {v}[:-1]", "{v}[..., 0] {o} ({e})[..., -1]", "{v}[:, 1:-1] = ({v}[:, 2:] - {v}[:, :-2])/2", "{v}[0] {o} {s}",
          "{v}[{e} > 0] = {s}"),
}  # fmt: skip
"""Statements that write into the array ``v``, by the number of its axes."""

CALLED = ("np.copyto({v}, {e}, where={c} > 0)", "np.multiply({v}, {e}, out={v})", "np.tanh({v}, out={v})", "{v}.fill({s})",
          "np.putmask({v}, {v} > 0.1, {e})",
          "np.maximum({v}, {e}, out={v}, where={c} > 0)", "half({v})", "{v}[...] = mixed({v}, {e})")  # fmt: skip
RANGES = ("range({N})", "range(1, {N})", "range({N} - 1)", "range({N} - 1, 0, -1)", "range(1, {N} - 1)", "range(0, {N}, 2)",
          "range({N} - 2, -1, -1)", "range({N}//2)")
INNER = ("range({N})", "range(i)", "range(i + 1)", "range(i, {N})", "range(1, {N})", "range(i + 1, {N})")
NESTED = ("{M}[i, j] = 0.4*({O}[i, j - 1] + {M}[i - 1, j])*a", "{M}[i, j] += {v}[i]*{v}[j]", "s += {M}[i, j]*{v}[j]",
          "{v}[i] -= {M}[i, j]*{v}[j]*0.2",
          "{M}[i, j] = {O}[j, i]", "{M}[j, i] = 0.5*{M}[i, j]", "{v}[j] += 0.1*{M}[i, j]*{v}[i]", "{M}[i, j] = np.tanh({O}[i, j] + {v}[j])*i",
          "{M}[i] += 0.1*{M}[j]*{O}[i, j]", "{M}[i, j] = np.maximum({O}[i, j], {v}[i])", "s = max(s, {M}[i, j])",
          "{v}[j] = min({v}[j], {M}[i, j] + {v}[i])")  # fmt: skip
HELPERS = """
    def half(v):
        v *= 0.5

    def mixed(v, e):
        return 0.5*v + 0.25*e
"""


class Writer:
    """A function while it is written."""

    def __init__(self, d: Draw) -> None:
        self.d, self.r, self.lines = d, d.choose, ["s = 0.5*a"]
        self.known = dict(AXES)
        """Arrays of floats, and their axes."""

    def one(self, forms: tuple[str, ...]) -> str:
        return str(self.r.choice(forms))

    def value(self, axes: str, depth: int = 2) -> str:
        """A formula of these axes."""
        if depth <= 0:
            return self.one((*(v for v, of in self.known.items() if of == axes), *READS.get(axes, ()))) if axes in READS else self.value("", 0)

        def below() -> str:
            return self.value(axes, self.r.randint(0, depth - 1))

        form = self.r.randrange(10)
        if form < 4:
            return self.one(TWO).format(below(), below())
        if form < 6:
            return self.one(ONE).format(f"({below()})")
        if form == 6:
            return f"np.where({below()} {self.one(('>', '<', '>='))} {self.one(('0', '0.2', below()))}, {below()}, {self.one((below(), '0.0'))})"
        if form == 7 and axes:
            return f"({below()} + {self.value(axes[1:], 0)})"
        return self.one(ALONG).format(f"({below()})") if axes and form == 8 else self.value(axes, 0)

    def scalar(self) -> str:
        return self.one(("a", "0.5", "-1.5", "2.0", "s", "x[0]", "u @ u", "np.mean(X)", self.value("", 0)))

    def statement(self) -> None:
        form, v = self.r.randrange(12), self.one(tuple(n for n, axes in self.known.items() if axes))
        axes = self.known[v]
        if form < 2:
            self.lines.append(f"{v} {self.one(('=', '+=', '-=', '*='))} {self.value(axes)}")
        elif form < 5:
            filled = {"v": v, "o": self.one(("=", "+=", "-=", "*=")), "e": self.value(axes, 1), "s": self.scalar()}
            self.lines.append(self.one(INTO[len(axes)]).format(**filled))
        elif form == 5:
            self.lines.append(self.one(CALLED).format(v=v, e=self.value(axes, 1), c=self.value(axes, 1), s=self.scalar()))
        elif form == 6:
            self.new(self.one((f"{v}[::-1]", f"{v}[...]", f"{v}[:]")), axes)
        elif form == 7:
            self.new(f"{v}.T", axes[::-1]) if axes[::-1] in READS else self.new(f"{v}[0]", axes[1:])
        elif form == 8:
            made = self.one(tuple(READS))
            self.new(f"{self.value(made)} + 0.0", made)
        elif form == 9:
            value = self.value(axes, 1)
            self.new(self.one(("np.zeros({})", "np.empty({})", "np.ones({})")).format(f"{v}.shape"), axes)
            self.lines.append(f"{self.newest}[...] = {value}")
        else:
            self.loop()

    def new(self, value: str, axes: str) -> None:
        self.newest = f"v{len(self.lines)}"
        self.lines.append(f"{self.newest} = {value}")
        self.known[self.newest] = axes

    def element(self) -> str:
        """A number in step ``i`` of a loop."""
        vectors, squares, tables = (tuple(n for n, axes in self.known.items() if axes == a) for a in ("n", "nn", "nm"))
        v, M, T, at = self.one(vectors), self.one(squares), self.one(tables), self.one(("i", "i", "i - 1", "-1", "0", "t[i]", "len(x) - 1 - i"))
        return self.one((f"{v}[{at}]", f"{v}[{at}]", f"{v}[i]", f"{M}[i, {at}]", f"{M}[{at}, i]", f"{M}[i, :i] @ {v}[:i]", f"{T}[i].sum()", f"{v}[i:].sum()",
                         "i*0.1", "a", f"{T}[i] @ {T}[{at}]", "w[i]*0.5"))  # fmt: skip

    def step(self) -> list[str]:
        """Statements of step ``i`` of a loop."""
        vectors, squares, tables, rows = (tuple(n for n, axes in self.known.items() if axes == a) for a in ("n", "nn", "nm", "m"))
        e, v, M, T = self.element, self.one(vectors), self.one(squares), self.one(tables)
        new = self.one((f"0.4*({e()} {self.one(('+', '-', '*'))} {e()})", f"np.tanh({e()})", f"np.maximum({e()}, {e()})", f"np.where({e()} > {e()}, {e()}, 0.3*{e()})"))
        at = self.one(("i", "i", "i", "i - 1", "t[i]"))
        return list(self.r.choice((
            (f"{v}[{at}] {self.one(('=', '='))} {new}",), (f"{v}[{at}] += {new}",), (f"{T}[i] = 0.5*{self.one(tables)}[{self.one(('i - 1', '0', '-1'))}]*{self.one(rows)}",),
            (f"s = s*0.5 + {new}",), (f"s += {new}",), (f"{M}[i, {self.one((':i', 'i:', ':', 'i + 1:'))}] *= {new}",), (f"{M}[i, :i] -= {self.one(squares)}[:i, i]*{e()}",),
            (f"if {e()} > {e()}:", f"    {v}[i] = {new}"), (f"if {e()} > {e()}:", f"    {v}[i] = {new}", "else:", f"    s = s + {new}"),
            (f"q = 0.5*{self.one(rows)} + {T}[i]", f"{T}[i] = q*{e()}"), (f"{v}[i], s = s, 0.5*{v}[i]",), ("if i % 2 == 0:", f"    {v}[i] *= 0.5"),
            (f"C[:, i] = 0.5*C[:, i - 1] + {T}[i]",),
        )))  # fmt: skip

    def loop(self) -> None:
        vectors, squares = (tuple(n for n, axes in self.known.items() if axes == a) for a in ("n", "nn"))
        body: list[str] = self.step() if self.d.chance(0.6) else []
        if not body or self.d.chance(0.15):
            body.append(f"for j in {self.one(INNER).format(N='len(x)')}:")
            body.append("    " + self.one(NESTED).format(M=self.one(squares), O=self.one(squares), v=self.one(vectors)))
        body += self.step() if self.d.chance(0.3) else []
        head = f"for i in {self.one(RANGES).format(N='len(x)')}:"
        self.lines += [self.one((head, head, head, "for i in range(4):", "for i, q in enumerate(y):")), *("    " + x for x in body)]

    def text(self, scalar: bool) -> str:
        """The function, which returns an array and what others sum up to, or a number."""
        kept = self.one(tuple(self.known))
        others = self.r.sample([v for v in self.known if v != kept], 3)
        total = " + ".join(f"{c}*np.sum({v})" for c, v in zip((0.7, 0.3, 1.3), others, strict=True))
        ends = (f"np.sum({kept}**2) + {total} + s",) if scalar else (f"{kept}*1.0 + {total} + s", f"{kept}*1.0 + {total} + s", kept, f"{kept}, {total}")
        lines = [*self.lines, f"return {self.one(ends)}"]
        head = f"def f({', '.join((*AXES, 't', 'k', 'w', 'mask'))}):"
        helpers = HELPERS if any("half(" in x or "mixed(" in x for x in lines) else ""
        return ast.unparse(ast.parse("\n".join((head + helpers, *("    " + x for x in lines)))))


def functions(d: Draw) -> Case:
    """A NumPy function of some statements and loops, or the gradients of one that returns a number."""
    written, r = Writer(d), d.choose
    for _ in range(r.choice((1, 2, 2, 3, 4))):
        written.statement()
    derived = d.chance(0.3)
    floats = "float32" if not derived and d.chance(0.15) else "float64"
    whole = "int64" if floats == "float64" else r.choice(("int64", "int32", "uint8"))
    values = r.choice(("normal", "normal", "whole")) if not derived else "normal"
    d.inputs = {v: Input(tuple(axes), floats, values, r.choice(d.layouts[:7]) if axes else "python") for v, axes in AXES.items()}
    d.inputs |= {"t": Input(("n",), "int64", "positions:n"), "k": Input(("m",), "int64", "positions:n"),
                 "w": Input(("n",), whole, "whole"), "mask": Input(("n",), "bool", "mask")}  # fmt: skip
    edge = d.chance(0.1)
    pools = {"n": (0, 1, 1, 2) if edge else (3, 4, 5, 17, 20), "m": (0, 1, 3) if edge else (2, 3, 4, 18), "k": (1, 2) if edge else (2, 3)}
    calls = tuple({a: r.choice(pool) for a, pool in pools.items()} for _ in range(1 + d.chance(0.3)))
    by = d.some(("x", "y", "u", "X", "S", "C", "a"), 1, 3)
    return d.case(written.text(derived), [("value",), *(("grad", v) for v in by)] if derived else (), calls)
