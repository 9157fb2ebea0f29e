"""One sentence per mode on its state, with its tone (desktop §2.4)."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from service.domain.pull.pulls import RunState
from service.domain.times import Millis
from ui.backend.keys_port import PushState
from ui.backend.pulls_port import PullState
from ui.backend.webhooks_port import Health, TargetRow
from ui.i18n import Formats, isolate_name
from ui.panes.system.counted_words import CountedWords
from ui.theme import Tone

translate = QCoreApplication.translate
ModeState = tuple[Tone, str]


def push_state(state: PushState, formats: Formats, now: Millis, *, on: bool) -> ModeState:
    """When a system last sent, and how much."""
    if not on:
        return Tone.NEUTRAL, translate("ModeStates", "Off: what your system sends is refused")
    if state.at is None:
        return Tone.NEUTRAL, translate("ModeStates", "Nothing was sent yet")
    when = formats.time(state.at) if now - state.at < 12 * 3_600_000 else formats.day_time(state.at, now)
    return Tone.GOOD if state.rows else Tone.WARN, CountedWords().last_push(state.rows).replace("%1", when)


def webhooks_state(targets: tuple[TargetRow, ...], *, on: bool) -> ModeState:
    """How many targets are well, and the first failing one."""
    if not on:
        return Tone.NEUTRAL, translate("ModeStates", "Off: events are kept, none is sent")
    live = [target for target in targets if target.target.on]
    if not live:
        return Tone.NEUTRAL, translate("ModeStates", "No address to tell yet")
    refusing = [target for target in live if target.health is Health.REFUSING]
    held_up = [target for target in live if target.health is Health.WAITING]
    if not refusing and not held_up:
        return Tone.GOOD, CountedWords().targets_healthy(len(live))
    tone, text = Tone.BAD, translate("ModeStates", "%1 of %2 targets well; %3 refuses")
    if not refusing:
        tone, text = Tone.WARN, translate("ModeStates", "%1 of %2 targets well; %3 is held up")
    ill = refusing + held_up
    well = str(len(live) - len(ill))
    return tone, text.replace("%1", well).replace("%2", str(len(live))).replace("%3", isolate_name(ill[0].name))


def pull_state(state: PullState, formats: Formats, now: Millis, *, on: bool) -> ModeState:
    """When the file is read next, or why it is not."""
    if state.setup is None:
        return Tone.NEUTRAL, translate("ModeStates", "No file chosen yet")
    if not on:
        return Tone.NEUTRAL, translate("ModeStates", "Off: the file is not read by itself")
    if state.last is not None and state.last.state is RunState.NEEDS_APPROVAL:
        return Tone.WARN, translate("ModeStates", "The last file waits for you")
    if state.last is not None and state.last.state is RunState.FAILED:
        when = formats.day_time(state.last.at, now)
        return Tone.BAD, translate("ModeStates", "Could not read the file: %1").replace("%1", when)
    if state.next_at is None:
        return Tone.GOOD, translate("ModeStates", "On")
    return Tone.GOOD, translate("ModeStates", "Next run: %1").replace("%1", formats.day_time(state.next_at, now))
