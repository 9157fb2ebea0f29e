"""What the wizard's steps share: collaborators, the shop, and the answers so far."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtGui import QClipboard

from service.domain.keys import NewKey
from service.domain.pull.pull_choices import SetupChoices
from service.domain.pull.pulls import Run
from service.domain.shops import Shop
from service.domain.times import Clock, Millis
from service.domain.webhooks.webhook_secrets import Secret
from ui.backend import Backend
from ui.backend.host_port import HostStatus
from ui.backend.shops_port import ShopPair
from ui.i18n import Formats
from ui.shell.dialogs.file_chooser import FileChooser
from ui.theme import Theme
from ui.widgets import ClipboardClearer


class ConnectionKind(StrEnum):
    CALLS = "calls"
    FILE = "file"
    NONE = "none"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class StepContext:
    theme: Theme
    backend: Backend
    formats: Formats
    clock: Clock
    clipboard: QClipboard
    clipboard_clearer: ClipboardClearer
    chooser: FileChooser

    def now(self) -> Millis:
        return self.clock.now()


@dataclass
class WizardAnswers:
    """Steps fill it in, later ones read it; the key's text is dropped when its step is left."""

    pair: ShopPair | None = None
    host: HostStatus | None = None
    branch: str = ""
    connection_kind: ConnectionKind | None = None
    key: int | None = None
    key_name: str = ""
    key_prefix: str = ""
    secret: Secret | None = None
    tried_at: Millis | None = None
    """When the call that the owner asked for was answered; what comes later is the till's."""
    heard: bool = False
    setup: SetupChoices | None = None
    """The file or place that was recognised last."""
    run: Run | None = None
    filled: int = 0
    starts_with_pc: bool = False
    start_is_chosen: bool = False
    """Whether the owner's choice is known; until then, the last step switches it on."""

    def take_key(self, new: NewKey) -> None:
        """The key that the till gets, with its text."""
        self.key, self.key_name, self.key_prefix = new.key.id, new.key.name, new.key.prefix
        self.secret, self.tried_at, self.heard = Secret(new.text), None, False

    @property
    def shop(self) -> Shop:
        """The live shop; LookupError before the backend has answered."""
        if self.pair is None:
            raise LookupError("the wizard has no shop yet")
        return self.pair.live

    @property
    def address(self) -> str:
        """The address that tills call."""
        return self.host.address if self.host else ""
