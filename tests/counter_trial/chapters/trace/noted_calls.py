"""The call log: calls with notes or rejected rows, one that saved nothing, and the export."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from tests.counter_trial.counter import Counter

CALLS: Final = (
    {"items": [{"sku": "A-1", "name": "Oil filter", "price_fils": 3250, "quantity": 3}]},
    {"items": [{"sku": "A-2", "name": "Belt", "price_fil": 1, "quantity": 3}]},
    {"items": [{"sku": "A-3", "name": "Lamp", "quantity": 1}, {"sku": "A-4", "name": "", "quantity": 1}]},
    {"items": [{"sku": "A-5", "name": "", "quantity": -1}]},
)
"""All well; a field that is unknown; a row rejected; nothing saved."""

NOTED: Final = 3


def noted_calls(counter: Counter) -> None:
    """The Overview counts the upload that saved nothing; the filter finds three; both exports."""
    counter.open()
    for body in CALLS:
        counter.call("/v1/items", body)
    user = counter.user
    user.wait_for("fault(s)", "QLabel")
    counter.save_picture("overview")
    user.click("Call log")
    counter.wait("four calls", lambda: count_calls(counter) == len(CALLS))
    counter.save_picture("all-calls")
    user.click("Noted", "tab", exact=False)
    counter.wait("three calls", lambda: count_calls(counter) == NOTED)
    counter.save_picture("noted")
    for ending, choice in (
        ("csv", "CSV, for a spreadsheet"),
        ("jsonl", "JSON with the bodies of each call; names and prices are in them"),
    ):
        user.click_until("Export", choice)
        user.click(choice)
        counter.save_picture(f"export-{ending}")
        user.click("Choose a place…")
        file = counter.session.home / f"calls.{ending}"
        counter.save_file_as(file)
        counter.wait_for_file(file)
        _check(file, counter.key)


def count_calls(counter: Counter) -> int:
    """The rows of calls on the screen."""
    seen = [one for one in counter.user.read_widgets() if "row" in one["kinds"]]
    return sum("/v1/items" in " ".join(one["words"]) for one in seen)


def _check(file: Path, key: str) -> None:
    text = file.read_text(encoding="utf-8-sig")
    assert key not in text
    if file.suffix == ".csv":
        assert len(text.splitlines()) == NOTED + 1
        return
    calls = [json.loads(line) for line in text.splitlines()]
    assert len(calls) == NOTED
    assert "A-5" in json.dumps(calls[0]) + json.dumps(calls[-1])
    assert "price_fil" in text
