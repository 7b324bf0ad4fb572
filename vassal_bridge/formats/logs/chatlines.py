"""Chat as it is read in VASSAL's window: lines without tags, marks of style and spelled brackets.

What a player typed is shown as it was typed; reports (`*`) and notices (`-`) may hold HTML.
Whether a module shows it as such is its own option, so only tags that HTML has are taken away,
and names in angle brackets stay. Source: VASSAL.build.module.Chatter.doOutput.
"""

from __future__ import annotations

import html
import re

_MAY_HOLD_TAGS = ("*", "-")
_STYLE = re.compile(r"([*-]\s*)(?:[|!~`]|\?(?!\s))")
"""A code of style behind the first character, which VASSAL takes away when it shows the line.

A question mark by itself is more often the name of a masked piece, and stays.
"""
_TAG = re.compile(r"</?([a-z][a-z0-9]*)(?:[\s/=][^<>]*)?>|<!--.*?-->", re.IGNORECASE)
_ENDS_A_LINE = re.compile(r"br|p|div|tr|li|hr|h[1-6]|table|ul|ol|center|blockquote")
_PLAIN = re.compile(
    r"a|abbr|b|big|body|code|em|font|head|html|i|img|kbd|pre|s|small|span|strike|strong|sub|sup"
    r"|td|th|tt|thead|tbody|u|var|cite|dl|dt|dd|samp"
)


def shown_chat(text: str) -> str:
    r"""Return a chat line as a reader sees it; a line break of its HTML is one here.

    >>> shown_chat("*|<b>Fire!</b>&nbsp;2 &lt; 3<br>The <img src=a.png> Allies &lt;Ann&gt;")
    '*Fire! 2 < 3\nThe Allies <Ann>'
    >>> shown_chat("&lt;Ann&gt; - use <b>bold</b>")
    '<Ann> - use <b>bold</b>'
    """
    text = text.strip()
    if text.startswith(_MAY_HOLD_TAGS):
        text = without_tags(_STYLE.sub(r"\1", text, count=1) if _STYLE.match(text) else text)
    return html.unescape(text).replace("\xa0", " ").strip()


def without_tags(text: str) -> str:
    """Return a text without the tags of HTML, its lines trimmed; one without any as it is."""
    bare = _TAG.sub(_in_place_of, text)
    if bare == text:
        return text
    lines = (re.sub(r"[ \t]+", " ", line).strip() for line in bare.split("\n"))
    return "\n".join(line for line in lines if line)


def _in_place_of(tag: re.Match[str]) -> str:
    name = (tag[1] or "").lower()
    if _ENDS_A_LINE.fullmatch(name):
        return "\n"
    return "" if not name or _PLAIN.fullmatch(name) else tag[0]
