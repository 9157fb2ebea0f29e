"""Pictures of the pane "Marketplace": the form, the rehearsal, and a connected link."""

from __future__ import annotations

from service.domain.link.rehearsal import OnlyThere
from tests.screenshots.scenes import Scene
from tests.ui.ready_shop import ReadyShop
from ui.backend.marketplace_port import FoundMarketplace
from ui.panes.marketplace_pane import MarketplacePane
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey

WAIT_S = 5


def _linked(backend: ReadyShop) -> None:
    backend.link()


def _approved(backend: ReadyShop) -> None:
    _linked(backend)
    backend.marketplace.approve(1, OnlyThere.LEAVE).result(WAIT_S)


def _practising(backend: ReadyShop) -> None:
    backend.marketplace.practise(2, True).result(WAIT_S)


def _check(window: MainWindow) -> None:
    pane = window.pane
    assert isinstance(pane, MarketplacePane)
    pane.form.address.setText("https://market.example")
    pane.form.key.setText("cp_live_x")
    pane.form.show_found(FoundMarketplace(2, 1240, True, 3_600_000))


def _summary(backend: ReadyShop) -> None:
    backend.link()
    backend.change("UPDATE links SET last_answer_at = 0")


SCENES = (
    Scene("marketplace-checked", PaneKey.MARKETPLACE, act=_check, every_look=True),
    Scene("marketplace-practice-offer", PaneKey.MARKETPLACE, staging=True),
    Scene("marketplace-practice", PaneKey.MARKETPLACE, _practising, staging=True, every_look=True),
    Scene("overview-link", PaneKey.OVERVIEW, _summary, every_look=True),
    Scene("marketplace-form", PaneKey.MARKETPLACE, every_look=True),
    Scene("marketplace-rehearsal", PaneKey.MARKETPLACE, _linked, every_look=True),
    Scene("marketplace-connected", PaneKey.MARKETPLACE, _approved),
)
