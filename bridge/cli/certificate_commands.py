"""`counterpart certificate`: what tills in the network check (contract §2.8)."""

from __future__ import annotations

from pathlib import Path

import click

from bridge.cli.command_group import CommandGroup
from bridge.cli.output import TIME, Answer, Column, Fields, fact_lines, format_local_time, say
from bridge.cli.parameter_types import NEW_FILE
from bridge.cli.session import Session
from bridge.secrets.shared_secrets import SharedCertificate
from bridge.system.certificate import CertificateFolder
from bridge.system.paths import quote_word
from service.domain.audit import OwnerAction
from service.domain.certificate import ServerCertificate, format_curl_check, make_till_address
from service.domain.errors import NotFound
from service.store.audit_log import record_action
from service.usecases.edit_settings import read_settings

certificate = CommandGroup("certificate", example="show")

_WARNING = (
    "Every till on another device refuses this computer until it has the new pin or the new file. "
    "Tills on this computer are not affected."
)


@certificate.declare()
def show(session: Session) -> Answer:
    """Show the pin, the names and the end of the certificate, and how a till tries it."""
    current = _folder(session).find()
    if current is None:
        opening = session.command("settings open_to_network on")
        raise NotFound(f"There is no certificate yet. The program makes it when the network may call: {opening}")
    return _describe(session, current)


@certificate.declare("counterpart-authority.pem")
@click.argument("file", type=NEW_FILE)
def save(session: Session, file: Path) -> Answer:
    """Save the file that a till may trust in place of a pin. It contains no secret."""
    _folder(session).save_authority(file)
    advice = "Give it to the program of the till, not to the till's whole system."
    return say({"file": str(file)}, f"{file} is saved. {advice}")


@certificate.declare()
def renew(session: Session) -> Answer:
    """Make a new certificate with the same key now. The pin stays, so no till notices. The program
    does this automatically when names or addresses change, and 60 days before the end.
    """
    return _describe(session, _folder(session).renew(session.read(read_settings).allowed_hosts, session.now()))


@certificate.declare()
@click.option("--yes", is_flag=True, help="Replace without asking.")
def replace(session: Session, yes: bool) -> Answer:
    """Make new keys, if somebody else may have copied this computer's files. Every till in the
    network must then pin the new certificate.
    """
    if not yes:
        click.echo(_WARNING, err=True)
        if not click.confirm("Replace it?", err=True):
            return say(None, "Nothing was changed.")
    allowed_hosts = session.read(read_settings).allowed_hosts
    made = _folder(session).replace(allowed_hosts, session.now())
    session.write(lambda tx: record_action(tx, OwnerAction.CERTIFICATE_REPLACED, pin=made.pin))
    told = _describe(session, made)
    return Answer(
        told.value, [*told.lines, "A running program uses it within ten seconds. Give every till the new pin now."]
    )


def _folder(session: Session) -> CertificateFolder:
    return CertificateFolder(session.folder, SharedCertificate(session.shared_secrets))


def _describe(session: Session, certificate: ServerCertificate) -> Answer:
    settings = session.read(read_settings)
    address = make_till_address(settings.allowed_hosts, settings.port, encrypted=True)
    fields = Fields[ServerCertificate](
        Column("pin", "Pin"),
        Column("names", "For"),
        Column("not_before", form=TIME),
        Column(
            "not_after",
            "Ends",
            form=TIME,
            text=lambda one: f"{format_local_time(one.not_after)}, renewed before that with the same pin",
        ),
        Column("authority_file", "File to trust"),
        Column("authority_not_after", form=TIME),
        Column("address", "Address", lambda _: address),
    )
    if settings.allowed_hosts:
        advice = [
            "Try it on the till's computer, with the pin or with the file:",
            f"    {format_curl_check(certificate.pin, address)}",
            f"    curl --cacert {quote_word(Path(certificate.authority_file).name)} {address}/health",
        ]
    else:
        allowing = session.command("settings allowed_hosts NAME")
        advice = [f"No name is allowed yet, so tills in the network are refused: {allowing}"]
    return Answer(fields.to_json(certificate), [*fact_lines(fields.facts(certificate)), "", *advice])
