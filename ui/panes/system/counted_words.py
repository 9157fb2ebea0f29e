"""Texts with a count: Qt's tools read their plural forms from a `tr` method only."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


class CountedWords:
    """One method per text."""

    def tr(self, source: str, comment: str = "", n: int = -1) -> str:
        """Qt's translation in the context of this class; `n` chooses the plural."""
        return QCoreApplication.translate("CountedWords", source, comment, n)

    def last_push(self, rows: int) -> str:
        """With %1 for the time."""
        return self.tr("Last push %1, %n row(s)", "", rows)

    def targets_healthy(self, targets: int) -> str:
        return self.tr("%n target(s), all well", "", targets)

    def unused_for(self, days: int) -> str:
        return self.tr("Not used for %n day(s)", "", days)

    def used_today(self, calls: int) -> str:
        return self.tr("It was used for %n call(s) today.", "", calls)
