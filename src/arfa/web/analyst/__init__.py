"""The analyst at the table: thinks about plays in threads, a few at a time, each player in turn."""
