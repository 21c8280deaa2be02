"""The catalogue: every app and scenario, read, checked and kept."""

from __future__ import annotations

import gc
import hashlib
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from .app_spec import AppSpec
from .bench import Bench
from .errors import CatalogError
from .looks import KeptLooks, Looks, shipped_looks
from .marked_yaml import Marked, load_marked
from .model import Scenario
from .profile_source import ProfileSource, shipped_profiles
from .schema import Schema, suggest
from .steps import StepError

__all__ = ["CATALOG_FOLDER", "Catalog", "load_catalog"]

CATALOG_FOLDER = Path(__file__).parent / "catalog"
COMPOSED = "composed"
_CERTIFICATES = "certificates"
_Model = TypeVar("_Model", bound=BaseModel)
_cache: dict[Any, Catalog] = {}
_cache_lock = threading.Lock()


@dataclass(frozen=True, eq=False)
class Catalog:
    """Apps, scenarios, and where their data comes from.

    Attributes:
        path: The folder.
        apps: App id -> ``app.yaml``.
        scenarios: Scenario id -> scenario, sorted by id.
        schemas: App id -> tables.
        hashes: Scenario id -> SHA-256 of what decides it: its file, its apps' ``app.yaml``.
        files: Scenario or app id -> file, for messages.
        profiles: Personas and databases.
        looks: Themes and UI states.
    """

    path: Path
    apps: Mapping[str, AppSpec]
    scenarios: Mapping[str, Scenario]
    schemas: Mapping[str, Schema]
    hashes: Mapping[str, str]
    files: Mapping[str, Path]
    profiles: ProfileSource
    looks: Looks
    memo: dict[Any, Any] = field(default_factory=dict[Any, Any], repr=False)
    _local: threading.local = field(default_factory=threading.local, repr=False)

    def scenario(self, name: str) -> Scenario:
        """The scenario of that id.

        Raises:
            CatalogError: There is none.
        """
        if name not in self.scenarios:
            raise CatalogError(
                f"unknown scenario {name!r}{suggest(name, self.scenarios)}", file=self.path
            )
        return self.scenarios[name]

    def bench(self, profile: str) -> Bench:
        """The profile's databases, open for queries; one a thread.

        Raises:
            CatalogError: There is no such profile.
        """
        benches: dict[str, Bench] = self._local.__dict__.setdefault("benches", {})
        if profile not in benches:
            known = self.profiles.personas()
            if profile not in known:
                raise CatalogError(f"unknown profile {profile!r}{suggest(profile, known)}")
            benches[profile] = Bench(profile, self.profiles, self.apps, self.schemas)
        return benches[profile]

    @property
    def certificates(self) -> Path:
        """Folder of the certificates."""
        return self.path / _CERTIFICATES

    def __reduce__(self) -> tuple[Any, ...]:
        """A catalogue travels to a worker as its folder and is loaded there."""
        looks = self.looks.source if isinstance(self.looks, KeptLooks) else self.looks
        return (load_catalog, (self.path, self.profiles, looks))


def load_catalog(
    path: Path | None = None,
    profiles: ProfileSource | None = None,
    looks: Looks | None = None,
) -> Catalog:
    """Read and check the catalogue; cached until a file changes.

    Args:
        path: Folder with one folder an app; default the catalogue that ships.
        profiles: Personas and databases; default the ten that ship.
        looks: Themes and UI states; default those that ship.

    Raises:
        CatalogError: A file is wrong; names file, line and field.
    """
    folder = (CATALOG_FOLDER if path is None else path).resolve()
    profiles = profiles or shipped_profiles
    looks = looks or shipped_looks
    if not folder.is_dir():
        raise CatalogError("there is no such catalogue folder", file=folder)
    key = (folder, id(profiles), looks.folder, _stamps(folder), _stamps(looks.folder))
    with _cache_lock:
        if key in _cache:
            return _cache[key]
    with _collector_paused():
        catalog = _load(folder, profiles, looks)
    with _cache_lock:
        for old in [k for k in _cache if k[:3] == key[:3]]:
            del _cache[old]
        _cache[key] = catalog
    return catalog


