"""What each system's trial of the feed checks in the same way: that a newer version is found, and
that a false feed is refused.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

from service.version import VERSION
from tests.install_trial.feed.trial_feed import NEXT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.install_trial.feed.answer_watch import AnswerWatch
    from tests.install_trial.feed.feed_server import FeedServer
    from tests.install_trial.feed.trial_feed import TrialFeed
    from tests.install_trial.trial_checks import TrialChecks


class UpdatedProgram(Protocol):
    """The installed program as the checks use it."""

    @property
    def steps(self) -> TrialChecks: ...

    def update(self, verb: str) -> tuple[int, str]:
        """Exit code and words of `counterpart update VERB`."""
        ...

    def check_refused(self, verb: str, sentence: str, version: str, what: str) -> None:
        """`update VERB` fails with that sentence, and that version goes on."""
        ...


def check_silence(name: str, watch: AnswerWatch, limit_s: float, steps: TrialChecks) -> None:
    """The time without an answer is printed, with its bound and the load of the computer."""
    load = f"at a load of {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
    sentence = f"the {name} was silent for {watch.silent_s:.1f} s of {limit_s:.1f} s, {load}"
    steps.check(sentence, watch.silent_s < limit_s)


def check_uploads(watch: AnswerWatch, skus: set[str], steps: TrialChecks) -> None:
    """Each upload that was answered is among those items."""
    is_so = bool(watch.saved) and not watch.faults
    steps.check("every upload was answered as saved", is_so, str(watch.faults))
    lost = watch.saved - skus
    steps.check(f"all {len(watch.saved)} that were answered are there", not lost, str(lost))


def check_found(program: UpdatedProgram) -> None:
    """VERSION is installed, and the feed offers NEXT."""
    code, said = program.update("check")
    found = code == 0 and f"Version {NEXT} is there; {VERSION} is installed." in said
    program.steps.check("`update check` finds the newer version in a feed", found, f"{code} {said}")


def check_newest(program: UpdatedProgram) -> None:
    """NEXT is installed, and the feed offers nothing newer."""
    code, said = program.update("check")
    program.steps.check("which is then the newest", code == 0 and f"Version {NEXT} is the newest." in said, said)


def refuse_false_feeds(program: UpdatedProgram, feed: TrialFeed, server: FeedServer, newest: Path, old: Path) -> None:
    """NEXT is installed. `newest` is the package that the feed offers now, `old` a copy of the feed
    from before it did.
    """
    not_signed = "is not as its maker signed it"
    server.folder = feed.changed_package(newest)
    program.check_refused("install", not_signed, NEXT, "a changed package")
    server.folder = old
    program.check_refused("check", not_signed, NEXT, "a feed that goes back to older lists")
    server.folder = feed.out_of_date()
    program.check_refused("check", "is out of date", NEXT, "a timestamp that was not renewed")
    server.folder = feed.web
