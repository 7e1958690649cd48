"""What can be said of a game as it is played: chances, hints, reviews.

Two things are told apart throughout: what a player could know, and what the cards really allowed.
"""
