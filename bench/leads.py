"""Builds and loads leads.pyx, an extension that calls the core from C, in a temporary folder."""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType

import fiftyk as fk
from fiftyk import bulk

SOURCE = Path(__file__).with_suffix(".pyx")


@cache
def built() -> ModuleType:
    """Return the extension. Raises `CalledProcessError` without Cython or a compiler."""
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy(SOURCE, folder)
        command = [sys.executable, "-m", "Cython.Build.Cythonize", "--inplace", "-3", "-q", copy]
        # Cython is to find the declarations of the package that runs here.
        env = os.environ | {"PYTHONPATH": str(Path(fk.__file__).parents[1])}
        subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True)
        file = Path(folder, f"leads{sysconfig.get_config_var('EXT_SUFFIX')}")
        spec = importlib.util.spec_from_file_location("leads", file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module


def of_deals(name: str, deals: int, faces: bool = False):
    """Return all hands of so many full deals of a rule set, for leads."""
    rules = fk.rules(name)
    texts = [hand for seed in range(deals) for hand in rules.deal(seed).hands]
    words = bulk.pack_hands(rules, texts).view("u8")
    return built().Leads(rules.table, words, faces), len(texts)
