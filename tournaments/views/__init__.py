"""Pages of tournaments; thin. Each module lists its addresses."""
