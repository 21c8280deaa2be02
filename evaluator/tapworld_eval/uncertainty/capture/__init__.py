"""Signals of real models: one pass an item, streamed into a cell.

``adapter`` says what must be known of a model, ``chat`` knows it of the Qwen families and ``nano``
of the small model that comes with tapworld; ``decoding`` and ``reading`` drive the network,
``item`` captures one item, ``running`` a dataset. Needs ``tapworld[torch]``; nothing here imports
torch before a model is used. ``replies`` captures what a model shows that only replies.
"""

from tapworld_eval.uncertainty.capture.adapter import Adapter
from tapworld_eval.uncertainty.capture.attention_files import raw_attention
from tapworld_eval.uncertainty.capture.groups import GROUPS, chosen_groups
from tapworld_eval.uncertainty.capture.item import ALL_LAYERS, CaptureOptions, ItemReader
from tapworld_eval.uncertainty.capture.replies import ReplyReader
from tapworld_eval.uncertainty.capture.running import Reader, capture_dataset, stream_rows
from tapworld_eval.uncertainty.capture.sources import Items, capture_source

__all__ = [
    "ALL_LAYERS",
    "GROUPS",
    "Adapter",
    "CaptureOptions",
    "ItemReader",
    "Items",
    "Reader",
    "ReplyReader",
    "capture_dataset",
    "capture_source",
    "chosen_groups",
    "raw_attention",
    "stream_rows",
]
