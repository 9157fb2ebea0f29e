"""A second window of the same shop on a screen of its own, with another person at the counter."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.counter_trial.chapters.attached.writes_by_clicks import SKU, count_part, edit_part
from tests.counter_trial.counter import Counter, CounterUser
from tests.counter_trial.translated_words import TranslatedWords
from tests.desktop.desktop_session import DesktopSession
from tests.desktop.screen_user import Program


def work_in_two_windows(counter: Counter) -> None:
    """Each sees what the other does, and History names the right person for both."""
    with _open_second_window(counter) as second:
        _choose_person(counter.user, "Maryam")
        _choose_person(second, "Yousif")
        edit_part(counter, counter.user, "14")
        count_part(counter, second, "29")
        second.wait_for("14.000", "QLabel", exact=False)
        edit_part(counter, second, "15")
        counter.user.click("Catalogue")
        counter.user.open_part(SKU, "Brake pads")
        counter.user.wait_for("15.000", "QLabel", exact=False)
        second.click("History")
        counter.user.click("History")
        for user in (counter.user, second):
            user.wait_for("Maryam", "row", exact=False)
            user.wait_for("Yousif", "row", exact=False)
        counter.save_picture("history-of-two-windows")
        second.save_picture(counter.pictures / "history-in-the-second-window.png")
        by = [row["by"] for row in counter.read_rows("history", "list", "--limit", "3")]
        assert by == ["staff: Yousif", "staff: Yousif", "staff: Maryam"], by


@contextmanager
def _open_second_window(counter: Counter) -> Iterator[CounterUser]:
    home, variant = counter.session.home / "second", counter.variant
    home.mkdir()
    with DesktopSession(home, screen=variant.screen, scale=variant.scale) as session:
        # Where a window looks for another one of this user.
        session.environment["TMPDIR"] = session.environment["XDG_RUNTIME_DIR"]
        program = Program(session, counter.folder)
        try:
            user = CounterUser(session, program, TranslatedWords(variant.language))
            user.wait_for("Listening for your systems")
            yield user
        finally:
            program.close()


def _choose_person(user: CounterUser, name: str) -> None:
    user.press("ctrl+u")
    user.click(name, "QMenu")
    user.wait_for(name, "PersonButton")
