"""``python -m arfa`` is the program ``arfa``."""

from arfa.cli import main

main()