def _load(folder: Path, profiles: ProfileSource, looks: Looks) -> Catalog:
    from .catalog_checks import check_app, check_scenario

    files = sorted(folder.glob("*/app.yaml"))
    if not files:
        raise CatalogError("no app has an app.yaml here", file=folder)
    errors: list[CatalogError] = []
    marked: dict[str, Marked] = {}
    apps: dict[str, AppSpec] = {}
    schemas: dict[str, Schema] = {}
    for file in files:
        try:
            marks, spec = _read(file, AppSpec)
            if spec.id != file.parent.name:
                raise marks.error(f"id must be the folder's name, {file.parent.name!r}", ("id",))
            schemas[spec.id] = profiles.schema(spec.id)
            check_app(spec, marks, schemas[spec.id])
            apps[spec.id], marked[spec.id] = spec, marks
        except CatalogError as error:
            errors.append(error)
    _raise_all(errors)
    scenarios: dict[str, Scenario] = {}
    for file in sorted(f for f in folder.glob("*/*.yaml") if f.name != "app.yaml"):
        try:
            marks, scenario = _read(file, Scenario)
            check_scenario(scenario, marks, apps, schemas)
            scenarios[scenario.id], marked[scenario.id] = scenario, marks
        except CatalogError as error:
            errors.append(error)
    _raise_all(errors)
    return Catalog(
        path=folder,
        apps=apps,
        scenarios=dict(sorted(scenarios.items())),
        schemas=schemas,
        hashes={s.id: _hash(s, marked) for s in scenarios.values()},
        files={name: marks.file for name, marks in marked.items()},
        profiles=profiles,
        looks=KeptLooks(looks),
    )


@contextmanager
def _collector_paused() -> Iterator[None]:
    # Loading makes many small objects and no garbage (122 scenarios: 0.26 s instead of 0.34 s).
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _raise_all(errors: list[CatalogError]) -> None:
    if not errors:
        return
    if len(errors) == 1:
        raise errors[0]
    first = errors[0]
    rest = "\n".join(f"  {error}" for error in errors[1:])
    message = f"{first.message}\nand {len(errors) - 1} more:\n{rest}"
    raise CatalogError(message, file=first.file, line=first.line, field=first.field)


def _stamps(folder: Path) -> tuple[Any, ...]:
    found = []
    for file in sorted(folder.rglob("*")):
        if file.suffix in (".yaml", ".json") and _CERTIFICATES not in file.parts:
            info = file.stat()
            found.append((str(file), info.st_mtime_ns, info.st_size))
    return tuple(found)


def _read(file: Path, model: type[_Model]) -> tuple[Marked, _Model]:
    marks = load_marked(file)
    if not isinstance(marks.data, dict):
        raise marks.error("the file must be a mapping")
    try:
        return marks, model.model_validate(marks.data)
    except ValidationError as error:
        raise _located(error, marks, model) from error


def _located(error: ValidationError, marks: Marked, model: type[BaseModel]) -> CatalogError:
    problems = []
    # A misspelt key is also a missing one: the key that is there is the better place.
    for found in sorted(error.errors(), key=lambda e: e["type"] != "extra_forbidden"):
        path = tuple(part for part in found["loc"] if not _is_union_tag(part, marks.data))
        cause = found.get("ctx", {}).get("error")
        if isinstance(cause, StepError):
            path = (*path, *cause.path)
        message = str(found["msg"]).removeprefix("Value error, ")
        if found["type"] == "extra_forbidden":
            message = "unknown key" + suggest(str(path[-1]), _siblings(model, path))
        elif found["type"] == "missing":
            message = f"the key {path[-1]!r} is missing"
        problems.append(marks.error(message, path))
    first = problems[0]
    if len(problems) == 1:
        return first
    rest = "; ".join(f"line {p.line} ({p.field}): {p.message}" for p in problems[1:])
    return CatalogError(
        f"{first.message}; {rest}", file=first.file, line=first.line, field=first.field
    )


def _is_union_tag(part: str | int, data: Any) -> bool:
    # Pydantic puts names of union members into the path; they are no keys of the file.
    return isinstance(part, str) and ("[" in part or part in ("str", "int", "float", "bool"))


def _siblings(model: type[BaseModel], path: tuple[str | int, ...]) -> list[str]:
    current: Any = model
    for part in path[:-1]:
        if isinstance(part, int) or not hasattr(current, "model_fields"):
            continue
        field_info = current.model_fields.get(part)
        current = None if field_info is None else _model_in(field_info.annotation)
    return sorted(getattr(current, "model_fields", {}))


def _model_in(annotation: Any) -> Any:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for argument in getattr(annotation, "__args__", ()):
        found = _model_in(argument)
        if found is not None:
            return found
    return None


def _hash(scenario: Scenario, marked: Mapping[str, Marked]) -> str:
    parts = [marked[scenario.id].data, *(marked[app].data for app in scenario.apps)]
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
