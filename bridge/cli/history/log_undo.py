"""`counterpart log undo` and `items undo`: undo an upload, or say what that would do."""

from __future__ import annotations

from typing import Any

import click

from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.command_group import Command, pass_session
from bridge.cli.framework.output import print_json, print_line
from bridge.cli.framework.parameter_types import KEY_ID
from bridge.cli.framework.value_format import format_count
from bridge.cli.history.history_output import change_json, describe_change
from service.domain.history import UploadUndo
from service.usecases.put_back import plan_upload_undo, undo_upload


def make_undo(group: str) -> click.Command:
    """The command as part of a group: `log undo` and `items undo` are the same."""

    @click.command(
        "undo",
        cls=Command,
        help="Undo what an upload changed, except for what was changed since. New parts go if nothing uses them.",
        example=f"counterpart {group} undo 1204 --preview",
    )
    @click.argument("call_id", metavar="ID", type=KEY_ID)
    @click.option("--preview", is_flag=True, help="Only say what would go back and what stays.")
    @pass_session
    def undo(session: Session, call_id: int, preview: bool) -> None:
        _undo(session, call_id, preview=preview)

    return undo


def _undo(session: Session, call_id: int, *, preview: bool) -> None:
    done = (
        session.read_shop(lambda db, shop: plan_upload_undo(db, shop, call_id))
        if preview
        else session.write_shop(lambda tx, shop: undo_upload(tx, shop, call_id, by=session.author, now=session.now()))
    )
    if session.as_json:
        print_json(_as_json(done))
        return
    for sku, changes in done.changes:
        print_line(f"{sku}: {', '.join(describe_change(change) for change in changes)}")
    for sku in done.removed:
        print_line(f"{sku}: removed")
    for item in done.left:
        print_line(f"{item.sku}: {item.why}")
    counts = (len(done.changes), len(done.removed), len(done.left))
    back, gone, stay = (format_count(count, "part") for count in counts)
    begin = "Nothing is done yet. To restore" if preview else "Restored"
    print_line(f"{begin}: {back}. {'To remove' if preview else 'Removed'}: {gone}. Changed since: {stay}.")


def _as_json(done: UploadUndo) -> dict[str, Any]:
    return {
        "call": done.call_id,
        "restored": [{"sku": sku, "changes": [change_json(one) for one in changes]} for sku, changes in done.changes],
        "removed": list(done.removed),
        "stays": [{"sku": item.sku, "why": str(item.why)} for item in done.left],
    }
