"""Phones: one interface, several kinds."""
