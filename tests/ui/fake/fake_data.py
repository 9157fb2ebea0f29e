"""What the remaining fakes have in common."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from service.domain.changes import ChangeKind
from service.domain.pull.pull_choices import PullChoices, SetupChoices
from tests.ui.fake.fake_clock import FakeClock, moment
from tests.ui.fake.run_data import LAST_RUN
from ui.backend.pulls_port import PullState

if TYPE_CHECKING:
    from tests.ui.ready_shop import Answers

RECOGNISED = (
    ("Part No.", "sku"),
    ("Description", "name"),
    ("Retail BD", "price_fils"),
    ("QOH", "quantity"),
    ("Branch", "branch"),
)
PULL_SETUP = SetupChoices(LAST_RUN.file, choices=PullChoices(columns=dict(RECOGNISED)))


@dataclass
class FakeData:
    answers: Answers
    clock: FakeClock
    shop: Any
    pull: PullState = field(default_factory=lambda: PullState(True, PULL_SETUP, LAST_RUN, moment(16, 2, 0)))

    def publish(self, *families: ChangeKind) -> None:
        """Word of a commit."""
        self.shop.tell(*families)

    def pull_of(self, number: int) -> PullState:
        return self.pull if number == 1 else PullState(False, None, None, None)
