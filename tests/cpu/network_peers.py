"""The networks of docs/examples as their pages define them, and by the functions of a peer.

``F`` is ``oracles.Plain`` or ``oracles.Torch``; w holds the weights by the names of the pages.  Those that W23
measures are written there once, of layers ``m``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import networks

PAGES = Path(__file__).resolve().parents[2] / "docs" / "examples"


def defined(name: str) -> dict[str, Any]:
    """What the first block of a page defines."""
    space: dict[str, Any] = {}
    block = re.search(r"```python\n(.*?)```", (PAGES / f"{name}.md").read_text(encoding="utf-8"), re.S)
    assert block is not None
    exec(block[1], space)
    return space


def squeezenet(m: Any, x: Any, fires: Any) -> Any:
    def unit(e: Any, name: str, stride: int = 1, padding: int = 0) -> Any:
        return m.relu(m.conv(e, f"{name}_w", stride, padding, bias=f"{name}_b"))

    y = m.max_pool(unit(x, "stem", 2), 3, 2, 0, ceil=True)
    for k, fire in enumerate(fires):
        if fire is None:
            y = m.max_pool(y, 3, 2, 0, ceil=True)
        else:
            small = unit(y, f"f{k}s")
            y = m.f.cat([unit(small, f"f{k}a"), unit(small, f"f{k}b", 1, 1)], 1)
    return m.mean(unit(y, "head"))


def googlenet(m: Any, x: Any, rows: Any) -> Any:
    def unit(e: Any, name: str, stride: int = 1, padding: int = 0) -> Any:
        return m.relu(m.norm(m.conv(e, f"{name}_w", stride, padding), name))

    y = m.max_pool(unit(x, "stem", 2, 3), 3, 2, 0, ceil=True)
    y = m.max_pool(unit(unit(y, "c2"), "c3", 1, 1), 3, 2, 0, ceil=True)
    for k, row in enumerate(rows):
        if row is None:
            y = m.max_pool(y, 3, 2, 0, ceil=True)
            continue
        n = f"i{k}"
        inner = unit(unit(y, f"{n}b"), f"{n}c", 1, 1), unit(unit(y, f"{n}d"), f"{n}e", 1, 1)
        y = m.f.cat([unit(y, f"{n}a"), *inner, unit(m.max_pool(y, 3, 1, 1), f"{n}f")], 1)
    return m.linear(m.mean(y), "head_w", "head_b")


def _of(network: Callable[..., Any], *names: str) -> Callable[..., Any]:
    """The network of layers with the functions of ``F``; ``names`` are the options of a page that it knows."""
    return lambda F, x, w, **options: network(
        networks.Layers(F, w), x, **{n: options[n] for n in names if n in options}
    )


SMALL: dict[str, tuple[Callable[..., Any], int, dict[str, Any]]] = {
    "resnet18": (_of(lambda m, x, blocks=(2, 2, 2, 2): networks.resnet(m, x, blocks, "ab"), "blocks"), 33, {"width": 4, "blocks": (1, 2)}),
    "resnet50": (_of(lambda m, x, blocks=(3, 4, 6, 3): networks.resnet(m, x, blocks, "abc"), "blocks"), 33, {"width": 2, "blocks": (2, 1)}),
    "vgg16": (_of(networks.vgg16), 32, {"width": 2, "hidden": 6, "side": 1}),
    "alexnet": (_of(networks.alexnet), 63, {"widths": (3, 4, 5, 4, 3), "hidden": 6, "side": 1}),
    "mobilenet_v2": (_of(networks.mobilenet, "rows"), 17, {"width": 4, "rows": ((1, 4, 1, 1), (6, 6, 2, 2)), "last": 8}),
    "squeezenet": (_of(squeezenet, "fires"), 35, {"width": 4, "fires": ((3, 4), None, (2, 5))}),
    "googlenet": (_of(googlenet, "rows"), 33, {"width": 4, "rows": ((3, (2, 4), (2, 3), 2), None, (2, (2, 3), (2, 2), 3))}),
}
WHOLE: dict[str, dict[str, Any]] = {  # all layers, fewer channels
    "resnet18": {"width": 4},
    "resnet50": {"width": 4},
    "mobilenet_v2": {
        "width": 8, "last": 16,
        "rows": ((1, 4, 1, 1), (6, 4, 2, 2), (6, 6, 3, 2), (6, 8, 4, 2), (6, 8, 3, 1), (6, 10, 3, 2), (6, 12, 1, 1)),
    },
    "squeezenet": {"width": 8, "fires": ((3, 4), (3, 4), None, (4, 6), (4, 6), None, (5, 8), (5, 8), (6, 9), (6, 9))},
}  # fmt: skip


def gpt(F: Any, tokens: Any, blocks: int, **w: Any) -> Any:
    """The network of the page of the GPT."""

    def norm(x: Any, name: str) -> Any:
        return F.layer_norm(x, (x.shape[-1],), w[f"{name}gain"], w[f"{name}shift"])

    x = F.embedding(tokens, w["letters"]) + w["places"]
    for n in (f"b{k}" for k in range(blocks)):
        inside = norm(x, f"{n}n1_")
        q, k, v = (F.einsum("bte,hde->bhtd", inside, w[f"{n}{part}"]) for part in "qkv")
        x = x + F.einsum("bhtd,hde->bte", F.scaled_dot_product_attention(q, k, v, is_causal=True), w[f"{n}o"])
        inner = F.gelu(F.linear(norm(x, f"{n}n2_"), w[f"{n}f_w"], w[f"{n}f_b"]))
        x = x + F.linear(inner, w[f"{n}p_w"], w[f"{n}p_b"])
    return F.linear(norm(x, ""), w["head"])


def mnist(F: Any, x: Any, label: Any, mask: Any, **w: Any) -> Any:
    """The summed loss of the network of the page of MNIST; ``mask`` is that of the dropout."""
    y = F.max_pool2d(F.relu(F.conv2d(x, w["w1"], w["b1"])), 2)
    y = F.max_pool2d(F.relu(F.conv2d(y, w["w2"], w["b2"])), 2)
    y = F.relu(F.linear(F.flatten(y, 1), F.flatten(w["w3"], 1), w["b3"])) * mask
    return F.cross_entropy(F.linear(y, w["w4"], w["b4"]), label, reduction="sum")
