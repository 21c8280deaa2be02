"""A small grounding model of the Qwen3-VL architecture, trained from scratch, and its training.

Only what needs no torch is imported here; the rest says which extra it needs.
"""
