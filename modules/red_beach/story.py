"""The story of some turns, told for a player to read: prose first, then the rolls behind it.

It is made from what happened (changes, rolls and told lines) and from nothing else; the sentences
take turns, so that the same events always give the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final

from modules.red_beach.units import BACK, FRONT
from vassal_bridge.game.changes import Advance, Eliminate, Flip, Move, Place, Set, Tell
from vassal_bridge.game.hexes import is_hex
from vassal_bridge.game.sequence import Event, Outcome

WIDTH = 78

SENTENCES: Final[Mapping[str, tuple[str, ...]]] = {
    "Assault": (
        "Out of the dark, Japanese infantry rush the marines in {hex}.",
        "Shadows rise from the sand before {hex}: another assault.",
        "A flare goes up over {hex}, and the Japanese are already among the foxholes.",
    ),
    "Coordinated Assault": (
        "Infiltrators feel their way into {hex}; this attack has a plan.",
        "At the same hour a second party closes in on {hex}.",
    ),
    "Banzai Charge": (
        'With shouts of "Banzai!" a charge breaks over {hex}.',
        "Swords and grenades: a whole company runs at {hex} in the open.",
    ),
    "tank": ("A tank grinds forward with them.", "Treads squeal: {unit} comes along."),
    "support": ("{unit} calls in fire.", "{unit} has the attackers in its mortars' range."),
    "guns": ("{unit} fires its pieces over open sights.", "{unit} answers at once."),
    "step": ("{unit} loses men.", "{unit} pays for its ground.", "{unit} is thinned out."),
    "flip": ("{unit} is down to a few squads.", "Half of {unit} is gone."),
    "dead": ("{unit} is wiped out.", "Nobody comes back from {unit}.", "{unit} is no more."),
    "retreat": ("{unit} falls back to {hex}.", "{unit} gives way and holds again in {hex}."),
    "jap_step": ("The attackers take losses.", "Bodies pile up before the wire."),
    "jap_dead": ("The attackers are cut down to the last man.",),
    "press": ("What is left of the Japanese presses on to {hex}.",),
    "S": ("Snipers work at {hex}.", "Single shots all night at {hex}."),
    "M": ("Mortar shells walk over {hex}.", "Knee mortars find {hex}."),
    "MG": ("A machine-gun rakes {hex}.", "Tracers cross over {hex}."),
    "Assault by day": (
        "Japanese infantry come out of the dugouts and go for {hex}.",
        "A party rushes {hex} from a trench that nobody had seen.",
        "From three sides at once, riflemen close in on {hex}.",
    ),
    "Banzai Charge by day": (
        "In broad daylight a whole company charges {hex}.",
        "Swords flash in the sun: a charge against {hex}.",
    ),
    "S by day": ("Snipers find {hex}.", "Shots from the palms ring out over {hex}."),
    "M by day": ("Mortars have the range of {hex}.", "Shells walk up to {hex}."),
    "MG by day": ("A machine-gun opens up on {hex}.", "{hex} lies under a machine-gun."),
    "attack": (
        "Marines work their way up to {unit} in {hex}.",
        "Now {unit} in {hex} is to be taken.",
        "Satchel charges go forward against {unit} in {hex}.",
    ),
    "advance": ("{unit} takes the ground in {hex}.", "{unit} is over the rubble in {hex}."),
    "miss": ("Nobody is hit.", "The marines keep their heads down, and it passes."),
    "hq": ("{unit} is in order again.", "{unit} has its wires back."),
    "shaken": ("{unit} is thrown into confusion.",),
    "fort": ("{unit} is destroyed.",),
    "LCVP": (
        "LCVPs of wave {wave} head for {beach}; the reef is waiting for them.",
        "Wave {wave} climbs out of its LCVPs at the reef and wades towards {beach}.",
        "The next LCVPs, wave {wave}, ground far out before {beach}.",
    ),
    "AMTRAC": (
        "AMTRACs of wave {wave} crawl over the reef towards {beach}.",
        "Wave {wave} churns in to {beach} in its AMTRACs.",
    ),
    "land": (
        "{unit} is ashore in {hex}.",
        "{unit} lands in {hex}.",
        "{unit} wades up the sand in {hex}.",
    ),
    "afloat": ("{unit} finds no room and turns back to sea.",),
    "held back": ("{unit} stays on its transports.", "No boats today for {unit}."),
    "fire support": ("The fleet opens up at first light; the defenders' will is down by {fall}.",),
    "engineers": ("{fall} engineer platoons will not go out again.",),
}
"""What may be said of each kind of event; the sentences of a kind take turns."""

_HEADING = re.compile(r"(GT \d+|Interphase \d+ \w+)[ ,]")
_FIRE = re.compile(r" +(S|M|MG) @(\d{4}) .*-> no effect")
_FIRED = re.compile(r" +(S|M|MG) @(\d{4}) ")
_WAVE = re.compile(r"(.+) wave (\d) \((LCVP|AMTRAC)\): ")
_OF_A_WAVE = re.compile(r"  .*( box \d: | lands in | finds no room )")
_KIND = re.compile(r"\[(3\.3|9\.2)\] (Coordinated Assault|Assault|Banzai Charge) @(\d{4})")
_ATTACK = re.compile(r"  Attack \d{4} -> (.+) @(\d{4}): ")
_MARCH = re.compile(r"  .*: \d{4} -> \d{4} \[8\.4\]")
DAY = "9.2"


class _Teller:
    """Gives the sentences of each kind in turn."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}

    def say(self, kind: str, **words: object) -> str:
        choices = SENTENCES[kind]
        count = self._used.get(kind, 0)
        self._used[kind] = count + 1
        return choices[count % len(choices)].format(**words)


