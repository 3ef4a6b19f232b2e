"""The text of a program does not depend on the process: sets of names have another order under every hash seed, sets
of nodes another one wherever the nodes lie in memory, and a text that follows one is compiled and cached again and
again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

TEXTS = """
import hashlib, sys
sys.path[:0] = {folders!r}
import espresso as es
from espresso.formulas.graph.nodes import Expr
numbers = {{}}
Expr.__hash__ = lambda e: {seed} ^ numbers.setdefault(id(e), len(numbers))  # sets of nodes in one order, or its reverse
import test_simt_golden as kernels
from benchmarks import gpt
from formulas import FORMULAS
programs = [[es.parse(formula)] for formula, _ in FORMULAS]
for loss in (
    "sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))",
    "sum[i](logsumexp[k](X[i,j]*W[j,k]) - W[j,k]*X[i,j]*T[i,k])",
    "sum[i,j](tanh(A[i,k]*x[k] + B[j,l]*x[l])**2)",
):
    e = es.parse(loss)
    programs += [[e, *(es.grad(e, name) for name in sorted(e.inputs))]]
programs.append([es.parse(gpt.text(1))])  # steps in blocks of rows
lstm = es.parse('''
c[0,i] = a[i]; h[0,i] = b[i]
z[t,g,i] = W[g,i,j]*x[t-1,j] + U[g,i,j]*h[t-1,j] + d[g,i]
c[t,i] = logistic(z[t,1,i])*c[t-1,i] + logistic(z[t,0,i])*tanh(z[t,3,i])
h[t,i] = logistic(z[t,2,i])*tanh(c[t,i])
L = sum[i](h[size(h,0)-1,i]**2)
''')
print(hashlib.sha256(str(es.hessian(lstm, "U")).encode()).hexdigest()[:12], "Hessian of an LSTM")
for program in programs:
    print(hashlib.sha256(es.compile(program, target="cpu").source.encode()).hexdigest()[:12], program[-1])
for name, dialect in kernels.FILES:
    print(hashlib.sha256(kernels.text(name, dialect).encode()).hexdigest()[:12], name, dialect)
"""


def test_one_text_under_every_hash_seed() -> None:
    def texts(seed: str) -> list[str]:
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "rules")]),
        }
        code = TEXTS.format(seed="0xFFFFF" if seed == "1" else "0", folders=[str(ROOT / "tests" / f) for f in ("cpu", "simt", ".")])
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, env=environment)
        assert done.returncode == 0, done.stderr
        lines = done.stdout.splitlines()
        assert len(lines) > 90
        return lines

    assert texts("0") == texts("1")
