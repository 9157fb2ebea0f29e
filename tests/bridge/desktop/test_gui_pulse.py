"""A GUI thread that hangs is noticed; one that answers, or that is not watched yet, is not."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from bridge.desktop.gui_pulse import LIMIT_S, GuiPulse


def test_it_is_alive_until_its_timer_no_longer_runs(qtbot: QtBot) -> None:
    now = [100.0]
    pulse = GuiPulse(lambda: now[0])
    now[0] += 1_000
    assert pulse.is_alive(), "it was not started"
    pulse.start()
    now[0] += LIMIT_S - 0.1
    assert pulse.is_alive()
    now[0] += 0.2
    assert not pulse.is_alive()
    qtbot.waitUntil(pulse.is_alive)
    now[0] += 2 * LIMIT_S
    pulse.stop()
    assert pulse.is_alive(), "it was stopped"