def tell(outcomes: Sequence[Outcome]) -> list[str]:
    """Return the lines of the story of some runs, wrapped for a page of 78 letters."""
    teller, lines = _Teller(), []
    for outcome in outcomes:
        lines.append(_title(outcome))
        lines.append("-" * len(lines[-1]))
        for paragraph in _paragraphs(teller, outcome.events):
            lines += wrap(paragraph, WIDTH)
        lines += ["", "The rolls:"]
        for line in outcome.story:
            lines += wrap(line.strip(), WIDTH, initial_indent="  ", subsequent_indent="      ")
        lines.append("")
    return [*lines, *_losses(outcomes)]


def _title(outcome: Outcome) -> str:
    first = next(iter(outcome.story), "")
    found = _HEADING.match(first)
    return first.split(":")[0].split(", JRL")[0] if found else "What happened"


def _paragraphs(teller: _Teller, events: Iterable[Event]) -> Iterator[str]:
    """Yield a paragraph for each attack, each wave that lands, and each other matter."""
    sentences: list[str] = []
    for event in events:
        said = list(_sentences(teller, event))
        if isinstance(event, Tell):
            fired = _FIRED.match(event.text)
            if fired:
                by_day = " by day" if event.text.endswith(f"[{DAY}]") else ""
                sentences.insert(0, teller.say(fired[1] + by_day, hex=fired[2]))
                if _FIRE.match(event.text):
                    sentences.append(teller.say("miss"))
            if _OF_A_WAVE.match(event.text) or _MARCH.fullmatch(event.text):
                continue
            if attack := _ATTACK.match(event.text):
                sentences.insert(0, teller.say("attack", unit=attack[1], hex=attack[2]))
            if sentences:
                yield " ".join(sentences)
            sentences = []
            if wave := _WAVE.match(event.text):
                sentences.append(teller.say(wave[3], beach=wave[1], wave=wave[2]))
        sentences += said
    if sentences:
        yield " ".join(sentences)


def _sentences(teller: _Teller, event: Event) -> Iterator[str]:
    match event:
        case Place(unit, _, after, why) if _KIND.search(why) and "lifted" not in why:
            found = _KIND.search(why)
            assert found is not None
            kind = f"{found[2]} by day" if found[1] == DAY else found[2]
            yield teller.say("tank" if "Tank" in unit else kind, unit=unit, hex=after)
        case Place(unit, _, after, why) if kind := _landed(after, why):
            yield teller.say(kind, unit=unit, hex=after)
        case Move(_, _, _, why) if "[8.4] segment" in why:
            return
        case Move(unit, _, after, why) if "[8.716]" in why:
            yield teller.say("advance", unit=unit, hex=after)
        case Move(unit, _, after, _):
            kind = "press" if _is_japanese(unit) else "retreat"
            yield teller.say(kind, unit=unit, hex=after)
        case Eliminate(unit, _, _, _):
            kind = "jap_dead" if _is_japanese(unit) else "fort" if "Fort" in unit else "dead"
            yield teller.say(kind, unit=unit)
        case Set(unit, "used", _, True, _):
            yield teller.say("support", unit=unit)
        case Set(unit, "marker1", _, True, _):
            yield teller.say("jap_step" if _is_japanese(unit) else "step", unit=unit)
        case Flip():
            yield from _flipped(teller, event)
        case Advance("jrl", before, after, why) if "[3.1]" in why:
            yield teller.say("fire support", fall=int(before) - int(after))
        case Advance("engineer_level", before, after, _):
            yield teller.say("engineers", fall=int(before) - int(after))


def _landed(place: str, why: str) -> str:
    """Return the kind of sentence for a unit that lands or does not, or nothing."""
    if is_hex(place) and "[3.2] landing" in why:
        return "land"
    return "afloat" if "no room" in why else "held back" if "held back" in why else ""


def _flipped(teller: _Teller, flip: Flip) -> Iterator[str]:
    if _is_japanese(flip.unit):
        return
    if flip.after == BACK and ("lands" in flip.why or "moved" in flip.why):
        return
    if flip.after == BACK and "fired" in flip.why:
        yield teller.say("guns", unit=flip.unit)
    elif flip.after == BACK:
        yield teller.say("shaken" if "HQ" in flip.unit else "flip", unit=flip.unit)
    elif flip.after == FRONT and "8.85" in flip.why:
        yield teller.say("hq", unit=flip.unit)


def _is_japanese(unit: str) -> bool:
    return unit.startswith("Jap")


def _losses(outcomes: Sequence[Outcome]) -> list[str]:
    """Return the reckoning: who was lost, and how far the Japanese will to resist fell."""
    changes = [change for outcome in outcomes for change in outcome.changes]
    dead = [c.unit for c in changes if isinstance(c, Eliminate)]
    ours = [unit for unit in dead if not _is_japanese(unit) and "Fort" not in unit]
    levels = [c for c in changes if isinstance(c, Advance) and c.marker == "jrl"]
    lines = ["The reckoning", "-------------"]
    lines += wrap(f"US units lost: {', '.join(ours) if ours else 'none'}.", WIDTH)
    lines.append(f"Japanese counters cut down: {sum(map(_is_japanese, dead))}.")
    if levels:
        lines.append(f"Japanese Resistance Level: {levels[0].before} -> {levels[-1].after}.")
    return lines
