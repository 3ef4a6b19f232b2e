"""Derivatives and simplification keep the range of every index: convolutions, strides, padding, pooling."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, note, settings, strategies as st

import espresso as es
from espresso.algebra.calculus.differentiate import grad, hessian
from espresso.algebra.calculus.results import anchored
from espresso.algebra.rewriting.simplification import simplify
from espresso.api.check_grads import check_grads
from espresso.errors import EspressoError, ExtentError, InputError
from espresso.formulas.extents.extents import program_extents, symbolic_extents
from espresso.formulas.extents.lengths import Lengths
from espresso.formulas.extents.range_guards import limited
from espresso.formulas.extents.scopes import uniquify
from espresso.formulas.graph import expr as ex
from espresso.formulas.notation.parsing import parse
from espresso.reference.evaluator import evaluate


def away(*shape, seed=0):
    """Numbers whose absolute values lie between 0.2 and 1, for formulas with kinks at 0."""
    random = np.random.default_rng((seed, *shape))
    return random.uniform(0.2, 1, shape) * random.choice([-1, 1], shape)


def bare(e):
    return uniquify(e.args[0] if e.op == "let" else e)


# --- an index that stands alone in a slot of a padded read, and nothing else says how long it is -----


def test_padded_read_gives_an_extent_of_last_resort():
    x = np.arange(3.0)
    assert evaluate(parse("y[i] = pad(x)[i]*2"), {"x": x}).tolist() == [0, 2, 4]
    found = symbolic_extents(uniquify(parse("y[i] = pad(x)[i]*2")))
    assert found["i"] is ex.size(ex.tensor("x", 1), 0)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("y[i] = pad(x)[i]*z[i]", [0, 1]),  # a strict read
        ("y[i] = pad(x)[i]*(i < 2)", [0, 1]),  # a limit
        ("y[i] = pad(x)[i]*z[i+1]", [0]),  # a shifted read
        ("y[i] = sum[r](pad(x)[i]*z[i+r]*u[r])", [0, 1]),  # a window
        ("y[i] = pad(x)[i] + sum[j](z[j]*(i == j))", [1, 2, 2]),  # an equation does not
    ],
)
def test_padded_read_comes_after_everything_but_equations(text, expected):
    arrays = {"x": np.arange(3.0), "z": np.ones(2), "u": np.ones(1)}
    e = parse(text)
    assert evaluate(e, {n: arrays[n] for n in e.inputs}).tolist() == expected


def test_padded_reads_of_several_lengths_give_none():
    with pytest.raises(ExtentError, match=r"padded reads at i alone need not have one length \(here 3 and 3\)"):
        evaluate(parse("y[i] = pad(x)[i]*pad(z)[i]"), {"x": np.ones(3), "z": np.ones(3)})
    e = parse("y = sum[i](pad(x)[i]*pad(z)[i]) + sum[k](x[k]*z[k])")  # here they have one
    assert evaluate(e, {"x": np.ones(3), "z": np.ones(3)}) == 6


def test_gradient_of_squared_strided_convolution():
    e = parse("l = sum[n,k,p,q]((x[n,c,2*p+r,2*q+s]*w[k,c,r,s])**2)")
    arrays = {"x": away(2, 2, 6, 5), "w": away(3, 2, 3, 2)}
    assert str(grad(e, "w")).splitlines()[-1] == (
        "dl_dw[k,c,r,s] = 2*sum[n,p,q](pad(x)[n, c, r + 2*p, s + 2*q]"
        "*sum[d,t,u](w[k,d,t,u]*x[n, d, 2*p + t, 2*q + u]))*(r < size(w, 2))*(s < size(w, 3))"
    )
    check_grads(e, 1, **arrays)


# --- limits ------------------------------------------------------------------------------------------


def test_limit_counts_where_it_makes_the_whole_body_zero():
    def extent(text):
        return str(symbolic_extents(bare(parse(text))).get("i"))

    assert extent("sum[i]((i < 4)*exp(i))") == "4"
    assert extent("sum[i](where(c > 0, (i < 4)*exp(i), 0))") == "4"
    assert extent("sum[i]((i < 4)*exp(i) + 2*(i < 4))") == "4"
    assert extent("sum[i]((i < 4)*exp(i) + 1)") == "None"
    assert extent("sum[i](exp((i < 4)*i))") == "None"
    assert extent("sum[i](where(i < 4, exp(i), 0))") == "None"


def test_limit_of_a_sum_keeps_masked_reads_inside():
    arrays = {"c": np.ones(4), "x": np.arange(4.0), "z": np.ones(5), "w": np.ones(1)}
    for text in (
        "sum[i]((i < 3)*z[i+r]*w[r]*where(c[0] > 0, x[i+1], 0))",  # beside a window
        "sum[i]((i < 3)*where(c[0] > 0, x[i+1], 0)*x[i])",  # beside a direct read
        "sum[i](where(c[0] > 0, x[i+1], 0)*(i < 3))",  # alone
    ):
        e = parse(f"l = {text}")
        found = evaluate(e, {n: arrays[n] for n in e.inputs})
        assert found == (1 * 0 + 2 * 1 + 3 * 2 if "*x[i])" in text else 6)
    e = parse("y[i] = (i < 2)*z[i+r]*w[r]")  # the axes of a result stay as long as the reads say
    assert evaluate(e, {"z": arrays["z"], "w": arrays["w"]}).tolist() == [1, 1, 0, 0, 0]


def test_limited_writes_factors_into_sums_and_around_axes():
    body = parse("y[i] = sum[p](where(c > 0, x[p+1]*z[i], 0))").args[0]
    four = ex.const(4)
    expected = parse("y[i] = sum[p](where(c > 0, x[p+1]*z[i], 0)*(p < 4))*(i < 4)")
    assert limited(body, {"p": four, "i": four}, ["i"]) is expected.args[0]


def test_extents_given_for_one_root_are_not_those_of_a_bound_name_of_another():
    first, second = parse("a[s] = u[s]"), parse("b[i] = sum[s](z[i+s]*x[s])")
    size = ex.size(ex.tensor("v", 1), 0)
    found = program_extents([first, second], {"s": size, "i": size})
    assert found[second]["s"] is ex.size(ex.tensor("x", 1), 0)


# --- simplification -------------------------------------------------------------------------------------


def test_simplification_keeps_the_range_of_reads_that_move_under_a_mask():
    e = parse("l = sum[p](x[p+r]*w[r]*where(c[p] > 0, g[p+1], 0)) + sum[q](where(q > 1, z[q+1], 0)*y[q+1])")
    simple = simplify(e)
    arrays = {"x": away(6), "w": away(3), "c": away(4), "g": away(5), "z": away(9), "y": away(5)}
    np.testing.assert_allclose(evaluate(simple, arrays), evaluate(e, arrays))
    assert simplify(simple) is simple


@pytest.mark.parametrize(
    "text, printed",
    [
        ("l = sum[p,q](x[p+1]*where(c > q, a*g[p+q], 0)*u[q])",
         "l = sum[p,q]((p < size(x, 0) - 1)*where(c > q, a*g[p + q]*u[q]*x[p + 1], 0))"),
        ("l = sum[p](where(c[p] > 0, a[p], 0)*x[p+r]*w[r])",
         "l = sum[p](where(c[p] > 0, a[p]*sum[r](w[r]*x[p + r]), 0))"),
        ("l = sum[p](where(c[p] > 0, a[p], 0)*tanh(x[p+1]))",
         "l = sum[p](where(c[p] > 0, a[p], 0)*tanh(x[p + 1]))"),
    ],
)  # fmt: skip
def test_a_read_that_moves_under_a_mask_leaves_a_limit(text, printed):
    simple = simplify(parse(text))
    assert str(simple).splitlines()[-1] == printed
    assert simplify(simple) is simple
    arrays = {"x": away(4), "c": away() if "c >" in text else away(3), "a": away(3) if "a[" in text else away()}
    arrays.update(g=away(6), u=away(3), w=away(2))
    arrays = {n: arrays[n] for n in simple.inputs}
    np.testing.assert_allclose(evaluate(simple, arrays), evaluate(parse(text), arrays))


def test_a_condition_stays_in_a_sum_which_it_would_make_shorter():
    """Outside of the sum it would not hide g any more, and p would end where g does, without an error."""
    e = parse("l = sum[p](where(c > 0, a*g[p + 2], 0)*x[p + 1])")
    assert simplify(e) is e
    arrays = {"a": away(), "g": away(4), "x": away(5)}
    with pytest.raises(InputError, match="outside"):
        evaluate(e, {**arrays, "c": 1.0})
    assert evaluate(e, {**arrays, "c": -1.0}) == 0


@pytest.mark.parametrize(
    "reduction", ["sum[n](Y[n + 2]/Y[n])", "mean[n](Y[n + 2] - Y[n])", "max[n](Y[n + 1]*Y[n])", "std[p,r](Y[p + 3*r]*w[r])"]
)
def test_a_reduction_in_a_branch_runs_as_far_as_elsewhere(reduction):
    arrays = {"Y": away(7), "w": away(2)}
    plain = parse(f"w : (2)\ny = {reduction}")
    chosen = parse(f"w : (2)\ny = where(c > 0, {reduction}, 0)")
    given = {n: arrays[n] for n in plain.inputs}
    want = evaluate(plain, given)
    assert evaluate(chosen, {**given, "c": 1.0}) == want
    for target in ("cpu", "numpy"):
        np.testing.assert_allclose(es.compile(chosen, target=target)(**given, c=1.0), want)


def test_guards_of_axes_keep_bound_indices_of_the_reads_they_pad():
    """Padding the one read that says how long p is."""
    result = uniquify(parse("g[r] = sum[p](x[r + 2*p]*u[r])"))
    x, w = ex.tensor("x", 1), ex.tensor("w", 1)

    class Known:
        """Lengths are equal when they are the same expression."""

        equal = staticmethod(lambda a, b: a is b)

    found = anchored(result, ("r",), Known(), {"r": ex.size(w, 0)})  # type: ignore[arg-type]
    arrays = {"x": away(8), "u": away(3), "w": away(2)}
    p = np.arange((8 - 3) // 2 + 1)
    expected = [sum(arrays["x"][r + 2 * p]) * arrays["u"][r] for r in range(2)]  # as long as w, which is asked for
    np.testing.assert_allclose(evaluate(found, arrays), expected)
    assert x.ndim == 1


# --- derivatives twice ---------------------------------------------------------------------------------

CONVOLUTIONS = [
    ("l = sum[p](tanh(x[p+r]*w[r] + b))", {"x": (6,), "w": (3,), "b": ()}),
    ("l = sum[n,k,p](tanh(x[n,c,2*p+r]*w[k,c,r] + b[k]))", {"x": (2, 2, 8), "w": (2, 2, 3), "b": (2,)}),
    ("l = sum[n,k,p](tanh(x[n,c,3*p+2*r]*w[k,c,r] + b[k]))", {"x": (1, 2, 10), "w": (2, 2, 3), "b": (2,)}),
    ("l = sum[n,k,p,q](tanh(x[n,c,2*p+r,q+2*s]*w[k,c,r,s] + b[k]))",
     {"x": (1, 2, 6, 5), "w": (2, 2, 3, 2), "b": (2,)}),
    ("l = sum[n,k,p,q]((x[n,c,2*p+r,2*q+s]*w[k,c,r,s])**2)", {"x": (1, 2, 6, 5), "w": (2, 2, 3, 2)}),
    ("y[n,k,p] = sum[c,r](pad(x)[n,c,p+r-1]*w[k,c,r])*(p < size(x, 2)); l = sum[n,k,p](tanh(y[n,k,p] + b[k]))",
     {"x": (2, 2, 5), "w": (2, 2, 3), "b": (2,)}),
    ("y[n,k,p] = sum[c,r](pad(x)[n,c,2*p+r-1]*w[k,c,r])*(p < (size(x, 2) + 1)//2)\n"
     "l = sum[n,k,p](tanh(y[n,k,p] + b[k]))", {"x": (2, 2, 5), "w": (2, 2, 3), "b": (2,)}),
    ("h[n,k,p] = tanh(x[n,c,p+r]*w[k,c,r]); g[n,m,q] = tanh(h[n,k,q+s]*v[m,k,s]); l = sum[n,m,q](g[n,m,q]**2)",
     {"x": (1, 2, 6), "w": (2, 2, 3), "v": (1, 2, 2)}),
    ("l = sum[n,p](tanh(max[r](x[n,2*p+r] + 0*w[r])))", {"x": (2, 6), "w": (2,)}),
    ("l = sum[n,p](log(sum[r](exp(x[n,2*p+r]*w[r]))))", {"x": (2, 6), "w": (3,)}),
    ("l = sum[i,j](exp(u[i+1,j]*u[i,j+1]) + u[i,j]**2)", {"u": (4, 4)}),
]  # fmt: skip


@pytest.mark.parametrize("text, shapes", CONVOLUTIONS, ids=lambda v: v[:44] if isinstance(v, str) else "")
def test_second_derivatives_of_convolutions(text, shapes):
    check_grads(parse(text), 2, **{n: away(*s) for n, s in shapes.items()})


def test_pooling_over_a_window_of_known_size():
    e = parse("r : index 2\nl = sum[n,p](tanh(max[r](x[n,2*p+r])))")
    check_grads(e, 2, x=np.random.default_rng(0).permutation(12).reshape(2, 6) / 7.0)


def test_hessian_of_convolution_keeps_short_first_derivatives():
    e = parse("l = sum[p](tanh(x[p+r]*w[r]))")
    assert str(grad(e, "w")).splitlines()[-1] == "dl_dw[r] = sum[p](x[r + p]/cosh(sum[s](w[s]*x[p + s]))**2)"
    second = hessian(e, "x")
    first, last = str(second).splitlines()  # the sum over the taps is an array, so that it is not made again for each tap
    assert first == "d_2[p] = tanh(sum[r](w[r]*x[p + r]))/cosh(sum[r](w[r]*x[p + r]))**2"
    assert last.startswith("d2l_dx2[i,j] = -2*sum[r](pad(d_2)[j - r]*w[r]*pad(w)[i + r - j])")
    assert "pad(d_2)[j - r]*w[r]" in last


FORMS = ((1, 0, 0), (1, 0, 0), (1, 0, 1), (2, 0, 0), (1, 1, 0), (1, 1, 0), (2, 1, 0), (1, 2, 0), (1, 1, 1))
"""Factors of two indices, and a constant."""


class Formula:
    """A random scalar formula of affine reads of arrays that just fit, perhaps through a named array."""

    def __init__(self, draw):
        self.draw = draw
        self.shapes: dict[str, tuple[int, ...]] = {}
        statements = []
        if draw(st.integers(0, 2)) == 0:  # a named array h, read at slots of the last statement
            self.lengths = {n: draw(st.integers(2, 3)) for n in "pq"}
            slots = [self.slot(n) for n in "pq"[: draw(st.integers(1, 2))]]
            outer = self.lengths
            axes = "uv"[: len(slots)]
            self.lengths = {**dict(zip(axes, (n for _, n in slots), strict=True)), "r": draw(st.integers(1, 3))}
            statements.append(f"h[{','.join(axes)}] = {self.total(f'tanh({self.term(2)})', axes)}")
            self.lengths = outer
            body = f"tanh(h[{', '.join(t for t, _ in slots)}]*{self.term(1)})"
        else:
            self.lengths = {n: draw(st.integers(2, 3)) for n in "pqrs"[: draw(st.integers(2, 4))]}
            body = f"tanh({self.term(3)})"
        self.text = "\n".join([*statements, f"l = {self.total(body)}"])

    def total(self, body, axes=()):
        over = [n for n in self.lengths if n not in axes and re.search(rf"\b{n}\b", body)]
        return f"sum[{','.join(over)}]({body})" if over else body

    def slot(self, first):
        """An index expression, and the shortest axis that it can read."""
        second = self.draw(st.sampled_from([n for n in self.lengths if n != first]))
        a, b, c = self.draw(st.sampled_from(FORMS))
        last = a * (self.lengths[first] - 1) + b * (self.lengths[second] - 1) + c
        parts = [f"{k}*{n}" if k > 1 else n for k, n in ((a, first), (b, second)) if k]
        return " + ".join([*parts, *([str(c)] if c else [])]), last + 1

    def read(self):
        names = self.draw(st.permutations(list(self.lengths)))[: self.draw(st.integers(1, 2))]
        slots = [self.slot(n) for n in names]
        shape = tuple(n for _, n in slots)
        same = [n for n, s in self.shapes.items() if s == shape]
        name = same[0] if same and self.draw(st.booleans()) else f"x{len(self.shapes)}"
        self.shapes[name] = shape
        padded = self.draw(st.integers(0, 7)) == 0
        return f"{f'pad({name})' if padded else name}[{', '.join(t for t, _ in slots)}]"

    def term(self, left):
        draw, names = self.draw, st.sampled_from(list(self.lengths))
        kind = draw(st.sampled_from(["read", "mul", "mul", "add", "tanh", "square", "where", "guard", "max", "sum"]))
        if left == 0 or kind == "read":
            return self.read()
        if kind in ("mul", "add"):
            return f"({self.term(left - 1)} {'*' if kind == 'mul' else '+'} {self.term(left - 1)})"
        if kind == "tanh":
            return f"tanh({self.term(left - 1)})"
        if kind == "square":
            return f"({self.term(left - 1)})**2"
        if kind == "where":
            return f"where({draw(names)} < {draw(names)}, {self.term(left - 1)}, 0)"
        if kind == "guard":
            return f"{self.term(left - 1)}*({draw(names)} < {draw(names)})"
        return f"{kind}[{draw(names)}]({self.term(left - 1)})"


def differentiated_twice(data, seed):
    formula = Formula(data.draw)
    note(formula.text)
    arrays = {n: away(*s, seed=seed) for n, s in formula.shapes.items()}
    try:
        e = parse(formula.text)
        value = evaluate(e, {n: arrays[n] for n in e.inputs})
    except EspressoError:  # an index without a length, or lengths that do not fit each other
        assume(False)
    assume(value != 0)
    check_grads(e, 2, tolerance=1e-5, **{n: arrays[n] for n in e.inputs})


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(st.data(), st.integers(0, 3))
def test_affine_formulas_differentiated_twice(data, seed):
    differentiated_twice(data, seed)


@pytest.mark.slow
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(st.data(), st.integers(0, 3))
def test_affine_formulas_differentiated_twice_many(data, seed):
    differentiated_twice(data, seed)


def test_arrays_that_an_anchored_result_reads_stay_what_they_are() -> None:
    """Others read them too: with other names for bound indices they would be computed twice."""
    e = parse("d[o] = sum[i](x[i,o]) + sum[i](z[i,o])\ny[o] = d[o+1]*w[0]")
    (inner,) = (s for s in ex.lets(e) if s is not e)
    length = ex.size(ex.tensor("u", 1), 0)
    found = anchored(e, ("o",), Lengths(e, program_extents([e])), {"o": length})
    assert symbolic_extents(uniquify(found))["o"] is length
    assert inner in ex.lets(found)


@pytest.mark.parametrize(
    "text",
    [
        "out = sum[p](logsumexp[k](q[p + 2*k]*v[k]))",
        "out = sum[p](softmax[k](q[p + 2*k]*v[k])*v[k])",
        "out = sum[p](log(sum[k](exp(q[p + k]*v[k]))))",
        "out = sum[p](cumsum[k](q[2*p + k]*v[k])**2*v[k])",
    ],
)
def test_index_functions_over_the_taps_of_a_window(text):
    """At a position ``i - 2*k`` the index function over k is read from an array, which has to say its lengths."""
    e = parse(text)
    check_grads(e, order=2, q=away(7), v=away(2))
    for wrt in ("q", "v"):
        found = grad(e, wrt)
        assert parse(str(found)) is found


@pytest.mark.parametrize("text", [
    "y[m] = sum[k]((m < 2)*(k == 0)*B[m,k])", "y[i,m] = sum[k]((m < 2)*(k == 0)*A[i,k]*B[m,k]*log(A[i,k]**2))",
])  # fmt: skip
def test_a_mask_of_terms_does_not_become_the_length_of_an_axis(text):
    e = parse(text)
    given = {n: v for n, v in {"A": away(4, 3), "B": away(5, 3)}.items() if n in e.inputs}
    want = evaluate(e, given)
    assert want.shape[-1] == 5
    np.testing.assert_allclose(evaluate(simplify(e), given), want)


@pytest.mark.parametrize("shape", [(2, 5), (5, 2), (1, 2)])
@pytest.mark.parametrize(
    "text",
    [
        "y = sum[k,n](X[k,n] + (k == n))",
        "y = sum[n,k](X[k,n] + 2*(k == n + 1))",
        "y = sum[k,n](X[k,n]*(1 + (k == n)))",
        "y = sum[k,n](X[k,n] - z[n]*(k == n))",
        "y = sum[k,n](X[k,n]**2 + (k == n)) + sum[k](z[k]*(k == 1))",
    ],
)
def test_terms_with_deltas_keep_the_ranges_that_the_other_terms_of_the_sum_say(text, shape):
    arrays = {"X": np.arange(1.0, 1 + shape[0] * shape[1]).reshape(shape), "z": np.arange(1.0, 1 + shape[1])}
    e = parse(text)
    given = {n: arrays[n] for n in e.inputs}
    assert evaluate(simplify(e), given) == evaluate(e, given)


def test_a_median_runs_over_the_whole_index_where_a_comparison_alone_says_how_long_it_is():
    from espresso.algebra.rewriting.apply import expand_definitions

    e = parse("y[i] = median[n]((i == n) and (X[i] > 0)) + X[i]")
    for x in (np.ones(1), np.ones(3), np.array([2.0, -1, 1, 1])):
        assert evaluate(expand_definitions(e), {"X": x}).tolist() == evaluate(e, {"X": x}).tolist()


@pytest.mark.parametrize("shape", [(3, 3), (5, 3), (3, 5)])
@pytest.mark.parametrize("text", [
    "y = where(a > 0, sum[s](d[s+1]*g[s]**2), 0)", "y = where(a > 0, sum[s](d[s+1]*g[s]**2), 0) + sum[s](g[s]**3)",
    "y = sum[k](where(c[k] > 0, sum[s](d[s+1]*g[s]**c[k]), a))", "y = where(a > 0, max[s](d[s+1]*g[s]), sum[s](g[s]*d[2*s]))",
    "y = sum[s](where(g[s] < a, d[s+1]*g[s]**2, 0)*(s < size(d,0) - 1))",  # a limit says it instead
])  # fmt: skip
def test_a_sum_in_a_branch_keeps_the_range_that_its_reads_say(text, shape):
    """A shifted read at an index that a sum inside of the branch binds says how far that runs."""
    arrays = {"a": np.array(0.7), "c": np.array([2.0, -1.0]), "d": abs(away(shape[0])), "g": abs(away(shape[1]))}
    e = parse(text)
    check_grads(e, order=2, **{n: arrays[n] for n in e.inputs})
