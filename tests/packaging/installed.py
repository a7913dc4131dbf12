"""A wheel of this checkout, installed in an environment that has its dependencies and no more.

No package index is asked: what an installer would fetch is taken from the environment that runs the
tests, distribution by distribution as the metadata of the wheel name them, so that a dependency
which is used and not declared is missed.
"""

import os
import shutil
import subprocess
import sys
import venv
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path
from zipfile import Path as ZipPath
from zipfile import ZipFile

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]


def build(folder: Path) -> Path:
    """Build the wheel of the checkout, as an installer does."""
    code = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return folder / done.stdout.split()[-1]


def names(wheel: Path) -> set[str]:
    """The files in a wheel."""
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


class Environment:
    """An environment of its own in a folder, with a wheel and its dependencies."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        venv.create(folder, symlinks=os.name != "nt")
        self.scripts = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.scripts / ("python.exe" if os.name == "nt" else "python")
        install = ["install", "--quiet", "--no-deps", "--no-index", str(wheel)]
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
        subprocess.run([*pip, "--python", str(self.python), *install], check=True)
        (site,) = folder.rglob("site-packages")
        for found in dependencies(wheel):
            _share(found, site)

    def run(self, *arguments: str, cwd: Path) -> "subprocess.CompletedProcess[bytes]":
        """Run a command of the environment."""
        ours = ("PYTHON", "BRUSQLOG_", "LC_", "LANG", "VIRTUAL_ENV")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        return subprocess.run(
            [str(self.scripts / arguments[0]), *arguments[1:]],
            cwd=cwd,
            env=kept,
            capture_output=True,
            check=False,
        )


def dependencies(wheel: Path) -> list[Distribution]:
    """What a wheel needs, and what that needs."""
    with ZipFile(wheel) as archive:
        (metadata,) = (path for path in ZipPath(archive).iterdir() if path.name.endswith("-info"))
        wanted = list(PathDistribution(metadata).requires or [])
    found: dict[str, Distribution] = {}
    while wanted:
        need = Requirement(wanted.pop())
        if need.name not in found and (need.marker is None or need.marker.evaluate({"extra": ""})):
            found[need.name] = distribution(need.name)
            wanted += found[need.name].requires or []
    return list(found.values())


def _share(found: Distribution, site: Path) -> None:
    """Let an environment have a distribution of the one that runs."""
    for top in {file.parts[0] for file in found.files or []} - {"..", "__pycache__"}:
        source, target = Path(str(found.locate_file(top))), site / top
        if target.exists():  # a namespace of several distributions
            continue
        try:
            target.symlink_to(source, target_is_directory=source.is_dir())
        except OSError:  # Windows lets not everyone
            (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
