"""Text in the language of the reader: English, or Chinese from the tables in `zh/`.

The English text is the key. Code writes `tr("seat {seat} leads", seat=seat)`; a module of `zh/` has
a line for it, `"seat {seat} leads": "{seat}号座先出"`. What has no line there is said in English.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

LANGUAGES: Final = ("en", "zh")
"""The languages that there is text in."""

_language: ContextVar[str] = ContextVar("language", default="en")


def language() -> str:
    """Return the language that is spoken now, one of `LANGUAGES`; at first English."""
    return _language.get()


def speak(name: str) -> None:
    """Change the language from here on, in this thread of work alone.

    Raises `ValueError` for what is not in `LANGUAGES`.
    """
    if name not in LANGUAGES:
        raise ValueError(f"the languages are {', '.join(LANGUAGES)}, not {name!r}")
    _language.set(name)


@contextmanager
def speaking(name: str | None) -> Iterator[None]:
    """Change the language for the body of a `with`; `None` leaves it as it is."""
    token = _language.set(_language.get())
    try:
        if name is not None:
            speak(name)
        yield
    finally:
        _language.reset(token)


def from_locale(environment: Mapping[str, str]) -> str:
    """Choose a language as POSIX says: by the first of LC_ALL, LC_MESSAGES and LANG that is set."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    chosen = next(filter(None, names), "")
    return "zh" if re.match(r"(zh|chinese)(?![a-z])", chosen, re.IGNORECASE) else "en"


def tr(text: str, /, **fields: object) -> str:
    """Say an English text in the language that is spoken now, with its `{fields}` filled in."""
    said = _table().get(text, text)
    return said.format(**fields) if fields else said


def number(count: int, noun: str, plural: str = "") -> str:
    """Write a count with its noun, in English in the singular or the plural.

    The key in the tables is `{count} noun`, in the singular.
    """
    if language() != "en":
        return tr(f"{{count}} {noun}", count=f"{count:,}")
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def listed(parts: Iterable[object]) -> str:
    """Join the parts of an enumeration."""
    return tr(", ").join(map(str, parts))


def retell(sentence: str) -> str:
    """Say an English sentence that was finished elsewhere, such as the message of an error.

    The tables have it with `{fields}`, which are found by where they stand and retold in turn.
    """
    if sentence in _table():
        return _table()[sentence]
    for pattern, text in _patterns(language()):
        if found := pattern.fullmatch(sentence):
            return text.format(**{name: retell(part) for name, part in found.groupdict().items()})
    return sentence


def _table() -> Mapping[str, str]:
    return _texts(language())


@functools.cache
def _texts(name: str) -> Mapping[str, str]:
    if name == "en":
        return {}
    from .zh import texts

    return texts()


@functools.cache
def _patterns(name: str) -> list[tuple[re.Pattern[str], str]]:
    """Return the sentences with fields, those with most words of their own first."""
    found = []
    for text, said in _texts(name).items():
        parts = re.split(r"\{(\w+)\}", text)
        own = sum(map(len, parts[::2]))
        # Fields alone, with nothing between them but a blank or so, would fit anything.
        if len(parts) > 1 and own > 3:
            fields = [f"(?P<{part}>.+?)" for part in parts[1::2]]
            fixed = [re.escape(part) for part in parts[::2]]
            pattern = "".join(x + y for x, y in zip(fixed, [*fields, ""], strict=True))
            found.append((own, re.compile(pattern, re.DOTALL), said))
    return [(pattern, said) for _, pattern, said in sorted(found, key=lambda each: -each[0])]
