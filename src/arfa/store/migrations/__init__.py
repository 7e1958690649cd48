"""How the tables came to be what they are; run by :mod:`arfa.store.migrate` whenever a database is opened."""
