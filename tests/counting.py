"""Counts the calls that something takes: a measure of work that no other load disturbs."""

import sys
from collections.abc import Callable


def calls(work: Callable[[], object]) -> int:
    """How many functions, of Python and of C, are called while something runs."""
    count = 0

    def note(frame: object, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def repeated(part: str, start: str = "", end: str = "") -> Callable[[int], str]:
    """Texts of a given size and a bit, of a part that comes again and again."""
    return lambda size: start + part * (size // len(part)) + end
