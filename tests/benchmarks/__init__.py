"""Measurements, each a ratio of two things done side by side in one run."""
