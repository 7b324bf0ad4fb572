"""Runs a target of tests.fuzzing under atheris, by hand: `python -m tests.fuzz TARGET [OPTION]`.

atheris (`pip install atheris`) tells which bytes lead to code that was not yet reached; the
options are libFuzzer's, such as -max_total_time=120. What it finds becomes an example of
tests/formats/test_fuzzing.py.
"""

import sys
import tempfile
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from vassal_bridge.errors import BridgeError


def main(name: str, options: list[str]) -> None:
    """Run one target from its seeds until libFuzzer's options end it, or something is found."""
    import atheris

    with atheris.instrument_imports(include=["vassal_bridge"]):
        targets = import_module("tests.fuzzing")
    target = targets.TARGETS[name]

    def run(data: bytes) -> None:
        with suppress(BridgeError):
            target(data)

    with tempfile.TemporaryDirectory() as folder:
        for number, seed in enumerate(targets.seeds(name)):
            (Path(folder) / str(number)).write_bytes(seed)
        atheris.Setup([sys.argv[0], "-timeout=20", *options, folder], run)
        atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
