"""Wrappers of the phone environment, one concern each.

Actions:

- :class:`NormalizedCoordinates`: points in [0, 1], or 0 to 1000, instead of pixels.
- :class:`ElementIndex`: elements by their index instead of points.
- :class:`DiscreteGrid`: one integer: a cell to tap, or a key.
- :class:`JsonActions`: JSON text, this package's or AndroidWorld's.

Observations:

- :class:`FrameHistory`: the last k screens, at a scale.
- :class:`ScaledPixels`: a smaller picture, with actions in its pixels.
- :class:`SetOfMarks`: numbered boxes drawn over what can be tapped.
- :class:`TreeObservation`: the elements as uiautomator XML in the observation.
"""

from __future__ import annotations

from tapworld_env.wrappers.discrete_grid import DiscreteGrid
from tapworld_env.wrappers.element_index import ElementIndex
from tapworld_env.wrappers.frame_history import FrameHistory
from tapworld_env.wrappers.json_actions import JsonActions
from tapworld_env.wrappers.normalized_coordinates import NormalizedCoordinates
from tapworld_env.wrappers.scaled_pixels import ScaledPixels
from tapworld_env.wrappers.set_of_marks import SetOfMarks
from tapworld_env.wrappers.tree_observation import TreeObservation

__all__ = [
    "DiscreteGrid",
    "ElementIndex",
    "FrameHistory",
    "JsonActions",
    "NormalizedCoordinates",
    "ScaledPixels",
    "SetOfMarks",
    "TreeObservation",
]
