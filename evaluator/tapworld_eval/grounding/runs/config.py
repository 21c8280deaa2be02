"""Everything that decides a run, and the id that stands for it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tapworld_eval.grounding.locating import Locator
from tapworld_eval.grounding.samples import Sample
from tapworld_eval.grounding.scaffolds.base import Scaffold

__all__ = ["RunConfig"]

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class RunConfig:
    """What is run on what.

    Attributes:
        dataset: Name of the dataset's format and folder.
        samples: The samples, in order.
        locator: Model, format, prompt, encoding.
        scaffold: Strategy with its constants.
    """

    dataset: str
    samples: Sequence[Sample]
    locator: Locator
    scaffold: Scaffold

    def decides(self) -> dict[str, Any]:
        """Everything that decides the result; equal values give equal rows."""
        scaffold: Any = self.scaffold
        return {
            "schema_version": SCHEMA_VERSION,
            "dataset": {
                "name": self.dataset,
                "samples": len(self.samples),
                "digest": self._digest(),
            },
            **self.locator.identity(),
            "scaffold": asdict(scaffold),
        }

    @property
    def run_id(self) -> str:
        """Hash over :meth:`decides`, prompt text included."""
        text = json.dumps(self.decides(), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def _digest(self) -> str:
        digest = hashlib.sha256()
        for sample in self.samples:
            whole = (sample.id, sample.size, sample.instruction, asdict(sample.target))
            digest.update(json.dumps(whole, sort_keys=True).encode())
        return digest.hexdigest()[:16]
