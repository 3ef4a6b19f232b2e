"""Whether everything that the checks on a GPU need is here; says all that is missing, and how to get it, in one go."""

from __future__ import annotations

import sys

import espresso as es
from espresso.engine.table import ENGINES
from espresso.runtime.devices import missing


def lacking() -> list[str]:
    """What is missing, one line each."""
    reason = missing("gpu")
    found = [] if reason is None else [str(reason)]
    found += [f"{e.name}: {why}" for e in ENGINES if e.target == "gpu" and (why := e.missing()) is not None]
    if reason is None:
        try:  # compiler, launch, memory: one kernel and one product
            import numpy as np

            x = np.arange(64.0, dtype="float32").reshape(8, 8)
            value = es.compile("C[i,k] = exp(-x[i,j])*x[j,k] + 1", target="gpu")(x=x)
            np.testing.assert_allclose(value, np.exp(-x) @ x + 1, rtol=1e-5)
        except Exception as error:
            found.append(f"a first kernel: {type(error).__name__}: {error}")
    return found


if __name__ == "__main__":
    lines = lacking()
    print("\n".join([*lines, "not ready: see above"] if lines else ["ready"]))
    sys.exit(1 if lines else 0)
