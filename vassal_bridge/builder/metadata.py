"""The entries moduledata and savedata, as VASSAL 3.7 writes them (version 1)."""

from __future__ import annotations

from vassal_bridge.builder.xmltree import HEADER, escape_text


def module_data(
    *, version: str, vassal_version: str, date_saved: int, description: str, name: str
) -> bytes:
    """Return a module's entry; `date_saved` is in milliseconds since 1970."""
    return _data(version, vassal_version, date_saved, description, name)


def save_data(*, version: str, vassal_version: str, date_saved: int, description: str) -> bytes:
    """Return a save's entry; the version is the module's, the description the player's remark."""
    return _data(version, vassal_version, date_saved, description, "")


def _data(version: str, vassal_version: str, date_saved: int, description: str, name: str) -> bytes:
    lines = [
        f"<version>{escape_text(version)}</version>",
        "<extra1/>",
        "<extra2/>",
        f"<VassalVersion>{escape_text(vassal_version)}</VassalVersion>",
        f"<dateSaved>{date_saved}</dateSaved>",
    ]
    if description:
        lines.append(f"<description>{escape_text(description)}</description>")
    if name:
        lines.append(f"<name>{escape_text(name)}</name>")
    body = "".join(f"  {line}\n" for line in lines)
    return f'{HEADER}<data version="1">\n{body}</data>\n'.encode()
