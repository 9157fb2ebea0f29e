"""`try linux`: the Debian package in a fresh Debian, from the first install to removal."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from installer.contents import KEYRING_BACKENDS
from installer.licences.collecting import frozen_modules
from installer.linux.deb import pack
from installer.linux.freeze import frozen_folder
from installer.surroundings import BUILD, DIST, ROOT, TRIAL_PACKAGES, megabytes, need, tree_size
from installer.toolchain.errors import SetupError
from service.version import VERSION
from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.debian_root import ADMINISTRATOR, HOME, PLAIN_USER, SUITES, DebianRoot, TrialUser
from tests.install_trial.feed.answer_watch import AnswerWatch
from tests.install_trial.feed.apt_trial import try_apt
from tests.install_trial.feed.feed_checks import check_silence, check_uploads
from tests.install_trial.feed.small_disk import enter_private_mounts
from tests.install_trial.https_receiver import TrustedReceiver
from tests.install_trial.linux_first_order import OWNER, check_autostart_ignored, run_first_order, try_desktop
from tests.install_trial.service_process import ServiceProcess
from tests.install_trial.trial_checks import TrialChecks, find_back_limit_s, wait_until
from tests.install_trial.unit_trial import prepare_units, try_units

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
    _install(root, older, steps)
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


def _install(root: DebianRoot, package: Path, steps: TrialChecks) -> None:
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
