"""Coverage-guided fuzzing: python tests/fuzz/run.py TARGET [SECONDS | FILE] [options of libFuzzer].

Needs atheris (the dependency group fuzz). The Python side is always instrumented. The compiled
side is, too, where it was built with `CC=clang FIFTYK_FUZZ=1 python setup.py build_ext --inplace`,
and watched for undefined behaviour and bad memory with FIFTYK_SANITIZE=1 as well; such a build
needs LD_PRELOAD of ubsan_with_fuzzer.so or asan_with_fuzzer.so, which lie beside atheris.

Without SECONDS it goes on until it is interrupted or finds something; a finding is a file
crash-..., which is run again by its name.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import atheris

with atheris.instrument_imports(include=["fiftyk", "json", "click"]):
    from fuzz import seeds, targets


def main() -> None:
    name, *options = sys.argv[1:] or [""]
    if name == "--targets":
        print(*targets.TARGETS)
        return
    if name not in targets.TARGETS:
        sys.exit(f"{__doc__}\nTargets: {', '.join(targets.TARGETS)}")
    if options and options[0].isdigit():
        options[0] = f"-max_total_time={options[0]}"
    if not any(not option.startswith("-") for option in options):
        options.append(str(seeds.folder(name)))
    atheris.Setup([sys.argv[0], *options], targets.TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
