"""`counterpart items picture`: the picture of an item (contract §8)."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import click

from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.command_group import Command, pass_session
from bridge.cli.framework.output import print_json, print_line
from bridge.export_file import write_file
from service.domain.errors import NotFound, Unavailable
from service.domain.sentences import verbatim
from service.domain.shops import Shop
from service.store.engine.transaction import ReadTx
from service.store.item_details import find_picture
from service.store.items import get_item
from service.usecases.edit_item import set_picture


@click.command(
    "picture",
    cls=Command,
    help="Give an item the picture in a PNG or JPEG FILE, which is made small. Without FILE it says whether there is "
    "one.",
    example="counterpart items picture 04465-60280 front-pads.jpg",
)
@click.argument("sku")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--remove", is_flag=True, help="Remove the picture.")
@click.option(
    "--save", metavar="FILE", type=click.Path(path_type=Path), help="Save it as a JPEG; - is standard output."
)
@pass_session
def picture_(session: Session, sku: str, file: Path | None, remove: bool, save: Path | None) -> None:
    if (file is not None) + remove + (save is not None) > 1:
        click.get_current_context().fail("Give FILE, --remove or --save, not several of them.")
    if save is not None:
        _save(session, sku, save)
    elif file is None and not remove:
        image = _read(session, sku)
        size = "no picture" if image is None else f"a picture of {len(image):,} bytes"
        _print_result(session, sku, image, f"{sku} has {size}.")
    else:
        image = None if file is None else _shrink(file)
        session.write_shop(lambda tx, shop: set_picture(tx, shop, sku, image, by=session.author, now=session.now()))
        done = "has no picture now" if image is None else "has this picture now"
        _print_result(session, sku, image, f"{sku} {done}.")


def _save(session: Session, sku: str, to: Path) -> None:
    image = _read(session, sku)
    if image is None:
        raise NotFound(f"The item {sku} has no picture.")

    def write(out: BinaryIO, content: bytes = image) -> int:
        return out.write(content)

    write_file(to, write)
    if str(to) != "-":
        _print_result(session, sku, image, f"The picture is saved as {to}.")


def _read(session: Session, sku: str) -> bytes | None:
    def read(db: ReadTx, shop: Shop) -> bytes | None:
        return find_picture(db, get_item(db, shop.id, sku).id)

    return session.read_shop(read)


def _shrink(file: Path) -> bytes:
    """Raises BadRequest, OSError, or Unavailable where Qt's libraries for pictures are missing."""
    try:
        from bridge.picture_file import shrink_picture  # noqa: PLC0415 - no other command needs Qt
    except ImportError as error:
        raise Unavailable(verbatim(f"Pictures cannot be read on this computer: {error}")) from error
    return shrink_picture(file)


def _print_result(session: Session, sku: str, image: bytes | None, sentence: str) -> None:
    if session.as_json:
        print_json({"sku": sku, "picture_bytes": None if image is None else len(image)})
    else:
        print_line(sentence)
