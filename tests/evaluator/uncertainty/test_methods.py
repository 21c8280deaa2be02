import dataclasses
import difflib
import itertools
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse.csgraph import connected_components

from tapworld_eval.uncertainty.errors import (
    OptionError,
    UncertaintyError,
    UnknownMethodError,
    UnsupportedMethodError,
)
from tapworld_eval.uncertainty.methods.attention_capture import reduce_attention
from tapworld_eval.uncertainty.methods.base import Method
from tapworld_eval.uncertainty.methods.clustering import cluster_labels
from tapworld_eval.uncertainty.methods.registry import (
    api_panel,
    benchmark_methods,
    get_method,
    methods,
    register,
    supported,
)
from tapworld_eval.uncertainty.methods.safeground import region_shares
from tapworld_eval.uncertainty.records import Cell, Ragged

PANEL = {
    "self_consistency",
    "semantic_entropy",
    "lexical_similarity",
    "ccp",
    "verbalized_1s",
    "verbalized_2s",
    "hedge",
    "imghedge",
}


def one(**columns):
    """A cell of one record: lists become list columns, numbers item columns."""
    items = {
        "item": ["a"],
        "click_x": [0.0],
        "click_y": [0.0],
        "box_left": [-5.0],
        "box_top": [-5.0],
        "box_right": [5.0],
        "box_bottom": [5.0],
        "correct": [1],
    }
    lists = {}
    for name, value in columns.items():
        if isinstance(value, list):
            kind = object if value and isinstance(value[0], str) else float
            lists[name] = Ragged.of([value], dtype=kind)
        else:
            items[name] = [value]
    return Cell("one", pd.DataFrame(items), lists)


def value(name, **columns):
    return float(get_method(name).score(one(**columns))[0])


def test_there_are_27_numbered_methods_in_seven_families_and_a_panel_of_eight():
    assert [method.number for method in benchmark_methods()] == list(range(1, 28))
    assert len({method.family for method in benchmark_methods()}) == 7
    assert {method.name for method in api_panel()} == PANEL
    assert len({method.name for method in methods().values()}) == len(methods())


def test_an_api_cell_refuses_what_it_cannot_offer(api_cell, cell):
    assert {method.name for method in supported(api_cell)} == PANEL
    for method in benchmark_methods():
        if method.name in PANEL:
            assert method.score(api_cell).shape == (len(api_cell),)
        else:
            with pytest.raises(UnsupportedMethodError, match="API cell"):
                method.fit(api_cell)
    # Even when someone put the column there: the interface does not offer it.
    with pytest.raises(UnsupportedMethodError):
        get_method("mcse").score(dataclasses.replace(cell, interface="api"))
    with pytest.raises(UnsupportedMethodError, match="hidden"):
        get_method("sep").fit(dataclasses.replace(cell, tensors={}))
    with pytest.raises(UnknownMethodError, match="msp"):
        get_method("mps")


def test_a_method_of_ones_own_is_registered_once():
    mine = Method("mine_for_test", "logit", ("p_true",), "here", lambda r: -r.number("p_true"))
    register(mine)
    assert get_method("mine_for_test") is mine
    with pytest.raises(UncertaintyError, match="exists"):
        register(mine)
    with pytest.raises(UncertaintyError, match="unknown signals"):
        dataclasses.replace(mine, name="other", needs=("telepathy",))
    with pytest.raises(OptionError, match="fit first"):
        get_method("sep").score(one())


def test_logit_scores_by_hand():
    logprobs = [math.log(0.5), math.log(0.25)]
    assert value("msp", token_max_probs=[0.5, 0.9]) == pytest.approx(0.3)
    assert value("perplexity", token_logprobs=logprobs) == pytest.approx(1.5 * math.log(2))
    assert value("perplexity_exp", token_logprobs=logprobs) == pytest.approx(2**1.5)
    assert value("sequence_probability", token_logprobs=logprobs) == pytest.approx(3 * math.log(2))
    assert value("mean_token_entropy", token_entropies=[0.2, 0.6]) == pytest.approx(0.4)
    assert math.isnan(value("perplexity", token_logprobs=[]))


