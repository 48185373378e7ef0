"""Tests that guard the shape of the code."""
