"""Agents, rollouts, audits, statistics and reports."""
