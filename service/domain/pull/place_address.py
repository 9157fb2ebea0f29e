"""Where a nightly file comes from: a path of this computer, or an address such as
`sftp://till@shop.example/export/stock.csv`. An address has no password in it; the password is in
the secret store.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from urllib.parse import parse_qsl, quote, unquote

from service.domain.errors import Refused
from service.domain.sentences import Sentence, message
from service.domain.webhooks.target_addresses import encode_host, parse_literal_ip

CODE = "place_not_allowed"
PASSWORD_GAP = "{password}"  # noqa: S105 - where the password goes, not a password
"""In the path or query of a web address: the stored password is put in its place."""

MAX_ADDRESS_CHARS = 2_000

_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*)://")
_SECRET_NAME = re.compile(r"pass|pwd|token|key|secret|signature|\bsig\b|auth", re.IGNORECASE)

_ODBC_SECRET = re.compile(r"pwd|password|passphrase|token|secret|(?:api|access|account) ?key")

WEB = ("http", "https")
SFTP, FTP = "sftp", "ftp"
SQL_SERVER, ACCESS = "sqlserver", "access"
SERVERS = ("postgresql", "mysql", SQL_SERVER)
LOCAL_TABLES = ("sqlite", ACCESS)
ODBC = "odbc"
MAIL = "imaps"
DATABASES = (*SERVERS, *LOCAL_TABLES, ODBC)
_PORTS = {
    "http": 80,
    "https": 443,
    "sftp": 22,
    "ftps": 21,
    "ftp": 21,
    "imaps": 993,
    "smb": 445,
    "postgresql": 5432,
    "mysql": 3306,
    "sqlserver": 1433,
}
_KEY_FILE = "?key="

READABLE = "readable"
"""PlaceAccess.trust of a far server to which the owner lets a password go unencrypted."""
MAX_PATTERN_CHARS = 200
MAX_QUERY_CHARS = 20_000

_QUOTED = r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[(?:[^\]]|\]\])*\]"""
_BLANK_AFTER = r"--(?=\s|\Z)"
_NO_WORDS = tuple(
    re.compile(rf"(?:{begins})[^\n]*|/\*.*?\*/|{_QUOTED}", re.DOTALL)
    for begins in ("--", _BLANK_AFTER, f"{_BLANK_AFTER}|#")
)
"""Comments and quoted texts. Databases differ in what begins a comment to the end of the line."""

_RUN_COMMENT = re.compile(r"/\*\s*\w*!")
"""A comment that MySQL (`/*!`) or MariaDB (`/*M!`) runs."""
_WORD = re.compile(r"\w+")
_WRITES = frozenset(
    {"insert", "update", "delete", "merge", "into", "drop", "alter", "create", "exec", "execute", "call", "grant"}
    | {"revoke", "truncate", "lock", "attach", "detach", "pragma", "copy", "vacuum", "do", "handler", "load"}
    # SQL Server needs no semicolon before the next statement, and has no read-only transaction.
    | {"backup", "restore", "shutdown", "kill", "dbcc", "deny", "reconfigure", "waitfor", "writetext", "updatetext"}
    | {"trigger", "bulk", "commit", "openquery", "openrowset", "opendatasource", "dblink", "dblink_exec"}
)


