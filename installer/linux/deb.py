"""The Debian package: its tree and its control file, made from the frozen folder."""

from __future__ import annotations

import gzip
import hashlib
import os
import platform
import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from typing import Final

import click

from bridge.autostart.systemd_service import PACKAGED_PROGRAM, make_system_unit
from bridge.cli.command_errors import EXIT_CODES
from bridge.cli.command_group import common_options
from bridge.cli.program import completion_script, program
from installer.icons import write_theme_icons
from installer.licences.collecting import parts_for_linux
from installer.linux.freeze import freeze, frozen_folder
from installer.proof import prove_linux
from installer.release.check_sums import write_sums
from installer.release.parts_list import write_parts_list
from installer.surroundings import BUILD, BUILD_PACKAGES, DIST, EPOCH, ROOT, need, run, set_times, tree_size
from installer.toolchain.debian import QT_PACKAGES
from service.version import VERSION

PAGE: Final = Path(__file__).with_name("counterpart.1")
HERE: Final = Path(__file__).parent
SCRIPTS: Final = ("preinst", "prerm", "postinst", "postrm")
PROGRAM: Final = "usr/lib/counterpart"
"""A folder for each version: dpkg unpacks the new one next to the old, then moves one link."""
LINK: Final = "current"
"""Names the version's folder. dpkg moves links after all other files, in the order of their names:
this one comes after those inside the folder, so that it never leads to half a version.
"""
COMPLETIONS: Final = {
    "bash": "bash-completion/completions/counterpart",
    "zsh": "zsh/vendor-completions/_counterpart",
    "fish": "fish/vendor_completions.d/counterpart.fish",
}
"""Where each shell looks, below /usr/share."""
MACHINES: Final = {"x86_64": "amd64", "aarch64": "arm64"}
LIBC: Final = "2.36"
"""The newest interface that a library asks for: Debian 12's expat takes random numbers from it."""
MAINTAINER: Final = "Counterpart authors <packages@counterpart.local>"
CHANGES: Final = """\
counterpart ({version}) stable; urgency=medium

  * The changes are in CHANGELOG.md of the project.

 -- {maintainer}  {{date}}
""".replace("{maintainer}", MAINTAINER).replace("{{date}}", "{date}")
COPYRIGHT: Final = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Counterpart
Comment: The parts in /usr/lib/counterpart come with licences of their own: those of Qt and
 PySide6 (LGPL-3), of Python and its packages, of the fonts (OFL-1.1) and of the icons (ISC).
 All of them are listed, with where the sources are, in
 /usr/lib/counterpart/*/_internal/licences/NOTICE.txt, and are in full next to it.
 On Debian systems the text of the LGPL, version 3, is also in /usr/share/common-licenses/LGPL-3.

Files: *
Copyright: {owner}
License: Expat
{licence}"""


def manual(version: str) -> str:
    """The page in troff, for that version."""
    root = click.Context(program, info_name="counterpart")
    commands = "\n".join(line for name in program.commands for line in _command(program.commands[name], root, name))
    codes = "\n".join(_entry(str(code), meaning) for code, meaning in EXIT_CODES.items())
    options = "\n".join(_options(program, root, common=True))
    page = PAGE.read_text(encoding="utf-8").replace("@VERSION@", version)
    return page.replace("@COMMANDS@", commands).replace("@EXIT@", codes).replace("@OPTIONS@", options)


def _command(command: click.Command, above: click.Context, name: str) -> Iterator[str]:
    """A command with its options and example, then those below it."""
    if command.hidden:
        return
    context = click.Context(command, info_name=name, parent=above, **command.context_settings)
    usage = " ".join((context.command_path, *command.collect_usage_pieces(context)))
    yield f".SS {_troff(usage)}\n{_text(command.help or '')}"
    yield from _options(command, context, common=False)
    example = (command.epilog or "").rpartition("\n")[2].strip()
    yield f".PP\nExample:\n.br\n.RS\n.nf\n{_text(example)}\n.fi\n.RE"
    if isinstance(command, click.Group):
        for below, sub in command.commands.items():
            yield from _command(sub, context, below)


def _options(command: click.Command, context: click.Context, *, common: bool) -> Iterator[str]:
    """What a command takes; the options of every command only where `common` says so."""
    usual = set() if common else {option.opts[0] for option in common_options()}
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and record[1] and parameter.opts[0] not in {*usual, "-h", "--help"}:
            yield _entry(*record)


def _entry(term: str, text: str) -> str:
    return f".TP\n.B {_troff(term)}\n{_text(text)}"


def _text(text: str) -> str:
    """A line of text; troff takes a point or an apostrophe at its beginning for a request."""
    return f"\\&{_troff(text)}" if text[:1] in (".", "'") else _troff(text)


def _troff(text: str) -> str:
    """Plain characters in one line. Backquotes mark what is typed, as in the help."""
    return " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga").replace("'", "\\(aq")


def control(version: str, architecture: str, size: int) -> str:
    """The control file of a package with that many installed bytes."""
    needed = [f"libc6 (>= {LIBC})", "libgcc-s1", "libstdc++6", *(name.replace("/", " | ") for name in QT_PACKAGES)]
    fields = {
        "Package": "counterpart",
        "Version": version,
        "Architecture": architecture,
        "Maintainer": MAINTAINER,
        "Section": "misc",
        "Priority": "optional",
        "Installed-Size": str((size + 1023) // 1024),
        "Depends": ", ".join(needed),
        "Recommends": "default-dbus-session-bus | dbus-session-bus, gnome-keyring | kwalletmanager, "
        "libcups2 | libcups2t64",
        "Description": "keeps a shop's catalogue, stock and orders in step with its own system\n"
        " The supplier integration service with its window: a point of sale calls it\n"
        " on this computer, and it delivers orders by webhooks.",
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def copyright_file() -> str:
    """The licence of the project in Debian's form, and where those of the other parts are."""
    _, owner, text = (ROOT / "LICENSE").read_text(encoding="utf-8").strip().split("\n\n", 2)
    licence = "".join(f" {line or '.'}\n" for line in text.splitlines())
    return COPYRIGHT.format(owner=owner.removeprefix("Copyright (c) "), licence=licence)


def fill(tree: Path, frozen: Path, version: str) -> None:
    """Write the installed tree into an empty folder."""
    shutil.copytree(frozen, tree / PROGRAM / version, symlinks=True)
    share = tree / "usr" / "share"
    write_theme_icons(share)
    link = tree / "usr" / "bin" / "counterpart"
    link.parent.mkdir(parents=True)
    link.symlink_to(f"../lib/counterpart/{LINK}/counterpart")
    (tree / PROGRAM / LINK).symlink_to(version)
    units = tree / "usr" / "lib" / "systemd" / "system"
    units.mkdir(parents=True)
    (units / "counterpart@.service").write_text(make_system_unit([PACKAGED_PROGRAM, "serve"]), encoding="utf-8")
    (share / "applications").mkdir()
    shutil.copy(HERE / "counterpart.desktop", share / "applications")
    page = share / "man" / "man1" / "counterpart.1.gz"
    page.parent.mkdir(parents=True)
    page.write_bytes(gzip.compress(manual(version).encode(), mtime=0))
    for shell, place in COMPLETIONS.items():
        script = share / place
        script.parent.mkdir(parents=True)
        script.write_text(completion_script(shell), encoding="utf-8")
    (share / "doc" / "counterpart").mkdir(parents=True)
    (share / "doc" / "counterpart" / "copyright").write_text(copyright_file(), encoding="utf-8")
    news = share / "doc" / "counterpart" / "changelog.gz"
    news.write_bytes(gzip.compress(CHANGES.format(version=version, date=format_datetime(_moment())).encode(), mtime=0))
    about = share / "metainfo" / "local.counterpart.Counterpart.metainfo.xml"
    about.parent.mkdir()
    text = (HERE / "counterpart.metainfo.xml").read_text(encoding="utf-8")
    about.write_text(text.replace("@VERSION@", version).replace("@DATE@", f"{_moment():%Y-%m-%d}"), encoding="utf-8")
    overrides = share / "lintian" / "overrides" / "counterpart"
    overrides.parent.mkdir(parents=True)
    shutil.copy(HERE / "lintian-overrides", overrides)


def _moment() -> datetime:
    """The time of the commit."""
    return datetime.fromtimestamp(int(os.environ.get(EPOCH, "0")), UTC)


def set_modes(tree: Path) -> None:
    """Readable by all, writable by root, whatever the umask is; programs can be executed."""
    for path in [tree, *tree.rglob("*")]:
        if not path.is_symlink():
            runs = path.is_dir() or path.name in SCRIPTS or path.relative_to(tree).match(f"{PROGRAM}/*/counterpart")
            path.chmod(0o755 if runs else 0o644)


