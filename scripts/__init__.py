"""What `make` runs. These modules use the standard library only: they work before anything is installed."""
