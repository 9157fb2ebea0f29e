"""The self-test's look at the certificate: its end, its names, and who may read its keys."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo

from bridge.certificate.certificate_folder import KEY_FILES, CertificateFolder
from service.domain.certificate import LIFE, ServerCertificate, is_due
from service.domain.errors import CounterpartError
from service.domain.sentences import EMPTY, Sentence, message
from service.domain.times import Millis, format_local
from ui.backend.host_port import CheckLine, CheckState

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_REPLACE = "counterpart certificate replace"
_TITLE = message("Certificate for the network")


@dataclass(frozen=True, slots=True)
class CertificateCheck:
    """The files of an open service, and the names that the owner allows."""

    folder: CertificateFolder
    allowed_hosts: Sequence[str]
    now: Millis
    zone: tzinfo | None = None

    def check(self) -> CheckLine:
        """Whether tills in the network can check it, now and for a while."""
        try:
            certificate = self.folder.find()
        except CounterpartError as error:
            return CheckLine("certificate", _TITLE, CheckState.BAD, error.sentence)
        if certificate is None:
            return self._warn(message("There is none yet."), message("It is made when the program starts."))
        if readable := self._find_readable_key():
            finding = message("Other users of this computer can read the private key {file}.", file=readable)
            fix = message(
                "Run: chmod 600 {file}. If somebody may have copied it, run: {command}",
                file=readable,
                command=_REPLACE,
            )
            return CheckLine("certificate", _TITLE, CheckState.BAD, finding, fix)
        return self._check_dates(certificate)

    def _check_dates(self, certificate: ServerCertificate) -> CheckLine:
        if is_due(certificate, self.folder.choose_names(self.allowed_hosts), self.now):
            finding = message("Its names or its end are no longer right: this computer's name or address changed.")
            return self._warn(finding, message("The running program renews it by itself, with the same pin."))
        end = format_local(certificate.authority_not_after, self.zone)
        if self.now > certificate.authority_not_after - LIFE:
            finding = message("The authority that signs it ends on {end}.", end=end)
            return self._warn(finding, message("Run {command}, and pin every till again.", command=_REPLACE))
        finding = message(
            "It is valid until {end} for {names}.",
            end=format_local(certificate.not_after, self.zone),
            names=", ".join(certificate.names),
        )
        return CheckLine("certificate", _TITLE, CheckState.GOOD, finding, EMPTY)

    def _find_readable_key(self) -> str:
        """A key that others may read (POSIX); empty if there is none."""
        if os.name == "nt":
            return ""
        keys = (self.folder.path / name for name in KEY_FILES)
        return next((str(key) for key in keys if key.stat().st_mode & _OTHERS), "")

    def _warn(self, finding: Sentence, fix: Sentence) -> CheckLine:
        return CheckLine("certificate", _TITLE, CheckState.WARN, finding, fix)
