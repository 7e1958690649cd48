"""A game in the terminal: the session, where it is kept, the words that are typed, and the loop around them."""
