"""A command line with a secret store, and the deliveries that its targets get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from click.testing import CliRunner, Result

from bridge.cli.program import program
from bridge.cli.session import Session
from service.store.engine.transaction import Tx
from tests.bridge.cli.cli_runner import Cli
from tests.bridge.cli.ready_data import add_first_shop
from tests.bridge.secrets.quick_vault import make_quick_vault

URL = "http://127.0.0.1:9/in"


@dataclass
class CliWithSecrets(Cli):
    """The commands with a passphrase in the environment,
    so that an encrypted file keeps the secrets.
    """

    passphrase: str = "only for this test"

    def run(self, *words: str, stdin: str | bytes | None = None) -> Result:
        environment = {"COUNTERPART_DATA_DIR": str(self.folder)}
        if self.passphrase:
            environment["COUNTERPART_VAULT_PASSPHRASE"] = self.passphrase
        return CliRunner().invoke(program, list(words), input=stdin, obj=Session(self.clock, environment))

    def add(self, *kinds: str, more: tuple[str, ...] = ()) -> Any:  # noqa: ANN401 - JSON
        """A target; of `order.placed` where no kind is named."""
        chosen = [word for kind in kinds or ("order.placed",) for word in ("--event", kind)]
        return self.json("webhooks", "add", URL, *chosen, *more)

    def set_deliveries(self, state: str, *, where: str = "1 = 1") -> None:
        """As if the running program had come that far."""
        self.write(
            lambda tx, _shop: tx.update(
                f"UPDATE deliveries SET state = ?, attempts = 6, next_attempt_at = NULL, finished_at = 1 WHERE {where}",
                (state,),
            )
        )

    def fail_once(self, sentence: str = "Answered 500") -> None:
        """One failed attempt for all that waits."""

        def work(tx: Tx, _shop: object) -> None:
            tx.update(
                "INSERT INTO attempts SELECT seq, 1, ?, 500, NULL, 12, CAST('broken' AS BLOB) FROM deliveries",
                (self.clock.now(),),
            )
            tx.update(
                "UPDATE deliveries SET attempts = 1, tries = 1, next_attempt_at = ?, note = ?",
                (self.clock.now() + 60_000, sentence),
            )
            tx.update("UPDATE targets SET failures = 3, trouble_since = ?", (self.clock.now(),))

        self.write(work)


def add_shop_and_vault(cli: CliWithSecrets) -> None:
    """The first shop, and the file of secrets: for `ready_cli`."""
    add_first_shop(cli)
    make_quick_vault(cli.folder, cli.passphrase)
