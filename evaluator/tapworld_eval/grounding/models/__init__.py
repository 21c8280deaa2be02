"""Models that answer a question about an image: paid, local, and scripted ones."""

from tapworld_eval.grounding.models.base import Completion, Model, Query, Reply, Usage
from tapworld_eval.grounding.models.chat import ChatModel
from tapworld_eval.grounding.models.ledger import Ledger, Price, price_of
from tapworld_eval.grounding.models.scripted import RecordedModel, ScriptedModel

__all__ = [
    "ChatModel",
    "Completion",
    "Ledger",
    "Model",
    "Price",
    "Query",
    "RecordedModel",
    "Reply",
    "ScriptedModel",
    "Usage",
    "price_of",
]
