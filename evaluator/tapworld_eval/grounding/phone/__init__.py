"""Grounding datasets made from the phone's own screens. A device is handed in, never made here."""

from tapworld_eval.grounding.phone.instructions import Instruction, instructions
from tapworld_eval.grounding.phone.making import make_dataset

__all__ = ["Instruction", "instructions", "make_dataset"]
