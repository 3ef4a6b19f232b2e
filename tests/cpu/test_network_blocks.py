"""The blocks that networks are built of (cases 53 and 54), in value and in all gradients, with plain NumPy and PyTorch as the peers.

Generated NumPy source computes every block in the quick tier, and the engines of the CPU some of them; all
engines on all blocks are in the slow tier.  The whole networks are in ``test_network_pages``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import networks as nn
from tests import oracles


class Weights:
    """Parameters of a block for espresso, and the same arrays for PyTorch; the running statistics of inference, too."""

    def __init__(self, training: bool) -> None:
        self.training, self.shapes = training, dict[str, tuple[int, ...]]()

    def __call__(self, name: str, *shape: int) -> Any:
        self.shapes[name] = shape
        return es.tensor(name, shape=shape)

    def normalised(self, y: Any, name: str, channels: int) -> Any:
        gain, shift = self(f"{name}_gain", channels), self(f"{name}_shift", channels)
        if self.training:
            return nn.batch_norm(y, gain, shift)
        return nn.batch_norm(y, gain, shift, self(f"{name}_mean", channels), self(f"{name}_var", channels))

    def conv(self, x: Any, name: str, c: int, o: int, k: Any = 1, s: int = 1, p: Any = 0, g: int = 1) -> Any:
        """Convolution and batch normalisation."""
        taps = k if isinstance(k, tuple) else (k, k)
        return self.normalised(es.conv(x, self(f"{name}_w", o, c // g, *taps), s, p, groups=g), name, o)


class Peer:
    """The same functions of the same weights in NumPy or PyTorch."""

    def __init__(self, F: Any, w: dict[str, Any]) -> None:
        self.F, self.w = F, w

    def normalised(self, y: Any, name: str, channels: int) -> Any:
        mean, var = self.w.get(f"{name}_mean"), self.w.get(f"{name}_var")
        return self.F.batch_norm(y, mean, var, self.w[f"{name}_gain"], self.w[f"{name}_shift"], mean is None)

    def conv(self, x: Any, name: str, c: int, o: int, k: Any = 1, s: int = 1, p: Any = 0, g: int = 1) -> Any:
        return self.normalised(self.F.conv2d(x, self.w[f"{name}_w"], None, s, p, 1, g), name, o)

    def __call__(self, name: str, *shape: int) -> Any:
        return self.w[name]


class Espresso:
    """What differs between the two libraries beside weights."""

    concat, max_pool, relu, silu = staticmethod(nn.concat), staticmethod(es.max_pool), es.relu, es.silu
    sigmoid, linear, shuffle = es.logistic, staticmethod(nn.linear), staticmethod(nn.channel_shuffle)

    @staticmethod
    def hardswish(x: Any) -> Any:
        return x * es.clip(x + 3, 0, 6) / 6

    @staticmethod
    def hardsigmoid(x: Any) -> Any:
        return es.clip(x + 3, 0, 6) / 6

    @staticmethod
    def avg_pool(x: Any, *window: int) -> Any:
        return es.avg_pool(x, *window)

    @staticmethod
    def scaled(x: Any, factor: Any) -> Any:
        return x * factor[es.indices(" ".join(x.axes[:2]))]

    @staticmethod
    def plus(x: Any, y: Any) -> Any:
        return x + y[es.indices(" ".join(x.axes))]

    @staticmethod
    def halves(x: Any, middle: int) -> Any:
        return nn.part(x, 1, 0, middle), nn.part(x, 1, middle)


class Functions:
    """The functions of a peer."""

    def __init__(self, F: Any) -> None:
        self.relu, self.silu, self.sigmoid, self.linear = F.relu, F.silu, F.sigmoid, F.linear
        self.max_pool, self.shuffle, self.F = F.max_pool2d, F.channel_shuffle, F

    def hardswish(self, x: Any) -> Any:
        return x * self.F.relu6(x + 3) / 6  # PyTorch's own has a sixth of single precision

    def hardsigmoid(self, x: Any) -> Any:
        return self.F.relu6(x + 3) / 6

    def concat(self, parts: Any) -> Any:
        return self.F.cat(parts, 1)

    def avg_pool(self, x: Any, *window: int) -> Any:
        return self.F.avg_pool2d(x, *window) if window else self.F.mean(x, (2, 3))

    def scaled(self, x: Any, factor: Any) -> Any:
        return x * factor[:, :, None, None]

    def plus(self, x: Any, y: Any) -> Any:
        return x + y

    def halves(self, x: Any, middle: int) -> Any:
        return x[:, :middle], x[:, middle:]


# --- the blocks, written once: w has the weights, f the functions -----------------------------------


def fire(x: Any, w: Any, f: Any) -> Any:
    """SqueezeNet: 1 x 1, then 1 x 1 and 3 x 3 side by side."""
    small = f.relu(w.conv(x, "s", 6, 3))
    return f.concat([f.relu(w.conv(small, "a", 3, 4)), f.relu(w.conv(small, "b", 3, 5, 3, 1, 1))])


def bottleneck(x: Any, w: Any, f: Any, groups: int = 1, stride: int = 1, inner: int = 8) -> Any:
    """ResNet-50 (also wide), and with groups ResNeXt-50."""
    y = f.relu(w.conv(x, "a", 6, inner))
    y = f.relu(w.conv(y, "b", inner, inner, 3, stride, 1, groups))
    return f.relu(w.conv(y, "c", inner, 12) + w.conv(x, "s", 6, 12, 1, stride))


def resnext(x: Any, w: Any, f: Any) -> Any:
    return bottleneck(x, w, f, 32, 2, 64)


def dense(x: Any, w: Any, f: Any) -> Any:
    """DenseNet: every layer reads all before it; then 1 x 1 and a mean of windows."""
    parts, channels = [x], 6
    for k in range(2):
        y = f.concat(parts) if k else x
        y = f.relu(w.normalised(y, f"n{k}", channels))
        y = f.relu(w.conv(y, f"a{k}", channels, 8))
        parts.append(w.conv(y, f"b{k}", 8, 4, 3, 1, 1))
        channels += 4
    return f.avg_pool(w.conv(f.relu(f.concat(parts)), "t", channels, 7), 2, 2)


def inception(x: Any, w: Any, f: Any) -> Any:
    """Inception-v3: 7 x 7 as 1 x 7 and 7 x 1, a pooled branch, and one of 5 x 5."""
    a = f.relu(w.conv(x, "a", 6, 4))
    b = f.relu(w.conv(x, "b0", 6, 3))
    b = f.relu(w.conv(b, "b1", 3, 3, (1, 7), 1, (0, 3)))
    b = f.relu(w.conv(b, "b2", 3, 5, (7, 1), 1, (3, 0)))
    c = f.relu(w.conv(f.relu(w.conv(x, "c0", 6, 3)), "c1", 3, 4, 5, 1, 2))
    return f.concat([a, b, c, f.relu(w.conv(f.max_pool(x, 3, 1, 1), "d", 6, 3))])


def shuffle_unit(x: Any, w: Any, f: Any) -> Any:
    """ShuffleNet-v2: half of the channels pass, the others go through a depthwise convolution; then they mix."""
    left, right = f.halves(x, 3)
    y = f.relu(w.conv(right, "a", 3, 3))
    y = f.relu(w.conv(w.conv(y, "b", 3, 3, 3, 1, 1, 3), "c", 3, 3))
    return f.shuffle(f.concat([left, y]), 2)


def shuffle_down(x: Any, w: Any, f: Any) -> Any:
    """ShuffleNet-v2 with stride 2: both branches."""
    left = f.relu(w.conv(w.conv(x, "l", 6, 6, 3, 2, 1, 6), "m", 6, 4))
    y = f.relu(w.conv(x, "a", 6, 4))
    return f.shuffle(f.concat([left, f.relu(w.conv(w.conv(y, "b", 4, 4, 3, 2, 1, 4), "c", 4, 4))]), 2)


def _excited(x: Any, w: Any, f: Any, channels: int, less: int, inside: Any, gate: Any) -> Any:
    """Squeeze and excitation."""
    h = inside(f.linear(f.avg_pool(x), w("e1_w", less, channels), w("e1_b", less)))
    return f.scaled(x, gate(f.linear(h, w("e2_w", channels, less), w("e2_b", channels))))


def mobile3(x: Any, w: Any, f: Any) -> Any:
    """MobileNet-v3: 5 x 5 depthwise, hardswish, squeeze and excitation with hardsigmoid."""
    y = f.hardswish(w.conv(x, "a", 6, 10))
    y = f.hardswish(w.conv(y, "b", 10, 10, 5, 1, 2, 10))
    return f.plus(w.conv(_excited(y, w, f, 10, 4, f.relu, f.hardsigmoid), "c", 10, 6), x)


def efficient(x: Any, w: Any, f: Any) -> Any:
    """EfficientNet: SiLU, depthwise with stride 2, squeeze and excitation with the logistic function."""
    y = f.silu(w.conv(x, "a", 6, 12))
    y = f.silu(w.conv(y, "b", 12, 12, 3, 2, 1, 12))
    return w.conv(_excited(y, w, f, 12, 3, f.silu, f.sigmoid), "c", 12, 7)


def regnet(x: Any, w: Any, f: Any) -> Any:
    """RegNet-Y: a bottleneck with groups, squeezed and excited before its last convolution."""
    y = f.relu(w.conv(x, "a", 6, 16))
    y = _excited(f.relu(w.conv(y, "b", 16, 16, 3, 2, 1, 2)), w, f, 16, 3, f.relu, f.sigmoid)
    return f.relu(w.conv(y, "c", 16, 16) + w.conv(x, "s", 6, 16, 1, 2))


def mnas(x: Any, w: Any, f: Any) -> Any:
    """MnasNet: an inverted residual with 5 x 5 taps."""
    y = f.relu(w.conv(x, "a", 6, 18))
    return f.plus(w.conv(f.relu(w.conv(y, "b", 18, 18, 5, 1, 2, 18)), "c", 18, 6), x)


BLOCKS: dict[str, Callable[..., Any]] = {
    "fire": fire, "bottleneck": bottleneck, "resnext": resnext, "dense": dense, "inception": inception,
    "shuffle unit": shuffle_unit, "shuffle down": shuffle_down, "mobile3": mobile3, "efficient": efficient,
    "regnet": regnet, "mnas": mnas,
}  # fmt: skip


def compare(
    name: str, dtype: str, tolerance: float, shape: tuple[int, ...], training: bool = True, **options: Any
) -> Any:
    """The result, and in training the gradients in the images and in all parameters."""
    w = Weights(training)
    y = BLOCKS[name](es.tensor("x[n,c,h,v]"), w, Espresso)
    rng = np.random.default_rng(0)
    values = {n: rng.normal(size=s) * 0.5 + (len(s) == 1) for n, s in w.shapes.items()}
    values = {n: np.abs(a) + 0.5 if n.endswith("_var") else a for n, a in values.items()} | {"x": rng.normal(size=shape)}
    values = {n: a.astype(dtype) for n, a in values.items()}

    def peer(F: Any, x: Any, **weights: Any) -> Any:
        return BLOCKS[name](x, Peer(F, weights), Functions(F))

    names = [*values] if training else []
    f = es.compile({"y": y, **{f"d{n}": es.vjp(y, n, "G") for n in names}}, **options)
    G = rng.normal(size=oracles.value(peer, values).shape).astype(dtype)
    found = f(**{n: a for n, a in {**values, "G": G}.items() if n in f.inputs})
    oracles.compare(peer, values, found["y"], {n: found[f"d{n}"] for n in names}, G, tolerance)
    return f


FEW = ("fire", "shuffle unit", "mobile3")


@pytest.mark.parametrize("name", [pytest.param(b, marks=() if b in FEW else pytest.mark.slow) for b in BLOCKS])
def test_block_is_that_of_its_peers(name: str) -> None:
    """sE13: forward and all gradients."""
    compare(name, "float64", 1e-9, (2, 6, 8, 7) if name != "dense" else (2, 6, 8, 6), target="numpy")


QUICK = {("fire", "chosen")}
WAYS: dict[str, dict[str, Any]] = {
    "direct": {"engine": "direct"}, "winograd": {"engines": ["winograd", "direct"]},
    "products": {"engines": ["openblas", "packed"]}, "chosen": {},
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "way"),
    [pytest.param(b, w, marks=() if (b, w) in QUICK else pytest.mark.slow) for b in BLOCKS for w in WAYS],
)
def test_blocks_with_every_engine(name: str, way: str) -> None:
    compare(name, "float32", 2e-4, (2, 6, 8, 8), **WAYS[way])


@pytest.mark.parametrize("name", ["fire", "bottleneck"])
def test_case_53_inference(name: str) -> None:
    """64 images with running statistics: normalisation and activation are applied to the sums of the convolutions."""
    f = compare(name, "float32", 1e-4, (64, 6, 32, 32), training=False)
    from espresso.ir.calls import EngineCall

    calls = [s for s in f.program.steps if isinstance(s, EngineCall)]
    assert len(calls) == (3 if name == "fire" else 4)
    # two normalised convolutions that are added are a kernel behind both
    assert sum("scale" in c.parameters.get("follow", ()) for c in calls) == (3 if name == "fire" else 2), f.explain()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fire", "bottleneck"])
def test_case_53_training(name: str) -> None:
    compare(name, "float32", 1e-3, (64, 6, 32, 32))
