"""A package's parts in CycloneDX (SBOM), which tools compare with known vulnerabilities."""

from __future__ import annotations

import hashlib
import os
import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, Property, XsUri
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from packageurl import PackageURL

from installer.licences.part import native_files, owner_of
from installer.runtimes.inventory import describe_behind
from installer.surroundings import EPOCH, built_version
from installer.toolchain.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from installer.licences.part import Part

WHOLE: Final = "counterpart"
BEHIND: Final = "counterpart:behind"
"""A property of a part that a later release followed, which the package cannot carry yet."""
_NAMESPACE: Final = uuid.UUID("8f0a3f0e-5f0c-4d55-9f5e-6a7a3f1a5c11")


def write_parts_list(parts: Sequence[Part], package: Path, tree: Path | None = None) -> Path:
    """Write the list of that package's parts next to it. `tree` is what was packed: each part gets
    its programs and libraries. SetupError if the list does not match the schema.
    """
    file = package.with_name(f"{package.name}.cdx.json")
    # Loading it builds some 40 grammars in 3 s, which other commands would wait for too.
    from cyclonedx.validation.json import JsonStrictValidator  # noqa: PLC0415

    text = JsonV1Dot6(_bom(parts, package, tree)).output_as_string(indent=1)
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if fault is not None:
        raise SetupError(f"{file.name} is not as CycloneDX wants it: {fault}")
    file.write_text(text + "\n", encoding="utf-8")
    return file


def _bom(parts: Sequence[Part], package: Path, tree: Path | None) -> Bom:
    """The project's own part is what the list is about, and not one of the parts in it."""
    files = _files(parts, tree) if tree else {}
    components = [_component(part, files.get(part.folder, [])) for part in parts if part.folder != WHOLE]
    version = built_version()
    whole = Component(
        name=WHOLE, version=version, type=ComponentType.APPLICATION, bom_ref=WHOLE,
        licenses=[LicenseFactory().make_from_string(part.licence) for part in parts if part.folder == WHOLE],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=hashlib.sha256(package.read_bytes()).hexdigest())],
        components=files.get(WHOLE, []),
    )  # fmt: skip
    moment = datetime.fromtimestamp(int(os.environ.get(EPOCH, "0")), UTC)
    bom = Bom(
        serial_number=uuid.uuid5(_NAMESPACE, f"{package.name} {version}"),
        metadata=BomMetaData(component=whole, timestamp=moment),
        components=components,
    )
    bom.register_dependency(whole, components)
    return bom


def _files(parts: Sequence[Part], tree: Path) -> dict[str, list[Component]]:
    """The programs and libraries of a tree by the folder of their part."""
    files: dict[str, list[Component]] = {}
    for path in native_files(tree):
        owner = owner_of(path, parts)
        if owner is not None:
            files.setdefault(owner.folder, []).append(_file(path, (tree / path).read_bytes()))
    return files


def _file(path: str, content: bytes) -> Component:
    digest = HashType(alg=HashAlgorithm.SHA_256, content=hashlib.sha256(content).hexdigest())
    return Component(name=path, type=ComponentType.FILE, bom_ref=f"file:{path}", hashes=[digest])


def _component(part: Part, files: list[Component]) -> Component:
    url = PackageURL.from_string(part.url) if part.url else None
    product = f"cpe:2.3:a:{part.product}:{part.version}:*:*:*:*:*:*:*" if part.product else None
    behind = describe_behind(part.name, part.version)
    return Component(
        name=part.name, version=part.version or None, type=ComponentType.LIBRARY, purl=url, cpe=product,
        bom_ref=part.folder,
        licenses=[LicenseFactory().make_from_string(part.licence)],
        external_references=[ExternalReference(type=ExternalReferenceType.DISTRIBUTION, url=XsUri(part.source))],
        components=files, properties=[Property(name=BEHIND, value=behind)] if behind else [],
    )  # fmt: skip
