"""The steps from one schema to the next. A step never changes after its release."""

from __future__ import annotations

import sqlite3
from importlib import resources

from sqlite_utils import Database, Migrations

from service.store.engine.recounting import recount_log
from service.store.engine.refolding import refold

migrations = Migrations("counterpart")


@migrations(name="001_first_schema")
def first_schema(db: Database) -> None:
    """Creates everything that version 0.1.0 needs."""
    run_script(db, "schema_001.sql")
    db.execute("PRAGMA user_version = 1")


@migrations(name="002_item_revisions")
def item_revisions(db: Database) -> None:
    """Numbers the changes of items per shop (contract §9)."""
    run_script(db, "schema_002.sql")
    db.execute("PRAGMA user_version = 2")


@migrations(name="003_mirrored_orders")
def mirrored_orders(db: Database) -> None:
    """Adds orders that mirror those of a marketplace (contract §9)."""
    run_script(db, "schema_003.sql")
    db.execute("PRAGMA user_version = 3")


@migrations(name="004_upstream_link")
def upstream_link(db: Database) -> None:
    """Adds the upstream link (docs/link.md)."""
    run_script(db, "schema_004.sql")
    db.execute("PRAGMA user_version = 4")


@migrations(name="005_fold_again")
def fold_again(db: Database) -> None:
    """Folds spellings again, by a rule that gives the same result when it is used twice
    (contract §3).
    """
    refold(db)
    db.execute("PRAGMA user_version = 5")


@migrations(name="006_event_feed")
def event_feed(db: Database) -> None:
    """Adds events that callers fetch (contract §9)."""
    run_script(db, "schema_006.sql")
    db.execute("PRAGMA user_version = 6")


@migrations(name="007_count_log_again")
def count_log_again(db: Database) -> None:
    """Counts the real size of the call log (contract §7)."""
    recount_log(db)
    db.execute("PRAGMA user_version = 7")


@migrations(name="008_kept_answers")
def kept_answers(db: Database) -> None:
    """Creates the answers of calls that are sent again (contract §9.6)."""
    run_script(db, "schema_008.sql")
    db.execute("PRAGMA user_version = 8")


@migrations(name="009_key_expiry")
def key_expiry(db: Database) -> None:
    """Adds the end of a key, and the address that used it last (contract §5)."""
    run_script(db, "schema_009.sql")
    db.execute("PRAGMA user_version = 9")


@migrations(name="010_network_http")
def network_http(db: Database) -> None:
    """Lets tills that call unencrypted go on doing so (contract §2.8)."""
    run_script(db, "schema_010.sql")
    db.execute("PRAGMA user_version = 10")


@migrations(name="011_audit")
def audit(db: Database) -> None:
    """Creates the record of what the owner does (contract §11)."""
    run_script(db, "schema_011.sql")
    db.execute("PRAGMA user_version = 11")


@migrations(name="012_alerts")
def alerts(db: Database) -> None:
    """Adds alerts to the owner's phone or mail."""
    run_script(db, "schema_012.sql")
    db.execute("PRAGMA user_version = 12")


@migrations(name="013_order_customers")
def order_customers(db: Database) -> None:
    """Adds the customers of orders by phone."""
    run_script(db, "schema_013.sql")
    db.execute("PRAGMA user_version = 13")


@migrations(name="014_items_by_hand")
def items_by_hand(db: Database) -> None:
    """Adds who wrote an item last, its own low-stock limit, and the VAT rate of a shop."""
    run_script(db, "schema_014.sql")
    db.execute("PRAGMA user_version = 14")


@migrations(name="015_item_pictures")
def item_pictures(db: Database) -> None:
    """Adds a picture of an item."""
    run_script(db, "schema_015.sql")
    db.execute("PRAGMA user_version = 15")


@migrations(name="016_pull_places")
def pull_places(db: Database) -> None:
    """Adds addresses and watching of nightly files."""
    run_script(db, "schema_016.sql")
    db.execute("PRAGMA user_version = 16")


@migrations(name="017_people")
def people(db: Database) -> None:
    """Adds staff at the counter and PINs."""
    run_script(db, "schema_017.sql")
    db.execute("PRAGMA user_version = 17")


@migrations(name="018_vat_number")
def vat_number(db: Database) -> None:
    """Adds the VAT number of a shop, and indexes for summaries of a day."""
    run_script(db, "schema_018.sql")
    db.execute("PRAGMA user_version = 18")


@migrations(name="019_item_history")
def item_history(db: Database) -> None:
    """Adds the history of the values of items (contract §12)."""
    run_script(db, "schema_019.sql")
    db.execute("PRAGMA user_version = 19")


@migrations(name="020_details_in_history")
def details_in_history(db: Database) -> None:
    """Adds low limits, pictures and removed items to the history (contract §12)."""
    run_script(db, "schema_020.sql")
    db.execute("PRAGMA user_version = 20")


@migrations(name="021_orders_before_link")
def orders_before_link(db: Database) -> None:
    """Adds the orders that a marketplace had closed before the link (link §2)."""
    run_script(db, "schema_021.sql")
    db.execute("PRAGMA user_version = 21")


@migrations(name="022_parts_of_calls")
def parts_of_calls(db: Database) -> None:
    """Adds the parts that uploads name, by which their calls are found (contract §7)."""
    run_script(db, "schema_022.sql")
    db.execute("PRAGMA user_version = 22")


@migrations(name="023_fold_invisible")
def fold_invisible(db: Database) -> None:
    """Folds spellings again, by a rule that passes over invisible characters (contract §3.2)."""
    refold(db)
    db.execute("PRAGMA user_version = 23")


def run_script(db: Database, name: str) -> None:
    """Runs the statements of a file next to this module in the step's own transaction."""
    text = resources.files("service.store.engine").joinpath(name).read_text(encoding="utf-8")
    statement = ""
    for line in text.splitlines():
        if line.lstrip().startswith("--"):
            continue
        statement += f"{line}\n"
        # A trigger has semicolons of its own.
        if sqlite3.complete_statement(statement):
            db.execute(statement.strip().removesuffix(";"))
            statement = ""
    if statement.strip():
        db.execute(statement)
