from __future__ import annotations

from ..adb_fixtures import adb_server, served

__all__ = ["adb_server", "served"]