def test_sampling_scores_by_hand():
    # A chain of 50 px steps is one cluster; the fourth click is another; the fifth is unparsed.
    clicks = {"sample_x": [0, 50, 100, 400, math.nan], "sample_y": [0.0] * 4 + [math.nan]}
    assert value("self_consistency", **clicks) == 2
    shares = np.array([0.75, 0.25])
    assert value("semantic_entropy", **clicks) == pytest.approx(-(shares * np.log(shares)).sum())
    weights = [-1.0, -1.0, -1.0, -1.0 + math.log(3), -0.1]
    weighted = value("semantic_entropy_weighted", sample_logprobs=weights, **clicks)
    assert weighted == pytest.approx(math.log(2))
    assert value("mcse", sample_logprobs=[-1, -3]) == 2
    assert value("mcnse", sample_logprobs=[-1, -3], sample_lengths=[1, 2]) == pytest.approx(1.25)
    texts = ["click(1, 2)", "click(1, 3)", "no"]
    expected = np.mean(
        [
            1 - difflib.SequenceMatcher(None, a, b, autojunk=False).ratio()
            for a, b in itertools.combinations(texts, 2)
        ]
    )
    assert value("lexical_similarity", sample_texts=texts) == pytest.approx(expected)
    assert math.isnan(value("semantic_entropy", sample_x=[], sample_y=[]))
    assert math.isnan(value("lexical_similarity", sample_texts=["alone"]))


def test_very_improbable_samples_keep_their_weights():
    clicks = {"sample_x": [0, 400], "sample_y": [0, 0]}
    score = value("semantic_entropy_weighted", sample_logprobs=[-2000, -2000], **clicks)
    assert score == pytest.approx(math.log(2))


def test_hybrid_scores_by_hand():
    known = {
        "token_logprobs": [math.log(0.5), math.log(0.5)],
        "sample_x": [0.0, 30, 50, 51, 400],
        "sample_y": [0.0, 40, 0, 0, 0],
    }
    f = 3 / 5  # 50 px away is within the tolerance
    assert value("ccp", **known) == pytest.approx(1 - f)
    assert value("cocoa", **known) == pytest.approx(2 * math.log(2) * (1 - f))
    assert value("cocoa_1mca", **known) == pytest.approx(1 - 0.5 * f)


def test_attention_scores_by_hand():
    nll = [1.0, 2.0, 3.0]
    logprobs = [-x for x in nll]
    square = [0, 0, 0, 0.2, 0, 0, 0.3, 0.1, 0]
    p = [1.0, 2.0 + 0.9 * 1.0, 0.0]
    p[2] = 3.0 + 0.9 * (0.75 * p[0] + 0.25 * p[1])
    focus = value("focus", token_logprobs=logprobs, attention_max=[float(x) for x in square])
    assert focus == pytest.approx(np.mean(p))
    probabilities = np.exp(logprobs)

    def layer(attention):
        c = [probabilities[0]]
        for t in (1, 2):
            c.append(0.5 * probabilities[t] + 0.5 * attention[t] * c[-1])
        return -np.mean(np.log(c))

    weights = [[0.0, 0.5, 0.1], [0.0, 0.9, 0.9]]
    rauq = value("rauq", token_logprobs=logprobs, attention_previous=[*weights[0], *weights[1]])
    assert rauq == pytest.approx(max(layer(w) for w in weights))
    # Token 2 starts the chain; only token 0 has at least 0.7 of its largest attention.
    chain = {"attention_chain": [float(x) for x in square], "coordinate_tokens": [0, 0, 1]}
    assert value("uqac", token_logprobs=logprobs, **chain) == pytest.approx(2.0)
    everything = {**chain, "attention_chain": [0, 0, 0, 0.2, 0, 0, 0.1, 0.3, 0.0]}
    assert value("uqac", token_logprobs=logprobs, **everything) == pytest.approx(2.0)
    nothing = {**chain, "coordinate_tokens": [0, 0, 0]}
    assert math.isnan(value("uqac", token_logprobs=logprobs, **nothing))


