"""Indices that a shifted read makes shorter than the axes they read directly: values and derivatives.

``d[i] = x[i+1]*x[i]`` has one element less than x.  A derivative, a simplification or a plan that
drops or moves one of the two reads, or puts an array of the shorter length beside x, must keep the range.
Oracles: NumPy, and complex steps of the same NumPy functions.
"""

import functools

import numpy as np
import pytest

import espresso as es


def _cumulated(a):
    return np.cumsum(a)


def _softmax(a):
    e = np.exp(a)
    return e / e.sum()


def _shifted_softmax(A):
    e = np.exp(A[:, 1:] * A[:, :-1])
    return e / e.sum(axis=1, keepdims=True)


FORMULAS = {
    "product": ("d[i] = x[i+1]*x[i]", lambda x: x[1:] * x[:-1]),
    "square and shift": ("d[i] = x[i+2] - 2*x[i+1] + x[i]*x[i]", lambda x: x[2:] - 2 * x[1:-1] + x[:-2] ** 2),
    "odd elements": ("d[i] = x[2*i+1] + x[i]", lambda x: x[1::2] + x[: len(x) // 2]),
    "odd elements, product": ("d[i] = x[2*i+1]*x[i]*x[i+1]", lambda x: x[1::2] * x[:4] * x[1:5]),
    "three strides": ("d[i] = x[2*i]*x[i]", lambda x: x[::2] * x[:4]),
    "chain": (
        "a[i] = x[i+1]*x[i]; b[i] = a[i+1]*a[i]; c = sum[i](b[i]**2)",
        lambda x: np.sum((x[2:] * x[1:-1] ** 2 * x[:-2]) ** 2),
    ),
    "array beside an input": (
        "a[i] = x[i+1]*x[i]; d[i] = a[i]*z[i] + a[i]",
        lambda x, z: x[1:] * x[:-1] * (1 + z),
    ),
    "sums of an array": (
        "a[i] = x[i+1]*x[i]; y = sum[i](logsumexp[j](a[i]*a[j]))",
        lambda x: np.sum(np.log(np.sum(np.exp(np.multiply.outer(x[1:] * x[:-1], x[1:] * x[:-1])), axis=1))),
    ),
    "softmax of an array": (
        "a[i] = x[i+1]*x[i]; y[i] = softmax[i](a[i])*a[i]",
        lambda x: _softmax(x[1:] * x[:-1]) * x[1:] * x[:-1],
    ),
    "softmax of shifted products": ("m[i,j] = softmax[j](A[i,j+1]*A[i,j])", _shifted_softmax),
    "running sum": ("m[j] = cumsum[j](x[j+1]*x[j])", lambda x: _cumulated(x[1:] * x[:-1])),
    "product of all": ("v = prod[j](x[j+1]*x[j])", lambda x: np.prod(x[1:] * x[:-1])),
    "one more axis": ("y[i,j] = x[i+1]*x[i]*x[j]", lambda x: np.multiply.outer(x[1:] * x[:-1], x)),
    "in two axes": (
        "y[p,q] = A[p+1,q+1]*A[p,q] - A[p+1,q]*A[p,q+1]",
        lambda A: A[1:, 1:] * A[:-1, :-1] - A[1:, :-1] * A[:-1, 1:],
    ),
    "times a matrix": (
        "a[t] = x[t+1]*x[t]; y[t] = a[t+1]*a[t]*sum[d](A[0,d]*A[0,d])",
        lambda x, A: x[2:] * x[1:-1] ** 2 * x[:-2] * np.sum(A[0] * A[0]),
    ),
}


def _arrays(function):
    rng = np.random.default_rng(7)
    shapes = {"x": (8,), "z": (7,), "A": (3, 5)}
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    return {n: rng.uniform(0.4, 1.3, size=shapes[n]) for n in names}


def _jvp(function, arrays, direction):
    """Exact to rounding: the functions are analytic."""
    moved = {n: a + 1e-30j * direction[n] for n, a in arrays.items()}
    return np.imag(function(**moved)) / 1e-30


def _gradient(function, arrays, name, weight):
    found = np.zeros_like(arrays[name])
    for at in np.ndindex(found.shape):
        unit = {n: np.zeros_like(a) for n, a in arrays.items()}
        unit[name][at] = 1
        found[at] = np.sum(weight * _jvp(function, arrays, unit))
    return found


@functools.cache
def _derived(case):
    """The formula and its derivatives by all inputs, for both targets."""
    text, function = FORMULAS[case]
    e, names = es.parse(text), list(_arrays(function))
    made = {"value": e, "jvp": es.jvp(e, names, [f"V{n}" for n in names])}
    made |= {f"vjp {n}": g for n, g in zip(names, es.vjp(e, names, "C"), strict=True)}
    indices = [es.index(a) for a in e.axes]
    weighed = es.tensor(f"C[{','.join(e.axes)}]") * e if e.axes else es.scalar("C") * e
    scalar = es.sum(weighed, *indices) if indices else weighed
    made |= {f"hvp {n}": h for n, h in zip(names, es.hvp(scalar, names, [f"V{n}" for n in names]), strict=True)}
    return made


@pytest.mark.parametrize("target", ["cpu", "numpy"])
@pytest.mark.parametrize("case", FORMULAS)
def test_values_and_derivatives_of_shortened_indices(case, target):
    _, function = FORMULAS[case]
    arrays = _arrays(function)
    names = list(arrays)
    value = function(**arrays)
    rng = np.random.default_rng(3)
    weight = rng.normal(size=np.shape(value))
    directions = {n: rng.normal(size=a.shape) for n, a in arrays.items()}
    f = es.compile(_derived(case), target=target)
    given = {**arrays, "C": weight, **{f"V{n}": d for n, d in directions.items()}}
    found = f(**{n: given[n] for n in f.inputs})
    np.testing.assert_allclose(found["value"], value, rtol=1e-12)
    np.testing.assert_allclose(found["jvp"], _jvp(function, arrays, directions), rtol=1e-11, atol=1e-11)
    step = 1e-5
    ahead, behind = ({n: a + s * directions[n] for n, a in arrays.items()} for s in (step, -step))
    for name in names:
        want = _gradient(function, arrays, name, weight)
        np.testing.assert_allclose(found[f"vjp {name}"], want, rtol=1e-11, atol=1e-11)
        second = (_gradient(function, ahead, name, weight) - _gradient(function, behind, name, weight)) / (2 * step)
        np.testing.assert_allclose(found[f"hvp {name}"], second, rtol=1e-5, atol=1e-6)


def test_gathered_positions_beside_their_own_neighbours():
    e = es.parse("y[i] = t[i+1]*x[t[i]]")
    t, x, C = np.array([1, 0, 2, 1, 2]), np.arange(1.0, 4.0), np.arange(1.0, 5.0)
    want = np.zeros(3)
    np.add.at(want, t[:-1], C * t[1:])
    np.testing.assert_array_equal(es.compile(es.vjp(e, "x", "C"))(t=t, x=x, C=C), want)


rng = np.random.default_rng(0)
X, SHORT, SHORTER = rng.normal(size=40), rng.normal(size=7), rng.normal(size=(37, 40))
THIN, SQUARE = rng.normal(size=(2, 40)), rng.normal(size=(40, 40))


def _padded(a, n):
    return np.concatenate([a, np.zeros((n - len(a), *a.shape[1:]))])


BATCH = {
    name: np.random.default_rng(k).normal(size=shape)
    for k, (name, shape) in enumerate({"a": (3, 5, 4), "M": (4, 6), "b": (3, 5, 6)}.items())
}
RANGES = {
    "sums of unlike ranges with a factor in common": (
        "y[i,l] = sum[j](D[i,j]*H[l,j]) + sum[k](D[i,k]*H[l,k]*z[k+1]*z[k])",
        lambda D, H, z: D @ H.T + (D[:, :-1] * (z[1:] * z[:-1])) @ H[:, :-1].T,
        {"D": SQUARE, "H": THIN, "z": X},
    ),
    "padded windows with a factor in common": (
        "y[i] = sum[j](pad(C)[j,i]*z[j]*z[j+1]) + pad(z)[i-1]*sum[k](pad(C)[i-1,k]*z[k]) + 0*z[i]",
        lambda C, z: (
            C.T @ (z[:37] * z[1:38]) + np.concatenate([[0], z[:-1] * (_padded(C, 39) @ z)])
        ),
        {"C": SHORTER, "z": X},
    ),
    "distributed over a shifted difference": (
        "y[i] = sum[j]((D[i,j+1] - sum[k](H[k,i]*H[k,j]))*z[j])",
        lambda D, H, z: D[:, 1:] @ z[:-1] - H.T @ (H[:, :-1] @ z[:-1]),
        {"D": SQUARE, "H": THIN, "z": X},
    ),
    "distributed over a shifted factor": (
        "y[i] = sum[j]((D[i,j]*z[j+1] - sum[k](H[k,i]*H[k,j]))*z[j])",
        lambda D, H, z: D[:, :-1] @ (z[1:] * z[:-1]) - H.T @ (H[:, :-1] @ z[:-1]),
        {"D": SQUARE, "H": THIN, "z": X},
    ),
    "a result longer than the padded array in it": (
        "y[i] = sum[k](pad(C)[i-1,k]*z[k]) + sum[k](pad(C)[i,k]*z[k]) + 0*z[i]",
        lambda C, z: _padded(C @ z, 40) + np.concatenate([[0], _padded(C @ z, 39)]),
        {"C": SHORTER, "z": X},
    ),
    "a padded sum alone": (
        "y[i] = sum[k](pad(C)[i,k]*z[k]) + 0*z[i]", lambda C, z: _padded(C @ z, 40), {"C": SHORTER, "z": X}
    ),
    "softmax over the part that is there": (
        "y[i] = softmax[i](z[i]) + 0*z[i+1]", lambda z: _softmax(z[:-1]), {"z": X}
    ),
    "softmax of a padded array": (
        "y[i] = softmax[i](pad(s)[i])*z[i]", lambda s, z: _softmax(_padded(s, 40)) * z, {"s": SHORT, "z": X}
    ),
    "equal terms over unlike ranges": (
        "y = sum[j](exp(z[j])) + sum[j](exp(z[j]) + 0*z[j+1])",
        lambda z: np.exp(z).sum() + np.exp(z[:-1]).sum(),
        {"z": X},
    ),
    "means over unlike ranges": (
        "y = mean[j](z[j]) + mean[j](z[j] + 0*z[j+1])", lambda z: z.mean() + z[:-1].mean(), {"z": X}
    ),
    "rows of a batch that a product takes in part": (
        "y[q,t,i] = sum[k](a[q,t,k]*M[k,i])*b[q,t+1,i]", lambda a, M, b: (a @ M)[:, :-1] * b[:, 1:], BATCH
    ),
    "functions of rows of a batch": (
        "s[q,t,k] = tanh(a[q,t,k]); y[q,t,i] = sum[k](s[q,t,k]*M[k,i])*b[q,t+2,i]",
        lambda a, M, b: (np.tanh(a) @ M)[:, :-2] * b[:, 2:],
        BATCH,
    ),
    "rows of stacks of batches": (
        "y[p,q,t,i] = sum[k](a[q,t,k]*c[p,q+1,t,k]*M[k,i])*b[q,t+1,i]",
        lambda a, M, b, c: ((a[:-1] * c[:, 1:]) @ M)[:, :, :-1] * b[:-1, 1:],
        {**BATCH, "c": np.random.default_rng(8).normal(size=(2, 3, 5, 4))},
    ),
}  # fmt: skip


@pytest.mark.parametrize("target", ["cpu", "numpy"])
@pytest.mark.parametrize("case", RANGES)
def test_ranges_that_a_term_without_value_says(case, target):
    text, function, arrays = RANGES[case]
    want = function(**arrays)
    np.testing.assert_allclose(es.evaluate(es.parse(text), arrays), want, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(es.compile(text, target=target)(**arrays), want, rtol=1e-10, atol=1e-12)
