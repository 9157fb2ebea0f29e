"""Targets in trouble, and those that wait for the same reason: a sentence each, and the button that helps."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.sentences import Sentence
from ui.backend.overview import TargetTrouble
from ui.i18n import named, told
from ui.shell.desk import Desk, PaneKey
from ui.theme import Tone
from ui.widgets import Button, Kind, Note


class Troubles(QWidget):
    """One note per target that refuses and per reason for which some wait; hidden while there is none."""

    def __init__(self, desk: Desk, try_now: Callable[[int], None]) -> None:
        super().__init__()
        self._desk, self._try_now = desk, try_now
        self._shown: tuple[TargetTrouble, ...] = ()
        self.notes: list[Note] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def show_troubles(self, troubles: tuple[TargetTrouble, ...]) -> None:
        """Other troubles."""
        if troubles == self._shown:
            return
        self._shown = troubles
        for old in self.notes:
            self._layout.removeWidget(old)
            old.deleteLater()
        reasons: list[Sentence] = []
        for trouble in troubles:
            if trouble.note is not None and trouble.note not in reasons:
                reasons.append(trouble.note)
        self.notes = [self._held_up(reason, [one for one in troubles if one.note == reason]) for reason in reasons]
        self.notes += [self._note(trouble) for trouble in troubles if trouble.note is None]
        for note in self.notes:
            self._layout.addWidget(note)
        self.setVisible(bool(troubles))

    def sentence(self, trouble: TargetTrouble) -> str:
        """Who, how often, what next, how much waits."""
        text = self.tr("%1 refused %n time(s).", "", trouble.refusals).replace("%1", named(trouble.name))
        if trouble.next_try is None:
            return " ".join((text, self.tr("%n event(s) waiting.", "", trouble.waiting)))
        following = self.tr("Next try at %1; %n event(s) waiting.", "", trouble.waiting)
        return " ".join((text, following.replace("%1", self._desk.formats.time(trouble.next_try))))

    def _held_up(self, reason: Sentence, troubles: list[TargetTrouble]) -> Note:
        names = self._desk.formats.joined(tuple(named(trouble.name) for trouble in troubles))
        title = self.tr("Deliveries to %1 are waiting").replace("%1", names)
        open_it = Button(self._desk.theme, self.tr("See what waits"), Kind.PRIMARY)
        open_it.clicked.connect(lambda: self._desk.go(PaneKey.WEBHOOKS, str(troubles[0].target)))
        waiting = self.tr("%n event(s) waiting.", "", sum(trouble.waiting for trouble in troubles))
        return Note(self._desk.theme, Tone.WARN, title, (told(reason), waiting), open_it, icon="timer")

    def _note(self, trouble: TargetTrouble) -> Note:
        see = Button(self._desk.theme, self.tr("See what it answered"))
        see.clicked.connect(lambda: self._desk.go(PaneKey.WEBHOOKS, str(trouble.target)))
        again = Button(self._desk.theme, self.tr("Try now"), Kind.PRIMARY)
        again.clicked.connect(lambda: self._try_now(trouble.target))
        return Note(self._desk.theme, Tone.BAD, self.sentence(trouble), (), see, again)
