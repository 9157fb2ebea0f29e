"""`try linux`: the Debian package in a fresh Debian, from the first install to removal."""

from __future__ import annotations

import datetime as dt
import json
import os
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import psutil
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from installer.contents import KEYRING_BACKENDS
from installer.licences.collecting import frozen_modules
from installer.linux.deb import pack
from installer.linux.freeze import frozen_folder
from installer.release.check_sums import KEY_VARIABLE
from installer.release.publish import FOLDER, PUBLIC_KEY, SOURCES, publish
from installer.surroundings import BUILD, DIST, ROOT, TRIAL_PACKAGES, megabytes, need, run, tree_size
from installer.toolchain.errors import SetupError
from service.version import VERSION
from tests.fakes.free_port import free_port
from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.debian_root import ADMINISTRATOR, HOME, PLAIN_USER, SUITES, DebianRoot, TrialUser
from tests.install_trial.linux_first_order import OWNER, check_autostart_ignored, run_first_order, try_desktop
from tests.install_trial.private_computer import enter_private_mounts
from tests.install_trial.trial_checks import TrialChecks, find_back_limit_s, wait_until
from tests.install_trial.trial_feed import AnswerWatch, check_silence, check_uploads, serve_feed
from tests.install_trial.unit_trial import prepare_units, try_units

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from tests.install_trial.debian_root import DebianRoot
    from tests.install_trial.trial_checks import TrialChecks

_END_S: Final = 15.0
_SIGNER: Final = "packages@counterpart.local"
_OWN_LIST: Final = (
    "-o", f"Dir::Etc::sourcelist=/etc/apt/sources.list.d/{SOURCES}", "-o", "Dir::Etc::sourceparts=-",
    "-o", "APT::Get::List-Cleanup=0",
)  # fmt: skip
"""The lists of Debian stay as they are."""
OLDER_VERSION: Final = "0.0.1"
PLACE: Final = f"/usr/lib/counterpart/{OLDER_VERSION}"
"""The number under which the same program is installed first:
before the first release there is no older one.
"""
OPTIONAL_LIBRARIES: Final = ("libcups.so.2", "libodbc.so.2")
"""For a printer, which the package recommends, and for databases by ODBC; the program says what is
missing when it is asked for.
"""
PASSPHRASE: Final = {"COUNTERPART_VAULT_PASSPHRASE": "a trial's own"}


class ServiceProcess:
    """Waits until it answers; ends it by SIGTERM, unless it has ended before."""

    port: Final = str(free_port())
    """One that no other program of this computer listens on: the packages come from the network, so
    that the trial has no loopback of its own yet.
    """
    address: Final = f"http://127.0.0.1:{port}"

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.code: int | None = None
        self.seconds = 0.0

    def __enter__(self) -> Self:
        began = time.monotonic()
        wait_until("the service answers", lambda: ApiCaller(self.address).is_up() or self._process.poll() is not None)
        self.seconds = time.monotonic() - began
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        self.wait()

    def memory(self) -> int:
        """What it holds in memory, in bytes (resident)."""
        return int(psutil.Process(self._process.pid).memory_info().rss)

    def wait(self) -> int:
        """Its exit code, once it has ended by itself."""
        self.code = self._process.wait(_END_S)
        return self.code


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


def try_apt(root: DebianRoot, steps: TrialChecks) -> None:
    """Begins and ends without the program."""
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="counterpart-apt-")))
        web = work / "web"
        web.mkdir()
        server = stack.enter_context(serve_feed(web))
        with _signing_key():
            publish([str(web), "--keys", str(work / "keys"), "--apt", f"{server.address}/{FOLDER}"])
        for source, place in ((SOURCES, "sources.list.d"), (PUBLIC_KEY, "keyrings")):
            (root.path / "etc/apt" / place).mkdir(exist_ok=True)
            shutil.copy(web / FOLDER / source, root.path / "etc/apt" / place / source)
        server.folder = _changed(web, work / "list", f"{FOLDER}/dists/stable/InRelease")
        _refuse(root, "a list that was changed after it was signed", _update(root), steps)
        server.folder = web
        code, said = _update(root)
        steps.check("apt takes the list that the key of the repository has signed", code == 0, said)
        server.folder = _changed(web, work / "package", f"{FOLDER}/pool/*.deb")
        _refuse(root, "a package that was changed", _apt(root, "install", "counterpart"), steps)
        server.folder = web
        _install(root, server.address, steps)


