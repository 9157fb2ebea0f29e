"""An https receiver of webhooks whose certificate comes from an authority of the trial."""

from __future__ import annotations

import datetime as dt
import ssl
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.install_trial.trial_checks import wait_until

if TYPE_CHECKING:
    from types import TracebackType


class TrustedReceiver:
    """Counts posts, and handshakes that were broken off."""

    def __init__(self) -> None:
        authority, leaf = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
        root = _certificate("Trial root", "Trial root", authority, authority, is_root=True)
        own = _certificate("localhost", "Trial root", leaf, authority, is_root=False)
        self.root_certificate = root.public_bytes(serialization.Encoding.PEM)
        self.posts = self.refusals = 0
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "own.pem"
            file.write_bytes(own.public_bytes(serialization.Encoding.PEM) + _private_pem(leaf))
            self._context.load_cert_chain(file)
        self._server = self._make_server()
        self.address = f"https://localhost:{self._server.server_address[1]}/"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def wait_for_refusal(self) -> None:
        """Until somebody broke off the handshake."""
        wait_until("the certificate is refused", lambda: self.refusals > 0)

    def wait_for_post(self) -> None:
        """Until something was posted."""
        wait_until("the webhook is posted", lambda: self.posts > 0)

    def _make_server(self) -> ThreadingHTTPServer:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def setup(self) -> None:
                try:
                    self.request = receiver._context.wrap_socket(self.request, server_side=True)
                except OSError:
                    receiver.refusals += 1
                    raise
                super().setup()

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                receiver.posts += 1
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                return

        class Server(ThreadingHTTPServer):
            def handle_error(self, request: object, client_address: object) -> None:
                """A broken handshake is counted, not printed."""

        return Server(("127.0.0.1", 0), Handler)


def _certificate(
    name: str, issuer: str, key: ec.EllipticCurvePrivateKey, signer: ec.EllipticCurvePrivateKey, *, is_root: bool
) -> x509.Certificate:
    now = dt.datetime.now(dt.UTC)
    maker = (
        x509.CertificateBuilder()
        .subject_name(_x509_name(name))
        .issuer_name(_x509_name(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=2))
        .add_extension(x509.BasicConstraints(ca=is_root, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    if is_root:
        maker = maker.add_extension(_key_usage(), critical=True)
    else:
        maker = maker.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        maker = maker.add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False
        )
    return maker.sign(signer, hashes.SHA256())


def _key_usage() -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True, content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=True, crl_sign=True, encipher_only=False, decipher_only=False,
    )  # fmt: skip


def _x509_name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _private_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
