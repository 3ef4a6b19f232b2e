"""Stacks of small matrices, as many at once as a vector holds: inverses, solutions, determinants, Cholesky factors,
eigenvalues of symmetric ones.

LAPACK takes 100 to 300 ns for one matrix of 3 x 3, nearly all of it calls.  Here each number of a matrix is a vector
over as many matrices, and everything is written out: Gaussian elimination with partial pivoting, in which rows change
places by selects, since each matrix has other pivots, and cyclic Jacobi rotations (Golub and Van Loan, Matrix
Computations, 3.4, 4.2 and 8.5).  Numbers of float32 are computed in float64, as numpy.linalg does.

``run(addresses, numbers, start, stop, slice)`` computes the blocks ``start`` to ``stop`` of a vector of matrices each,
as a slice of a step does (`machine.thread_pool`): ``addresses`` are those of the results, of the matrices and of right
sides, ``numbers`` how many matrices there are, and a place for 1 where one is singular, not positive definite, or not
diagonal after `SWEEPS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from espresso.records import dataclass

MOST = 6
"""Rows of the largest matrices: code, and its compilation, grow with the cube."""

SWEEPS = 2
"""Rounds of rotations beside one for each row: what is left is squared, or cubed, in each of the last ones."""

KINDS = {"float32": ("float", 4), "float64": ("double", 8)}

SIZE = 8
"""Bytes of the numbers that are computed."""


@dataclass(frozen=True)
class Task:
    """What is computed of ``n`` x ``n`` matrices: the name of a function of numpy.linalg ("inv", "det", "cholesky",
    "eigvalsh"), or "solve" with so many ``columns`` on the right, perhaps with the transposed matrix.
    """

    function: str
    n: int
    dtype: str
    columns: int = 0
    transposed: bool = False


class _Writer:
    """LLVM text over vectors; values are names of registers or constants."""

    def __init__(self, task: Task, lanes: int) -> None:
        self.kind, self.size = KINDS[task.dtype]  # in memory
        self.lanes, self.lines, self.count = lanes, list[str](), 0
        self.vector, self.stored, self.whole = (f"<{lanes} x {t}>" for t in ("double", self.kind, "i64"))
        self.truth, self.places = f"<{lanes} x i1>", f"<{lanes} x ptr>"
        self.declared: set[str] = set()

    def new(self, text: str) -> str:
        """A register with what an instruction gives."""
        self.count += 1
        self.lines.append(f"  %v{self.count} = {text}")
        return f"%v{self.count}"

    def splat(self, value: float) -> str:
        """A number in all lanes."""
        return f"splat (double {value:.17e})"

    def two(self, operation: str, a: str, b: str) -> str:
        """A sum, difference, product or quotient."""
        return self.new(f"{operation} {self.vector} {a}, {b}")

    def call(self, name: str, *given: str) -> str:
        """A function of vectors that LLVM knows."""
        full = f"llvm.{name}.v{self.lanes}f64"
        self.declared.add(f"declare {self.vector} @{full}({', '.join([self.vector] * len(given))})")
        return self.new(f"call {self.vector} @{full}({', '.join(f'{self.vector} {g}' for g in given)})")

    def less(self, l: str, p: str, a: str) -> str:
        """a - l*p."""
        return self.call("fma", self.new(f"fneg {self.vector} {l}"), p, a)

    def test(self, relation: str, a: str, b: str) -> str:
        return self.new(f"fcmp {relation} {self.vector} {a}, {b}")

    def choose(self, test: str, a: str, b: str) -> str:
        return self.new(f"select {self.truth} {test}, {self.vector} {a}, {self.vector} {b}")

    def place(self, base: str, step: int, at: int) -> str:
        """The addresses of number ``at`` of every matrix, ``step`` numbers from one matrix to the next."""
        first = self.new(f"getelementptr {self.kind}, ptr {base}, i64 {at}")
        apart = self.new(f"mul {self.whole} %lane, splat (i64 {step})")
        return self.new(f"getelementptr {self.kind}, ptr {first}, {self.whole} {apart}")

    def load(self, base: str, step: int, at: int, otherwise: float) -> str:
        """Number ``at`` of every matrix; of those behind the last one another number."""
        name = f"llvm.masked.gather.v{self.lanes}f{8 * self.size}.v{self.lanes}p0"
        self.declared.add(f"declare {self.stored} @{name}({self.places}, i32, {self.truth}, {self.stored})")
        found = self.new(
            f"call {self.stored} @{name}({self.places} {self.place(base, step, at)}, i32 {self.size}, "
            f"{self.truth} %mask, {self.stored} splat ({self.kind} {otherwise:.1f}))"
        )
        return found if self.size == SIZE else self.new(f"fpext {self.stored} {found} to {self.vector}")

    def store(self, base: str, step: int, at: int, value: str) -> None:
        """The same number of every result."""
        name = f"llvm.masked.scatter.v{self.lanes}f{8 * self.size}.v{self.lanes}p0"
        self.declared.add(f"declare void @{name}({self.stored}, {self.places}, i32, {self.truth})")
        value = value if self.size == SIZE else self.new(f"fptrunc {self.vector} {value} to {self.stored}")
        place = self.place(base, step, at)
        self.lines.append(
            f"  call void @{name}({self.stored} {value}, {self.places} {place}, i32 {self.size}, {self.truth} %mask)"
        )


Matrix = list[list[str]]


def _eliminated(w: _Writer, a: Matrix, b: Matrix) -> tuple[list[str], str, list[str]]:
    """Gaussian elimination of the rows of a and b: reciprocals of the pivots, the sign of the permutation, and tests
    that hold where a pivot is 0.
    """
    n, sign, inverses, zeros = len(a), w.splat(1.0), list[str](), list[str]()
    for k in range(n):
        for r in range(k + 1, n):
            larger = w.test("ogt", w.call("fabs", a[r][k]), w.call("fabs", a[k][k]))
            for rows, first in ((a, k), (b, 0)):
                for c in range(first, len(rows[k]) if rows else 0):
                    low, high = rows[k][c], rows[r][c]
                    rows[k][c], rows[r][c] = w.choose(larger, high, low), w.choose(larger, low, high)
            sign = w.choose(larger, w.new(f"fneg {w.vector} {sign}"), sign)
        zeros.append(w.test("oeq", a[k][k], w.splat(0.0)))
        inverses.append(w.two("fdiv", w.splat(1.0), a[k][k]))
        for r in range(k + 1, n):
            l = w.two("fmul", a[r][k], inverses[k])
            for rows, first in ((a, k + 1), (b, 0)):
                for c in range(first, len(rows[k]) if rows else 0):
                    rows[r][c] = w.less(l, rows[k][c], rows[r][c])
    return inverses, sign, zeros


def _solved(w: _Writer, a: Matrix, b: Matrix, inverses: Sequence[str]) -> None:
    """Back substitution: b becomes the solution."""
    for k in reversed(range(len(a))):
        for c in range(len(b[k])):
            for r in range(k + 1, len(a)):
                b[k][c] = w.less(a[k][r], b[r][c], b[k][c])
            b[k][c] = w.two("fmul", b[k][c], inverses[k])


def _factor(w: _Writer, a: Matrix) -> list[str]:
    """The lower Cholesky factor in the place of the matrix; tests that hold where it has none."""
    n, wrong = len(a), list[str]()
    for k in range(n):
        for r in range(k, n):
            for c in range(k):
                a[r][k] = w.less(a[r][c], a[k][c], a[r][k])
        wrong.append(w.test("ule", a[k][k], w.splat(0.0)))
        a[k][k] = w.call("sqrt", a[k][k])
        inverse = w.two("fdiv", w.splat(1.0), a[k][k])
        for r in range(k + 1, n):
            a[r][k], a[k][r] = w.two("fmul", a[r][k], inverse), w.splat(0.0)
    return wrong


def _rotated(w: _Writer, a: Matrix) -> None:
    """A sweep of rotations, each of which makes an element of the lower triangle 0."""
    one, zero = w.splat(1.0), w.splat(0.0)
    for q in range(len(a)):
        for p in range(q):
            # the smaller root t of t*t + 2*d*t - 1 with d = (a[q][q] - a[p][p])/(2*a[q][p])
            off = a[q][p]
            d = w.two("fdiv", w.two("fsub", a[q][q], a[p][p]), w.two("fadd", off, off))
            root = w.call("sqrt", w.call("fma", d, d, one))
            t = w.call("copysign", w.two("fdiv", one, w.two("fadd", w.call("fabs", d), root)), d)
            t = w.choose(w.test("oeq", off, zero), zero, t)
            cosine = w.two("fdiv", one, w.call("sqrt", w.call("fma", t, t, one)))
            sine = w.two("fmul", t, cosine)
            a[p][p], a[q][q], a[q][p] = w.less(t, off, a[p][p]), w.call("fma", t, off, a[q][q]), zero
            for r in (k for k in range(len(a)) if k not in (p, q)):
                (i, j), (k, l) = sorted((r, p), reverse=True), sorted((r, q), reverse=True)
                first, second = a[i][j], a[k][l]
                a[i][j] = w.less(sine, second, w.two("fmul", cosine, first))
                a[k][l] = w.call("fma", sine, first, w.two("fmul", cosine, second))


def _eigenvalues(w: _Writer, a: Matrix) -> tuple[list[str], list[str]]:
    """Eigenvalues of a symmetric matrix, of which the lower triangle is read, ascending; tests that hold where what is
    left beside them is not small.
    """
    n, wrong = len(a), list[str]()
    for _ in range(n + SWEEPS):
        _rotated(w, a)
    size = w.splat(0.0)
    for k in range(n):
        size = w.two("fadd", size, w.call("fabs", a[k][k]))
    least = w.two("fmul", size, w.splat(1e-16))
    for q in range(n):
        wrong += [w.test("ugt", w.call("fabs", a[q][p]), least) for p in range(q)]
    values = [a[k][k] for k in range(n)]
    for last in range(n - 1, 0, -1):
        for k in range(last):
            values[k], values[k + 1] = (w.call(f, values[k], values[k + 1]) for f in ("minnum", "maxnum"))
    return values, wrong


def text(task: Task, lanes: int) -> str:
    """The LLVM text of the module for a task, for vectors of so many numbers."""
    w, n = _Writer(task, lanes), task.n
    row, column = (1, n) if task.transposed else (n, 1)
    a = [[w.load("%a", n * n, row * r + column * c, float(r == c)) for c in range(n)] for r in range(n)]
    b: Matrix = []
    if task.function == "inv":
        b = [[w.splat(float(r == c)) for c in range(n)] for r in range(n)]
    elif task.function == "solve":
        m = task.columns
        b = [[w.load("%b", n * m, m * r + c, 0.0) for c in range(m)] for r in range(n)]
    if task.function == "cholesky":
        wrong, results = _factor(w, a), a
    elif task.function == "eigvalsh":
        values, wrong = _eigenvalues(w, a)
        results = [values]
    else:
        inverses, sign, wrong = _eliminated(w, a, b)
        if task.function == "det":
            value = sign
            for k in range(n):
                value = w.two("fmul", value, a[k][k])
            wrong, results = [], [[value]]
        else:
            _solved(w, a, b, inverses)
            results = b
    step = sum(map(len, results))
    for at, value in enumerate(v for row in results for v in row):
        w.store("%to", step, at, value)
    return _module(w, wrong, n * n, step, n * task.columns)


def _module(w: _Writer, wrong: Iterable[str], given: int, made: int, right: int) -> str:
    """The loop over blocks around the lines: numbers of a matrix, of a result, and of a right side."""
    body, w.lines = w.lines, []
    found = "splat (i1 0)"
    for test in wrong:
        found = w.new(f"or {w.truth} {found}, {test}")
    any_wrong = w.new(f"call i1 @llvm.vector.reduce.or.v{w.lanes}i1({w.truth} {found})")
    ramp = ", ".join(f"i64 {k}" for k in range(w.lanes))
    lines = [
        "define void @run(ptr %addresses, ptr %numbers, i64 %start, i64 %stop, i64 %slice) nounwind {",
        "entry:",
        *(f"  %p{k} = getelementptr ptr, ptr %addresses, i64 {k}" for k in range(3)),
        *(f"  %base{k} = load ptr, ptr %p{k}" for k in range(3)),
        "  %count = load i64, ptr %numbers",
        "  %flag = getelementptr i64, ptr %numbers, i64 1",
        "  br label %head",
        "head:",
        "  %block = phi i64 [ %start, %entry ], [ %next, %on ]",
        "  %more = icmp slt i64 %block, %stop",
        "  br i1 %more, label %turn, label %end",
        "turn:",
        f"  %first = mul i64 %block, {w.lanes}",
        "  %left = sub i64 %count, %first",
        *(f"  %at{k} = mul i64 %first, {step}" for k, step in enumerate((made, given, right))),
        *(f"  %{n} = getelementptr {w.kind}, ptr %base{k}, i64 %at{k}" for k, n in enumerate(("to", "a", "b"))),
        f"  %lane = add {w.whole} zeroinitializer, <{ramp}>",
        f"  %one = insertelement {w.whole} poison, i64 %left, i64 0",
        f"  %all = shufflevector {w.whole} %one, {w.whole} poison, <{w.lanes} x i32> zeroinitializer",
        f"  %mask = icmp slt {w.whole} %lane, %all",
        *body, *w.lines,
        f"  br i1 {any_wrong}, label %bad, label %on",
        "bad:",
        "  store i64 1, ptr %flag",
        "  br label %on",
        "on:",
        "  %next = add i64 %block, 1",
        "  br label %head",
        "end:",
        "  ret void",
        "}",
        f"declare i1 @llvm.vector.reduce.or.v{w.lanes}i1({w.truth})",
        *sorted(w.declared),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"
