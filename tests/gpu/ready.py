"""Whether what the checks on a GPU need is here; says all that is missing, and how to get it, in one go.

Device, CuPy, compiler and a first result are needed; a library whose engine has another one beside it is only named:
its own tests are skipped.
"""

from __future__ import annotations

import sys

import espresso as es
from espresso.engine.table import ENGINES
from espresso.system.devices import missing


def lacking() -> tuple[list[str], list[str]]:
    """(what must be here and is not, libraries that are not here), one line each."""
    reason = missing("gpu")
    if reason is not None:
        return [str(reason)], absent()
    try:  # compiler, launch, memory: one kernel and one product
        import numpy as np

        x = np.arange(64.0, dtype="float32").reshape(8, 8)
        value = es.compile("C[i,k] = exp(-x[i,j])*x[j,k] + 1", target="gpu")(x=x)
        np.testing.assert_allclose(value, np.exp(-x) @ x + 1, rtol=1e-5)
    except Exception as error:
        return [f"a first kernel: {type(error).__name__}: {error}"], absent()
    return [], absent()


def absent() -> list[str]:
    """Engines of the GPU whose library is not here."""
    return [f"{e.name}: {why}" for e in ENGINES if e.target == "gpu" and (why := e.missing()) is not None]


if __name__ == "__main__":
    needed, left_out = lacking()
    print("\n".join([*needed, *(f"left out: {line}" for line in left_out)]))
    print("not ready: see above" if needed else "ready")
    sys.exit(1 if needed else 0)
