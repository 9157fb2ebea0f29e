"""Whether a text of the Arabic window is Arabic, without its data and its names."""

from __future__ import annotations

import re

NAMES = frozenset(
    re.findall(
        r"\w+",
        "SKU API JSON CSV XLSX XLS ODS PDF RAR XML Zip zip gzip Excel HTTP https http POST TLS IP USB Enter OEM "
        "Counterpart GNOME Keyring KWallet counterpart serve items stock csv example com events erp shop pc local "
        "new_oem new_aftermarket used refurbished on off Idempotency Key SQLite expat chmod keys "
        "expiry clock audit verify list PNG JPEG OpenSSL Python Qt ftp ftps sftp SFTP FTPS SSH IMAP SMB "
        "SQL SELECT AS tls off allowed hosts origins ODBC INBOX PostgreSQL MySQL MariaDB SQLite Access "
        "HTML MHTML CommerceML DBF dBASE XLSB Apple Numbers Arrow CAB DIF EDIFACT Lotus Parquet SYLK Zstandard bzip "
        "compress tar xz OpenDocument max_connections UTF LC_COLLATE TEMPLATE template CREATE pg_dump "
        "pg_restore PGPASSWORD PGPASSFILE postgresql user host name pg_stat_activity autovacuum VACUUM "
        "conf NTP webhook UTF8",
    )
)
"""Latin words that are names: of formats, keys, programs, values and examples."""

_DATA = re.compile("[\u2066\u2067\u2068][^\u2066-\u2069]*\u2069")


def english_in(text: str) -> set[str]:
    """Latin words that are neither data, which is between direction marks, nor a name."""
    before = ""
    while before != text:
        before, text = text, _DATA.sub(" ", text)
    return set(re.findall(r"[A-Za-z_]{2,}", text)) - NAMES


def is_arabic(text: str) -> bool:
    """Whether it holds Arabic letters and no English."""
    return bool(re.search("[\u0621-\u064a]", text)) and not english_in(text)
