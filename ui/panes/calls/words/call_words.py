"""The result of a call in a few plain words, from its facts and its error (design §3)."""

from __future__ import annotations

import json

from PySide6.QtCore import QCoreApplication

from service.domain.call_log.calls import Call, count_repeats, saves_nothing
from ui.i18n import Formats
from ui.panes.calls.words.fault_words import FaultWords
from ui.theme import Tone
from ui.widgets import status_tone

Facts = dict[str, object]


def outcome_tone(call: Call) -> Tone:
    """The tone of a call's status. An answered call with notes or rejected rows is amber, an upload
    that saved nothing is red.
    """
    tone = status_tone(call.status)
    if call.status >= _REFUSED:
        return tone
    if saves_nothing(call.facts):
        return Tone.BAD
    return Tone.WARN if call.notes else tone


_NOT_MODIFIED, _REFUSED = 304, 400


class CallWords:
    """Says what happened, in the language of the formats."""

    def __init__(self, formats: Formats) -> None:
        self._formats = formats
        self._faults = FaultWords(formats)

    def describe(self, call: Call) -> str:
        """`3 orders`, `saved 998, rejected 2`, `no key was sent`, `too many calls, wait 14 s`."""
        description, repeats = self._describe_one(call), count_repeats(call.facts)
        if not repeats:
            return description
        more = self.tr("%1 more like this").replace("%1", self._formats.count(repeats))
        return (
            self.tr("%1; %2", "what a call came to, how many more like it")
            .replace("%1", description)
            .replace("%2", more)
        )

    def _describe_one(self, call: Call) -> str:
        if call.error is not None:
            return self._faults.describe(call)
        if call.status == _NOT_MODIFIED:
            return self.tr("nothing changed since the last call")
        facts = _facts(call.facts)
        return (
            self._describe_upload(facts)
            or self._describe_list(facts)
            or self._describe_order(call, facts)
            or self._describe_other(call)
        )

    def title(self, call: Call) -> str:
        """The same as the beginning of a sentence."""
        text = self.describe(call)
        return text[:1].upper() + text[1:]

    def advise(self, call: Call) -> str:
        """What to do about a refused call; "" for an answered one."""
        return "" if call.error is None else self._faults.advise(call)

    def tr(self, source: str, comment: str = "", n: int = -1) -> str:
        """Qt's translation in the context of this class; `n` chooses the plural."""
        return QCoreApplication.translate("CallWords", source, comment, n)

    def _describe_upload(self, facts: Facts) -> str:
        saved, rejected = _number(facts, "saved"), _number(facts, "rejected")
        if saved is None:
            return ""
        count = self._formats.count
        if not rejected:
            return self.tr("saved %1").replace("%1", count(saved))
        return self.tr("saved %1, rejected %2").replace("%1", count(saved)).replace("%2", count(rejected))

    def _describe_list(self, facts: Facts) -> str:
        orders, items, total = _number(facts, "orders"), _number(facts, "items"), _number(facts, "total")
        if orders is not None:
            return self.tr("%n order(s)", "", orders)
        if items is None:
            return ""
        if total is not None and total != items:
            count = self._formats.count
            return self.tr("%1 of %2 items").replace("%1", count(items)).replace("%2", count(total))
        return self.tr("%n item(s)", "", items)

    def _describe_order(self, call: Call, facts: Facts) -> str:
        action = call.path.partition("?")[0].rstrip("/").rpartition("/")[2].lower()
        done = {
            "confirm_fitment": self.tr("fit confirmed"),
            "accept": self.tr("accepted"),
            "reject": self.tr("rejected"),
            "ready": self.tr("ready"),
            "dispatched": self.tr("sent with courier"),
            "delivered": self.tr("delivered"),
        }
        return done.get(action, "") if "status" in facts else ""

    def _describe_other(self, call: Call) -> str:
        if call.path.partition("?")[0].endswith("/openapi.json"):
            return self.tr("read the API description")
        if call.method == "OPTIONS":
            return self.tr("web page may call")
        return self.tr("answered")


def _facts(text: str | None) -> Facts:
    try:
        facts = json.loads(text or "{}")
    except ValueError:
        return {}
    return facts if isinstance(facts, dict) else {}


def _number(facts: Facts, name: str) -> int | None:
    value = facts.get(name)
    return value if isinstance(value, int) else None
