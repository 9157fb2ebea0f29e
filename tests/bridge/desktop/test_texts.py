"""The owner's texts come from ui, where translators find them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QApplication

import bridge
from service.domain.sentences import message
from ui.backend.host_port import HostState, HostStatus
from ui.i18n import Language, Translations
from ui.i18n.bidi import strip_marks
from ui.shell.dialogs.questions import finishing_text
from ui.shell.tray.tray_icon import tray_text

LISTENING = HostStatus(HostState.LISTENING, "http://127.0.0.1:8710", 8710)


def test_no_text_of_the_window_hides_where_no_translator_looks() -> None:
    root = Path(bridge.__path__[0])
    hidden = [file.name for file in root.rglob("*.py") if ".tr(" in file.read_text(encoding="utf-8")]
    assert hidden == []


def test_the_tray_speaks_both_languages(qapp: QApplication) -> None:
    translations = Translations(qapp)
    translations.use(Language.ENGLISH)
    assert strip_marks(tray_text(LISTENING)) == "Counterpart: listening at http://127.0.0.1:8710"
    full = replace(LISTENING, fault=message("The disk is full."))
    assert tray_text(full) == "Counterpart cannot save anything. Open it to see why."
    statuses = [full, *(HostStatus(state, "", 8710) for state in HostState)]
    english = {*map(tray_text, statuses), finishing_text()}
    translations.use(Language.ARABIC)
    arabic = {*map(tray_text, statuses), finishing_text()}
    translations.use(Language.ENGLISH)
    assert not english & arabic
