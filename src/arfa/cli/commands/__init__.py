"""The commands, one a module; :mod:`arfa.cli.app` loads a module when its command is called."""
