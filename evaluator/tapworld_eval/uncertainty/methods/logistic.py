"""Logistic regression with an L2 penalty and a free intercept, by Newton's method."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, special

__all__ = ["fit_logistic"]

FloatArray = NDArray[np.float64]


def fit_logistic(
    x: FloatArray,
    y: NDArray[np.bool_],
    penalty: float = 1.0,
    steps: int = 50,
    tolerance: float = 1e-9,
) -> tuple[FloatArray, float]:
    """Minimise the log loss, summed over rows, plus penalty / 2 * |weights|^2.

    The minimum is that of scikit-learn's ``LogisticRegression(C=1 / penalty)``.

    Args:
        x: Shape (n, d).
        y: Shape (n,), both classes present.
        penalty: Of the weights; the intercept is free.
        steps: Most Newton steps.
        tolerance: On the largest change of a coefficient.

    Returns:
        The weights, shape (d,), and the intercept.
    """
    design = np.column_stack([x, np.ones(len(x))])
    ridge = np.full(design.shape[1], penalty)
    ridge[-1] = 0.0
    target = y.astype(np.float64)
    coefficients = np.zeros(design.shape[1])
    share = target.mean()
    coefficients[-1] = np.log(share / (1 - share))

    def loss(beta: FloatArray) -> float:
        logits = design @ beta
        return float(np.logaddexp(0, logits).sum() - target @ logits + (ridge * beta**2).sum() / 2)

    current = loss(coefficients)
    for _ in range(steps):
        p = special.expit(design @ coefficients)
        gradient = design.T @ (p - target) + ridge * coefficients
        weight = np.maximum(p * (1 - p), 1e-12)
        hessian = (design * weight[:, None]).T @ design
        hessian[np.diag_indices_from(hessian)] += ridge + 1e-12
        change = linalg.solve(hessian, gradient, assume_a="pos")
        step = 1.0
        while (reached := loss(coefficients - step * change)) > current and step > 1e-6:
            step /= 2
        if reached > current:
            break
        coefficients = coefficients - step * change
        current = reached
        if np.abs(step * change).max() < tolerance:
            break
    return coefficients[:-1], float(coefficients[-1])
