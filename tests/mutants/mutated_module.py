"""A module with all its mutants in it, as mutmut makes them; a variable chooses one of them."""

from __future__ import annotations

import difflib
import hashlib
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import msgspec

_GENERATED = re.compile(r"\b(?:x_|xǁ\w+ǁ)(\w+?)__mutmut_(?:\d+|orig)\b")


@dataclass(frozen=True, slots=True)
class MutatedModule:
    """The code with all mutants, their names, and the lines of each in the code."""

    name: str
    code: str
    mutants: tuple[str, ...]
    spans: Mapping[str, tuple[int, int]]
    digest: str

    def diff(self, mutant: str) -> list[str]:
        """What the mutant changes, as a unified diff."""
        function = mutant.rpartition("__mutmut_")[0]
        before, after = (self._read(name) for name in (f"{function}__mutmut_orig", mutant))
        return [f"# {self.name}.{mutant}", *difflib.unified_diff(before, after, lineterm="", n=2)]

    def _read(self, function: str) -> list[str]:
        first, last = self.spans[function]
        return [_GENERATED.sub(r"\1", line) for line in self.code.splitlines()[first - 1 : last]]


def mutate_module(path: str, root: Path) -> MutatedModule:
    """All mutants of the module at `path`, from the root. To make them takes seconds, so they are
    stored in `mutated` there.
    """
    source = (root / path).read_text(encoding="utf-8")
    digest = hashlib.sha256(f"{metadata.version('mutmut')}\n{source}".encode()).hexdigest()
    stored = root / "mutated" / f"{make_module_name(path)}.{digest[:12]}.json"
    if stored.exists():
        return msgspec.json.decode(stored.read_bytes(), type=MutatedModule)
    from mutmut.mutation.file_mutation import mutate_file_contents  # noqa: PLC0415 - takes a second

    made = mutate_file_contents(path, source)
    spans = {name: (span.start, span.end) for name, span in made.line_span_by_function_name.items()}
    module = MutatedModule(make_module_name(path), made.code, tuple(made.mutant_names), spans, digest)
    stored.parent.mkdir(exist_ok=True)
    part = stored.with_suffix(".part")
    part.write_bytes(msgspec.json.encode(module))
    part.replace(stored)
    return module


def make_module_name(path: str) -> str:
    """`service.domain.money` of `service/domain/money.py`."""
    return path.removesuffix(".py").replace("/", ".")


def choose_mutants(module: MutatedModule, most: int | None) -> Sequence[str]:
    """All mutants, or `most` of them, the same in each run."""
    if most is None or len(module.mutants) <= most:
        return module.mutants
    chosen = set(random.Random(module.name).sample(module.mutants, most))
    return [name for name in module.mutants if name in chosen]
