"""Grounding datasets made from the phone's own screens. A device is handed in, never made here."""

from tapworld_eval.grounding.phone.instructions import Instruction, instructions
from tapworld_eval.grounding.phone.making import TouchablePhone, make_dataset
from tapworld_eval.grounding.phone.screens import StartScreen, start_screens

__all__ = [
    "Instruction",
    "StartScreen",
    "TouchablePhone",
    "instructions",
    "make_dataset",
    "start_screens",
]
