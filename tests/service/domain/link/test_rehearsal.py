"""What the owner sees before the first push: counts, and the largest changes (link §4)."""

from __future__ import annotations

import msgspec

from service.domain.link.rehearsal import Change, Priced, Rehearsal, read_report


def test_a_rehearsal_counts_and_names_the_worst_first() -> None:
    rehearsal = Rehearsal(create=1, equal=2, only_there=3)
    rehearsal.add_changed(Priced("A", 100, 5000), Priced("A", 110, 5000))
    rehearsal.add_changed(Priced("B", 100, 5000), Priced("B", 100, 0))
    for place in range(30):
        rehearsal.add_changed(Priced(f"C{place}", 100, 1000), Priced(f"C{place}", 100, 3000 + place))
    report = rehearsal.report()
    assert (report.create, report.change, report.equal, report.only_there) == (1, 32, 2, 3)
    assert len(report.worst) == 20
    assert report.worst[0] == Change("B", "quantity", 5, 0)
    assert report.worst[1] == Change("C29", "quantity", 1, 3.029)
    assert "A" not in [change.sku for change in report.worst]


def test_price_and_quantity_of_an_item_are_two_changes_and_larger_steps_come_first() -> None:
    rehearsal = Rehearsal()
    rehearsal.add_changed(Priced("A", 100, 1000), Priced("A", 300, 500))
    rehearsal.add_changed(Priced("B", 1000, 1000), Priced("B", 100, 1000))
    assert rehearsal.report().worst == [
        Change("B", "price_fils", 1000, 100),
        Change("A", "price_fils", 100, 300),
        Change("A", "quantity", 1, 0.5),
    ]


def test_whole_quantities_are_integers_in_the_report() -> None:
    rehearsal = Rehearsal()
    rehearsal.add_changed(Priced("A", 100, 5000), Priced("A", 100, 500))
    (change,) = rehearsal.report().worst
    assert msgspec.json.encode((change.there, change.here)) == b"[5,0.5]"


def test_a_price_that_comes_or_goes_is_a_largest_change_by_part_number() -> None:
    rehearsal = Rehearsal()
    rehearsal.add_changed(Priced("B", None, 0), Priced("B", 100, 0))
    rehearsal.add_changed(Priced("A", 100, 0), Priced("A", None, 0))
    rehearsal.add_changed(Priced("C", 1, 0), Priced("C", 1_000_000, 0))
    assert [(change.sku, change.there, change.here) for change in rehearsal.report().worst] == [
        ("A", 100, None),
        ("B", None, 100),
        ("C", 1, 1_000_000),
    ]


def test_a_stored_report_is_read_back() -> None:
    rehearsal = Rehearsal(create=4)
    rehearsal.add_changed(Priced("A", 100, 1000), Priced("A", 300, 500))
    report = rehearsal.report()
    assert read_report(msgspec.json.encode(report).decode()) == report
