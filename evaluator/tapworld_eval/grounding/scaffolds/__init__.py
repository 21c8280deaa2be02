"""Ways to spend calls on one click, each a pure function of what was drawn.

A scaffold is a generator: it yields what to ask and is sent the draws. So the same code runs
against a model and against draws that were stored before, and no crop is ever computed twice in
two places.
"""

from tapworld_eval.grounding.scaffolds.base import Ask, Draw, Outcome, Scaffold
from tapworld_eval.grounding.scaffolds.gated_zoom import GatedZoom
from tapworld_eval.grounding.scaffolds.registry import SCAFFOLDS, make_scaffold
from tapworld_eval.grounding.scaffolds.simple import Bare, MultiView, RatioZoom, ReGround
from tapworld_eval.grounding.scaffolds.voting import SampleAndVote

__all__ = [
    "SCAFFOLDS",
    "Ask",
    "Bare",
    "Draw",
    "GatedZoom",
    "MultiView",
    "Outcome",
    "RatioZoom",
    "ReGround",
    "SampleAndVote",
    "Scaffold",
    "make_scaffold",
]