def test_attention_is_reduced_as_a_second_computation_does():
    rng = np.random.default_rng(0)
    layers, heads, tokens, prompt = 6, 7, 4, 5
    raw = rng.random((layers, heads, tokens, prompt + tokens))
    for t in range(tokens):
        raw[:, :, t, prompt + t + 1 :] = 0
    raw /= raw.sum(axis=-1, keepdims=True)
    found = reduce_attention(raw, prompt)
    largest = np.zeros((tokens, tokens))
    for t in range(tokens):
        for i in range(t):
            largest[t, i] = max(
                raw[a, b, t, prompt + i] for a in range(layers) for b in range(heads)
            )
    assert found["attention_max"].reshape(tokens, tokens) == pytest.approx(largest)
    previous = found["attention_previous"].reshape(-1, tokens)
    assert len(previous) == 2
    for row, number in zip(previous, (2, 3), strict=True):
        means = [
            np.mean([raw[number, b, t, prompt + t - 1] for t in range(1, tokens)])
            for b in range(heads)
        ]
        head = int(np.argmax(means))
        assert row[1:] == pytest.approx(
            [raw[number, head, t, prompt + t - 1] for t in range(1, tokens)]
        )
    chain = np.zeros((tokens, tokens))
    for a in range(layers):
        entropies = [-(raw[a, b] * np.log(raw[a, b] + 1e-12)).sum() for b in range(heads)]
        for b in np.argsort(entropies)[:5]:
            chain = np.maximum(chain, np.tril(raw[a, b, :, prompt:], -1))
    assert found["attention_chain"].reshape(tokens, tokens) == pytest.approx(chain)
    assert 0 <= found["lookback_lens"] <= 1
    # One head that looks only at itself: no surprise on the diagonal, nothing from the prompt.
    alone = np.zeros((1, 1, 2, 4))
    alone[0, 0, [0, 1], [2, 3]] = 1
    reduced = reduce_attention(alone, 2)
    assert reduced["llm_check"] == pytest.approx(0, abs=1e-9)
    assert reduced["lookback_lens"] == 1
    assert reduced["attention_rollout"] == pytest.approx(0, abs=1e-9)


def test_verbalised_and_vlm_scores_by_hand():
    assert value("p_true", p_true=0.3) == pytest.approx(0.7)
    assert value("p_true_renormalized", p_true=0.3, p_false=0.1) == pytest.approx(0.25)
    assert value("verbalized_1s", verbalized_1s=0.9) == pytest.approx(0.1)
    assert math.isnan(value("verbalized_2s", verbalized_2s=math.nan))
    moved = {"paraphrase_x": [0, 10, 500], "paraphrase_y": [0, 0, 0]}
    assert value("hedge", **moved) == pytest.approx(math.log(3) - 2 / 3 * math.log(2))
    still = {"perturbation_x": [0, 10, 20], "perturbation_y": [0, 0, 0]}
    assert value("imghedge", **still) == 0


def test_safeground_needs_ten_samples_and_joins_touching_patches():
    nine = {"sample_x": [0.0] * 9, "sample_y": [0.0] * 9}
    assert math.isnan(value("safeground_dispersion", **nine))
    ten = {"sample_x": [0.0] * 10, "sample_y": [0.0] * 10}
    assert value("safeground_dispersion", **ten) == 0
    apart = {"sample_x": [0.0] * 5 + [900.0] * 5, "sample_y": [0.0] * 10}
    entropy = math.log(2) / math.log(10)
    assert value("safeground_dispersion", **apart) == pytest.approx((1 + entropy + 0.5) / 3)
    # Patches that touch at a corner only are two regions.
    assert region_shares(np.array([[1.0, 1], [30, 30]])).tolist() == [0.5, 0.5]
    assert region_shares(np.array([[1.0, 1], [60, 1]])).tolist() == [0.5, 0.5]


points = st.lists(
    st.tuples(st.integers(0, 300), st.integers(0, 300)) | st.none(), min_size=1, max_size=9
)


@settings(max_examples=60, deadline=None)
@given(points, st.randoms())
def test_clusters_are_connected_components_and_know_no_order(rows, random):
    array = np.array([[math.nan, math.nan] if p is None else p for p in rows], dtype=float)
    labels = cluster_labels(array[None])[0]
    known = array[~np.isnan(array[:, 0])]
    near = np.linalg.norm(known[:, None] - known[None], axis=-1) <= 50
    count, components = connected_components(near, directed=False)
    assert len(set(labels[labels >= 0])) == count
    pairs = labels[labels >= 0][:, None] == labels[labels >= 0]
    assert np.array_equal(pairs, components[:, None] == components)
    order = list(range(len(rows)))
    random.shuffle(order)
    shuffled = cluster_labels(array[order][None])[0]
    assert np.array_equal(shuffled[:, None] == shuffled, labels[order][:, None] == labels[order])


def test_scores_of_a_record_do_not_depend_on_the_other_records(cell):
    rows = np.array([5, 3, 77])
    for method in methods().values():
        if not method.learns and method.supports(cell):
            part = method.score(cell.select(rows))
            assert np.array_equal(part, method.score(cell)[rows], equal_nan=True), method.name
