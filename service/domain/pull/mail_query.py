"""Which messages of a mailbox may have the nightly file: by their sender and subject."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from service.domain.errors import Refused
from service.domain.pull.place_address import CODE
from service.domain.sentences import message

MAX_PATTERN_CHARS = 200


@dataclass(frozen=True, slots=True)
class MailQuery:
    """Patterns in which a star stands for anything; upper and lower case count the same."""

    sender: str = "*"
    subject: str = "*"

    def fits(self, sender: str, subject: str) -> bool:
        """Whether a message with these headers may have the file."""
        pairs = ((sender, self.sender), (subject, self.subject))
        return all(fnmatchcase(" ".join(text.lower().split()), pattern) for text, pattern in pairs)


def parse_mail_query(text: str) -> MailQuery:
    """Parses `from: erp@shop.example; subject: daily stock`: both may be parts of a header, and
    either may be left out. Raises Refused.
    """
    patterns = {"from": "*", "subject": "*"}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, colon, value = part.partition(":")
        pattern = " ".join(value.lower().split())
        if not colon or name.strip().lower() not in patterns or not 0 < len(pattern) <= MAX_PATTERN_CHARS:
            raise Refused(
                CODE,
                message("A mailbox is asked as in {example}. Either part may be left out.",
                        example="from: erp@shop.example; subject: daily stock"),
            )  # fmt: skip
        patterns[name.strip().lower()] = f"*{pattern.replace('[', '[[]')}*"
    return MailQuery(patterns["from"], patterns["subject"])
