"""Why a call was refused, in a few words, and what to do about it (contract §2.5)."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication

from service.domain.call_log.calls import Call
from ui.i18n import Formats
from ui.panes.calls.words.request_words import RequestWords

_NUMBER = re.compile(r"\d+")
_REFERENCE = re.compile(r"tell support ([0-9A-Z-]+)")
_STATUS = re.compile(r" is ([a-z ]+); ")
_MIB = 1024 * 1024
_MOST = 2 * _MIB


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
            "body_too_large": self.tr("Let the system send its items in several calls."),
            "too_many_items": self.tr("Let the system send its items in several calls."),
            "rate_limited": self.tr("A key may make 120 calls a minute. Let the system ask less often."),
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
        most = self._formats.ltr("2 MB")
        if size <= _MOST:
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
            return self.tr("too many items")
        text = self.tr("%1 items, at most %2").replace("%1", self._formats.count(int(numbers[1])))
        return text.replace("%2", self._formats.count(int(numbers[0])))

    def _describe_order(self, message: str) -> str:
        if "was not accepted within" in message:
            return self.tr("too late: cancelled after 30 minutes")
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
