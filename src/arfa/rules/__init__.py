"""What a patience is: a specification that a person can read and a program can run."""
