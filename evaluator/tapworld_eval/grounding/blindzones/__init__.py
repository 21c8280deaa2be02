"""Blind zones: where on the screen a model cannot click, whatever is there.

Sources: ScreenHaystack (seed 001); definitions in docs/blindzones.md.
"""

from tapworld_eval.grounding.blindzones.augment import AugmentedSample, augment
from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.grounding.blindzones.measures import (
    Severity,
    bottom_mask,
    concentration,
    null_concentration,
    severity,
)
from tapworld_eval.grounding.blindzones.probes import PROBE_FORMATS, Probe, Prober
from tapworld_eval.grounding.blindzones.records import CellCounts, count_records
from tapworld_eval.grounding.blindzones.relocate import ARMS, relocations, shift_image
from tapworld_eval.grounding.blindzones.transfer import transfer

__all__ = [
    "ARMS",
    "PROBE_FORMATS",
    "AugmentedSample",
    "CellCounts",
    "Grid",
    "Probe",
    "Prober",
    "Severity",
    "augment",
    "bottom_mask",
    "concentration",
    "count_records",
    "null_concentration",
    "relocations",
    "severity",
    "shift_image",
    "transfer",
]
