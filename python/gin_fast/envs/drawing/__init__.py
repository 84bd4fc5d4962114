"""Tables drawn with pygame: pictures in memory, or a window."""

import os
import warnings

from gymnasium.error import DependencyNotInstalled

# It greets on standard output, where a program's own output goes.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

try:
    with warnings.catch_warnings():
        # It looks for its data with a part of setuptools that warns of its end.
        warnings.filterwarnings("ignore", "pkg_resources is deprecated")
        from gin_fast.envs.drawing.painter import Painter
except ImportError as error:
    raise DependencyNotInstalled(
        "render: expected pygame, which draws, the extra `envs`: pip install 'gin-fast[envs]' "
        "(in a clone: pip install '.[envs]')"
    ) from error

__all__ = ["Painter"]
