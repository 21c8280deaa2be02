"""Prints the handset beside MiniWoB++ and BrowserGym as JSON (after ``make bench-peers``)."""

from __future__ import annotations

import sys

from tapworld_eval.cli import main

if __name__ == "__main__":
    chosen = ["--against", "miniwob,browsergym"]
    sys.argv[1:] = ["bench", "handset", "--json", *chosen, *sys.argv[1:]]
    main()
