"""Print a project's run-time and build requirements, one a line, for ``pip install -r``."""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
for line in [*project["build-system"]["requires"], *project["project"]["dependencies"]]:
    sys.stdout.write(line + "\n")
