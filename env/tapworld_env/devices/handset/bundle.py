"""The apps' web bundle, held in memory and handed to pages without a network.

Every request of a page is intercepted: those for the bundle are answered from memory, all others
are refused and counted.
"""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tapworld_env.errors import EnvironmentSetupError

__all__ = ["DEFAULT_BUNDLE", "ORIGIN", "Bundle", "load_bundle"]

# A name that can never resolve; https, so that the page is a secure context.
ORIGIN = "https://handset.tapworld.invalid"
DEFAULT_BUNDLE = Path(__file__).parent / "bundle"

# Written out where the machine's own table may lack or contradict them.
_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class Bundle:
    """Files by URL path, with their media types.

    Attributes:
        folder: Where they were read from.
        files: ``"/index.html"`` -> ``(media type, content)``.
    """

    folder: Path
    files: dict[str, tuple[str, bytes]]

    def find(self, url: str) -> tuple[str, bytes] | None:
        """Return the file behind a URL, or ``None`` for anything off the bundle."""
        parts = urlsplit(url)
        if f"{parts.scheme}://{parts.netloc}" != ORIGIN:
            return None
        path = unquote(parts.path)
        return self.files.get("/index.html" if path == "/" else path)


def load_bundle(folder: Path | None = None) -> Bundle:
    """Read a bundle; one folder is read once for each state of its ``index.html``.

    Raises:
        EnvironmentSetupError: There is no bundle in the folder.
    """
    where = (folder or DEFAULT_BUNDLE).resolve()
    index = where / "index.html"
    try:
        stamp = index.stat().st_mtime_ns
    except OSError as error:
        raise EnvironmentSetupError(
            f"no app bundle in {where} ({error.strerror}: index.html); build it with `make apps` "
            f"(`npm run build` in apps/), or reinstall the package"
        ) from error
    return _read(where, stamp)


@lru_cache(maxsize=4)
def _read(folder: Path, stamp: int) -> Bundle:
    del stamp  # only part of the key: a rebuilt bundle is read again
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            name = "/" + path.relative_to(folder).as_posix()
            guessed = mimetypes.guess_type(path.name)[0]
            kind = _TYPES.get(path.suffix) or guessed or "application/octet-stream"
            files[name] = (kind, path.read_bytes())
    return Bundle(folder, files)
