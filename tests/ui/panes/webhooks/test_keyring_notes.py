"""What deliveries wait for: secrets that are gone, and a keyring that is locked."""

from __future__ import annotations

import pytest

from service.domain.sentences import Sentence, encode_sentence
from service.domain.webhooks.webhook_secrets import SECRET_DAMAGED, SECRET_MISSING, SecretStoreState
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.fake.sentence_data import NO_NETWORK
from tests.ui.panes.webhooks.conftest import Opened, Settle
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import button, dialog, is_nowhere, texts
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import KeyringStatus
from ui.i18n import Language
from ui.panes.shared.keyring_notes import PassphraseDialog
from ui.panes.webhooks.webhooks_pane import WebhooksPane
from ui.widgets import Button, ConfirmDialog


def hold_up(backend: ReadyShop, note: Sentence, upcoming: str | None = None) -> None:
    """The second target waits for what the note says."""
    backend.change("UPDATE targets SET note = ?, next_secret_name = ? WHERE id = 2", encode_sentence(note), upcoming)


def test_what_deliveries_wait_for_is_said(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    hold_up(backend, NO_NETWORK)
    pane = opened()
    pane.open_target("2")
    said = texts(pane.detail)
    assert "Deliveries to Till 2 are waiting" in said
    assert "This computer has no network; sent when it is back" in said
    assert "3 events are waiting." in said
    assert "signature mismatch" not in texts(pane.detail.notes), "what it answered before is not what holds it up"
    assert pane.targets.model.index(1, 0).data() == "Till 2, 3 events held up"
    assert pane.detail.head.badge.text() == "Held up"
    button(pane.detail.notes, "Try all 3 now").click()
    settle()
    assert backend.answers.last("webhooks.resend_waiting") == (1, 2)


@pytest.mark.parametrize("note", [SECRET_MISSING, SECRET_DAMAGED])
def test_a_secret_that_is_gone_is_made_anew_from_there(opened: Opened, backend: ReadyShop, note: Sentence) -> None:
    hold_up(backend, note)
    pane = opened()
    pane.open_target("2")
    assert "rotate" in texts(pane.detail.notes)
    button(pane.detail.notes, "Rotate secret…").click()
    assert dialog(ConfirmDialog).isVisible()


def test_a_secret_that_is_gone_and_has_a_next_one_is_ended_by_finishing(opened: Opened, backend: ReadyShop) -> None:
    hold_up(backend, SECRET_MISSING, "webhook-2-next")
    pane = opened()
    pane.open_target("2")
    assert len(pane.detail.notes.notes) == 2
    assert [one.text() for one in pane.detail.notes.findChildren(Button)] == ["Finish the rotation…"]


def test_what_the_keyring_note_says_is_not_said_twice(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    hold_up(backend, NO_NETWORK)
    backend.computer.secrets.show(KeyringStatus(SecretStoreState.LOCKED, "GNOME Keyring"))
    pane = opened()
    pane.open_target("2")
    assert pane.keyring.isVisible()
    assert pane.detail.notes.isHidden()
    backend.computer.secrets.show(KeyringStatus(SecretStoreState.WORKS, "GNOME Keyring"))
    pane.reload()
    settle()
    assert "Deliveries to Till 2 are waiting" in texts(pane.detail.notes)


def test_what_deliveries_wait_for_is_said_in_arabic(
    make_context: MakeContext, backend: ReadyShop, show: ShowWidget
) -> None:
    hold_up(backend, NO_NETWORK)
    pane = WebhooksPane(make_context(language=Language.ARABIC))
    show(pane)
    pane.open_target("2")
    said = texts(pane.detail.notes)
    assert "لا شبكة في هذا الجهاز" in said
    assert not any(char in said.replace("Till 2", "") for char in "abcdefghijklmnopqrstuvwxyz")


@pytest.mark.parametrize(
    ("state", "opened_file", "expected", "fix"),
    [
        (SecretStoreState.LOCKED, True, "The keyring that holds the webhook secrets is locked", "Try again"),
        (SecretStoreState.SLOW, True, "The keyring did not answer in time", "Try again"),
        (SecretStoreState.ABSENT, True, "This computer has no keyring", "Use an encrypted file…"),
        (SecretStoreState.ENCRYPTED_FILE, False, "The encrypted file with the webhook secrets is closed", ""),
    ],
)
def test_each_state_of_the_keyring_is_told_with_what_to_do(
    opened: Opened, backend: ReadyShop, state: SecretStoreState, opened_file: bool, expected: str, fix: str
) -> None:
    backend.computer.secrets.show(KeyringStatus(state, "GNOME Keyring", opened_file))
    pane = opened()
    assert expected in texts(pane)
    assert button(pane.keyring, fix or "Enter the passphrase…").isVisible()


def test_a_keyring_that_works_is_not_mentioned(opened: Opened) -> None:
    assert not opened().keyring.isVisible()


def test_the_keyring_is_tried_again(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.computer.secrets.show(KeyringStatus(SecretStoreState.LOCKED))
    pane = opened()
    backend.computer.secrets.show(KeyringStatus(SecretStoreState.WORKS))
    button(pane.keyring, "Try again").click()
    settle()
    assert "host.retry_keyring" in backend.answers.names()
    assert not pane.keyring.isVisible()


def test_a_slow_keyring_holds_the_pane_up_no_moment(opened: Opened, backend: ReadyShop) -> None:
    backend.answers.hold("host.keyring")
    assert opened().state == "content"


def test_the_passphrase_is_typed_twice_and_kept_nowhere(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.computer.secrets.show(KeyringStatus(SecretStoreState.ABSENT))
    pane = opened()
    button(pane.keyring, "Use an encrypted file…").click()
    opened_dialog = dialog(PassphraseDialog)
    opened_dialog.first.setText("short")
    opened_dialog.go.click()
    assert "This passphrase is too short." in texts(opened_dialog)
    opened_dialog.first.setText("camel harbour ninety")
    opened_dialog.second.setText("camel harbour nine")
    opened_dialog.go.click()
    assert "The two are not the same." in texts(opened_dialog)
    opened_dialog.second.setText("camel harbour ninety")
    backend.answers.fail("host.open_vault", BackendError("wrong", code=ErrorCode.WRONG_PASSPHRASE))
    opened_dialog.go.click()
    settle()
    assert "This passphrase does not open it." in texts(opened_dialog)
    assert opened_dialog.first.text() == ""
    backend.answers.mend("host.open_vault")
    opened_dialog.first.setText("camel harbour ninety")
    backend.computer.secrets.show(KeyringStatus(SecretStoreState.ENCRYPTED_FILE))
    opened_dialog.go.click()
    assert backend.answers.last("host.open_vault") == ("camel harbour ninety",)
    settle()
    assert is_nowhere("camel harbour ninety")
    assert not pane.keyring.isVisible()
