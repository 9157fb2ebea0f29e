"""The modules of dev.py: set-up of .venv and system packages, checks. Standard library only."""

import platform
import sys

# Before any module of this package is imported, as an older Python could not read them.
if sys.version_info < (3, 11):
    sys.exit("dev.py: Python 3.11 or later is needed; this is %s. Run: python3.11 dev.py" % platform.python_version())
