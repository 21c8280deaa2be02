"""Prints the handset's speed and memory on this machine as JSON; options of the command apply."""

from __future__ import annotations

import sys

from tapworld_eval.cli import main

if __name__ == "__main__":
    sys.argv[1:] = ["bench", "handset", "--json", *sys.argv[1:]]
    main()
