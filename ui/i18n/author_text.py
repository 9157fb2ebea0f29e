"""Who did something, in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from service.domain.actors import AuthorKind, parse_author
from ui.i18n.bidi import isolate_name

translate = QCoreApplication.translate


def author_text(by: str) -> str:
    """The author that a history stores: the owner, a person of the staff, a key and so on."""
    author = parse_author(by)
    match author.kind:
        case AuthorKind.STAFF | AuthorKind.KEY:
            return isolate_name(author.name)
        case AuthorKind.COMMAND_LINE if author.name:
            return translate("Author", "%1, by the command line").replace("%1", isolate_name(author.name))
        case _:
            return _fixed_texts()[author.kind]


def _fixed_texts() -> dict[AuthorKind, str]:
    return {
        AuthorKind.OWNER: translate("Author", "Owner, at this PC"),
        AuthorKind.COUNTER: translate("Author", "At this PC, no name chosen"),
        AuthorKind.COMMAND_LINE: translate("Author", "Command line"),
        AuthorKind.TIME: translate("Author", "By itself"),
        AuthorKind.SAMPLE: translate("Author", "Sample data"),
        AuthorKind.MARKETPLACE: translate("Author", "The marketplace"),
    }
