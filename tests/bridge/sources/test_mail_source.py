"""An attachment in a mailbox: which message, its name, and that the mailbox stays (pull §7)."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from bridge.sources import mail_source
from service.domain.errors import Refused
from service.files.file_errors import FileError, FileTooLarge, FileUnavailable
from service.pull.places.fetch_file import FetchedFile
from service.pull.places.place_port import NotTrusted, PlaceRefused
from tests.bridge.sources.fetching import Fetching
from tests.fakes.imap_server import PASSWORD, ImapServer

LARGE = b"SKU,Name\r\n" + b"A-1,Pad\r\n" * 150_000
ASKED = "from: erp@shop.example; subject: daily stock"


@pytest.fixture
def server(tls: tuple[ssl.SSLContext, str]) -> Iterator[ImapServer]:
    server = ImapServer(tls[0])
    server.add("ERP <erp@shop.example>", "Daily stock 1", "stock.csv", b"old")
    server.add("ERP <erp@shop.example>", "Daily stock 2", "stock.csv", LARGE)
    server.add("ERP <erp@shop.example>", "Daily stock: a picture", "logo.png", b"picture")
    server.add("other@shop.example", "Daily stock 3", "stock.csv", b"foreign")
    yield server
    server.stop()


class Mailbox(Fetching):
    """Fetches from the mailbox, whose authority is trusted."""

    def __init__(self, folder: Path, server: ImapServer, trust: str) -> None:
        super().__init__(folder, PASSWORD, f"imaps://till@localhost:{server.port}", trust)
        self.mail = server

    def ask(
        self, pattern: str | None = "*.csv", query: str = ASKED, path: str = "/INBOX", user: str = "till"
    ) -> FetchedFile:
        return self.fetch(path, pattern, server=self.server.replace("till", user), query=query)


@pytest.fixture
def mailbox(tmp_path: Path, server: ImapServer, tls: tuple[ssl.SSLContext, str]) -> Mailbox:
    return Mailbox(tmp_path, server, tls[1])


def test_the_newest_message_that_fits_and_the_mailbox_stays_as_it_is(mailbox: Mailbox) -> None:
    fetched = mailbox.ask()
    assert (fetched.path.name, fetched.path.read_bytes(), fetched.found.mark) == ("stock.csv", LARGE, "77/2")
    assert not [line for line in mailbox.mail.commands if line.startswith("SELECT") or "STORE" in line]
    assert not [line for line in mailbox.mail.commands if "BODY[" in line]
    assert PASSWORD not in "".join(mailbox.mail.commands)


def test_a_name_of_an_attachment_in_arabic(mailbox: Mailbox) -> None:
    mailbox.mail.add("erp@shop.example", "Daily stock", "قائمة a.csv", b"SKU\r\nA\r\n")
    found = mailbox.ask().found
    assert (found.name, found.mark) == ("قائمة a.csv", "77/5")


def test_without_a_pattern_the_only_attachment_counts(mailbox: Mailbox) -> None:
    assert mailbox.ask(pattern=None).path.read_bytes() == b"picture"


def test_of_several_attachments_none_is_guessed(mailbox: Mailbox) -> None:
    mailbox.mail.add("erp@shop.example", "Daily stock", "stock.csv", b"SKU\r\nA\r\n")
    mailbox.mail.messages[-1].add_attachment(
        b"SKU\r\nB\r\n", maintype="application", subtype="octet-stream", filename="prices.csv"
    )
    for pattern in (None, "*.csv"):
        with pytest.raises(FileError, match=r"several files: stock\.csv, prices\.csv\. Give a pattern"):
            mailbox.ask(pattern=pattern)
    assert mailbox.ask(pattern="prices*").path.read_bytes() == b"SKU\r\nB\r\n"


def test_a_subject_in_arabic(mailbox: Mailbox) -> None:
    mailbox.mail.add("erp@shop.example", "قائمة المخزون اليوم", "stock.csv", b"SKU\r\nA\r\n")
    assert mailbox.ask(query="subject: المخزون").path.read_bytes() == b"SKU\r\nA\r\n"


def test_a_cut_download_begins_again(mailbox: Mailbox) -> None:
    mailbox.mail.cut = True
    assert mailbox.ask().path.read_bytes() == LARGE


def test_a_large_message_is_not_downloaded(mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_source, "MAX_MESSAGE_BYTES", 1 << 20)
    with pytest.raises(FileTooLarge, match=r"message with stock\.csv is larger than 1 MB"):
        mailbox.ask()


def test_a_message_made_of_countless_parts_is_not_parsed(mailbox: Mailbox) -> None:
    mailbox.mail.add("erp@shop.example", "Daily stock", "stock.csv", b"SKU\r\nA\r\n")
    mailbox.mail.messages[-1].get_payload(0).set_content("--\n" * 10_001)  # type: ignore[union-attr]
    with pytest.raises(FileError, match=r"stock\.csv cannot be taken from its message"):
        mailbox.ask()


def test_an_answer_that_is_no_number_is_one_sentence(mailbox: Mailbox) -> None:
    mailbox.mail.found = b"* SEARCH 1 x\r\nTAG OK done\r\n"
    with pytest.raises(FileUnavailable, match="localhost cannot be reached now: ValueError"):
        mailbox.ask()


def test_faults_are_one_sentence(mailbox: Mailbox) -> None:
    with pytest.raises(PlaceRefused, match="does not accept the password of other"):
        mailbox.ask(user="other")
    with pytest.raises(FileUnavailable, match="has no Spam"):
        mailbox.ask(path="/Spam")
    with pytest.raises(FileUnavailable, match="No message of the last 31 days in INBOX"):
        mailbox.ask(pattern="*.xlsx")
    with pytest.raises(Refused, match="A mailbox is asked as in"):
        mailbox.ask(query="stock")
    mailbox.trust = ""
    with pytest.raises(NotTrusted, match="is not valid"):
        mailbox.ask()


def test_the_months_of_imap_are_english_in_every_locale() -> None:
    written = [mail_source.imap_date(date(2026, month, 5)) for month in range(1, 13)]
    assert written[:3] == ["05-Jan-2026", "05-Feb-2026", "05-Mar-2026"]
    names = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
    assert " ".join(text[3:6] for text in written) == names
    assert "strftime" not in Path(mail_source.__file__).read_text(encoding="utf-8")
