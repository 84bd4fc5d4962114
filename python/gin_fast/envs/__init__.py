"""Environments for reinforcement learning, each imported by its name."""
