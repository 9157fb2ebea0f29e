"""The forwarders: which functions they name, read from objdump's text; and that
the place of a build changes nothing in them.
"""

from __future__ import annotations

from installer.windows.launchers import LINKING
from installer.windows.runtime import FORWARDED, definition, exports_in, imports_in

IMPORTS = """\
The Import Tables (interpreted .rdata section contents)
\tDLL Name: libcrypto-3.dll
\tvma:  Hint/Ord Member-Name Bound-To
\ta4ce\t 1851  EVP_MD_do_all_provided
\ta4bc\t 1833  EVP_MD_CTX_free

\tDLL Name: KERNEL32.dll
\tvma:  Hint/Ord Member-Name Bound-To
\ta000\t   12  Sleep
"""
EXPORTS = """\
There is an export table in .rdata at 0x1
\t[   7] BIO_not_in_the_name_table

[Ordinal/Name Pointer] Table
\t[   0] BIO_f_ssl
\t[   1] +base[   2] 556d TLS_method
"""


def test_functions_are_read_by_the_library_that_has_them() -> None:
    wanted = ["EVP_MD_do_all_provided", "EVP_MD_CTX_free"]
    assert imports_in(IMPORTS) == {"libcrypto-3.dll": wanted, "KERNEL32.dll": ["Sleep"]}
    assert imports_in("file format not recognized") == {}


def test_exported_names_are_read_whichever_form_the_table_has() -> None:
    assert exports_in(EXPORTS) == {"BIO_f_ssl", "TLS_method"}
    assert exports_in("no table") == frozenset()


def test_each_name_leads_to_the_same_name_in_the_other_library() -> None:
    assert definition(["A", "B"], "libssl-3-x64.dll") == ('EXPORTS\n  A = "libssl-3-x64.A"\n  B = "libssl-3-x64.B"\n')
    assert all(name.replace(".dll", "-x64.dll") == library for name, (library, _) in FORWARDED.items())


def test_no_address_or_time_of_a_library_depends_on_where_and_when_it_is_linked() -> None:
    assert {"--no-insert-timestamp", "--disable-auto-image-base"} <= set(LINKING.split(","))
