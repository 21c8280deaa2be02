"""Boxes and polygons: inside or not, overlap, area. Corners are left, top, right, bottom."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["Box", "area", "box_of_polygon", "center", "inside_box", "inside_polygon", "iou"]

Box = tuple[float, float, float, float]
Point = tuple[float, float]


def area(box: Box) -> float:
    """Area, 0 for a box that is turned inside out.

    >>> area((0, 0, 2, 3))
    6
    """
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def center(box: Box) -> Point:
    """Middle of a box.

    >>> center((0, 0, 2, 3))
    (1.0, 1.5)
    """
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def inside_box(point: Point, box: Box) -> bool:
    """Whether a point lies in a box, edges included as in ScreenSpot's own scoring.

    >>> inside_box((2, 3), (0, 0, 2, 3)), inside_box((float("nan"), 1), (0, 0, 2, 3))
    (True, False)
    """
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def inside_polygon(point: Point, corners: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon, by the even-odd rule; points on an edge lie inside.

    >>> triangle = [(0, 0), (4, 0), (0, 4)]
    >>> inside_polygon((1, 1), triangle), inside_polygon((3, 3), triangle)
    (True, False)
    >>> inside_polygon((2, 2), triangle)
    True
    """
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        cross = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        between = min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2)
        if cross == 0 and between:
            return True
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def box_of_polygon(corners: Sequence[Point]) -> Box:
    """The smallest box around a polygon.

    >>> box_of_polygon([(1, 5), (3, 2)])
    (1, 2, 3, 5)
    """
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def iou(first: Box, second: Box) -> float:
    """Intersection over union; two empty boxes overlap only where they are equal.

    >>> iou((0, 0, 2, 2), (1, 0, 3, 2))
    0.3333333333333333
    """
    if first == second:
        return 1.0
    common = (
        max(first[0], second[0]),
        max(first[1], second[1]),
        min(first[2], second[2]),
        min(first[3], second[3]),
    )
    shared = area(common)
    union = area(first) + area(second) - shared
    return shared / union if union > 0 else 0.0
