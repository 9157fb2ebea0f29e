"""Pictures of the pane "Marketplace": the form, the rehearsal, and a connected link."""

from __future__ import annotations

from service.domain.link.link_state import LinkState
from service.domain.link.rehearsal import OnlyThere
from service.domain.sentences import message
from tests.screenshots.scenes import Scene
from tests.ui.fake import FakeBackend
from ui.backend.overview_port import LinkSummary
from ui.panes.marketplace_pane import MarketplacePane
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey

WAIT_S = 5


def _linked(backend: FakeBackend) -> None:
    backend.marketplace.connect(1, "https://market.example", "cp_live_x").result(WAIT_S)


def _approved(backend: FakeBackend) -> None:
    _linked(backend)
    backend.marketplace.approve(1, OnlyThere.LEAVE).result(WAIT_S)


def _practising(backend: FakeBackend) -> None:
    backend.marketplace.practise(2, True).result(WAIT_S)


def _check(window: MainWindow) -> None:
    pane = window.pane
    assert isinstance(pane, MarketplacePane)
    pane.form.address.setText("https://market.example")
    pane.form.key.setText("cp_live_x")
    pane.form.button.click()


def _summary(backend: FakeBackend) -> None:
    text = message("The marketplace does not answer; it is asked again and again. {why}", why="")
    backend.world.link = LinkSummary(LinkState.WAITING, text, 14, 2, is_practice=False)


SCENES = (
    Scene("marketplace-checked", PaneKey.MARKETPLACE, act=_check, every_look=True),
    Scene("marketplace-practice-offer", PaneKey.MARKETPLACE, staging=True),
    Scene("marketplace-practice", PaneKey.MARKETPLACE, _practising, staging=True, every_look=True),
    Scene("overview-link", PaneKey.OVERVIEW, _summary, every_look=True),
    Scene("marketplace-form", PaneKey.MARKETPLACE, every_look=True),
    Scene("marketplace-rehearsal", PaneKey.MARKETPLACE, _linked, every_look=True),
    Scene("marketplace-connected", PaneKey.MARKETPLACE, _approved),
)
