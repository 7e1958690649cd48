"""What ``arfa solve`` consists of: what is to be solved, how answers are told, and decks by the thousand."""
