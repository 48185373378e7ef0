"""What things cost: `make bench`. Figures for people to read, never a test."""
