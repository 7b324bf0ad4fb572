"""`vassal-bridge lint`: what is doubtful in a module, where, and what VASSAL will make of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from vassal_bridge.cli.output import progress, put, put_json, say
from vassal_bridge.errors import EXIT_NO
from vassal_bridge.formats.linting.lint import RULES, Finding, Severity, lint
from vassal_bridge.formats.module import Module, open_module

SHOWN = 10
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("lint")
@click.argument("module", type=_FILE)
@click.option(
    "--extension", "extensions", type=_FILE, multiple=True, help="An extension to look at with it."
)
@click.option("--strict", is_flag=True, help="Remarks count as findings, too.")
@click.option("--all", "show_all", is_flag=True, help=f"Show more than {SHOWN} of each kind.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def lint_command(
    module: Path, extensions: tuple[Path, ...], strict: bool, show_all: bool, as_json: bool
) -> None:
    r"""List what is doubtful in MODULE, where it stands, and what VASSAL will do.

    Missing images, set-ups, prototypes, decks and boards; gpids given twice; slots that do not
    expand; key strokes and expressions that cannot be read; and more. Nothing is changed. An
    error loses something in play, a warning is hardly meant, a remark may be on purpose.

    The exit code is 0 without errors and warnings, 1 with them, 3 where the module cannot be
    read. MODULE may be an extension; what needs its module is then left out.

    \b
    Examples:
      vassal-bridge lint tarawa.vmod
      vassal-bridge lint tarawa.vmod --extension variants.vmdx --strict
      vassal-bridge lint tarawa.vmod --json
    """
    opened = open_module(module)
    if extensions:
        opened = opened.with_extensions(extensions)
    with progress(RULES, "Checking", len(RULES)) as rules:
        found = lint(opened, rules)
    if as_json:
        put_json([_as_data(finding) for finding in found])
    else:
        _show(found, opened, show_all=show_all)
    counting = [one for one in found if strict or one.severity is not Severity.REMARK]
    if counting:
        raise SystemExit(EXIT_NO)


def _as_data(finding: Finding) -> dict[str, object]:
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "place": list(finding.place),
        "line": finding.line,
        "message": finding.message,
        "consequence": finding.rule.consequence,
    }


def _show(found: list[Finding], module: Module, *, show_all: bool) -> None:
    for rule in RULES:
        own = [finding for finding in found if finding.rule is rule]
        if not own:
            continue
        count = f" ({len(own)})" if len(own) > 1 else ""
        put(f"{rule.severity} {rule.code}{count}: {rule.title}")
        put(f"  {rule.consequence}.")
        for finding in own if show_all else own[:SHOWN]:
            put(f"  - {finding}")
        if len(own) > SHOWN and not show_all:
            put(f"  - and {len(own) - SHOWN} more; --all shows them")
    counts = Counter(finding.severity for finding in found)
    said = [
        f"{counts[one]} {one}{'s' if counts[one] != 1 else ''}" for one in Severity if counts[one]
    ]
    put(f"{module.name or module.file}: {', '.join(said) or 'nothing found'}.")
    if module.is_extension:
        say("An extension alone: what needs its module was not looked at.")
