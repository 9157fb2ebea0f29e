"""The program's version, said once."""

VERSION = "0.1.0"
