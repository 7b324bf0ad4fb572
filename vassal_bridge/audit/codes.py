"""The table of findings: a stable code each, how much it matters, a title and what it means.

What a finding means is said without accusing: next to each way of playing crookedly there is an
honest way to the same fact.
"""

from __future__ import annotations

from dataclasses import dataclass

from vassal_bridge.audit.examples import EXAMPLES
from vassal_bridge.audit.finding import Severity
from vassal_bridge.errors import UnusableAnswer

_NOTE, _ASK, _CONTRA = Severity.NOTE, Severity.QUESTION, Severity.CONTRADICTION


@dataclass(frozen=True, slots=True)
class Code:
    """One row: a code, the severity that it has as a rule, a title, and what it means."""

    code: str
    severity: Severity
    title: str
    meaning: str


CODES: tuple[Code, ...] = (
    # --- the steps and the position -------------------------------------------------------------
    Code(
        "STEP-PLACE",
        _CONTRA,
        "A move starts where the piece is not",
        "The step says from where the piece moves, and on which other piece it lay or comes to lie;"
        " replayed, one of them stands elsewhere. Either the start position or an earlier step is"
        " not the one that was played, or a step is missing.",
    ),
    Code(
        "STEP-STATE",
        _CONTRA,
        "A change starts from a state that the piece has not",
        "The step says what the piece was like before; replayed, it is otherwise. Either the start"
        " position or an earlier step is not the one that was played, or a step is missing.",
    ),
    Code(
        "STEP-NO-PIECE",
        _CONTRA,
        "A step is about a piece that is not in the game",
        "The step moves, changes or deletes a piece that neither the start position has nor a step"
        " has made. VASSAL ignores it. A step is missing, or the start position is another one.",
    ),
    Code(
        "STEP-ID-TAKEN",
        _CONTRA,
        "A new piece has the id of one that is there",
        "VASSAL gives each new piece an id of its own. A step was put in or played twice.",
    ),
    Code(
        "STEP-ORDER",
        _ASK,
        "Pieces were made in another order than the steps tell",
        "VASSAL makes the ids of new pieces from the clock, so that they grow from step to step."
        " Here a later step has a smaller id. Steps were put in or changed places, or the clock of"
        " the computer was set back, or two computers' clocks differ.",
    ),
    Code(
        "STEP-LATER",
        _ASK,
        "A piece is younger than the file",
        "The id of a new piece, which VASSAL makes from the clock, is later than the time at which"
        " the file says that it was saved. The step was put in later, or a clock was wrong.",
    ),
    Code(
        "STEP-VALUE",
        _CONTRA,
        "A value changes from what it was not",
        "The step says what a property was before; replayed, it was something else. A step that"
        " changed it is missing or was edited.",
    ),
    Code(
        "STEP-UNKNOWN",
        _NOTE,
        "A step holds a command that we do not know",
        "A module's own Java code makes such commands. What they do is not checked.",
    ),
    # --- undo ------------------------------------------------------------------------------------
    Code(
        "UNDO",
        _NOTE,
        "A step was taken back",
        "VASSAL's Undo; the step that was taken back stays in the log.",
    ),
    Code(
        "UNDO-ROLL",
        _ASK,
        "A roll was taken back",
        "Undo was used on a step in which dice were rolled, or back across one. Somebody may have"
        " pressed the wrong button; the log shows the roll that was taken back.",
    ),
    Code(
        "UNDO-OTHER",
        _CONTRA,
        "An undo does something else than take a step back",
        "VASSAL's Undo plays the step before it backwards, and nothing else. Here a piece or a"
        " value is left as that step made it, or one is changed that it never touched: commands"
        " were put into the undo or taken out, or a step before it is missing.",
    ),
    Code(
        "UNDO-SECRET",
        _ASK,
        "Something revealed was taken back",
        "Undo was used on a step that had shown a masked or hidden piece or a card.",
    ),
    # --- pieces ----------------------------------------------------------------------------------
    Code(
        "PIECE-OTHER-SIDE",
        _ASK,
        "A piece of the other side was moved",
        "The player's side is not the piece's, or not that of the owner of its mask. After a roll"
        " (losses, retreats) and into a box off the map grid this is usual, and a note.",
    ),
    Code(
        "PIECE-SILENT-MOVE",
        _ASK,
        "A piece moved without the report that its map makes",
        "Other moves of the same player on the same map are reported in the chat, this one is not."
        " Key commands may move a piece without a report; where a piece is hidden, or reports were"
        " switched off for some time, too, no report is usual.",
    ),
    Code(
        "PIECE-SILENT",
        _NOTE,
        "Pieces changed without a report",
        "Nothing in the step's chat tells of it. Many modules report moves alone.",
    ),
    Code("PIECE-CREATED", _NOTE, "A piece was created", "From a palette, by a key or a marker."),
    Code("PIECE-DELETED", _NOTE, "A piece was deleted", "By its key, or as part of another act."),
    Code(
        "PIECE-CLONED",
        _NOTE,
        "A piece was cloned",
        "The new piece has the traits and states of one that is in the game.",
    ),
    Code(
        "PIECE-NOT-IN-MODULE",
        _ASK,
        "A piece that the module does not have was created",
        "No slot of the module has this piece's id. Another version of the module may have it, or"
        " an extension.",
    ),
    # --- secrets ---------------------------------------------------------------------------------
    Code(
        "SECRET-SHOWN",
        _NOTE,
        "A masked or hidden piece was shown by its owner",
        "The mask was lifted, or the piece made visible, by the player whose it is.",
    ),
    Code(
        "SECRET-OPENED",
        _ASK,
        "A masked or hidden piece was shown by somebody else",
        "The mask was lifted, or the piece made visible, by a player who does not own it. Modules"
        " may allow it, and combat often calls for it.",
    ),
    Code(
        "DECK-SHOWN",
        _NOTE,
        "A deck was turned face up",
        "The cards of the deck, and their order, were to be seen from then on.",
    ),
    Code(
        "DECK-ORDER",
        _ASK,
        "The order of a deck changed without a report",
        "Shuffling and reversing are reported in most modules; this change is not.",
    ),
    Code(
        "DECK-WITHIN",
        _ASK,
        "A card was drawn from within a deck",
        "The deck lies face down and gives its top card; this one lay farther down. The order was"
        " changed in the log, a step is missing, or a key command of the module sent the card.",
    ),
    Code(
        "DECK-PUT-BACK",
        _ASK,
        "A card was drawn from a deck and put back at once",
        "Whoever did so may have seen the card.",
    ),
    # --- dice ------------------------------------------------------------------------------------
    Code(
        "DICE-TEXT",
        _CONTRA,
        "The chat tells another roll than the dice",
        "The report in the chat does not hold the faces, or the total, that the button's own"
        " properties have. VASSAL writes both from one roll.",
    ),
    Code(
        "DICE-TOTAL",
        _CONTRA,
        "A roll's total is not the sum of its faces",
        "Both are written by VASSAL from one roll (a button may add a number to each die or to the"
        " total, which is taken into account where the module is given).",
    ),
    Code(
        "DICE-SUMMARY",
        _CONTRA,
        "A roll's summary is not that of its faces",
        "VASSAL writes faces, summary and the number of dice kept from one roll.",
    ),
    Code(
        "DICE-RANGE",
        _CONTRA,
        "A face that the die does not have",
        "A face below one or above the number of sides, or more or fewer dice than the button has.",
    ),
    Code(
        "DICE-BEFORE",
        _CONTRA,
        "A roll does not follow the one before it",
        "VASSAL notes in each roll what the button showed before. Here it is not what the roll"
        " before has left: a roll in between is missing, or one of the two was edited.",
    ),
    Code(
        "DICE-ELSEWHERE",
        _ASK,
        "A roll before the log's first is in no log",
        "What a button showed before its first roll is not what the logs before have left: a roll"
        " of theirs was edited, or one was made that no log shows. The player may have rolled in"
        " another game in the same session, or before logging began. Where VASSAL was just"
        " started, it is a note.",
    ),
    Code(
        "DICE-NO-ROLL",
        _CONTRA,
        "A report of a roll without a roll",
        "The chat has the report of a dice button, but nothing was rolled in that step.",
    ),
    Code(
        "DICE-TALLY",
        _CONTRA,
        "A roll does not fit the tally told with it",
        "The module (VASL) tells with each roll how many its player has made, and their average."
        " This roll does not go on from the one before: a roll was edited, left out, put in or"
        " given another name.",
    ),
    Code(
        "DICE-SEED",
        _CONTRA,
        "A roll of the sidecar is not what its seed gives",
        "The heading of each run tells its seed, from which every roll follows. Here another roll"
        " is told, or the heading is missing: a line was changed, left out or typed.",
    ),
    Code(
        "DICE-SILENT",
        _ASK,
        "A roll without a report",
        "The dice were rolled and the chat says nothing, though this button reports its rolls:"
        " the line was taken out. Modules may have buttons that make no report: there it is a"
        " note.",
    ),
    # --- chat ------------------------------------------------------------------------------------
    Code(
        "CHAT-FORGED",
        _ASK,
        "A report without the act that it reports",
        "The line has the form of VASSAL's own report, but the step holds nothing besides it, or"
        " changes no piece. What a player types has his name in front.",
    ),
    Code(
        "CHAT-MOVE",
        _CONTRA,
        "The report of a move tells other places",
        "VASSAL writes the report from the move itself; here the two disagree.",
    ),
    Code(
        "CHAT-ACTS",
        _ASK,
        "A typed line comes with an act",
        "VASSAL makes a step of its own of what a player types. Here the same step moves or"
        " changes something, too: it was put in, a module's own code wrote the line, or it ended"
        " in a backslash, by which VASSAL joins a step to the next. Where a whole step stands"
        " behind the line, it is a note.",
    ),
    Code(
        "CHAT-NAME",
        _ASK,
        "A name in the chat that no player has",
        "No player of the roster has the name before a typed line or behind a roll. A player may"
        " have changed it without taking the seat anew, or have left.",
    ),
    Code(
        "CHAT-TYPED",
        _ASK,
        "Typed chat that looks like a report",
        "A player has typed what looks like a report of VASSAL's. It has his name in front.",
    ),
    Code(
        "CHAT-VALUE",
        _CONTRA,
        "The report of a value tells another value",
        "The chat and the property that changes in the same step disagree.",
    ),
    Code(
        "CHAT-TURN",
        _CONTRA,
        "The report of a turn tells another turn",
        "The chat and the turn tracker of the same step disagree.",
    ),
    Code(
        "VALUE-SILENT",
        _ASK,
        "A value changed without the report that it makes",
        "The buttons that change this value report it in the chat, and no piece sets it; here it"
        " changes in silence.",
    ),
    Code(
        "TURN-SILENT",
        _ASK,
        "The turn changed without the report that it makes",
        "The turn tracker reports its turns in the chat; here it moves in silence.",
    ),
    # --- players ---------------------------------------------------------------------------------
    Code(
        "WHO-STRANGER",
        _ASK,
        "Somebody who is not in the roster moved a piece",
        "The step names a player whom the log's roster does not have.",
    ),
    Code(
        "WHO-OBSERVER",
        _ASK,
        "Somebody without a side moved a piece",
        "The roster has the player as an observer.",
    ),
    Code(
        "WHO-TURN",
        _ASK,
        "A piece was moved after the turn had passed on",
        "The log shows this side's turn, then another's, and then a move of the first side's own"
        " piece. After a roll (losses, retreats) and off the map it is usual, and a note.",
    ),
    Code(
        "WHO-DIFFERS",
        _ASK,
        "A step names two players",
        "The player whom the move names and the name in the same step's chat are not one.",
    ),
    Code("ROSTER-JOINED", _NOTE, "A player joined", "Somebody came into the roster."),
    Code("ROSTER-LEFT", _NOTE, "A player left", "Somebody was taken out of the roster."),
    Code(
        "ROSTER-SIDE",
        _ASK,
        "A player changed sides",
        "From then on the player sees what the other side may see.",
    ),
    Code(
        "ROSTER-PASSWORD",
        _ASK,
        "A seat has another password",
        "The name and the side are the same, the password is not: another person may hold the"
        " seat, or the player has set a new one. No password is shown.",
    ),
    Code(
        "ROSTER-SEAT",
        _ASK,
        "Another player holds a seat",
        "A side is held under another name and another password than in the log before.",
    ),
    Code("ROSTER-NAME", _NOTE, "A player has another name", "The password is the same."),
    # --- versions --------------------------------------------------------------------------------
    Code(
        "VERSION-MODULE",
        _ASK,
        "Another version of the module",
        "The logs of a game, or a log and the module given, do not have the same version of the"
        " module: pieces and charts may differ.",
    ),
    Code(
        "VERSION-NAME",
        _CONTRA,
        "Another module",
        "The logs, or a log and the module, differ in it.",
    ),
    Code(
        "VERSION-ENGINE",
        _ASK,
        "Another version of VASSAL",
        "The logs were written by different versions of VASSAL.",
    ),
    Code(
        "VERSION-WITHIN",
        _CONTRA,
        "A file names two versions of its module",
        "VASSAL writes the module's version twice into a file, and both are the same.",
    ),
    Code(
        "VERSION-EXTENSION",
        _ASK,
        "Other extensions of the module",
        "The logs were saved with other extensions, or other versions of them: pieces may differ.",
    ),
    Code(
        "VERSION-MISSING",
        _ASK,
        "A file does not say which versions wrote it",
        "VASSAL writes the versions, and when the file was saved, into two entries. One is missing"
        " or damaged: another program wrote the file, or the entry was taken out.",
    ),
    # --- the chain -------------------------------------------------------------------------------
    Code(
        "CHAIN-BREAK",
        _CONTRA,
        "A log does not begin where the one before it ends",
        "Between the two something was changed that no log shows. What differs is listed.",
    ),
    Code(
        "CHAIN-BACK",
        _NOTE,
        "What one log had otherwise is again as it was before",
        "Where the log before this one began, the chain broke; this log begins where that break"
        " had not been. The log between was changed or replayed alone.",
    ),
    Code(
        "CHAIN-SIDECAR",
        _ASK,
        "The sidecar has played between two files",
        "A save of the sidecar's follows the file before it; its lines tell what it has played."
        " With --game it is played again: where it comes to the same position, or where that"
        " cannot be told, this is a note.",
    ),
    Code(
        "CHAIN-TYPE",
        _CONTRA,
        "A piece is made otherwise than in the log before",
        "A piece's traits, name or pictures never change in play. Between the two logs they did:"
        " the start was edited, or the counters were refreshed after a new version of the module.",
    ),
    Code(
        "CHAIN-MISSING",
        _CONTRA,
        "A log seems to be missing",
        "Between the end of one log and the start of the next lies play that no log shows: a turn"
        " has passed, or pieces have come.",
    ),
    Code(
        "CHAIN-TWICE",
        _CONTRA,
        "The same turn was recorded twice with different rolls",
        "Two logs go on from the same position and have different rolls. One was begun anew:"
        " after a crash, by mistake, or after a roll that was not liked.",
    ),
    Code(
        "CHAIN-BRANCH",
        _ASK,
        "Two logs go on from the same position",
        "They cannot both be part of one game. One may be an attempt that was given up.",
    ),
    Code(
        "CHAIN-ROLL",
        _CONTRA,
        "A log repeats a roll otherwise than it was",
        "The log holds the steps of the one before, and in one of them the roll differs.",
    ),
    Code(
        "CHAIN-STEP",
        _CONTRA,
        "A log repeats a step otherwise than it was",
        "The log holds the steps of the one before, and one of them differs.",
    ),
    Code(
        "CHAIN-PLAYER",
        _ASK,
        "A log was made by a player whose turn it is not",
        "The turn tracker names a side when the log begins, and the moves are another side's.",
    ),
    Code(
        "CHAIN-COPY", _NOTE, "The same log was given twice", "Both hold the same start and steps."
    ),
    # --- with a game -----------------------------------------------------------------------------
    Code(
        "GAME-ILLEGAL",
        _CONTRA,
        "The rules do not allow it",
        "The game's own rules, applied to what was done, name the rule that speaks against it.",
    ),
    Code(
        "GAME-TABLE",
        _CONTRA,
        "A result is not what the rules give for the roll",
        "The sidecar tells its rolls and decisions, and what came of them. Played again with"
        " these, by the tables of the edition in use, the game tells another line or makes another"
        " edit: a line or a step was changed, left out or put in.",
    ),
    Code(
        "GAME-BOOKS",
        _ASK,
        "The bookkeeping is not what the rules ask for",
        "A track, a step or a marker stands otherwise than the rules require at that moment.",
    ),
    Code(
        "GAME-UNKNOWN",
        _NOTE,
        "Cannot tell",
        "The rules need something that the log does not show, or the position cannot be read.",
    ),
    Code("GAME-DONE", _NOTE, "What was done, in the game's words", "Nothing speaks against it."),
    # --- fair dice -------------------------------------------------------------------------------
    Code(
        "FAIR-WRONG",
        _CONTRA,
        "Fair dice are not what both players' secrets give",
        "A block of fair dice in the chat tells other faces, a link that its player is not"
        " committed to, or a question of another log. The page on fair dice tells each case.",
    ),
    Code(
        "FAIR-OPEN",
        _NOTE,
        "A round of fair dice is not finished",
        "It was asked for and not answered, or answered and not rolled. A mail may be on its way,"
        " or the rest of the round stands in mails that `dice check` reads.",
    ),
    Code(
        "FAIR-DAMAGED",
        _ASK,
        "A block of fair dice cannot be read",
        "Its text was changed or cut off, most often by copying a part of it.",
    ),
)
"""All codes in the order of the documentation."""

