"""Parts of networks as formulas, with plain NumPy and PyTorch as the peers (cases 51-57)."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import networks as nn
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from tests import oracles


def data(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(sum(shape) + seed).normal(size=shape)


# --- random numbers -------------------------------------------------------------------------


def bits(seed: int, *lengths: int, target: str = "numpy") -> np.ndarray:
    from espresso.formulas.graph import expr as ex

    axes = tuple("ijk"[: len(lengths)])
    e = ex.let("", axes, nn.random_bits(es.scalar("seed", dtype="int64"), axes, [ex.const(n) for n in lengths]))
    return np.asarray(es.compile(e, target=target)(seed=np.int64(seed)))


def test_random_bits_are_uniform_and_independent() -> None:
    first = bits(1, 256, 1024).ravel()
    assert first.min() >= 0 and first.max() < nn.WORD
    for part in (first // 65536, first // 256 % 256, first % 256):
        counts = np.bincount(part, minlength=256)
        assert 160 < ((counts - 1024) ** 2 / 1024).sum() < 370  # chi squared with 255 degrees of freedom
    pairs = np.bincount((first[1:] // 2**20) * 16 + first[:-1] // 2**20, minlength=256)
    assert 160 < ((pairs - 1024) ** 2 / 1024).sum() < 370
    for lag in (1, 2, 1024):
        assert abs(np.corrcoef(first[lag:], first[:-lag])[0, 1]) < 4 / 512
    for other in (0, 2, 1 << 24, (1 << 24) + 1):
        second = bits(other, 256, 1024).ravel()
        assert all(abs(np.corrcoef(first[k:-1], second[: second.size - 1 - k])[0, 1]) < 5 / 512 for k in range(4))


def test_random_bits_are_the_same_on_all_targets_and_pinned() -> None:
    wanted = bits(7, 3, 5)
    assert wanted.dtype.kind == "i"
    assert (bits(7, 3, 5, target="cpu") == wanted).all()
    assert wanted.ravel()[:4].tolist() == PINNED


PINNED = [7510025, 10868577, 6162687, 9548960]


def test_dropout() -> None:
    x, seed = es.tensor("x[n,c]"), es.scalar("seed", dtype="int64")
    e = nn.dropout(x, 0.25, seed)
    arrays = {"x": np.ones((100, 200)), "seed": np.int64(3)}
    value = es.evaluate(e, arrays)
    assert set(np.unique(value)) == {0, 1 / 0.75}
    assert abs((value == 0).mean() - 0.25) < 0.01
    assert (es.evaluate(es.grad(es.sum(e), "x"), arrays) == value).all()
    assert (es.evaluate(e, {**arrays, "seed": np.int64(4)}) != value).any()
    assert nn.dropout(x, 0.25, seed, train=False) is x
    assert es.evaluate(nn.dropout(x, 0.5, seed), {**arrays, "x": np.float32(arrays["x"])}).dtype == np.float32
    with pytest.raises(es.InputError, match="rate of dropout is 1"):
        nn.dropout(x, 1, seed)


# --- normalisation and moving elements ------------------------------------------------------


def test_batch_norm() -> None:
    x, g, b, m, v = es.tensors("x[n,c,h,w] g[c] b[c] m[c] v[c]")
    arrays = {"x": data(4, 3, 5, 2), "g": data(3), "b": data(3, seed=1)}
    oracles.compare_formula(nn.batch_norm(x, g, b), arrays, lambda F, x, g, b: F.batch_norm(x, None, None, g, b, training=True))
    more = {**arrays, "m": data(3, seed=2), "v": data(3, seed=3) ** 2}
    oracles.compare_formula(
        nn.batch_norm(x, g, b, m, v), more, lambda F, x, g, b, m, v: F.batch_norm(x, m, v, g, b), fixed=("m", "v")
    )  # fmt: skip
    mean, variance = nn.batch_statistics(x)
    seen = arrays["x"].transpose(1, 0, 2, 3).reshape(3, -1)
    M, V = 0.9 * more["m"] + 0.1 * seen.mean(1), 0.9 * more["v"] + 0.1 * seen.var(1, ddof=1)
    if oracles.has_torch():
        import torch

        theirs = torch.tensor(more["m"]), torch.tensor(more["v"])
        torch.nn.functional.batch_norm(torch.tensor(arrays["x"]), *theirs, training=True)
        np.testing.assert_allclose(theirs[0], M)
        np.testing.assert_allclose(theirs[1], V)
    np.testing.assert_allclose(es.evaluate(nn.running(m, mean), {"m": more["m"], "x": arrays["x"]}), M)
    found = es.evaluate(nn.running(v, variance, count=40), {"v": more["v"], "x": arrays["x"]})
    np.testing.assert_allclose(found, V)


def test_what_a_batch_norm_reads_has_one_derivative() -> None:
    """A depthwise sum is read by mean, variance and result: its filter has one sum over positions, not one for each."""
    x, g, b, t = es.tensors("x[n,c,h,v] g[c] b[c] t[n,c,h,v]")
    w = nn.Parameters()("w", 6, 1, 3, 3)
    arrays = {"x": data(2, 6, 4, 5), "w": data(6, 1, 3, 3), "g": data(6), "b": data(6, seed=1)}
    y = nn.batch_norm(es.conv(x, w, 1, 1, groups=6), g, b)
    oracles.compare_formula(
        y, arrays, lambda F, x, w, g, b: F.batch_norm(F.conv2d(x, w, None, 1, 1, 1, 6), None, None, g, b, training=True)
    )
    gradient = es.grad(es.einsum("nchv,nchv->", es.relu(y), t), "w")
    sums = [e for e in ex.postorder(gradient.args[0], into_arrays=False) if e.op == "reduce"]
    assert len(sums) == 1 and len(sums[0].data[1]) == 3


def test_a_batch_norm_of_an_input_reads_it_where_it_is() -> None:
    x, g, b = es.tensors("x[n,c,h,v] g[c] b[c]")
    assert str(nn.batch_norm(x, g, b)).splitlines()[0] == "_1[c] = mean[n,h,v](x[n,c,h,v])"


def test_layer_norm() -> None:
    x, g, b = es.tensors("x[n,t,e] g[e] b[e]")
    arrays = {"x": data(2, 3, 5), "g": data(5), "b": data(5, seed=1)}
    oracles.compare_formula(nn.layer_norm(x, g, b), arrays, lambda F, x, g, b: F.layer_norm(x, (5,), g, b))


def test_concat_part_shuffle() -> None:
    x, y = es.tensors("x[n,c,h] y[n,c,h]")
    arrays = {"x": data(2, 3, 4), "y": data(2, 5, 4)}
    oracles.compare_formula(nn.concat([x, y]), arrays, lambda F, x, y: F.cat([x, y], 1))
    oracles.compare_formula(nn.concat([y, x, y]), arrays, lambda F, x, y: F.cat([y, x, y], 1))
    with pytest.raises(es.ExtentError):
        es.evaluate(nn.concat([x, y], 0), arrays)
    only = {"x": data(2, 6, 7)}
    oracles.compare_formula(nn.part(x, 2, 1, 6, 2), only, lambda F, x: x[:, :, 1:6:2])
    oracles.compare_formula(nn.part(x, 1, 3), only, lambda F, x: x[:, 3:])
    for start, stop, step in ((0, 3, 1), (1, 3, 1), (0, 5, 2), (2, 9, 1), (2, 9, 3)):  # a bound within, and one beyond
        oracles.compare_formula(nn.part(x, 1, start, stop, step), only, lambda F, x, s=slice(start, stop, step): x[:, s])
    assert es.evaluate(nn.part(x, 1, 3, 3), only).shape == (2, 0, 7)
    oracles.compare_formula(nn.concat([nn.part(x, 1, 0, 4), nn.part(x, 1, 4)]), only, lambda F, x: x * 1)
    oracles.compare_formula(
        nn.channel_shuffle(x, 3), {"x": data(2, 6, 2, 1)[..., 0]}, lambda F, x: F.channel_shuffle(x[..., None], 3)[..., 0]
    )


def test_embedding() -> None:
    table, at = es.tensors("table[v,e] at[b,t]")
    arrays = {"table": data(5, 3), "at": np.array([[0, 4, 4], [1, 0, 2]])}
    oracles.compare_formula(nn.embedding(table, at), arrays, lambda F, table, at: F.embedding(at, table), fixed=("at",))


# --- steps -----------------------------------------------------------------------------------


@pytest.mark.parametrize("causal", [False, True])
def test_attention(causal: bool) -> None:
    q, k, v = es.tensors("q[b,h,i,d] k[b,h,j,d] v[b,h,j,e]")
    arrays = {"q": data(2, 2, 4, 3), "k": data(2, 2, 4, 3, seed=1), "v": data(2, 2, 4, 5)}
    e = nn.attention(q, k, v, causal)
    oracles.compare_formula(e, arrays, lambda F, q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=causal))


def test_lstm_and_gru() -> None:
    x, h, c, w, u, b, d = es.tensors("x[n,e] h[n,k] c[n,k] w[g,k,e] u[g,k,m] b[g,k] d[g,k]")
    n, e, k = 3, 4, 5
    arrays = {
        "x": data(n, e),
        "h": data(n, k),
        "c": data(n, k, seed=1),
        "w": data(4, k, e),
        "u": data(4, k, k),
        "b": data(4, k),
    }

    for which, step in enumerate(nn.lstm_step(x, h, c, w, u, b)):
        oracles.compare_formula(step, arrays, lambda F, which=which, **a: F.lstm_cell(**a)[which])
    gru = {
        "x": data(n, e),
        "h": data(n, k),
        "w": data(3, k, e),
        "u": data(3, k, k),
        "b": data(3, k),
        "d": data(3, k, seed=2),
    }

    oracles.compare_formula(nn.gru_step(x, h, w, u, b, d), gru, lambda F, **a: F.gru_cell(**a))


def test_cross_entropy() -> None:
    z, t = es.tensors("z[b,k] t[b]")
    arrays = {"z": 30 * data(6, 4), "t": np.array([0, 3, 3, 1, 2, 0])}
    for mean in (True, False):
        oracles.compare_formula(
            nn.cross_entropy(z, t, mean), arrays,
            lambda F, z, t, mean=mean: F.cross_entropy(z, t, reduction="mean" if mean else "sum"), fixed=("t",),
        )  # fmt: skip





# --- updates ---------------------------------------------------------------------------------


def _updated(kind: str, values: dict[str, np.ndarray], steps: int, rate: float = 0.05) -> np.ndarray:
    """The weights after some steps of the published algorithms, written out."""
    w, first, second = values["w"].copy(), np.zeros(3), np.zeros(3)
    for number in range(1, steps + 1):
        slope = 2 * values["X"].T @ (values["X"] @ w - values["y"])
        if kind in ("sgd", "momentum"):
            first = (0.9 if kind == "momentum" else 0) * first + slope
            w = w - rate * first
            continue
        w = w - rate * (0.1 if kind == "adamw" else 0) * w
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        w = w - rate * first / (1 - 0.9**number) / (np.sqrt(second / (1 - 0.999**number)) + 1e-8)
    return w


def _updated_by_pytorch(kind: str, values: dict[str, np.ndarray], steps: int) -> np.ndarray:
    import torch

    W, X, y = (torch.tensor(values[n], requires_grad=n == "w") for n in ("w", "X", "y"))
    optimizer = {
        "sgd": lambda: torch.optim.SGD([W], 0.05), "momentum": lambda: torch.optim.SGD([W], 0.05, 0.9),
        "adam": lambda: torch.optim.Adam([W], 0.05), "adamw": lambda: torch.optim.AdamW([W], 0.05, weight_decay=0.1),
    }[kind]()  # fmt: skip
    for _ in range(steps):
        optimizer.zero_grad()
        ((X @ W - y) ** 2).sum().backward()
        optimizer.step()
    return np.asarray(W.detach())


@pytest.mark.parametrize("kind", ["sgd", "momentum", "adam", "adamw"])
def test_updates_follow_the_published_ones(kind: str) -> None:
    """Five steps; the rate and the number of the step are inputs, so nothing is compiled twice."""
    X, w, y = es.tensors("X[i,j] w[j] y[i]")
    rate, step = es.scalar("rate"), es.scalar("step")
    loss = es.sum((es.sum(X * w, "j") - y) ** 2)
    gradients = {"w": es.grad(loss, "w")}
    if kind in ("sgd", "momentum"):
        new = nn.sgd({"w": w}, gradients, rate, 0.9 if kind == "momentum" else 0)
    else:
        new = nn.adam({"w": w}, gradients, rate, step, decay=0.1 if kind == "adamw" else 0)
    values = {"w": data(3), "X": data(4, 3), "y": data(4)}
    wanted = [_updated(kind, values, 5)]
    if oracles.has_torch():
        wanted.append(_updated_by_pytorch(kind, values, 5))
    f = es.compile(new, target="numpy")
    states = {n: np.zeros(3) for n in f.inputs if n.endswith("_old")}
    for number in range(1, 6):
        given = {**values, **states, "rate": 0.05, "step": float(number)}
        results = f(**{n: given[n] for n in f.inputs})
        values["w"] = results.pop("w")
        states = {f"{n}_old": v for n, v in results.items()}
    for right in wanted:
        np.testing.assert_allclose(values["w"], right, rtol=1e-9)


@pytest.mark.parametrize("betas", [(0.9, 0.999), (0.0, 0.99999)])
def test_the_first_steps_of_adam_in_single_precision(betas: tuple[float, float]) -> None:
    """``1 - 0.999**1`` as a difference in float32 has four digits: weights moved by 3e-5 too much or too little."""
    w, g, count = es.tensor("w[i]"), es.tensor("g[i]"), es.scalar("count")
    f = es.compile(nn.adam({"w": w}, {"w": g}, 1.0, count, betas)["w"], target="numpy")
    given = {n: abs(data(5)) + 0.1 for n in f.inputs if n != "count"} | {"w": np.zeros(5)}
    single = {n: a.astype("f") for n, a in given.items()}
    given = {n: a.astype("d") for n, a in single.items()}
    for number in (1, 2, 3, 100):
        exact = f(**given, count=float(number))
        np.testing.assert_allclose(f(**single, count=np.float32(number)), exact, rtol=1e-6)


def test_transformer_block() -> None:
    """A GPT block: layer norm, causal attention with two heads, GELU, both residual connections."""
    x, g, s = es.tensors("x[b,t,e] g[e] s[e]")
    wq, wk, wv, wo, w1, b1, w2 = es.tensors("wq[h,d,e] wk[h,d,e] wv[h,d,e] wo[h,d,e] w1[f,e] b1[f] w2[e,f]")
    inside = nn.layer_norm(x, g, s)
    q, k, v = (es.einsum("bte,hde->bhtd", inside, w) for w in (wq, wk, wv))
    middle = x + es.einsum("bhtd,hde->bte", nn.attention(q, k, v, causal=True), wo)
    e = middle + nn.linear(es.gelu(nn.linear(nn.layer_norm(middle, g, s), w1, b1)), w2)
    E, H, D, M = 4, 2, 3, 5
    shapes = {"x": (2, 3, E), "g": (E,), "s": (E,), "wq": (H, D, E), "wk": (H, D, E), "wv": (H, D, E), "wo": (H, D, E)}
    shapes |= {"w1": (M, E), "b1": (M,), "w2": (E, M)}
    arrays = {n: data(*shape, seed=k) for k, (n, shape) in enumerate(shapes.items())}

    def peer(F: Any, x: Any, g: Any, s: Any, wq: Any, wk: Any, wv: Any, wo: Any, w1: Any, b1: Any, w2: Any) -> Any:
        inside = F.layer_norm(x, (E,), g, s)
        q, k, v = (F.einsum("bte,hde->bhtd", inside, w) for w in (wq, wk, wv))
        seen = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        middle = x + F.einsum("bhtd,hde->bte", seen, wo)
        return middle + F.gelu(F.layer_norm(middle, (E,), g, s) @ w1.T + b1) @ w2.T

    oracles.compare_formula(e, arrays, peer)


# --- gradients through whole networks ---------------------------------------------------------------


def _reads(node: Expr, name: str) -> bool:
    return node.op == "access" and node.args[0].op == "tensor" and node.args[0].data.name == name


@pytest.mark.parametrize("sliding", ["plain", "pool", "stride", "transposed"])
def test_no_equation_of_a_window_is_left(sliding: str) -> None:
    """Padded arrays have the batch of the labels and lengths of layers before: pullbacks gather, nothing scatters."""
    x, p = es.tensor("images[n,c,h,v]"), nn.Parameters()
    y = es.conv(x, p("w0", 2, 1, 3, 3), 1, 1)
    y = es.relu(nn.batch_norm(y, p("g", 2), p("s", 2)) if sliding == "stride" else y)
    if sliding == "pool":
        y = es.max_pool(y, 3, 2, 1)
    if sliding == "transposed":
        y = es.relu(es.conv(y, p("w1", 2, 2, 2, 2), 2, transposed=True))
    y = es.relu(es.conv(y, p("w2", 2, 2, 3, 3), 2 if sliding == "stride" else 1, 1))
    if sliding == "stride":
        other = es.relu(nn.batch_norm(es.conv(x, p("w3", 2, 1, 3, 3), 1, 1), p("g3", 2), p("s3", 2)))
        y = es.relu(y + nn.batch_norm(es.conv(other, p("w4", 2, 2, 1, 1), 2), p("g4", 2), p("s4", 2)))
        y = es.relu(nn.batch_norm(es.conv(y, p("w6", 2, 2, 3, 3), 1, 1), p("g6", 2), p("s6", 2)) + y)
    y = es.relu(es.conv(y, p("w5", 2, 2, 3, 3), 1, 1))
    loss = nn.cross_entropy(nn.linear(es.avg_pool(y), p("w", 3, 2), p("b", 3)), es.tensor("label[n]", dtype="int64"))
    names = list(p.tensors)
    gradients = es.grad(loss, names)
    for e in gradients:
        ties = re.findall(r"\(([a-z]\w*'*) == ([^()]*)\)", str(e))
        assert not [tie for tie in ties if "label" not in tie[1]], e
    for name in (n for n in names if re.fullmatch(r"w\d", n)):  # each layer is one sum forward and at most one backward, however many gradients ask
        reading = [s for s in ex.lets(*gradients) if any(_reads(n, name) for n in ex.postorder(s.args[0], into_arrays=False))]
        assert len(reading) <= 2, [str(s).splitlines()[-1] for s in reading]
    arrays = {"images": data(2, 1, 5, 4), "label": np.array([2, 0])} | {n: data(*p.shapes[n]) for n in names}
    for name, e in zip(names, gradients, strict=True):
        step = {**arrays, name: arrays[name] + 1e-6}, {**arrays, name: arrays[name] - 1e-6}
        wanted = (es.evaluate(loss, step[0]) - es.evaluate(loss, step[1])) / 2e-6
        found = es.evaluate(e, {n: a for n, a in arrays.items() if n in e.inputs})
        assert found.shape == arrays[name].shape
        np.testing.assert_allclose(found.sum(), wanted, rtol=1e-5, atol=1e-7)