def _refuse(root: DebianRoot, what: str, ended: tuple[int, str], steps: TrialChecks) -> None:
    code, said = ended
    steps.check(f"apt refuses {what}", code != 0 and "\nE: " in said, f"{code} {said}")
    steps.check("and nothing is installed", not (root.path / "usr/bin/counterpart").exists(), said)


def _install(root: DebianRoot, address: str, steps: TrialChecks) -> None:
    code, said = _apt(root, "install", "counterpart")
    steps.check("`apt-get install counterpart` installs it from the repository", code == 0 and address in said, said)
    version = root.run("counterpart", "--version")
    steps.check("which runs", VERSION in version, version)
    code, said = _apt(root, "purge", "counterpart")
    steps.check("and is removed again", code == 0, said)
    _apt(root, "clean")
    for name in (f"keyrings/{PUBLIC_KEY}", f"sources.list.d/{SOURCES}"):
        (root.path / "etc/apt" / name).unlink()


def _update(root: DebianRoot) -> tuple[int, str]:
    return _apt(root, "update", "-o", "APT::Update::Error-Mode=any", *_OWN_LIST)


def _apt(root: DebianRoot, *words: str) -> tuple[int, str]:
    process = root.start("apt-get", "-q", "-y", "-o", "APT::Install-Recommends=0", *words)
    said, _ = process.communicate()
    return process.returncode, said


def _changed(web: Path, folder: Path, pattern: str) -> Path:
    """A copy in which the middle byte of that file differs."""
    shutil.copytree(web, folder)
    (file,) = folder.glob(pattern)
    content = file.read_bytes()
    middle = len(content) // 2
    file.write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
    return folder


@contextmanager
def _signing_key() -> Iterator[None]:
    """A GnuPG key for this process. The folder's path is short, as the name of a socket has a
    limit.
    """
    with tempfile.TemporaryDirectory(prefix="g-", ignore_cleanup_errors=True) as home:
        os.environ.update({"GNUPGHOME": home, KEY_VARIABLE: _SIGNER})
        run(["gpg", "--batch", "--passphrase", "", "--quick-generate-key", _SIGNER, "ed25519"])
        try:
            yield
        finally:
            subprocess.run(["gpgconf", "--kill", "gpg-agent"], check=False)
            for name in ("GNUPGHOME", KEY_VARIABLE):
                del os.environ[name]


def newest_package() -> Path:
    """The package in dist/. SetupError where there is none."""
    found = sorted(DIST.glob(f"counterpart_{VERSION}_*.deb"))
    if not found:
        raise SetupError("There is no package yet. Run: python3 dev.py package linux")
    return found[-1]


def run_linux_trial() -> None:
    """Prove everything that docs/installing.md says of it.
    SetupError at the first thing that does not hold.
    """
    need(TRIAL_PACKAGES["linux"])
    package, began = newest_package(), time.monotonic()
    older = pack(frozen_folder(), OLDER_VERSION, BUILD / "trial" / "older", "gzip")
    proven = len(SUITES)
    for suite in SUITES:
        # A process for each: the walk leaves the network for good, and packages come from it.
        line = [sys.executable, "-m", "tests.install_trial.linux_trial", suite, str(package), str(older)]
        if subprocess.run(line, cwd=ROOT, check=False).returncode:
            raise SetupError(f"The trial in {SUITES[suite]} failed; the lines above say where.")
    print(f"proven in {proven} fresh systems in {time.monotonic() - began:.0f} s", flush=True)


def try_suite(suite: str, package: Path, older: Path) -> None:
    """The whole trial in a fresh Debian of that suite."""
    steps, began = TrialChecks(f"the Debian package in {SUITES[suite]}"), time.monotonic()
    steps.note(f"in a fresh {SUITES[suite]}")
    enter_private_mounts()
    with closing(DebianRoot(suite)) as root:
        try_apt(root, steps)
        _try_package(root, package, older, steps)
    print(f"{len(steps.passed)} things proven in {time.monotonic() - began:.0f} s", flush=True)


