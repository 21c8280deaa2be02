"""A baseline without a model: it matches the goal's words to what elements say."""
