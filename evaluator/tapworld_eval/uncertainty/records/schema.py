"""Which signals a record can hold, in which columns, and who can offer them.

One table says it all: the reader, the writer, the validation, the methods' declarations and the
panel for API-only models are derived from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

__all__ = [
    "API_SIGNALS",
    "ELEMENTS",
    "INTERFACES",
    "LAYERS",
    "OPTIONAL",
    "REQUIRED",
    "SCHEMA_VERSION",
    "SIGNALS",
    "Column",
    "Interface",
    "Signal",
]

SCHEMA_VERSION: Final = 1
Interface = Literal["open", "api"]
INTERFACES: Final = ("open", "api")

Kind = Literal["number", "numbers", "texts", "matrix", "tensor"]


@dataclass(frozen=True)
class Column:
    """One column.

    Attributes:
        name: Its name.
        kind: ``number`` one a record; ``numbers`` and ``texts`` a list a record (Parquet list
            columns); ``matrix`` a flattened matrix a record and ``tensor`` one equal shape for all
            records (both in the safetensors side file).
        low: Smallest allowed value.
        high: Largest allowed value.
        per: What the length of a list must equal: ``tokens`` or ``samples``.
        meaning: One line for people.
    """

    name: str
    kind: Kind
    meaning: str
    low: float | None = None
    high: float | None = None
    per: str | None = None


@dataclass(frozen=True)
class Signal:
    """Something a model lets one observe; its columns come together or not at all."""

    name: str
    columns: tuple[Column, ...]
    api: bool


def _signal(name: str, *columns: Column, api: bool = False) -> Signal:
    return Signal(name, columns, api)


REQUIRED: Final = (
    Column("item", "texts", "unique name of the record"),
    Column("click_x", "number", "greedy click, pixels of the original image; NaN if unparsed"),
    Column("click_y", "number", "as click_x"),
    Column("box_left", "number", "target box, pixels of the original image"),
    Column("box_top", "number", "as box_left"),
    Column("box_right", "number", "as box_left; greater than box_left"),
    Column("box_bottom", "number", "as box_left; greater than box_top"),
    Column("correct", "number", "whether the click counts as right", 0, 1),
)
OPTIONAL: Final = ("instruction", "image", "app", "zone", "theme", "episode", "step", "success")

SIGNALS: Final[dict[str, Signal]] = {
    signal.name: signal
    for signal in (
        _signal(
            "token_logprobs",
            Column(
                "token_logprobs",
                "numbers",
                "log-probability of each greedy token",
                high=0,
                per="tokens",
            ),
        ),
        _signal(
            "token_max_probs",
            Column(
                "token_max_probs", "numbers", "largest probability at each token", 0, 1, "tokens"
            ),
        ),
        _signal(
            "token_entropies",
            Column(
                "token_entropies",
                "numbers",
                "entropy of the full softmax at each token, nats",
                0,
                per="tokens",
            ),
        ),
        _signal(
            "samples",
            Column("sample_x", "numbers", "clicks of the stochastic samples", per="samples"),
            Column("sample_y", "numbers", "as sample_x", per="samples"),
            api=True,
        ),
        _signal(
            "sample_texts",
            Column("sample_texts", "texts", "text of each sample", per="samples"),
            api=True,
        ),
        _signal(
            "sample_logprobs",
            Column(
                "sample_logprobs",
                "numbers",
                "log-probability of each sample's sequence",
                high=0,
                per="samples",
            ),
        ),
        _signal(
            "sample_lengths",
            Column("sample_lengths", "numbers", "tokens of each sample", 1, per="samples"),
        ),
        _signal(
            "paraphrases",
            Column("paraphrase_x", "numbers", "clicks for paraphrased instructions"),
            Column("paraphrase_y", "numbers", "as paraphrase_x"),
            api=True,
        ),
        _signal(
            "perturbations",
            Column("perturbation_x", "numbers", "clicks for perturbed images"),
            Column("perturbation_y", "numbers", "as perturbation_x"),
            api=True,
        ),
        _signal(
            "verbalized_1s",
            Column("verbalized_1s", "number", "stated confidence, one stage", 0, 1),
            api=True,
        ),
        _signal(
            "verbalized_2s",
            Column("verbalized_2s", "number", "stated confidence, two stages", 0, 1),
            api=True,
        ),
        _signal("p_true", Column("p_true", "number", 'probability of the token "True"', 0, 1)),
        _signal("p_false", Column("p_false", "number", 'probability of the token "False"', 0, 1)),
        _signal(
            "hidden", Column("hidden", "tensor", "mean-pooled last hidden layer, (records, d)")
        ),
        _signal(
            "attention_max",
            Column(
                "attention_max",
                "matrix",
                "tokens x tokens, largest over layers and heads",
                0,
                1,
                "tokens^2",
            ),
        ),
        _signal(
            "attention_previous",
            Column(
                "attention_previous",
                "matrix",
                "middle-third layers x tokens: attention of the chosen head to the previous token",
                0,
                1,
                "k*tokens",
            ),
        ),
        _signal(
            "attention_chain",
            Column(
                "attention_chain",
                "matrix",
                "tokens x tokens, largest over the low-entropy heads",
                0,
                1,
                "tokens^2",
            ),
            Column(
                "coordinate_tokens",
                "numbers",
                "1 where a token belongs to a coordinate",
                0,
                1,
                "tokens",
            ),
        ),
        _signal("attention_rollout", Column("attention_rollout", "number", "reduced at capture")),
        _signal("llm_check", Column("llm_check", "number", "reduced at capture")),
        _signal("attention_entropy", Column("attention_entropy", "number", "reduced at capture")),
        _signal("lookback_lens", Column("lookback_lens", "number", "reduced at capture")),
    )
}

# Other layers than the last, for sweeps over layers; no method needs them.
LAYERS: Final = (
    Column("hidden_layers", "tensor", "mean-pooled hidden states, (records, layers, d)"),
)
API_SIGNALS: Final = frozenset(signal.name for signal in SIGNALS.values() if signal.api)
# What a screen offers to a click, for regions snapped to elements; no method scores with it.
ELEMENTS: Final = (
    Column("element_boxes", "matrix", "left, top, right, bottom of every element", per="4*k"),
    Column("target_element", "number", "which of them is the target", 0),
)