def write_debian(tree: Path, version: str) -> None:
    """Write the package's own folder: control, check sums and scripts."""
    files = [path for path in sorted(tree.rglob("*")) if path.is_file() and not path.is_symlink()]
    sums = (f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in files)  # noqa: S324 - dpkg's form
    text, size = "".join(sums), tree_size(tree)
    folder = tree / "DEBIAN"
    folder.mkdir()
    (folder / "md5sums").write_text(text, encoding="utf-8")
    (folder / "control").write_text(control(version, MACHINES[platform.machine()], size), encoding="utf-8")
    for name in SCRIPTS:
        script = (HERE / name).read_text(encoding="utf-8")
        (folder / name).write_text(script.replace("@VERSION@", version), encoding="utf-8")


def pack(frozen: Path, version: str, out: Path, compression: str = "xz", work: Path = BUILD / "linux") -> Path:
    """Pack a frozen folder as that version; return the file. `compression` is one of dpkg-deb's;
    `work` is the folder for what is in the making.
    """
    tree = work / f"tree-{version}"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    fill(tree, frozen, version)
    write_debian(tree, version)
    set_modes(tree)
    set_times(tree)
    out.mkdir(parents=True, exist_ok=True)
    file = out / f"counterpart_{version}_{MACHINES[platform.machine()]}.deb"
    draft = work / file.name
    run(["dpkg-deb", "--root-owner-group", f"-Z{compression}", "--build", tree, draft])
    shutil.move(draft, file)  # renamed when it is complete, so that no reader sees half a file
    return file


def package() -> Path:
    """Freeze, pack, and prove that the package works; return the file."""
    need(BUILD_PACKAGES["linux"])
    draft = pack(freeze(), VERSION, BUILD / "linux" / "draft")
    with tempfile.TemporaryDirectory(prefix="counterpart-packed-") as folder:
        run(["dpkg-deb", "--extract", draft, folder])
        prove_linux(Path(folder) / PROGRAM / VERSION / "counterpart")
        run(["appstreamcli", "validate", "--no-net", *Path(folder).glob("usr/share/metainfo/*.xml")])
    run(["lintian", "--fail-on", "error", draft])
    DIST.mkdir(exist_ok=True)
    file = Path(shutil.move(draft, DIST / draft.name))
    frozen = frozen_folder()
    write_parts_list(parts_for_linux(frozen), file, frozen)
    write_sums(DIST)
    return file
