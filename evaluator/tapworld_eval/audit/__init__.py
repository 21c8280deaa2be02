"""Audits: is the benchmark itself sound?"""
