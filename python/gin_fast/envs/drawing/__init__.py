"""Tables drawn with pygame: pictures in memory, or a window."""

import os

from gymnasium.error import DependencyNotInstalled

# It greets on standard output, where a program's own output goes.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

try:
    from gin_fast.envs.drawing.painter import Painter
except ImportError as error:
    raise DependencyNotInstalled(
        'render: expected pygame, which draws; pip install "gin-fast[envs]"'
    ) from error

__all__ = ["Painter"]
