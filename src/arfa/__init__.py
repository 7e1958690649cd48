"""arfa: patience (solitaire) taken seriously."""
