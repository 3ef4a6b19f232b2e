"""``espresso build``: a package of compiled functions, installed and imported where there is no espresso."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import espresso as es
from espresso.tools.build import build
from espresso.tools.cli import main

FORMULAS = '''
import espresso as es

total = es.parse("loss = sum[i]((X[i,j]*w[j] - y[i])**2)")
loss = es.compile(total, target="cpu")
slope = es.compile(es.grad(total, "w"), target="numpy")
area = es.compile("v = det[i,j](A[i,j])", target="cpu")
_hidden = es.compile("y[i] = x[i]")
number = 3
'''

USE = """
import sys
sys.modules["espresso"] = sys.modules["numba"] = None
import numpy as np, fits
X, y, w = np.eye(2), np.ones(2), np.array([3.0, 1.0])
print(fits.__all__, float(fits.loss(X=X, w=w, y=y)), fits.slope(X=X, w=w, y=y).tolist(), float(fits.area(A=2*X)))
try:
    fits.loss(X=X, w=np.ones(3), y=y)
except ValueError as error:
    print(str(error).splitlines()[0])
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "fits.py").write_text(FORMULAS)
    build(tmp_path / "fits.py", tmp_path / "package", version="1.2")
    return tmp_path


@pytest.mark.filterwarnings("ignore:Setuptools is replacing distutils")  # which another test may have imported
def test_a_package_is_installed_and_used_without_espresso(folder: Path) -> None:
    place = folder / "package"
    if find_spec("setuptools") and find_spec("pip"):
        place = folder / "installed"
        pip = [sys.executable, "-m", "pip", "install", "--no-build-isolation", "--no-deps", "--no-index", "--quiet",
               "--disable-pip-version-check", "--target", str(place), str(folder / "package")]  # fmt: skip
        done = subprocess.run(pip, capture_output=True, text=True)
        assert not done.returncode, done.stderr
        (info,) = place.glob("fits-1.2*.dist-info")
        wheel = (info / "WHEEL").read_text()
        assert ("Root-Is-Purelib: false" in wheel) == bool([*place.glob("fits/*.so")])
    used = subprocess.run([sys.executable, "-c", USE], capture_output=True, text=True, cwd=place)
    assert not used.returncode, used.stderr
    values, message = used.stdout.splitlines()
    assert values == "['area', 'loss', 'slope'] 4.0 [4.0, 0.0] 4.0"
    assert message == "index 'j' has two lengths in   loss = sum[i]((X[i,j]*w[j] - y[i])**2)"


def test_without_a_compiler_all_is_numpy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    (tmp_path / "fits.py").write_text(FORMULAS)
    names = {p.name for p in build(tmp_path / "fits.py", tmp_path / "package")}
    assert names == {"pyproject.toml", "__init__.py", "loss.py", "slope.py", "area.py"}
    assert "ctypes" not in (tmp_path / "package" / "fits" / "loss.py").read_text()


def test_refusals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my-formulas.py"
    with pytest.raises(es.InputError, match="there is no file"):
        build(file, tmp_path / "package")
    file.write_text("x = 1")
    assert main(["build", str(file), "-o", str(tmp_path / "package")]) == 2
    assert "Give one: --name my_formulas." in capsys.readouterr().err
    assert main(["build", str(file), "-o", str(tmp_path / "package"), "--name", "mine"]) == 2
    assert "my-formulas.py has no compiled function at its top." in capsys.readouterr().err
    with pytest.raises(es.InputError, match="is no version"):
        build(file, tmp_path / "package", "mine", '1"\ndependencies = ["other"]\n#')
    file.write_text("import espresso as es\na = es.compile('y = 2*x', target='numpy')\nb = es.compile('y = 2*x', target='dask')")
    with pytest.raises(es.TargetError, match="b is a function for target 'dask'"):
        build(file, tmp_path / "package", "mine")
    assert not (tmp_path / "package").exists()


def test_recipe_and_citation_say_what_the_project_says() -> None:
    import re
    import tomllib

    root = Path(__file__).resolve().parent.parent
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    recipe, citation = (root / "docs" / "recipe" / "recipe.yaml").read_text(), (root / "CITATION.cff").read_text()
    assert f"version: {project['version']}\n" in citation and f'version: "{project["version"]}"' in recipe
    assert f"license: {project['license']}" in recipe and f"python {project['requires-python']}" in recipe
    run = recipe[recipe.index("  run:") :]
    for needed in project["dependencies"]:
        name, version = re.fullmatch(r"([\w-]+)(>=.+)", needed).groups()  # type: ignore[union-attr]
        assert f"- {name.replace('-', '_')} {version}\n" in run or name == "scipy-openblas32"
