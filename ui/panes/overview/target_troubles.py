"""Failing targets, and those that wait for the same reason: a sentence each, and a button that
helps.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.sentences import Sentence
from ui.backend.overview_port import TargetTrouble
from ui.i18n import isolate_name, translate_sentence
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone
from ui.widgets import Button, Kind, Note


class TargetTroubles(QWidget):
    """One note per failing target and per reason for waiting; hidden if there is none."""

    def __init__(self, context: PaneContext, try_now: Callable[[int], None]) -> None:
        super().__init__()
        self._context, self._try_now = context, try_now
        self._troubles: tuple[TargetTrouble, ...] = ()
        self.notes: list[Note] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def show_troubles(self, troubles: tuple[TargetTrouble, ...]) -> None:
        """Shows other troubles."""
        if troubles == self._troubles:
            return
        self._troubles = troubles
        for old in self.notes:
            self._layout.removeWidget(old)
            old.deleteLater()
        reasons: list[Sentence] = []
        for trouble in troubles:
            if trouble.note is not None and trouble.note not in reasons:
                reasons.append(trouble.note)
        self.notes = [
            self._build_waiting_note(reason, [one for one in troubles if one.note == reason]) for reason in reasons
        ]
        self.notes += [self._build_note(trouble) for trouble in troubles if trouble.note is None]
        for note in self.notes:
            self._layout.addWidget(note)
        self.setVisible(bool(troubles))

    def describe(self, trouble: TargetTrouble) -> str:
        """The target, the failures, the next attempt, and how much waits."""
        text = self.tr("%1 refused %n time(s).", "", trouble.refusals).replace("%1", isolate_name(trouble.name))
        if trouble.next_try is None:
            return " ".join((text, self.tr("%n event(s) waiting.", "", trouble.waiting)))
        following = self.tr("Next try at %1; %n event(s) waiting.", "", trouble.waiting)
        return " ".join((text, following.replace("%1", self._context.formats.time(trouble.next_try))))

    def _build_waiting_note(self, reason: Sentence, troubles: list[TargetTrouble]) -> Note:
        names = self._context.formats.join_names(tuple(isolate_name(trouble.name) for trouble in troubles))
        title = self.tr("Deliveries to %1 are waiting").replace("%1", names)
        open_it = Button(self._context.theme, self.tr("See what waits"), Kind.PRIMARY)
        open_it.clicked.connect(lambda: self._context.go(PaneKey.WEBHOOKS, str(troubles[0].target)))
        waiting = self.tr("%n event(s) waiting.", "", sum(trouble.waiting for trouble in troubles))
        return Note(self._context.theme, Tone.WARN, title, (translate_sentence(reason), waiting), open_it, icon="timer")

    def _build_note(self, trouble: TargetTrouble) -> Note:
        see = Button(self._context.theme, self.tr("See what it answered"))
        see.clicked.connect(lambda: self._context.go(PaneKey.WEBHOOKS, str(trouble.target)))
        again = Button(self._context.theme, self.tr("Try now"), Kind.PRIMARY, changes=True)
        again.clicked.connect(lambda: self._try_now(trouble.target))
        return Note(self._context.theme, Tone.BAD, self.describe(trouble), (), see, again)
