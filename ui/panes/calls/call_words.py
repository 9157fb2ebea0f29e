"""A call in words: what was asked, how it ended and why it was refused."""

from __future__ import annotations

import json
import re

from PySide6.QtCore import QCoreApplication

from service.domain.call_log.calls import Call, count_repeats, saves_nothing
from service.domain.json_bodies import MAX_BODY_BYTES
from service.domain.marketplace.orders import ACCEPT_MINUTES
from ui.i18n import Formats
from ui.theme import Tone
from ui.widgets import status_tone

_RANGE = re.compile(r"(\w+) must be an integer from (\d+) to (\d+)\.")
_WORD = re.compile(r"([\w-]+) must be (?:one of|the reference|a cursor|1 to) ?")
_TWICE = re.compile(r"([\w-]+) is given more than once")
_LINE = re.compile(r"line (\d+)")
_NUMBER = re.compile(r"\d+")
_REFERENCE = re.compile(r"tell support ([0-9A-Z-]+)")
_STATUS = re.compile(r" is ([a-z ]+); ")
Facts = dict[str, object]


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
            return self.tr("no list of parts in it")
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


class FaultWords:
    """The error codes and their sentences, shortened."""

    def __init__(self, formats: Formats) -> None:
        self._formats = formats
        self._requests = RequestWords(formats)

    def describe(self, call: Call) -> str:
        """The text of the column "What happened"."""
        message = call.message or ""
        phrases = {
            "unauthorized": lambda: self._describe_key(call),
            "body_too_large": lambda: self._describe_size(call.request_bytes),
            "rate_limited": lambda: self._describe_rate_limit(message),
            "too_many_items": lambda: self._describe_item_count(message),
            "action_not_allowed": lambda: self._describe_order(message),
            "internal_error": lambda: self._describe_internal_error(message),
            "unavailable": lambda: self._describe_unavailable(message),
            "bad_request": lambda: self._requests.describe(message),
        }
        return phrases.get(call.error or "", lambda: self._describe_other(call))()

    def advise(self, call: Call) -> str:
        """One sentence on what to do."""
        orders = "/orders/" in call.path
        advice = {
            "unauthorized": self.tr(
                "Enter the key in the calling system's settings. You make keys under Your own system."
            ),
            "not_allowed": self.tr("Make a key that may do this under Your own system, and enter it in the system."),
            "body_too_large": self.tr("Let the system send its parts in several calls."),
            "too_many_items": self.tr("Let the system send its parts in several calls."),
            "rate_limited": self.tr("Too many calls in a minute. Let the system ask less often."),
            "action_not_allowed": self.tr("Look at the order: it shows what is possible now."),
            "reason_required": self.tr("The buyer reads the reason, so a rejection needs one."),
            "read_only": self.tr("This shop is read-only. You can switch that off under Settings."),
            "mode_off": self.tr("You can switch API push on under Your own system."),
            "internal_error": self.tr("Nothing was changed. Tell support the reference."),
            "in_progress": self.tr("Nothing to do: the system sends the call again and gets the answer of the first."),
            "idempotency_mismatch": self.tr("The system has to make up a new Idempotency-Key for each call."),
            "unavailable": self.tr("Nothing was changed. The system may send the call again once this is mended."),
            "method_not_allowed": self.tr("The system asks in a way that this address does not know."),
            "bad_request": self.tr("Nothing was changed. The system has to send the call in another form."),
            "not_found": self.tr("Check the reference that the system sends.")
            if orders
            else self.tr("Check the address that the system calls."),
        }
        return advice.get(call.error or "", call.message or "")

    def tr(self, source: str, comment: str = "", n: int = -1) -> str:
        """Qt's translation in the context of this class."""
        return QCoreApplication.translate("FaultWords", source, comment, n)

    def _describe_other(self, call: Call) -> str:
        texts = {
            "not_found": self.tr("no such order") if "/orders/" in call.path else self.tr("no such address"),
            "method_not_allowed": self.tr("wrong kind of call"),
            "not_allowed": self.tr("the key may not do this"),
            "read_only": self.tr("the shop is read-only"),
            "mode_off": self.tr("API push is off"),
            "reason_required": self.tr("no reason was given"),
            "in_progress": self.tr("the first try is still under way"),
            "idempotency_mismatch": self.tr("key of another call"),
        }
        return texts.get(call.error or "", call.message or call.error or "")

    def _describe_key(self, call: Call) -> str:
        note = " ".join(call.notes)
        if note.startswith("no key"):
            return self.tr("no key was sent")
        if note.startswith("mistyped"):
            return self.tr("mistyped key")
        if note.startswith("revoked"):
            return self.tr("revoked key")
        if note.startswith("what was sent"):
            return self.tr("what was sent is no key")
        return self.tr("unknown key")

    def _describe_size(self, size: int) -> str:
        most = self._formats.ltr(f"{MAX_BODY_BYTES >> 20} MB")
        if size <= MAX_BODY_BYTES:
            return self.tr("too big: over %1").replace("%1", most)
        return self.tr("too big: %1 of %2").replace("%1", self._formats.bytes(size)).replace("%2", most)

    def _describe_rate_limit(self, message: str) -> str:
        numbers = _NUMBER.findall(message)
        wait = self.tr("too many calls, wait %1 s")
        return wait.replace("%1", numbers[-1]) if len(numbers) > 1 else self.tr("too many calls")

    def _describe_internal_error(self, message: str) -> str:
        match = _REFERENCE.search(message)
        if match is None:
            return self.tr("our fault")
        return self.tr("our fault, ref. %1").replace("%1", self._formats.ltr(match.group(1)))

    def _describe_item_count(self, message: str) -> str:
        numbers = _NUMBER.findall(message)
        if len(numbers) < 2:
            return self.tr("too many parts")
        text = self.tr("%1 parts, at most %2").replace("%1", self._formats.count(int(numbers[1])))
        return text.replace("%2", self._formats.count(int(numbers[0])))

    def _describe_order(self, message: str) -> str:
        if "was not accepted within" in message:
            return self.tr("too late: cancelled after %1").replace("%1", self._formats.minutes(ACCEPT_MINUTES))
        match = _STATUS.search(message)
        already = {
            "placed": self.tr("not accepted yet"),
            "confirmed": self.tr("already confirmed"),
            "ready": self.tr("already ready"),
            "out for delivery": self.tr("already with the courier"),
            "delivered": self.tr("already delivered"),
            "cancelled": self.tr("already cancelled"),
        }
        return already.get(match.group(1) if match else "", self.tr("not possible now"))

    def _describe_unavailable(self, message: str) -> str:
        if "disk is full" in message:
            return self.tr("the disk is full")
        if "holding the database" in message:
            return self.tr("another program held the data")
        return self.tr("could not be saved")


def outcome_tone(call: Call) -> Tone:
    """A call's tone; amber with notes or rejected rows, red for an upload that saved nothing."""
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
            return self.tr("%1 of %2 parts").replace("%1", count(items)).replace("%2", count(total))
        return self._formats.items(items)

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
