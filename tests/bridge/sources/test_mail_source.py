"""An attachment in a mailbox: which message, its name, and that the mailbox stays (pull §7)."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from bridge.sources import mail_source
from bridge.sources.open_sources import StoredSources
from service.domain.errors import Refused
from service.domain.pull.pulls import PlaceAccess, PullSetup
from service.domain.webhooks.webhook_secrets import Secret
from service.files.file_errors import FileError, FileTooLarge, FileUnavailable
from service.pull.places.fetch_file import FetchedFile, FileFetch
from service.pull.places.place_port import NotTrusted, PlaceRefused
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.certificates import make_folder, make_server_context
from tests.fakes.clock import FakeClock
from tests.fakes.imap_server import PASSWORD, ImapServer

LARGE = b"SKU,Name\r\n" + b"A-1,Pad\r\n" * 150_000
ASKED = "from: erp@shop.example; subject: daily stock"


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> tuple[ssl.SSLContext, str]:
    folder = tmp_path_factory.mktemp("tls")
    return make_server_context(folder), str(make_folder(folder).authority_file)


@pytest.fixture
def server(tls: tuple[ssl.SSLContext, str]) -> Iterator[ImapServer]:
    server = ImapServer(tls[0])
    server.add("ERP <erp@shop.example>", "Daily stock 1", "stock.csv", b"old")
    server.add("ERP <erp@shop.example>", "Daily stock 2", "stock.csv", LARGE)
    server.add("ERP <erp@shop.example>", "Daily stock: a picture", "logo.png", b"picture")
    server.add("other@shop.example", "Daily stock 3", "stock.csv", b"foreign")
    yield server
    server.stop()


class Fetching:
    """Fetches from the mailbox, whose authority is trusted."""

    def __init__(self, folder: Path, server: ImapServer, trust: str) -> None:
        self.folder, self.server, self.trust = folder, server, trust
        self.secrets = FakeSecretStore()
        self.secrets.secrets["place-1"] = Secret(PASSWORD)

    def fetch(
        self, pattern: str | None = "*.csv", query: str = ASKED, path: str = "/INBOX", user: str = "till"
    ) -> FetchedFile:
        address = f"imaps://{user}@localhost:{self.server.port}{path}"
        setup = PullSetup(address, "", pattern, access=PlaceAccess("place-1", self.trust, query))
        return FileFetch(StoredSources(self.secrets), setup, FakeClock(), lambda _seconds: None).fetch(self.folder)


@pytest.fixture
def fetching(tmp_path: Path, server: ImapServer, tls: tuple[ssl.SSLContext, str]) -> Fetching:
    return Fetching(tmp_path, server, tls[1])


def test_the_newest_message_that_fits_and_the_mailbox_stays_as_it_is(fetching: Fetching) -> None:
    fetched = fetching.fetch()
    assert (fetched.path.name, fetched.path.read_bytes(), fetched.found.mark) == ("stock.csv", LARGE, "77/2")
    assert not [line for line in fetching.server.commands if line.startswith("SELECT") or "STORE" in line]
    assert not [line for line in fetching.server.commands if "BODY[" in line]
    assert PASSWORD not in "".join(fetching.server.commands)


def test_a_name_of_an_attachment_in_arabic(fetching: Fetching) -> None:
    fetching.server.add("erp@shop.example", "Daily stock", "قائمة a.csv", b"SKU\r\nA\r\n")
    found = fetching.fetch().found
    assert (found.name, found.mark) == ("قائمة a.csv", "77/5")


def test_without_a_pattern_the_only_attachment_counts(fetching: Fetching) -> None:
    assert fetching.fetch(pattern=None).path.read_bytes() == b"picture"


def test_of_several_attachments_none_is_guessed(fetching: Fetching) -> None:
    fetching.server.add("erp@shop.example", "Daily stock", "stock.csv", b"SKU\r\nA\r\n")
    fetching.server.messages[-1].add_attachment(
        b"SKU\r\nB\r\n", maintype="application", subtype="octet-stream", filename="prices.csv"
    )
    for pattern in (None, "*.csv"):
        with pytest.raises(FileError, match=r"several files: stock\.csv, prices\.csv\. Give a pattern"):
            fetching.fetch(pattern=pattern)
    assert fetching.fetch(pattern="prices*").path.read_bytes() == b"SKU\r\nB\r\n"


def test_a_subject_in_arabic(fetching: Fetching) -> None:
    fetching.server.add("erp@shop.example", "قائمة المخزون اليوم", "stock.csv", b"SKU\r\nA\r\n")
    assert fetching.fetch(query="subject: المخزون").path.read_bytes() == b"SKU\r\nA\r\n"


def test_a_cut_download_begins_again(fetching: Fetching) -> None:
    fetching.server.cut = True
    assert fetching.fetch().path.read_bytes() == LARGE


def test_a_large_message_is_not_downloaded(fetching: Fetching, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_source, "MAX_MESSAGE_BYTES", 1 << 20)
    with pytest.raises(FileTooLarge, match=r"message with stock\.csv is larger than 1 MB"):
        fetching.fetch()


def test_a_message_made_of_countless_parts_is_not_parsed(fetching: Fetching) -> None:
    fetching.server.add("erp@shop.example", "Daily stock", "stock.csv", b"SKU\r\nA\r\n")
    fetching.server.messages[-1].get_payload(0).set_content("--\n" * 10_001)  # type: ignore[union-attr]
    with pytest.raises(FileError, match=r"stock\.csv cannot be taken from its message"):
        fetching.fetch()


def test_an_answer_that_is_no_number_is_one_sentence(fetching: Fetching) -> None:
    fetching.server.found = b"* SEARCH 1 x\r\nTAG OK done\r\n"
    with pytest.raises(FileUnavailable, match="localhost cannot be reached now: ValueError"):
        fetching.fetch()


def test_faults_are_one_sentence(fetching: Fetching) -> None:
    with pytest.raises(PlaceRefused, match="does not accept the password of other"):
        fetching.fetch(user="other")
    with pytest.raises(FileUnavailable, match="has no Spam"):
        fetching.fetch(path="/Spam")
    with pytest.raises(FileUnavailable, match="No message of the last 31 days in INBOX"):
        fetching.fetch(pattern="*.xlsx")
    with pytest.raises(Refused, match="A mailbox is asked as in"):
        fetching.fetch(query="stock")
    fetching.trust = ""
    with pytest.raises(NotTrusted, match="is not valid"):
        fetching.fetch()


def test_the_months_of_imap_are_english_in_every_locale() -> None:
    written = [mail_source.imap_date(date(2026, month, 5)) for month in range(1, 13)]
    assert written[:3] == ["05-Jan-2026", "05-Feb-2026", "05-Mar-2026"]
    names = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
    assert " ".join(text[3:6] for text in written) == names
    assert "strftime" not in Path(mail_source.__file__).read_text(encoding="utf-8")
