"""What was wrong with the form of a call (400), in a few words."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication

from ui.i18n import Formats

_RANGE = re.compile(r"(\w+) must be an integer from (\d+) to (\d+)\.")
_WORD = re.compile(r"([\w-]+) must be (?:one of|the reference|a cursor|1 to) ?")
_TWICE = re.compile(r"([\w-]+) is given more than once")
_LINE = re.compile(r"line (\d+)")


class RequestWords:
    """The service's sentences for badly formed calls, shortened."""

    def __init__(self, formats: Formats) -> None:
        self._formats = formats

    def describe(self, message: str) -> str:
        """The text in the language of the window."""
        return (
            self._describe_parameter(message)
            or self._describe_body(message)
            or self._describe_sender(message)
            or self.tr("not understood")
        )

    def tr(self, source: str, comment: str = "", n: int = -1) -> str:
        """Qt's translation in the context of this class."""
        return QCoreApplication.translate("RequestWords", source, comment, n)

    def _describe_parameter(self, message: str) -> str:
        ltr = self._formats.ltr
        if match := _RANGE.match(message):
            name, least, most = match.groups()
            text = self.tr("%1 is not from %2 to %3").replace("%1", ltr(name))
            return text.replace("%2", ltr(least)).replace("%3", ltr(f"{int(most):,}"))
        if message.startswith("The action must be one of"):
            return self.tr("no such action")
        if match := _WORD.match(message):
            return self.tr("%1 has an unknown value").replace("%1", ltr(match.group(1)))
        if match := _TWICE.match(message):
            return self.tr("%1 is given twice").replace("%1", ltr(match.group(1)))
        if message.startswith("The path with its query may have"):
            return self.tr("the address is too long")
        if message.startswith("The query cannot be read"):
            return self.tr("the address cannot be read")
        return ""

    def _describe_body(self, message: str) -> str:
        if "is not JSON" in message or "is no JSON" in message:
            match = _LINE.search(message)
            text = self.tr("not JSON at line %1")
            return text.replace("%1", match.group(1)) if match else self.tr("not JSON")
        if '"items"' in message:
            return self.tr("no list of items in it")
        if message.startswith("reason must be at most"):
            return self.tr("the reason is too long")
        if message.startswith(("reason must be", "The body must be an object")):
            return self.tr("the reason is no text")
        if message.startswith("The body must be sent as it is"):
            return self.tr("sent compressed")
        if message.startswith("The body did not arrive"):
            return self.tr("took too long to send")
        if message.startswith("The body ended before"):
            return self.tr("broke off while sending")
        return ""

    def _describe_sender(self, message: str) -> str:
        if message.startswith("This address is not one"):
            return self.tr("called under a name that is not allowed")
        if message.startswith("Calls from this web page"):
            return self.tr("from a web page that is not allowed")
        return ""
