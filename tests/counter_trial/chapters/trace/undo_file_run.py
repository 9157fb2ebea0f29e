"""A file of the nightly run is undone by clicks, but for what was changed since."""

from __future__ import annotations

from typing import Final

from tests.counter_trial.counter import Counter

FIRST: Final = "sku,name,price_fils,quantity\n04465-33480,Brake pads,12500,8\n15400-T2A-A40,Oil filter,3250,12\n"
WRONG: Final = "sku,name,price_fils,quantity\n04465-33480,Brake pads,11500,8\n15400-T2A-A40,Oil filter,3000,12\n"


def undo_file_run(counter: Counter) -> None:
    """The second file is undone: one price goes back, the one changed since stays."""
    file = counter.session.home / "stock.csv"
    file.write_text(FIRST, encoding="utf-8")
    counter.run_command("pull", "setup", str(file))
    counter.run_command("pull", "run")
    file.write_text(WRONG, encoding="utf-8")
    counter.run_command("pull", "run")
    counter.open()
    counter.call("/v1/items", {"items": [{"sku": "15400-T2A-A40", "price_fils": 3100}]})
    user = counter.user
    user.click("History")
    user.click("Nightly file, run 2", "row", exact=False)
    user.wait_for("12.500", "row", exact=False)
    counter.save_picture("run-in-history")
    user.click("Open the runs")
    user.click_until("Take this run back…", "Take it back")
    counter.save_picture("question")
    user.click("Take it back", "QAbstractButton")
    user.wait_for("Taken back", "Badge")
    counter.save_picture("taken-back")
    prices = {sku: counter.read_json("items", "show", sku)["price_fils"] for sku in ("04465-33480", "15400-T2A-A40")}
    assert prices == {"04465-33480": 12500, "15400-T2A-A40": 3100}
    user.click("History")
    user.wait_for("Undo of run 2", "row", exact=False)
    counter.save_picture("undo-in-history")
