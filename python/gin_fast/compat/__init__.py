"""Other systems' evaluators and games, on gin_fast: what they number, order and call otherwise.

Each module is imported by its name: `from gin_fast.compat import open_spiel`.
"""
