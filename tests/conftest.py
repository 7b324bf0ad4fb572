"""What every test may ask for: hypothesis profiles, shared fixtures, a user folder of its own."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# dev and ci draw the same examples every time: a run tells about the change, not about luck.
# explore and nightly look for what nobody has seen yet; what they find becomes an @example.
COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("dev", max_examples=25, derandomize=True, **COMMON)
settings.register_profile("ci", max_examples=50, derandomize=True, **COMMON)
settings.register_profile("explore", max_examples=300, **COMMON)
settings.register_profile("nightly", max_examples=5000, print_blob=True, **COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"
GOLDEN = DATA / "golden"
CORPUS = ROOT.parent / "shared" / "corpus"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow sweeps and benchmarks out unless the command line asks for them by -m."""
    if config.getoption("-m"):
        return
    kept: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        marked = item.get_closest_marker("slow") or item.get_closest_marker("bench")
        (left_out if marked else kept).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


@pytest.fixture(autouse=True)
def bridge_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a user folder of its own, so that none reads or writes the player's."""
    home = tmp_path / "bridge-home"
    monkeypatch.setenv("VASSAL_BRIDGE_HOME", str(home))
    return home


@pytest.fixture(scope="session")
def golden() -> Path:
    """Return the folder of files that the real engine wrote."""
    return GOLDEN


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Return the folder of real public files; a test over it is skipped where it is absent."""
    if not CORPUS.is_dir():
        pytest.skip("the corpus of public VASSAL files (../shared/corpus) is not here")
    return CORPUS
