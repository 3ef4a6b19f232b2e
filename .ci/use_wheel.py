"""What the built wheel must do in an environment without the source code."""

from importlib import resources

import numpy as np

import espresso as es
import espresso_rules

for package in (es, espresso_rules):
    assert "site-packages" in str(package.__file__), f"{package.__name__} is not the installed one: {package.__file__}"
for name in ("py.typed", "data/README.md", "data/breast_cancer.csv.gz", "data/digits.csv.gz"):
    assert resources.files("espresso").joinpath(name).is_file(), f"the wheel lacks {name}"

loss = es.parse("loss = sum[i]((X[i,j]*w[j] - y[i])**2)")
f = es.compile([loss, es.grad(loss, "w")], target="cpu")
rng = np.random.default_rng(0)
X, y, w = rng.normal(size=(50, 4)), rng.normal(size=50), rng.normal(size=4)
value, gradient = f(X=X, y=y, w=w)
np.testing.assert_allclose(value, ((X @ w - y) ** 2).sum(), rtol=1e-12)
np.testing.assert_allclose(gradient, 2 * X.T @ (X @ w - y), rtol=1e-12)
print(f"espresso {es.__version__} from the wheel: a formula, its gradient and their program agree with NumPy")
