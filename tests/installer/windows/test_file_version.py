"""The version in the resources of a Windows file."""

from __future__ import annotations

import struct

from installer.windows.file_version import file_version


def test_the_four_numbers_are_read_high_word_first() -> None:
    fixed = struct.pack("<IIII", 0xFEEF04BD, 0x10000, 0x000E002C, 0x898B0000)
    assert file_version(b"MZ" + bytes(70) + fixed + bytes(8)) == "14.44.35211.0"


def test_a_file_without_resources_or_with_half_of_them_names_none() -> None:
    assert file_version(b"MZ" + bytes(70)) == ""
    assert file_version(b"MZ" + struct.pack("<II", 0xFEEF04BD, 0x10000)) == ""