@dataclass(frozen=True, slots=True)
class PlaceAddress:
    """A parsed address. `path` begins with a slash, and may be percent-encoded in web addresses
    only; `user` is empty if none is named.
    """

    scheme: str
    user: str
    host: str
    port: int
    path: str
    tls: bool = True
    """Whether the connection to a database's server has to be encrypted."""

    key_file: str = ""
    """A private key of this computer, with which SFTP logs in instead of a password."""

    @property
    def name(self) -> str:
        """The last part of the path, without a query."""
        if self.scheme == ODBC:
            return self.host
        path = unquote(self.path.partition("?")[0]) if self.scheme in WEB else self.path.replace("\\", "/")
        return path.rstrip("/").rpartition("/")[2] or self.host

    @property
    def needs_password(self) -> bool:
        return (bool(self.user) and not self.key_file) or PASSWORD_GAP in self.path

    @property
    def may_have_password(self) -> bool:
        """Whether a password is used if there is one; a key or an Access file can be without."""
        return self.needs_password or bool(self.key_file) or self.scheme == ACCESS

    @property
    def is_database(self) -> bool:
        return self.scheme in DATABASES

    @property
    def is_mailbox(self) -> bool:
        return self.scheme == MAIL

    @property
    def is_encrypted(self) -> bool:
        return self.scheme not in ("http", FTP)

    @property
    def is_near(self) -> bool:
        """Whether the host is, by its name or number, in the local network."""
        return _is_near(self.host)

    @property
    def server(self) -> str:
        """Scheme, host and port: a password is sent to this server only."""
        return f"{self.scheme}://{self.path if self.scheme == ODBC else self.host}:{self.port}"


def is_remote(path: str) -> bool:
    """Whether the text is an address, not a path of this computer."""
    return _SCHEME.match(path.strip()) is not None


def is_database(path: str) -> bool:
    """Whether the text begins as the address of a database does."""
    return path.strip().partition("://")[0].lower() in DATABASES


def parse_place(text: str) -> PlaceAddress:
    """Parses an address. Raises Refused with what to do."""
    address = text.strip()
    match = _SCHEME.match(address)
    scheme = match.group(1).lower() if match is not None else ""
    if scheme not in (*_PORTS, *DATABASES):
        raise _refuse_scheme()
    # A server's own line ends where a decoded %0A is; a web address stays as it is typed.
    plain = address if scheme in WEB else unquote(address)
    if len(address) > MAX_ADDRESS_CHARS or any(unicodedata.category(char) in ("Cc", "Cs") for char in plain):
        raise Refused.saying(CODE, "The address is too long or has an unprintable character. Type it again.")
    rest = address[len(scheme) + 3 :]
    if scheme == ODBC or scheme in LOCAL_TABLES:
        return _parse_odbc(rest) if scheme == ODBC else _parse_local_table(scheme, rest)
    server, slash, path = rest.partition("/")
    user, _, place = server.rpartition("@")
    if ":" in user:
        raise Refused.saying(
            CODE,
            "The address has a password in it. Leave out the colon and the password: it is asked for separately, "
            "and stored in the secret store.",
        )
    host, port = _split_port(place, _PORTS[scheme])
    parsed = PlaceAddress(scheme, unquote(user), host, port, slash + path)
    if scheme in WEB:
        return _check_web(parsed)
    if scheme == SFTP:
        path, _, key = parsed.path.partition(_KEY_FILE)
        parsed = replace(parsed, path=path, key_file=unquote(key))
    if scheme in SERVERS:
        parsed = _read_tls(parsed)
    return _check_named(replace(parsed, path=unquote(parsed.path)))


def format_place(address: PlaceAddress, password: str = "") -> str:
    """The path and query of a web address as they are sent, the password in its gap."""
    path = address.path.replace(PASSWORD_GAP, quote(password, safe=""))
    return quote(path or "/", safe="/%?&=;:@!$'()*+,~-._[]")


def format_sql_server(host: str, instance: str, database: str, user: str) -> str:
    """The address of a SQL Server; `host` may end with a port. Without a user, Windows logs in."""
    parts = [part for part in (instance.strip(), database.strip()) if part]
    login = f"{quote(user.strip(), safe='')}@" if user.strip() else ""
    return f"{SQL_SERVER}://{login}{host.strip()}/{'/'.join(quote(part, safe='') for part in parts)}"


def with_key_file(address: str, key_file: str) -> str:
    """The address of an SFTP server with another key file; "" for none."""
    plain = address.strip().partition(_KEY_FILE)[0]
    return f"{plain}{_KEY_FILE}{quote(key_file.strip(), safe='/:~')}" if key_file.strip() else plain


