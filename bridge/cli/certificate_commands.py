"""`counterpart certificate`: what tills in the network check (contract §2.8)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bridge.cli.command_group import CommandGroup, pass_session
from bridge.cli.output import format_local_time, print_facts, print_json, print_line
from bridge.cli.session import Session
from bridge.system.certificate import CertificateFolder
from bridge.system.paths import quote_word
from service.domain.audit import OwnerAction
from service.domain.certificate import ServerCertificate, format_curl_check, make_till_address
from service.domain.errors import NotFound
from service.domain.settings import Settings
from service.domain.times import format_rfc3339
from service.store.audit_log import record_action
from service.store.engine.transaction import Tx
from service.usecases.edit_settings import read_settings

certificate = CommandGroup(
    name="certificate",
    help="The certificate that tills in the network check.",
    example="counterpart certificate show",
)

_WARNING = (
    "Every till on another device refuses this computer until it has the new pin or the new file. "
    "Tills on this computer are not affected."
)


@certificate.command(
    "show",
    help="Show the pin, the names and the end of the certificate, and how a till tries it.",
    example="counterpart certificate show",
)
@pass_session
def show(session: Session) -> None:
    current = _folder(session).find()
    if current is None:
        opening = session.command("settings open_to_network on")
        raise NotFound(f"There is no certificate yet. The program makes it when the network may call: {opening}")
    _print(session, current)


@certificate.command(
    "save",
    help="Save the file that a till may trust in place of a pin. It contains no secret.",
    example="counterpart certificate save counterpart-authority.pem",
)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@pass_session
def save(session: Session, file: Path) -> None:
    _folder(session).save_authority(file)
    if session.as_json:
        print_json({"file": str(file)})
    else:
        print_line(f"{file} is saved. Give it to the program of the till, not to the till's whole system.")


@certificate.command(
    "renew",
    help="Make a new certificate with the same key now. The pin stays, so no till notices. The program does this by "
    "itself when names or addresses change, and 60 days before the end.",
    example="counterpart certificate renew",
)
@pass_session
def renew(session: Session) -> None:
    _print(session, _folder(session).renew(_read(session).allowed_hosts, session.now()))


@certificate.command(
    "replace",
    help="Make new keys, if somebody else may have copied this computer's files. Every till in the network must then "
    "pin the new certificate.",
    example="counterpart certificate replace",
)
@click.option("--yes", is_flag=True, help="Replace without asking.")
@pass_session
def replace(session: Session, yes: bool) -> None:
    if not yes:
        click.echo(_WARNING, err=True)
        if not click.confirm("Replace it?", err=True):
            print_line("Nothing was changed.")
            return
    allowed_hosts = _read(session).allowed_hosts

    def make_new(tx: Tx) -> ServerCertificate:
        made = _folder(session).replace(allowed_hosts, session.now())
        record_action(tx, OwnerAction.CERTIFICATE_REPLACED, pin=made.pin)
        return made

    _print(session, session.write(make_new))
    if not session.as_json:
        print_line("A running program uses it within ten seconds. Give every till the new pin now.")


def _folder(session: Session) -> CertificateFolder:
    return CertificateFolder(session.folder)


def _read(session: Session) -> Settings:
    return session.read(read_settings)


def _print(session: Session, certificate: ServerCertificate) -> None:
    settings = _read(session)
    address = make_till_address(settings.allowed_hosts, settings.port, encrypted=True)
    if session.as_json:
        print_json(_as_json(certificate, address))
        return
    print_facts(
        [
            ("Pin", certificate.pin),
            ("For", ", ".join(certificate.names)),
            ("Ends", f"{format_local_time(certificate.not_after)}, renewed before that with the same pin"),
            ("File to trust", certificate.authority_file),
            ("Address", address),
        ]
    )
    if not settings.allowed_hosts:
        print_line("")
        print_line(
            "No name is allowed yet, so tills in the network are refused: "
            + session.command("settings allowed_hosts NAME")
        )
        return
    print_line("")
    print_line("Try it on the till's computer, with the pin or with the file:")
    print_line(f"    {format_curl_check(certificate.pin, address)}")
    print_line(f"    curl --cacert {quote_word(Path(certificate.authority_file).name)} {address}/health")


def _as_json(certificate: ServerCertificate, address: str) -> dict[str, Any]:
    return {
        "pin": certificate.pin,
        "names": list(certificate.names),
        "not_before": format_rfc3339(certificate.not_before),
        "not_after": format_rfc3339(certificate.not_after),
        "authority_file": certificate.authority_file,
        "authority_not_after": format_rfc3339(certificate.authority_not_after),
        "address": address,
    }
