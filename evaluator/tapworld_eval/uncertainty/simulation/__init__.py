"""Synthetic cells with a known truth, for tests, documentation and demonstrations."""

from tapworld_eval.uncertainty.simulation.cells import (
    STRENGTHS,
    CellProcess,
    latent_auroc,
    simulate_cell,
    simulate_matrix,
)

__all__ = ["STRENGTHS", "CellProcess", "latent_auroc", "simulate_cell", "simulate_matrix"]
