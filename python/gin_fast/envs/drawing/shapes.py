"""Smooth shapes: what pygame draws with hard edges, drawn larger and made smaller."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final, TypeAlias

import pygame

__all__ = ["Colour", "Point", "gradient", "rounded", "shadow", "suit"]

Colour: TypeAlias = tuple[int, int, int]
Point: TypeAlias = tuple[float, float]

_FINER: Final = 4
_CLEAR: Final = (0, 0, 0, 0)


def suit(name: str, height: int, colour: Colour) -> pygame.Surface:
    """Return the sign of a suit: `s`, `c`, `d` or `h`."""
    size = height * _FINER
    large = pygame.Surface((size, size), pygame.SRCALPHA)
    {"s": _spade, "c": _club, "d": _diamond, "h": _heart}[name](large, size, colour)
    return pygame.transform.smoothscale(large, (height, height))


def rounded(
    size: tuple[int, int], radius: int, fill: Colour, edge: Colour | None = None, width: int = 1
) -> pygame.Surface:
    """Return a rectangle with round corners."""
    large = pygame.Surface((size[0] * _FINER, size[1] * _FINER), pygame.SRCALPHA)
    box = large.get_rect()
    pygame.draw.rect(large, edge or fill, box, border_radius=radius * _FINER)
    if edge is not None:
        thick = width * _FINER
        inner = box.inflate(-2 * thick, -2 * thick)
        pygame.draw.rect(large, fill, inner, border_radius=max(radius - width, 0) * _FINER)
    return pygame.transform.smoothscale(large, size)


def shadow(size: tuple[int, int], radius: int, blur: int) -> pygame.Surface:
    """Return the soft shadow of a rectangle with round corners, larger by `blur` on each side."""
    whole = (size[0] + 2 * blur, size[1] + 2 * blur)
    found = pygame.Surface(whole, pygame.SRCALPHA)
    pygame.draw.rect(
        found, (0, 0, 0, 95), pygame.Rect((blur, blur), size), border_radius=radius + blur // 2
    )
    # Made small and large again, it has no edge left.
    factor = max(blur // 2, 2)
    small = pygame.transform.smoothscale(
        found, (max(whole[0] // factor, 2), max(whole[1] // factor, 2))
    )
    return pygame.transform.smoothscale(small, whole)


def gradient(size: tuple[int, int], middle: Colour, border: Colour) -> pygame.Surface:
    """Return an area that is lighter in the middle than at the border."""
    steps = 96
    small = pygame.Surface((steps, steps))
    half = (steps - 1) / 2
    for across in range(steps):
        for down in range(steps):
            distance = ((across / half - 1) ** 2 + (down / half - 1) ** 2) / 2
            mixed = [
                round(near + (far - near) * distance)
                for near, far in zip(middle, border, strict=True)
            ]
            small.set_at((across, down), (mixed[0], mixed[1], mixed[2]))
    return pygame.transform.smoothscale(small, size)


def _polygon(on: pygame.Surface, size: int, colour: Colour, points: Sequence[Point]) -> None:
    pygame.draw.polygon(on, colour, [(x * size, y * size) for x, y in points])


def _circle(on: pygame.Surface, size: int, colour: Colour, centre: Point, radius: float) -> None:
    pygame.draw.circle(on, colour, (centre[0] * size, centre[1] * size), radius * size)


def _heart_points(top: float, bottom: float) -> list[Point]:
    """Return the well-known curve of a heart, between two heights."""
    points = []
    for step in range(120):
        angle = 2 * pi * step / 120
        across = 16 * sin(angle) ** 3
        up = 13 * cos(angle) - 5 * cos(2 * angle) - 2 * cos(3 * angle) - cos(4 * angle)
        # The curve reaches from -17 to 12.
        points.append((0.5 + across / 36, top + (12 - up) / 29 * (bottom - top)))
    return points


def _heart(on: pygame.Surface, size: int, colour: Colour) -> None:
    _polygon(on, size, colour, _heart_points(0.08, 0.95))


def _spade(on: pygame.Surface, size: int, colour: Colour) -> None:
    upside_down = [(x, 0.84 - y) for x, y in _heart_points(0.0, 0.8)]
    _polygon(on, size, colour, upside_down)
    _stem(on, size, colour)


def _club(on: pygame.Surface, size: int, colour: Colour) -> None:
    for centre in ((0.5, 0.26), (0.27, 0.57), (0.73, 0.57)):
        _circle(on, size, colour, centre, 0.215)
    _circle(on, size, colour, (0.5, 0.48), 0.12)
    _stem(on, size, colour)


def _stem(on: pygame.Surface, size: int, colour: Colour) -> None:
    left = [(0.5 - 0.025 - 0.16 * (step / 12) ** 2, 0.55 + 0.4 * step / 12) for step in range(13)]
    right = [(1 - x, y) for x, y in reversed(left)]
    _polygon(on, size, colour, left + right)


def _diamond(on: pygame.Surface, size: int, colour: Colour) -> None:
    corners = [(0.5, 0.03), (0.86, 0.5), (0.5, 0.97), (0.14, 0.5)]
    points = []
    for (x, y), (to_x, to_y) in zip(corners, corners[1:] + corners[:1], strict=True):
        for step in range(12):
            part = step / 12
            # The sides bend inwards a little.
            bend = 1 - 0.18 * part * (1 - part)
            points.append(
                (
                    0.5 + (x + (to_x - x) * part - 0.5) * bend,
                    0.5 + (y + (to_y - y) * part - 0.5) * bend,
                )
            )
    _polygon(on, size, colour, points)
