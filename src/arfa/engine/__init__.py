"""The referee: positions, moves, outcomes and the reasons of every refusal."""
