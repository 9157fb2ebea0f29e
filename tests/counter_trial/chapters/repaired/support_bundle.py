"""What support gets: the bundle and the self-test, in the owner's time."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime, timedelta

from tests.counter_trial.counter import Counter


def support_bundle(counter: Counter) -> None:
    """Keys by name, notes of calls, deliveries and the start are in it, and no key."""
    counter.session.environment["TZ"] = "Asia/Bahrain"
    counter.open()
    upload = {"items": [{"sku": "BP-1187", "name": "Brake pads", "price_fils": -5}]}
    counter.call("/v1/items", upload)
    user = counter.user
    user.press("ctrl+comma")
    user.click("General", "SectionButton")
    user.click("Start with this PC", "Switch")
    user.click("Self-test, support", "SectionButton")
    user.click("Test now")
    user.wait_for("Test again", "QAbstractButton")
    counter.save_picture("self-test")
    user.click("Copy the result")
    _check_local_time(user.clipboard())
    user.scroll_to("Show what is in it…", "QAbstractButton")
    user.click("Show what is in it…")
    user.wait_for("This is all that will be in the file. Look through it, then save it and send it yourself.")
    counter.save_picture("contents")
    file = counter.session.home / "support.zip"
    user.click("Save the file…")
    user.choose_file(file)
    _check_bundle(counter, counter.wait_for_file(file))


def _check_local_time(text: str) -> None:
    """The self-test names the hour of Bahrain, three hours after UTC."""
    hour = datetime.now(UTC) + timedelta(hours=3)
    assert hour.strftime("%Y-%m-%d %H:") in text, text


def _check_bundle(counter: Counter, content: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}
    whole = "\n".join(parts.values())
    said = [line for line in whole.splitlines() if "start_at_login" in line]
    assert any("True" in line for line in said), said
    assert "start_at_login: False" not in whole
    assert "key,name,shop,created_at" in whole
    assert any("deliver" in name for name in parts), sorted(parts)
    assert "price_fils" in whole, "the notes of the call"
    assert counter.key not in whole
