"""Regions around clicks with a promise: disks, ellipses, elements, abstention, risk control."""

from tapworld_eval.uncertainty.regions.coverage import (
    DiskResult,
    calibrate_disk,
    conformal_disk,
    coverage_table,
)
from tapworld_eval.uncertainty.regions.disks import VARIANTS, ClickDisk, fit_disk
from tapworld_eval.uncertainty.regions.isotonic_quantile import fit_isotonic_quantile
from tapworld_eval.uncertainty.regions.mondrian import MondrianDisk, fit_mondrian, size_classes
from tapworld_eval.uncertainty.regions.online import AdaptiveDisk
from tapworld_eval.uncertainty.regions.quantile import (
    conformal_quantile,
    effective_sample_size,
    weighted_conformal_quantile,
)
from tapworld_eval.uncertainty.regions.risk_control import (
    Abstention,
    learn_then_test,
    risk_control,
    risk_control_radius,
)
from tapworld_eval.uncertainty.regions.shapes import (
    ElementSet,
    EllipseRegion,
    box_distances,
    ellipse_distance,
    fit_elements,
    fit_ellipse,
    sample_shapes,
)
from tapworld_eval.uncertainty.regions.shift import (
    ShiftedDisks,
    likelihood_ratios,
    shifted_disks,
)

__all__ = [
    "VARIANTS",
    "Abstention",
    "AdaptiveDisk",
    "ClickDisk",
    "DiskResult",
    "ElementSet",
    "EllipseRegion",
    "MondrianDisk",
    "ShiftedDisks",
    "box_distances",
    "calibrate_disk",
    "conformal_disk",
    "conformal_quantile",
    "coverage_table",
    "effective_sample_size",
    "ellipse_distance",
    "fit_disk",
    "fit_elements",
    "fit_ellipse",
    "fit_isotonic_quantile",
    "fit_mondrian",
    "learn_then_test",
    "likelihood_ratios",
    "risk_control",
    "risk_control_radius",
    "sample_shapes",
    "shifted_disks",
    "size_classes",
    "weighted_conformal_quantile",
]
