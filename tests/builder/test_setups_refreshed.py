"""The set-ups of modules that we build are what a refresh would make of them."""

import pytest

from tests.built import module_of
from vassal_bridge.builder.recipe import shipped_recipes
from vassal_bridge.formats.refreshing.refresh import Refresher
from vassal_bridge.formats.refreshing.setups import refresh_setups, setup_files

OTHERS = [
    pytest.param(name, marks=pytest.mark.slow)
    for name in sorted(shipped_recipes())
    if name != "red_beach"
]


@pytest.mark.parametrize("name", ["red_beach", *OTHERS])
def test_refreshing_the_set_ups_of_a_built_module_finds_nothing_to_do(name: str) -> None:
    module = module_of(name)
    archive, reports = refresh_setups(Refresher(module))
    assert len(reports) == len(setup_files(module)) > 0
    for report in reports:
        assert (report.refreshed, report.kept, report.lost, report.maps) == (0, [], [], [])
    assert archive.to_bytes() == module.archive.to_bytes()
