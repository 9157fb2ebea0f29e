"""The test receiver's texts about a signature."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from service.domain.webhooks.signing import SignatureFault
from ui.backend.webhooks_port import Received
from ui.theme import Tone

translate = QCoreApplication.translate


def verdict_word(received: Received) -> tuple[str, Tone]:
    """The verdict as a badge."""
    if not received.checked:
        return translate("Verdicts", "Not checked"), Tone.NEUTRAL
    if received.fault or received.faults:
        return translate("Verdicts", "Wrong"), Tone.BAD
    return translate("Verdicts", "Signature right"), Tone.GOOD


def verdict_sentences(received: Received) -> tuple[str, ...]:
    """What is wrong, and what to do about it; or that all is right."""
    if not received.checked:
        return (translate("Verdicts", "Enter the secret above, and the next one is checked."),)
    if received.faults:
        return tuple(dict.fromkeys(_describe_fault(fault) for fault in received.faults))
    if received.fault:
        return (received.fault,)
    return (translate("Verdicts", "Signature, time and body are as we sent them."),)


def _describe_fault(fault: SignatureFault) -> str:
    words = {
        SignatureFault.HEADER_MISSING: translate(
            "Verdicts", "A signature header is missing. Something on the way dropped it, or the call is not ours."
        ),
        SignatureFault.HEADER_MALFORMED: translate(
            "Verdicts", "A signature header was rewritten on the way. Look at the proxy in between."
        ),
        SignatureFault.SECRET_MALFORMED: translate(
            "Verdicts", "The secret is not whole. Copy it again: it begins with whsec_."
        ),
        SignatureFault.SECRET_MISTYPED: translate(
            "Verdicts", "The secret fits once its ends are mended: it begins with whsec_ and has no blanks or quotes."
        ),
        SignatureFault.WRONG_SECRET: translate(
            "Verdicts", "Wrong secret: this was signed with another one. Use the one shown when the target was made."
        ),
        SignatureFault.NEXT_SECRET: translate(
            "Verdicts", "This is the new secret, and the old one still signs. Finish the rotation first."
        ),
        SignatureFault.BODY_RESERIALISED: translate(
            "Verdicts", "The body was read and written again on the way. Check the signature over the raw body."
        ),
        SignatureFault.BODY_CHANGED: translate(
            "Verdicts", "The body was cut or altered on the way. Look at the proxy in between."
        ),
        SignatureFault.CLOCK_OFF: translate(
            "Verdicts", "The clocks differ by more than 5 minutes. Set both by the network."
        ),
    }
    return words[fault]