def split_database(path: str) -> tuple[str, str]:
    """Instance and database in the path of a SQL Server; the instance can be ""."""
    instance, _, database = path.strip("/").rpartition("/")
    return instance, database


def _refuse_scheme() -> Refused:
    known = ", ".join(f"{name}://" for name in (*_PORTS, *LOCAL_TABLES, ODBC))
    return Refused.saying(
        CODE, "An address of the nightly file begins with one of {known}. Or name a file here.", known=known
    )


def _split_port(place: str, usual: int) -> tuple[str, int]:
    """Host and port. Raises Refused."""
    bracketed = re.fullmatch(r"\[([0-9a-fA-F:.]+)\](?::(\d{1,5}))?", place)
    plain = bracketed or re.fullmatch(r"([^\s:/\\@?#]+)(?::(\d{1,5}))?", place)
    if plain is None or not 0 < int(plain.group(2) or usual) < 65_536:
        raise Refused.saying(
            CODE, "The address names no host and port that are well formed. Check what is before the first /."
        )
    host = plain.group(1).lower() if bracketed is not None else encode_host(plain.group(1))
    return host, int(plain.group(2) or usual)


def _check_web(address: PlaceAddress) -> PlaceAddress:
    """The same address. Raises Refused if it shows a password to others."""
    query = address.path.partition("?")[2]
    for name, value in parse_qsl(query, keep_blank_values=True):
        if _SECRET_NAME.search(name) and value != PASSWORD_GAP:
            raise Refused.saying(
                CODE,
                "{name} in the address looks like a key. Write {gap} in its place: it is asked for separately, and "
                "stored in the secret store.",
                name=name,
                gap=PASSWORD_GAP,
            )
    if "#" in address.path:
        raise Refused.saying(CODE, "The address has a # part, which is never sent. Leave it out, or write it as %23.")
    if not address.is_encrypted and address.needs_password and not _is_near(address.host):
        raise Refused.saying(
            CODE, "{host} is not on this network, so http would show the password. Use https://.", host=address.host
        )
    return address


def _check_named(address: PlaceAddress) -> PlaceAddress:
    """The same address of a server. Raises Refused if it lacks a user or a path."""
    has_user = bool(address.user) or address.scheme == SQL_SERVER
    if not has_user or (address.path in ("", "/") and address.scheme in SERVERS) or not address.path:
        path = "database" if address.scheme in SERVERS else "export/stock.csv"
        raise Refused.saying(
            CODE,
            "The address names a user and a path, as in {example}.",
            example=f"{address.scheme}://user@{address.host}/{path}",
        )
    return address


def _read_tls(address: PlaceAddress) -> PlaceAddress:
    """A database server, encrypted unless here, or near with `?tls=off`. Raises Refused."""
    path, _, option = address.path.partition("?")
    if option not in ("", "tls=off", "tls=on"):
        raise Refused.saying(
            CODE, "After the ? of a database's address there is {options}, or nothing.", options="tls=on, tls=off"
        )
    if option == "tls=off" and not _is_near(address.host):
        raise Refused.saying(
            CODE,
            "{host} is not on this network, so its password has to be encrypted. Leave out tls=off.",
            host=address.host,
        )
    literal = parse_literal_ip(address.host)
    is_here = address.host == "localhost" or (literal is not None and literal.is_loopback)
    return replace(address, path=path, tls=option == "tls=on" or not (option or is_here))


def _parse_local_table(scheme: str, rest: str) -> PlaceAddress:
    """The file of a database on this computer, such as `sqlite:///D:/pos/data.db`."""
    path = unquote(rest)
    if re.match(r"/[a-zA-Z]:[/\\]", path):
        path = path[1:]
    if not re.match(r"/|[a-zA-Z]:[/\\]|\\\\", path):
        raise Refused.saying(
            CODE, "Name the whole path of the database's file, as in {example}.", example=f"{scheme}:///D:/pos/data.db"
        )
    return PlaceAddress(scheme, "", "", 0, path)


