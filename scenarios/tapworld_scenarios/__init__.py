"""Scenarios: profiles, appearance, the catalogue, and how a task is arranged, certified and verified."""
