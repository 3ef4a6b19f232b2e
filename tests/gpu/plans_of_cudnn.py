"""Plans that cuDNN itself makes for a device that is only described: names of engines, bytes of workspace, bytes on disk.

``python plans_of_cudnn.py`` prints them as JSON.  The libraries of the driver and of the runtime must be found, and may know no
device: the test beside this file makes such libraries.
"""

from __future__ import annotations

import functools
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

H100 = {
    "deviceName": "NVIDIA H100 80GB HBM3", "cudaDeviceId": 0, "deviceVer": 900, "multiProcessorCount": 132, "driverVer": 12090,
    "driverVersion": 12090, "maxSharedMemoryPerBlockOptin": 232448, "maxSharedMemoryPerBlock": 49152,
    "reservedSharedMemoryPerBlock": 1024, "maxRegistersPerSM": 65536, "totalGlobalMem": 85_000_000_000,
    "maxGridSize": [2147483647, 65535, 65535], "maxBlockSize": [1024, 1024, 64], "regsPerBlock": 65536,
    "smClockRateKHz": 1_980_000, "memClockRateKHz": 2_619_000, "memoryBusWidth": 5120, "l2CacheSize": 52428800, "warpSize": 32,
    "maxCtasPerSM": 32, "maxThreadsPerBlock": 1024, "maxThreadsPerSM": 2048, "isTccDriver": 0, "supportCoopLaunch": 1,
    "pciDeviceId": 0,
}  # fmt: skip
"""What the library says of one, as far as it is published."""


def calls() -> dict[str, Any]:
    """Calls of convolutions: those of the tests of graphs, and a layer of a network in each dtype."""
    from test_cudnn import CALLS, convolution

    found = {k: c for k, c in CALLS.items() if "ttention" not in k}
    for dtype in ("float32", "float16", "bfloat16"):
        layer = functools.partial(convolution, image=(8, 64, 56, 56), filters=64, dtype=dtype)
        for direction in ("forward", "data", "weights"):
            found[f"{dtype} {direction}"] = layer(direction)
            found[f"{dtype} {direction}, no workspace, the same bits"] = replace(
                layer(direction), workspace_limit=0, deterministic=True
            )
        for bias in (False, True):
            for epilogue in ("relu", "tanh", "sigmoid"):
                found[f"{dtype} {'bias, ' * bias}{epilogue}"] = layer(bias=bias, epilogue=epilogue)
        found[f"{dtype} bias"] = layer(bias=True)
    return found


def plans() -> dict[str, Any]:
    """(engine, workspace, bytes when it is kept, workspace of what was read back), or what the library says against a call."""
    import cudnn

    from espresso.engine.cudnn import graphs as cudnn_graphs

    device = cudnn.create_device_properties(json.dumps(H100))
    cudnn.pygraph = graph = functools.partial(cudnn.pygraph, device_property=device)
    found: dict[str, Any] = {}
    for name, call in calls().items():
        try:
            made = cudnn_graphs.plan(call, None, None)
        except cudnn.cudnnGraphNotSupportedError as reason:
            found[name] = str(reason)
            continue
        kept = made.serialize(as_bytes=True)
        again = graph()
        again.deserialize(kept)
        engine = made.get_plan_name_at_index(made._plan_index).partition("_")[0]
        found[name] = [engine, made.get_workspace_size(), len(kept), again.get_workspace_size()]
    return found


if __name__ == "__main__":
    print(json.dumps(plans()))
