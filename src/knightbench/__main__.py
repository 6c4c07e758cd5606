"""Run the command line as ``python -m knightbench``."""

from knightbench.cli import main

raise SystemExit(main())
