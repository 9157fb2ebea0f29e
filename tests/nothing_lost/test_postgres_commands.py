"""Every command of the command line, once, on a service that runs on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from bridge.cli.program import program
from bridge.secrets.vault_file import PASSPHRASE_VARIABLE
from service.domain.times import Millis, SystemClock, format_rfc3339
from tests.bridge.cli.cli_runner import Cli
from tests.bridge.cli.test_isolation import command_names
from tests.bridge.secrets.quick_vault import make_quick_vault
from tests.fakes.clock import FakeClock
from tests.fakes.postgres_server import OwnDatabase, make_address
from tests.nothing_lost.service_process import run_program
from tests.service.delivery.raw_receivers import answer, receiving

pytestmark = pytest.mark.slow
OK = b"HTTP/1.1 204 No Content\r\n\r\n"
ORDER = '{"lines": [{"sku": "A", "quantity": 1}]}'
ELSEWHERE = {
    **dict.fromkeys(("serve", "attach", "join", "database code", "database password"), "tests of their own"),
    **dict.fromkeys(("backup", "restore", "move"), "tests/bridge/backups, tests/bridge/cli/test_backup_commands"),
    **dict.fromkeys(("receive", "link check", "alerts add", "alerts edit", "alerts test"), "they call addresses"),
    **dict.fromkeys(("alerts heartbeat", "alerts remove", "link set"), "they call addresses"),
    **{f"service {verb}": "this computer" for verb in ("install", "remove", "status", "register", "unregister")},
    **{f"update {verb}": "the program" for verb in ("check", "install", "rollback", "activate", "guard")},
}


class Words(NamedTuple):
    """A command; what it reads, and what it says where it refuses."""

    line: str
    stdin: str | None = None
    refusal: str = ""


WALK = (
    Words("keys create Till"),
    Words("keys list"),
    Words("keys expiry Till 2027-01-31"),
    Words("keys revoke Till"),
    Words("keys pair"),
    Words("shops list"),
    Words("shops rename Shop"),
    Words("shops vat 10"),
    Words("shops vat-number 123456789012345"),
    Words("shops read-only on"),
    Words("shops read-only off"),
    Words("branches list"),
    Words("branches add Sitra"),
    Words("branches rename Sitra Riffa"),
    Words("branches main Main"),
    Words("mode"),
    Words("items add A --name Pad --price 1.500 --quantity 4 --branch Main"),
    Words("items edit A --low 3"),
    Words("items list"),
    Words("items show A"),
    Words("items search pad"),
    Words("items price A --percent +5"),
    Words("items active off A"),
    Words("items active on A"),
    Words("items reorder"),
    Words("items picture A --remove"),
    Words("items export {out}/items.xlsx"),
    Words("items undo 999", refusal="There is no call 999"),
    Words("stock move A --cause sale --quantity 1 --branch Main"),
    Words("stock ledger A"),
    Words("webhooks add {url} --event order.placed"),
    Words("webhooks list"),
    Words("webhooks test 1"),
    Words("webhooks edit 1 --name Receiver"),
    Words("webhooks rotate 1"),
    Words("webhooks off 1"),
    Words("webhooks on 1"),
    Words("orders place -", ORDER),
    Words("orders list"),
    Words("orders show ORD-{year}-000001"),
    Words("orders act ORD-{year}-000001 accept"),
    Words("orders cancel ORD-{year}-000001 --reason wrong"),
    Words("orders export {out}/orders.csv"),
    Words("webhooks deliveries"),
    Words("webhooks resend 999", refusal="There is no delivery"),
    Words("webhooks resend-failed 1 --since {day}"),
    Words("webhooks remove 1"),
    Words("report day {day}"),
    Words("report month {day}"),
    Words("rfq new -", '{"items": [{"description": "a part", "quantity": 1}]}'),
    Words("rfq list"),
    Words("pull setup {out}/file.csv --yes"),
    Words("pull doctor {out}/file.csv"),
    Words("pull run"),
    Words("pull history"),
    Words("pull rows 1"),
    Words("pull approve"),
    Words("pull undo 1"),
    Words("history part A"),
    Words("log list"),
    Words("log show 999", refusal="There is no call"),
    Words("log export {out}/log.csv"),
    Words("sample --staging"),
    Words("link approve --staging", refusal="has no link"),
    Words("link practice on --staging"),
    Words("link status --staging"),
    Words("link push --dry-run --staging", refusal="inside the running program"),
    Words("link parked --staging"),
    Words("link waiting --staging"),
    Words("link retry --staging"),
    Words("link withdraw 999 --staging", refusal="does not wait any more"),
    Words("link compare --staging", refusal="inside the running program"),
    Words("link off --staging"),
    Words("link on --staging"),
    Words("link remove --staging", refusal="End the practice instead"),
    Words("link practice off --staging"),
    Words("shops add Second"),
    Words("alerts list"),
    Words("people add Sara"),
    Words("people list"),
    Words("people rename Sara Sarah"),
    Words("people deactivate Sarah"),
    Words("people activate Sarah"),
    Words("people set-pin Sarah", "1234\n1234\n", refusal="Set the owner's PIN first"),
    Words("people reset-pin"),
    Words("people support-view off"),
    Words("counters add", refusal="Further counters are off"),
    Words("counters list"),
    Words("counters revoke Nobody", refusal="There is no"),
    Words("settings language ar"),
    Words("settings language en"),
    Words("certificate replace --yes"),
    Words("certificate show"),
    Words("certificate renew"),
    Words("certificate save {out}/authority.pem"),
    Words("clock"),
    Words("audit list"),
    Words("audit verify"),
    Words("database new-key --yes"),
    Words("bundle {out}/support.zip --yes"),
    Words("doctor", refusal="fsync, full_page_writes is off"),
)


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cli]:
    own, folder = OwnDatabase(), tmp_path / "data"
    environment = {"COUNTERPART_DATABASE": make_address(own.name), PASSPHRASE_VARIABLE: "only for a test"}
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    folder.mkdir()
    make_quick_vault(folder, environment[PASSPHRASE_VARIABLE])
    yield Cli(folder, FakeClock(SystemClock().now()), environment)
    own.close()


async def test_every_command_works_or_says_why_not(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file.csv").write_text("sku,name,price,quantity\nA,Pad,1.500,5\nB,Disc,2.500,3\n", encoding="utf-8")
    unlike: dict[str, str] = {}
    async with receiving(answer(OK)) as receiver, run_program(cli.folder):
        now = SystemClock().now()
        gaps = {"out": tmp_path, "url": f"http://127.0.0.1:{receiver.port}/in", **_name_day(now)}
        for words in WALK:
            line = [word.format(**gaps) for word in words.line.split()]
            result = await asyncio.to_thread(cli.run, *line, stdin=words.stdin)
            if (result.exit_code != 0) != bool(words.refusal) or words.refusal not in result.output:
                unlike[words.line] = result.output
    assert unlike == {}


def _name_day(now: Millis) -> dict[str, str]:
    day = format_rfc3339(now)[:10]
    return {"day": day, "year": day[:4]}


def test_every_command_is_walked() -> None:
    walked = {name for name in command_names(program) if any(f"{words.line} ".startswith(f"{name} ") for words in WALK)}
    assert set(command_names(program)) - walked == set(ELSEWHERE)
