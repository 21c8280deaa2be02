"""Regions around clicks with a promise: disks, ellipses, elements, abstention, risk control."""

from tapworld_eval.uncertainty.regions.abstention import AbstentionResult, evaluate_abstention
from tapworld_eval.uncertainty.regions.coverage import (
    DiskResult,
    calibrate_disk,
    conformal_disk,
    coverage_table,
    fit_scorer,
)
from tapworld_eval.uncertainty.regions.disks import VARIANTS, ClickDisk, fit_disk
from tapworld_eval.uncertainty.regions.evaluation import (
    KINDS,
    RegionResult,
    evaluate_region,
    strata_of,
)
from tapworld_eval.uncertainty.regions.isotonic_quantile import fit_isotonic_quantile
from tapworld_eval.uncertainty.regions.mondrian import MondrianDisk, fit_mondrian, size_classes
from tapworld_eval.uncertainty.regions.online import AdaptiveDisk, OnlineResult, online_coverage
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
    target_distances,
)
from tapworld_eval.uncertainty.regions.shift import (
    ShiftedDisks,
    ShiftResult,
    density_ratio,
    likelihood_ratios,
    shift_coverage,
    shift_features,
    shifted_disks,
)

__all__ = [
    "KINDS",
    "VARIANTS",
    "Abstention",
    "AbstentionResult",
    "AdaptiveDisk",
    "ClickDisk",
    "DiskResult",
    "ElementSet",
    "EllipseRegion",
    "MondrianDisk",
    "OnlineResult",
    "RegionResult",
    "ShiftResult",
    "ShiftedDisks",
    "box_distances",
    "calibrate_disk",
    "conformal_disk",
    "conformal_quantile",
    "coverage_table",
    "density_ratio",
    "effective_sample_size",
    "ellipse_distance",
    "evaluate_abstention",
    "evaluate_region",
    "fit_disk",
    "fit_elements",
    "fit_ellipse",
    "fit_isotonic_quantile",
    "fit_mondrian",
    "fit_scorer",
    "learn_then_test",
    "likelihood_ratios",
    "online_coverage",
    "risk_control",
    "risk_control_radius",
    "sample_shapes",
    "shift_coverage",
    "shift_features",
    "shifted_disks",
    "size_classes",
    "strata_of",
    "target_distances",
    "weighted_conformal_quantile",
]
