"""The name of a file, for people."""

from __future__ import annotations

import pytest

from service.domain.catalogue.items import get_file_name


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/home/shop/stock.csv", "stock.csv"),
        ("D:\\export\\stock.csv", "stock.csv"),
        ("//server/share/", "share"),
        ("stock.csv", "stock.csv"),
        ("/export/STOCKX", "STOCKX"),
        ("/export/STOCK.XLSX", "STOCK.XLSX"),
        ("/", "/"),
    ],
)
def test_it_is_the_last_part_on_every_system(path: str, name: str) -> None:
    assert get_file_name(path) == name