def _try_package(root: DebianRoot, package: Path, older: Path, steps: TrialChecks) -> None:
    _install_linux_trial(root, older, steps)
    for user in (ADMINISTRATOR, PLAIN_USER):
        steps.note(f"as {user.name}")
        key, start_s = _serve(root, user, steps)
        _upgrade(root, package, older, _Started(user, key, start_s), steps)
        _roll_back(root, older, _Started(user, key, start_s), steps)
    root.install(package)
    _trust(root, steps)
    try_desktop(root, steps)
    prepare_units(root)
    run_first_order(root, steps)
    try_units(root, package, older, steps)
    _remove(root, steps)
    check_autostart_ignored(root, steps)


@dataclass(frozen=True, slots=True)
class _Started:
    """Whose service it is, its key, and the seconds that it took to answer when it was started."""

    user: TrialUser
    key: str
    start_s: float


def _install_linux_trial(root: DebianRoot, package: Path, steps: TrialChecks) -> None:
    root.install(package)
    said = root.run("counterpart", "--version")
    steps.check(
        "installed in a fresh Debian with nothing but what it depends on, counterpart is on PATH", VERSION in said, said
    )
    missing = root.run(
        "sh",
        "-c",
        f"LD_LIBRARY_PATH={PLACE}/_internal find /usr/lib/counterpart -name '*.so*' -exec ldd {{}} + 2>&1 "
        "| grep 'not found' | sort -u || true",
    )
    lacking_libraries = [line for line in missing.splitlines() if line.split()[0] not in OPTIONAL_LIBRARIES]
    steps.check("every library that the program may load is there", not lacking_libraries, missing)
    held = frozen_modules(root.path / PLACE[1:] / "counterpart")
    lacking = [name for name in (*KEYRING_BACKENDS, "tzdata.zoneinfo.Asia") if name not in held]
    steps.check("every keyring backend and the time zones are inside", not lacking, ", ".join(lacking))
    inner = root.path / PLACE[1:] / "_internal"
    steps.check("keyring's entry points are inside", any(inner.glob("keyring-*/entry_points.txt")))
    steps.check("Bahrain's time zone is inside", (inner / "tzdata/zoneinfo/Asia/Bahrain").exists())
    page = root.path / "usr/share/man/man1/counterpart.1.gz"
    entry = root.path / "usr/share/applications/counterpart.desktop"
    steps.check("manual page, menu entry and icon are in place", page.exists() and entry.exists())
    steps.note(f"installed tree {megabytes(tree_size(root.path / 'usr/lib/counterpart'))}")


def _serve(root: DebianRoot, user: TrialUser, steps: TrialChecks) -> tuple[str, float]:
    """The key that was made, and the seconds to the first answer."""
    key = str(json.loads(root.run(*user.line("counterpart", "keys", "create", "Trial", "--json")))["key"])
    with ServiceProcess(root.start(*user.line("counterpart", "serve", "--port", ServiceProcess.port))) as serving:
        caller = ApiCaller(serving.address, key)
        answer = caller.upload("TRIAL-1")
        steps.check("serve answers an upload", answer.get("received", answer.get("created")) is not None, str(answer))
        steps.check("the item is held", "TRIAL-1" in caller.skus())
        logged = root.run(*user.line("counterpart", "log", "list", "--json"))
        steps.check("both calls are in the call log", logged.count("/v1/items") >= 2, logged)
        steps.note(f"start to the first answer {serving.seconds:.2f} s, memory {megabytes(serving.memory())}")
    steps.check("SIGTERM ends it with 0", serving.code == 0, str(serving.code))
    return key, serving.seconds