_LIMITS = (
    "A log is a file that its owner can edit. The umpire compares all that a file says twice, and"
    " all that two files say. What is said once, and edited everywhere alike, it cannot see:"
)
_UNSEEN = (
    "**The last roll of a button, edited in the chat and in all its properties alike.** The next"
    " roll of the same button gives it away (DICE-BEFORE), in the same log or in the next one of"
    " the same session (DICE-ELSEWHERE); VASL's next tally does (DICE-TALLY); a log of the other"
    " player's that repeats the step does (CHAIN-ROLL); for the sidecar's dice the seed does"
    " (DICE-SEED). A save does not keep what dice show.",
    "**A roll left out or put in, with the next one's note of it edited, too**, where no other log"
    " repeats the steps.",
    "**A game begun anew after a bad roll, if only the second log is mailed.** Nothing of the first"
    " is left in it. Only dice that one player cannot throw alone prevent it: see"
    " [fair dice](fair-dice.md), or the sidecar's seed agreed on before.",
    "**Typed chat that was edited**, unless the line stands in another log, too.",
    "**Who threw the dice or typed a line.** The name is text; moves alone carry a player's id, and"
    " who knows a password can use it.",
    "**A look that leaves no step**: peeking under a mask of one's own side, looking through a save"
    " with another program, loading the other side's password.",
    "**The first start position**, where no log or save before it is given.",
)

_BY_CODE = {row.code: row for row in CODES}


def code_of(code: str) -> Code:
    """Return the row of a code, however it is spelled. Raises UnusableAnswer for an unknown one."""
    row = _BY_CODE.get(code.strip().upper())
    if row is None:
        known = ", ".join(one.code for one in CODES)
        raise UnusableAnswer(f"there is no finding {code!r}; there is {known}")
    return row


def page() -> str:
    """Return the page of all findings as Markdown; each has an anchor of its code."""
    lines = [
        "# Findings of `log check`",
        "",
        "Each finding is a fact that the logs show. It says nothing of what anybody meant. The"
        " severities: *contradiction* (the files disagree with themselves, with each other or"
        " with the rules), *question* (worth asking about), *note* (usual in honest play).",
    ]
    lines += ["", "## What no log shows", "", _LIMITS, ""]
    lines += [f"* {one}" for one in _UNSEEN]
    for row in CODES:
        lines += ["", f"## {row.code}", "", f"**{row.title}** ({row.severity}).", "", row.meaning]
        lines += ["", f"For example: `{EXAMPLES[row.code]}`"]
    return "\n".join(lines) + "\n"
