"""The tone of each state of a link."""

from __future__ import annotations

from service.domain.link.link_state import LinkState
from ui.theme.tokens import Tone

LINK_TONES = {
    LinkState.CONNECTED: Tone.GOOD,
    LinkState.WAITING: Tone.WARN,
    LinkState.REFUSED: Tone.BAD,
    LinkState.HELD: Tone.WARN,
    LinkState.OFF: Tone.NEUTRAL,
}
