"""`counterpart api`: one call to the running service, as a shop's system would make it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

import click

from bridge.cli.command_errors import DONE, REFUSED_BY_SERVICE, SERVICE_FAULT
from bridge.cli.command_group import Command, ask_hidden, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.output import escape_json, print_status
from bridge.cli.parameter_types import FILE, PORT, read_input
from bridge.cli.session import LOOPBACK, Session, find_running_port
from service.domain.errors import BadRequest, Unavailable
from service.domain.sentences import message, os_reason

KEY_VARIABLE = "COUNTERPART_KEY"
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
_TIME_LIMIT_S = 60.0
_KEY = re.compile(r"[\x21-\x7e]{1,200}")
_PATH_CHARACTERS = "/?&=%:@!$'()*+,;~#[]"


@click.command(
    "api",
    cls=Command,
    help=f"{summary_of('api')} The key comes "
    f"from {KEY_VARIABLE}, from --key-file, or is asked for, so that no list of processes shows it. Ends with 0 after "
    "2xx and 3xx, with 4 after 4xx, with 5 after 5xx, and with 1 if nothing answered.",
    example="counterpart api GET '/v1/items?limit=5'",
)
@click.argument("method", type=click.Choice(_METHODS, case_sensitive=False))
@click.argument("path")
@click.option("--body", type=FILE, metavar="FILE", help="What to send; - for standard input.")
@click.option("--key-file", type=FILE, metavar="FILE", help="A file with the key in its first line; - for standard "
              "input.")  # fmt: skip
@click.option("--port", type=PORT, metavar="N", help="Port of the service; found by itself at first.")
@pass_session
def api(session: Session, method: str, path: str, body: Path | None, key_file: Path | None, port: int | None) -> int:
    if body is not None and body == key_file and str(body) == "-":
        raise click.UsageError("Give --body or --key-file from standard input, not both.", click.get_current_context())
    content = None if body is None else read_input(body)
    target = f"/{quote(path.removeprefix('/'), safe=_PATH_CHARACTERS)}"
    service_port = port or find_running_port(session)
    if service_port is None:
        raise Unavailable(message("The program is not running. Start it with `counterpart serve`, or name its --port."))
    key = "" if not target.startswith("/v1") else _read_key(session.environment, key_file)
    status, reason, answer = _call(service_port, method.upper(), target, key, content)
    print_status(status, reason, as_json=session.as_json)
    if answer:
        click.echo(escape_json(answer.decode("utf-8", "backslashreplace")))
    return SERVICE_FAULT if status >= 500 else REFUSED_BY_SERVICE if status >= 400 else DONE


def _read_key(environment: Mapping[str, str], key_file: Path | None) -> str:
    """Never an argument, as those are seen in the list of processes. Raises BadRequest."""
    if key_file is not None:
        lines = read_input(key_file).decode("utf-8", "replace").splitlines()
        key = lines[0].strip() if lines else ""
    else:
        key = environment.get(KEY_VARIABLE) or ask_hidden("Key")
    if not _KEY.fullmatch(key):
        raise BadRequest("This is no API key; `counterpart keys create NAME` makes one.")
    return key


def _call(port: int, method: str, target: str, key: str, content: bytes | None) -> tuple[int, str, bytes]:
    """The status, its reason and the body. Raises Unavailable where nothing answers."""
    import http.client  # noqa: PLC0415 - loads TLS, which the help needs not

    headers = {"Authorization": f"Bearer {key}"} if key else {}
    if content is not None:
        headers["Content-Type"] = "application/json"
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=_TIME_LIMIT_S)
    try:
        connection.request(method, target, content, headers)
        answer = connection.getresponse()
        return answer.status, answer.reason, answer.read()
    except (OSError, http.client.HTTPException) as error:
        reason = os_reason(error) if isinstance(error, OSError) else str(error) or type(error).__name__
        raise Unavailable(
            message("Nothing answered at port {port}: {reason}. Is the program running?", port=port, reason=reason)
        ) from error
    finally:
        connection.close()
