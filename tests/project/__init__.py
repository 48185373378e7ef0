"""Tests of the project: settings, checks, logs, health."""
