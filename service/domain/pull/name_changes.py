"""When a file changes so many names that its letters were probably read wrongly."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from service.domain.catalogue.sku import fold
from service.domain.sentences import Sentence, join_sentences, message

_WORD = re.compile(r"\w+")
_EXAMPLES = 2
_EXAMPLE_CHARS = 40
_FEWEST_FOREIGN = 20
"""So many names with letters other than A to Z are compared on their own: they are what a wrong
encoding changes.
"""


def renames(before: str, after: str | None) -> bool:
    """Whether a name loses most of its words, or all words with letters other than A to Z."""
    if before == after:
        return False
    if after is None:
        return True
    old, new = set(_WORD.findall(fold(before))), set(_WORD.findall(fold(after)))
    foreign = {word for word in old if not word.isascii()}
    return len(old & new) * 2 < len(old) or bool(foreign and not foreign & new)


@dataclass(slots=True)
class NameTally:
    """Counts the names of a file that replace a stored one. `foreign` have letters other than A to
    Z. `is_sample`: only some rows were counted, so nearly as many changes as are too many count.
    """

    is_sample: bool = False
    names: int = 0
    changed: int = 0
    foreign: int = 0
    foreign_changed: int = 0
    examples: list[tuple[str, str]] = field(default_factory=list)

    def add(self, before: str, after: str | None) -> None:
        """Counts one name; None clears it."""
        is_foreign = not before.isascii()
        self.names += 1
        self.foreign += is_foreign
        if not renames(before, after):
            return
        self.changed += 1
        self.foreign_changed += is_foreign
        if len(self.examples) < _EXAMPLES:
            self.examples.append((_cut(before), _cut(after or "")))

    def find_doubt(self) -> Sentence | None:
        """Why the file needs approval; None if it does not."""
        if self._is_many(self.changed, self.names):
            return self._say(self.changed, self.names)
        compares_foreign = self.is_sample or self.foreign >= _FEWEST_FOREIGN
        if compares_foreign and self._is_many(self.foreign_changed, self.foreign):
            return self._say(self.foreign_changed, self.foreign)
        return None

    def _is_many(self, changed: int, of: int) -> bool:
        return changed * (4 if self.is_sample else 3) > of

    def _say(self, changed: int, of: int) -> Sentence:
        examples = [message('"{before}" to "{after}"', before=before, after=after) for before, after in self.examples]
        return message(
            "The file would change {changed:,} of {names:,} names: {examples}.",
            changed=changed,
            names=of,
            examples=join_sentences(examples, ", "),
        )


def _cut(text: str) -> str:
    return f"{text[:_EXAMPLE_CHARS]}…" if len(text) > _EXAMPLE_CHARS else text