def _upgrade(root: DebianRoot, package: Path, older: Path, started: _Started, steps: TrialChecks) -> None:
    """Leaves the newer version running."""
    with ServiceProcess(
        root.start(*started.user.line("counterpart", "serve", "--port", ServiceProcess.port))
    ) as serving:
        caller = ApiCaller(serving.address, started.key)
        with AnswerWatch(serving.address, started.key) as watch:
            said = root.install(package)
            steps.check("an upgrade ends what runs first", serving.wait() == 0, said)
            wait_until("what ran runs again", caller.is_up)
        steps.check("the upgrade says what it came from", f"upgraded from {OLDER_VERSION}" in said, said)
        check_silence(f"service of {started.user.name}", watch, find_back_limit_s(started.start_s), steps)
        check_uploads(watch, caller.skus(), steps)
        steps.check("after the upgrade key and item are still there", "TRIAL-1" in caller.skus())
        steps.check("the older version's folder is gone", not (root.path / PLACE[1:]).exists())
    refused = _refused(root, older)
    steps.check("a downgrade is refused with a sentence", "which is newer than" in refused, refused)
    wait_until("what ran runs after the refusal too", caller.is_up)
    version = root.run("dpkg-query", "-W", "-f", "${Version}", "counterpart")
    steps.check("the newer version is the installed one", version == VERSION, version)


def _roll_back(root: DebianRoot, older: Path, started: _Started, steps: TrialChecks) -> None:
    """Remove the package and install the older one, as the sentence of the refusal says."""
    caller = ApiCaller(ServiceProcess.address, started.key)
    root.run("dpkg", "--remove", "counterpart")
    steps.check("a removal ends what runs", not caller.is_up())
    root.install(older)
    user = started.user
    with ServiceProcess(root.start(*user.line("counterpart", "serve", "--port", ServiceProcess.port))) as serving:
        skus = ApiCaller(serving.address, started.key).skus()
        steps.check("the older package serves the same data", "TRIAL-1" in skus)


def _refused(root: DebianRoot, older: Path) -> str:
    try:
        return root.run("dpkg", "-i", f"/root/{older.name}")
    except SetupError as fault:
        return str(fault)


def _trust(root: DebianRoot, steps: TrialChecks) -> None:
    with TrustedReceiver() as receiver:
        root.start(
            "env", *_environment_pairs(), "counterpart", "webhooks", "add", receiver.address, "--event", "order.placed"
        ).wait()
        with ServiceProcess(
            root.start("env", *_environment_pairs(), "counterpart", "serve", "--port", ServiceProcess.port)
        ):
            steps.check("a test that is not taken ends as a failure", _fails_test(root))
            receiver.wait_for_refusal()
            steps.check("a webhook to a certificate of unknown origin is not posted", receiver.posts == 0)
        certificate = root.path / "usr/local/share/ca-certificates/trial.crt"
        certificate.write_bytes(receiver.root_certificate)
        root.run("update-ca-certificates")
        with ServiceProcess(
            root.start("env", *_environment_pairs(), "counterpart", "serve", "--port", ServiceProcess.port)
        ):
            steps.check("a test that is taken ends well", not _fails_test(root))
            receiver.wait_for_post()
            steps.check("after the system was told to trust it, the webhook is posted", receiver.posts > 0)


def _fails_test(root: DebianRoot) -> bool:
    """Whether `webhooks test` of the only target ends with an error code."""
    try:
        root.run("env", *_environment_pairs(), "counterpart", "webhooks", "test", "1")
    except SetupError:
        return True
    return False


def _environment_pairs() -> list[str]:
    return [f"{name}={value}" for name, value in PASSPHRASE.items()]


def _remove(root: DebianRoot, steps: TrialChecks) -> None:
    said = root.run("apt-get", "-q", "purge", "-y", "counterpart")
    left = root.run(
        "sh", "-c", "find / -xdev -iname '*counterpart*' -not -path '/proc/*' -not -path '/root/*.deb' | sort"
    )
    own = [
        line
        for line in left.splitlines()
        if not line.startswith((HOME, OWNER, PLAIN_USER.home, "/var/lib/apt", "/var/log", "/tmp"))
    ]
    steps.check("removal leaves nothing of the program", not own, "\n".join(own))
    steps.check("removal says where the data lies", "~/.local/share/counterpart" in said, said)
    data = root.path / HOME[1:] / ".local/share/counterpart"
    steps.check("removal keeps the data", any(data.glob("*.db")), str(list(data.glob("*"))))


def main(words: list[str]) -> int:
    """`python -m tests.install_trial.linux_trial SUITE PACKAGE OLDER`, by `run_linux_trial`."""
    suite, *packages = words
    try:
        try_suite(suite, *map(Path, packages))
    except SetupError as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
