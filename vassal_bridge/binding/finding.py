"""Finds the module that a save belongs to; see `vassal_bridge.formats.finding`."""

from vassal_bridge.formats.finding import find_module, module_name

__all__ = ["find_module", "module_name"]
