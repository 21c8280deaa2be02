"""Groups of signals that are captured together, and which columns each brings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tapworld_eval.uncertainty.errors import OptionError

__all__ = ["GROUPS", "chosen_groups"]

#: Group -> keys of a record, named as :func:`tapworld_eval.uncertainty.records.from_rows` reads.
GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "tokens": ("token_logprobs", "token_max_probs", "token_entropies"),
    "hidden": ("hidden",),
    "attention": (
        "attention_max",
        "attention_previous",
        "attention_chain",
        "coordinate_tokens",
        "attention_rollout",
        "llm_check",
        "attention_entropy",
        "lookback_lens",
    ),
    "samples": ("samples", "sample_texts", "sample_logprobs", "sample_lengths"),
    "paraphrases": ("paraphrases",),
    "perturbations": ("perturbations",),
    "p_true": ("p_true", "p_false"),
    "verbalized_1s": ("verbalized_1s",),
    "verbalized_2s": ("verbalized_2s",),
}


def chosen_groups(names: Iterable[str] | None) -> tuple[str, ...]:
    """The groups of these names, in the table's order; all for ``None``.

    Raises:
        OptionError: A name is unknown.

    >>> chosen_groups(["hidden", "tokens"])
    ('tokens', 'hidden')
    """
    wanted = set(GROUPS if names is None else names)
    unknown = wanted - GROUPS.keys()
    if unknown:
        raise OptionError(
            f"no signals {', '.join(map(repr, sorted(unknown)))}; choose among {', '.join(GROUPS)}"
        )
    return tuple(name for name in GROUPS if name in wanted)
