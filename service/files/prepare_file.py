"""Makes of an export file the file that is read: unpacks an archive, joins the files of 1C."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Final

from service.domain.sentences import message, os_reason
from service.files.commerceml.companion_files import find_companions, is_export_name
from service.files.commerceml.earlier_exports import split_exports
from service.files.commerceml.join_files import join_files
from service.files.commerceml.older_files import ask_older_files, reads_older, remark_left_out
from service.files.file_errors import FileUnavailable
from service.files.formats.dbf_memo import find_memo
from service.files.unpack import Unpacked, unpack

_JOINED: Final = "joined"


def find_parts(path: Path) -> tuple[Path, ...]:
    """The files that are read together with a file and are no archive: the memo file of a dBASE
    table, the other files of an export of 1C. Raises FileUnavailable, FileTooLarge.
    """
    memo = find_memo(path)
    others = tuple(file for file in find_companions(path) if file != path)
    return others if memo is None else (memo, *others)


def prepare_file(path: Path, folder: Path, member: str | None = None, older: str = "") -> Unpacked:
    """The file itself, or what was made of it in `folder`; `member` as in `unpack`, `older` is the
    answer about files of earlier exports, which are left out until there is one. Raises FileError.
    """
    unpacked = unpack(path, folder, member)
    files = find_companions(unpacked.path)
    if not files:
        return unpacked
    target = folder / _JOINED / unpacked.path.name
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        export = split_exports(files)
        if reads_older(export, older):
            export = export.as_one()
        joined = join_files(export.newest, target)
    except OSError as error:
        raise FileUnavailable(
            message("{file} cannot be read now: {reason}.", file=path.name, reason=os_reason(error))
        ) from error
    members = unpacked.members
    if all(is_export_name(PurePosixPath(name).name) for name in members):
        # They are one list, of which there is nothing to choose.
        members = members[:1]
    found = replace(unpacked, path=target, members=members, is_joined=True, older=ask_older_files(export, older))
    return replace(found, remarks=(*joined.remarks, *remark_left_out(export)), has_changes_only=joined.has_changes_only)
