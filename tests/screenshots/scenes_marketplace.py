"""Pictures of the pane "Marketplace": the form, the rehearsal, and a connected link."""

from __future__ import annotations

from tests.screenshots.scenes import Scene
from tests.ui.fake import FakeBackend
from ui.shell.pane_context import PaneKey

WAIT_S = 5


def _linked(backend: FakeBackend) -> None:
    backend.marketplace.connect(1, "https://market.example", "cp_live_x").result(WAIT_S)


def _approved(backend: FakeBackend) -> None:
    _linked(backend)
    backend.marketplace.approve(1).result(WAIT_S)


SCENES = (
    Scene("marketplace-form", PaneKey.MARKETPLACE, every_look=True),
    Scene("marketplace-rehearsal", PaneKey.MARKETPLACE, _linked, every_look=True),
    Scene("marketplace-connected", PaneKey.MARKETPLACE, _approved),
)
