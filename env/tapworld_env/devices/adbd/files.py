"""The phone's files, in memory: enough of a file system for push, pull, ls, cp and their kin."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass

__all__ = ["FileError", "FileTree", "StoredFile", "app_of_path", "package_of", "real_path"]

_ALIAS = "/data/user/0/"
_APPS = "/data/data/"
PREFIX = "org.tapworld."
# What every phone has, also while empty.
_FOLDERS = (
    "/", "/data", "/data/app", "/data/data", "/data/local", "/data/local/tmp", "/sdcard",
    "/storage", "/storage/emulated", "/storage/emulated/0", "/system", "/system/bin",
)  # fmt: skip


class FileError(Exception):
    """A file operation that cannot be done; the text is what the shell prints after the path."""


@dataclass(frozen=True)
class StoredFile:
    """A regular file."""

    content: bytes
    mode: int = 0o660
    mtime: int = 0
    owner: str = "shell:shell"


def package_of(app: str) -> str:
    """Android's name of an app.

    >>> package_of("mail")
    'org.tapworld.mail'
    """
    return PREFIX + app


def real_path(path: str, base: str = "/") -> str:
    """Make a path absolute, without ``..`` and aliases.

    >>> real_path("files/a", "/data/user/0/org.tapworld.mail")
    '/data/data/org.tapworld.mail/files/a'
    """
    whole = posixpath.normpath(posixpath.join(base, path))
    whole = "/" + whole.lstrip("/")
    return _APPS + whole.removeprefix(_ALIAS) if whole.startswith(_ALIAS) else whole


def app_of_path(path: str) -> str | None:
    """The app in whose private folder a real path lies.

    >>> app_of_path("/data/data/org.tapworld.mail/files/env/ui.json")
    'mail'
    """
    if not path.startswith(_APPS + PREFIX):
        return None
    return path.removeprefix(_APPS + PREFIX).split("/")[0]


class FileTree:
    """Files and folders by real path."""

    def __init__(self) -> None:
        self._files: dict[str, StoredFile] = {}
        self._folders: set[str] = set(_FOLDERS)

    def is_folder(self, path: str) -> bool:
        """Whether there is such a folder."""
        return path in self._folders

    def get(self, path: str) -> StoredFile | None:
        """The file, or ``None``."""
        return self._files.get(path)

    def read(self, path: str) -> StoredFile:
        """The file.

        Raises:
            FileError: There is none.
        """
        if self.is_folder(path):
            raise FileError("Is a directory")
        found = self.get(path)
        if found is None:
            raise FileError("No such file or directory")
        return found

    def write(self, path: str, file: StoredFile) -> None:
        """Store a file.

        Raises:
            FileError: Its folder is not there, or it is a folder itself.
        """
        if self.is_folder(path):
            raise FileError("Is a directory")
        if not self.is_folder(posixpath.dirname(path)):
            raise FileError("No such file or directory")
        self._files[path] = file

    def make_folder(self, path: str, *, parents: bool = False) -> None:
        """Make a folder.

        Raises:
            FileError: Something of that name is there, or the folder around it is not.
        """
        if path in self._files or (self.is_folder(path) and not parents):
            raise FileError("File exists")
        above = posixpath.dirname(path)
        if not self.is_folder(above):
            if not parents:
                raise FileError("No such file or directory")
            self.make_folder(above, parents=True)
        self._folders.add(path)

    def remove(self, path: str, *, recursive: bool = False) -> None:
        """Remove a file, or a folder with all that is in it.

        Raises:
            FileError: It is not there, or is a folder and ``recursive`` was not asked for.
        """
        if self.is_folder(path):
            if not recursive or path in _FOLDERS:
                raise FileError("Is a directory")
            inside = path + "/"
            self._files = {p: f for p, f in self._files.items() if not p.startswith(inside)}
            self._folders = {p for p in self._folders if p != path and not p.startswith(inside)}
        elif self._files.pop(path, None) is None:
            raise FileError("No such file or directory")

    def names(self, path: str) -> list[str]:
        """What a folder holds, in order.

        Raises:
            FileError: It is no folder.
        """
        if not self.is_folder(path):
            raise FileError(
                "Not a directory" if path in self._files else "No such file or directory"
            )
        inside = path.rstrip("/") + "/"
        known = (p for p in (*self._files, *self._folders) if p.startswith(inside) and p != inside)
        return sorted({p.removeprefix(inside).split("/")[0] for p in known} - {""})
