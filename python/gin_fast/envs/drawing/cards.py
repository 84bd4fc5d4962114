"""Pictures of cards."""

from functools import cache
from typing import Final

import pygame

from gin_fast.card import card_name
from gin_fast.envs.drawing.shapes import Colour, Point, rounded, suit

__all__ = ["Cards", "letters"]

_PAPER: Final = (252, 251, 247)
_EDGE: Final = (196, 192, 182)
_BLACK: Final = (28, 30, 36)
_RED: Final = (190, 30, 45)
_BACK: Final = (38, 62, 122)
_BACK_LINE: Final = (92, 120, 186)
_TINT: Final = {_BLACK: (236, 236, 240), _RED: (249, 232, 230)}

# Where the pips of the number cards lie: columns and rows as parts of the card.
_LEFT, _MIDDLE, _RIGHT = 0.36, 0.5, 0.64
_TOP, _BOTTOM = 0.2, 0.8
_ROWS_OF_FOUR: Final = (0.2, 0.4, 0.6, 0.8)


def _sides(*rows: float) -> list[Point]:
    return [(column, row) for row in rows for column in (_LEFT, _RIGHT)]


_PIPS: Final[dict[str, list[Point]]] = {
    "2": [(_MIDDLE, _TOP), (_MIDDLE, _BOTTOM)],
    "3": [(_MIDDLE, _TOP), (_MIDDLE, 0.5), (_MIDDLE, _BOTTOM)],
    "4": _sides(_TOP, _BOTTOM),
    "5": [*_sides(_TOP, _BOTTOM), (_MIDDLE, 0.5)],
    "6": _sides(_TOP, 0.5, _BOTTOM),
    "7": [*_sides(_TOP, 0.5, _BOTTOM), (_MIDDLE, 0.35)],
    "8": [*_sides(_TOP, 0.5, _BOTTOM), (_MIDDLE, 0.35), (_MIDDLE, 0.65)],
    "9": [*_sides(*_ROWS_OF_FOUR), (_MIDDLE, 0.5)],
    "T": [*_sides(*_ROWS_OF_FOUR), (_MIDDLE, 0.3), (_MIDDLE, 0.7)],
}


class Cards:
    """Cards of one size, each drawn once.

    Args:
        height: The height of a card in pixels.

    """

    def __init__(self, height: int) -> None:
        self.height = height
        self.width = round(height * 0.7)
        self.radius = max(height // 16, 2)
        self.face = cache(self._face)
        self.back = cache(self._back)

    def _blank(self) -> pygame.Surface:
        size = (self.width, self.height)
        return rounded(size, self.radius, _PAPER, _EDGE, max(self.height // 160, 1))

    def _face(self, card: int) -> pygame.Surface:
        name = card_name(card)
        rank, sign = name[0], name[1]
        colour = _RED if sign in "dh" else _BLACK
        picture = self._blank()
        if rank in _PIPS:
            self._pips(picture, _PIPS[rank], sign, colour)
        elif rank == "A":
            _centre(picture, suit(sign, round(self.height * 0.36), colour), (0.5, 0.5))
        else:
            self._court(picture, rank, sign, colour)
        self._corners(picture, rank, sign, colour)
        return picture

    def _pips(
        self, picture: pygame.Surface, places: list[Point], sign: str, colour: Colour
    ) -> None:
        pip = suit(sign, max(round(self.height * 0.128), 4), colour)
        for across, down in places:
            turned = pygame.transform.flip(pip, flip_x=False, flip_y=down > 0.5)  # noqa: PLR2004 - half.
            _centre(picture, turned, (across, down))

    def _court(self, picture: pygame.Surface, rank: str, sign: str, colour: Colour) -> None:
        size = (round(self.width * 0.5), round(self.height * 0.62))
        edge = max(self.height // 110, 1)
        panel = rounded(size, max(self.radius // 2, 1), _TINT[colour], colour, edge)
        letter = letters(rank, round(self.height * 0.34), colour)
        _centre(panel, letter, (0.5, 0.52))
        pip = suit(sign, max(round(self.height * 0.12), 4), colour)
        _centre(panel, pip, (0.24, 0.15))
        _centre(panel, pygame.transform.rotate(pip, 180), (0.76, 0.85))
        _centre(picture, panel, (0.5, 0.5))

    def _corners(self, picture: pygame.Surface, rank: str, sign: str, colour: Colour) -> None:
        text = "10" if rank == "T" else rank
        letter = letters(text, round(self.height * 0.145), colour)
        if letter.get_width() > self.width * 0.18:
            letter = pygame.transform.smoothscale(
                letter, (round(self.width * 0.18), letter.get_height())
            )
        pip = suit(sign, max(round(self.height * 0.088), 4), colour)
        corner = pygame.Surface((self.width, self.height), pygame.SRCALPHA)
        _centre(corner, letter, (0.125, 0.095))
        _centre(corner, pip, (0.125, 0.205))
        picture.blit(corner, (0, 0))
        picture.blit(pygame.transform.rotate(corner, 180), (0, 0))

    def _back(self) -> pygame.Surface:
        picture = self._blank()
        inset = max(self.height // 24, 2)
        size = (self.width - 2 * inset, self.height - 2 * inset)
        panel = rounded(size, max(self.radius - inset // 2, 1), _BACK)
        lattice = pygame.Surface(size, pygame.SRCALPHA)
        step = max(self.height // 14, 4)
        for start in range(-size[1], size[0] + size[1], step):
            pygame.draw.aaline(lattice, _BACK_LINE, (start, 0), (start + size[1], size[1]))
            pygame.draw.aaline(lattice, _BACK_LINE, (start, size[1]), (start + size[1], 0))
        # Only where the panel is: its corners are round.
        mask = rounded(size, max(self.radius - inset // 2, 1), (255, 255, 255))
        lattice.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        panel.blit(lattice, (0, 0))
        picture.blit(panel, (inset, inset))
        return picture


def letters(text: str, height: int, colour: Colour) -> pygame.Surface:
    """Return a text, its letters so many pixels high."""
    smooth = True
    return _font(height).render(text, smooth, colour)


@cache
def _font(height: int) -> pygame.font.Font:
    return pygame.font.Font(None, round(max(height, 6) * 1.45))


def _centre(on: pygame.Surface, picture: pygame.Surface, at: Point) -> None:
    """Put a picture with its middle at a point, given as parts of the width and height."""
    middle = (round(on.get_width() * at[0]), round(on.get_height() * at[1]))
    on.blit(picture, picture.get_rect(center=middle))
