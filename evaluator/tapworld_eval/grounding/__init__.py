"""Grounding: what a click is made of, and where on the screen a model cannot click.

Everything here works on local files and plain records; a device is only ever handed in.
Nothing is downloaded.
"""
