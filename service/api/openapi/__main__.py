"""Prints the description: python -m service.api.openapi > docs/openapi.json"""

from __future__ import annotations

import json
import sys

from service.api.openapi.description import build_description

if __name__ == "__main__":
    sys.stdout.write(json.dumps(build_description(), indent=2, ensure_ascii=False) + "\n")