def _parse_odbc(rest: str) -> PlaceAddress:
    """A connection string of ODBC; its user is UID. Raises Refused if it has the password."""
    values = {
        name.strip().lower(): value.strip().strip("{}")
        for name, sign, value in (part.partition("=") for part in rest.split(";"))
        if sign
    }
    if any(_ODBC_SECRET.search(name) for name in values):
        raise Refused.saying(
            CODE,
            "The connection string has a password in it. Leave it out: it is asked for separately, and stored in "
            "the secret store.",
        )
    if not {"dsn", "driver", "filedsn"} & values.keys():
        raise Refused.saying(
            CODE, "An ODBC address names a source or a driver, as in {example}.", example="odbc://DSN=Shop;UID=reader"
        )
    place = values.get("server") or values.get("dsn") or values.get("dbq") or values.get("driver", "")
    return PlaceAddress(ODBC, values.get("uid", ""), place, 0, rest)


def _is_near(host: str) -> bool:
    """Whether a host is, by its name or number, in the local network."""
    literal = parse_literal_ip(host)
    if literal is not None:
        return literal.is_private
    return "." not in host or host.endswith((".local", ".lan", ".home.arpa", ".localhost"))


@dataclass(frozen=True, slots=True)
class MailQuery:
    """Patterns in which a star stands for anything; upper and lower case count the same."""

    sender: str = "*"
    subject: str = "*"

    def fits(self, sender: str, subject: str) -> bool:
        """Whether a message with these headers may have the file."""
        pairs = ((sender, self.sender), (subject, self.subject))
        return all(fnmatchcase(" ".join(text.lower().split()), pattern) for text, pattern in pairs)


def parse_mail_query(text: str) -> MailQuery:
    """`from: erp@shop.example; subject: daily stock`, either alone too. Raises Refused."""
    patterns = {"from": "*", "subject": "*"}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, colon, value = part.partition(":")
        pattern = " ".join(value.lower().split())
        if not colon or name.strip().lower() not in patterns or not 0 < len(pattern) <= MAX_PATTERN_CHARS:
            raise Refused.saying(
                CODE,
                "A mailbox is asked as in {example}. Either part may be left out.",
                example="from: erp@shop.example; subject: daily stock",
            )
        patterns[name.strip().lower()] = f"*{pattern.replace('[', '[[]')}*"
    return MailQuery(patterns["from"], patterns["subject"])


def check_query(text: str) -> str:
    """The query without its last semicolon. Raises Refused if it may do more than read."""
    query = re.sub(r"\r\n?", "\n", text).strip().removesuffix(";").rstrip()
    if not query:
        raise _refuse(message("A database is asked with a query. Write one, such as {example}.", example="SELECT …"))
    if len(query) > MAX_QUERY_CHARS or "\x00" in query:
        raise _refuse(message("The query is too long. Make it a view in the database, and select from that."))
    # A semicolon or an escaped quote is read differently by different databases, so none is let in.
    if ";" in query or "\\'" in query or '\\"' in query or _RUN_COMMENT.search(query):
        raise _refuse(message("The query has a semicolon or a backslash in it. Write one SELECT without them."))
    for no_words in _NO_WORDS:
        _check_words([word.lower() for word in _WORD.findall(no_words.sub(" ", query))])
    return query


def _check_words(words: list[str]) -> None:
    if not words or words[0] not in ("select", "with"):
        raise _refuse(message("The query has to begin with SELECT. It is for reading only."))
    writing = next((word for word in words if word in _WRITES), None)
    if writing is not None:
        raise _refuse(
            message(
                "The query has the word {word}, which may change the database. Leave it out, or put a column of that "
                "name in quotes.",
                word=writing.upper(),
            )
        )


def _refuse(sentence: Sentence) -> Refused:
    return Refused(CODE, sentence)
