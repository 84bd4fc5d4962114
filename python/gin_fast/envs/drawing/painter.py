"""A table, drawn: player 0 above, player 1 below, discards and stock between them."""

from functools import cache
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray

from gin_fast.envs.drawing.cards import Cards, letters
from gin_fast.envs.drawing.shapes import Colour, gradient, rounded, shadow
from gin_fast.envs.scene import Scene, SeatScene

__all__ = ["Painter"]

_FELT: Final = (30, 122, 74)
_DARK_FELT: Final = (6, 46, 28)
_WHITE: Final = (246, 248, 243)
_PALE: Final = (176, 210, 190)
_GOLD: Final = (247, 203, 94)
_SLOT: Final = (17, 84, 50)
_PILL: Final = (9, 60, 36)

# Where things are, as parts of the height.
_CARD: Final = 0.2
_GAP: Final = 0.008
_GROUP_GAP: Final = 0.034
_MARGIN: Final = 0.06
_HANDS: Final = (0.105, 0.695)
_LABELS: Final = (0.055, 0.945)
_MIDDLE: Final = 0.5
# One card of the stock's height in so many.
_CARDS_A_LAYER: Final = 5


class Painter:
    """Draws scenes, all of one height.

    Args:
        height: The height in pixels; the width is 1.8 times that.
        window: Whether they are shown in a window, or else returned.

    """

    def __init__(self, height: int, *, window: bool) -> None:
        pygame.font.init()
        self._height = height
        self._width = int(height / 20 + 3.5 * height / 2)
        self._window: pygame.Surface | None = None
        if window:
            pygame.display.init()
            self._window = pygame.display.set_mode((self._width, self._height))
            pygame.display.set_caption("Gin rummy")
        self._clock = pygame.time.Clock()
        self._cards = Cards(self._px(_CARD))
        self._felt = gradient((self._width, self._height), _FELT, _DARK_FELT)
        self._shadow = cache(self._draw_shadow)
        self._table = pygame.Surface((self._width, self._height))

    def paint(self, scene: Scene, frames_a_second: float) -> NDArray[np.uint8] | None:
        """Draw a scene; return rows of pixels, or show it in the window and return nothing."""
        self._table.blit(self._felt, (0, 0))
        for at, seat in enumerate(scene.seats):
            self._hand(seat, self._px(_HANDS[at]))
            self._label(seat, self._px(_LABELS[at]))
        self._piles(scene)
        if self._window is None:
            return pygame.surfarray.array3d(self._table).transpose(1, 0, 2)
        self._window.blit(self._table, (0, 0))
        # The system takes a window that does not answer for a dead one.
        pygame.event.pump()
        pygame.display.flip()
        self._clock.tick(frames_a_second)
        return None

    def close(self) -> None:
        """Close the window."""
        if self._window is not None:
            pygame.display.quit()
            self._window = None

    def _px(self, part: float) -> int:
        return round(part * self._height)

    def _draw_shadow(self, width: int, height: int) -> pygame.Surface:
        return shadow((width, height), self._cards.radius, self._px(0.012))

    def _card(self, picture: pygame.Surface, x: int, y: int) -> None:
        soft = self._shadow(*picture.get_size())
        blur = self._px(0.012)
        self._table.blit(soft, (x - blur + self._px(0.003), y - blur + self._px(0.006)))
        self._table.blit(picture, (x, y))

    def _hand(self, seat: SeatScene, y: int) -> None:
        groups = [*seat.melds, seat.laid_off, seat.unmelded]
        groups = [group for group in groups if group]
        count = sum(map(len, groups))
        card, gap = self._cards.width, self._px(_GROUP_GAP)
        gaps = gap * (len(groups) - 1)
        room = self._width - 2 * self._px(_MARGIN) - gaps - card * len(groups)
        inner = max(count - len(groups), 1)
        step = min(card + self._px(_GAP), room // inner)
        whole = gaps + card * len(groups) + step * (count - len(groups))
        x = (self._width - whole) // 2
        for at, group in enumerate(groups):
            wide = card + step * (len(group) - 1)
            if at < len(seat.melds):
                self._frame(x, y, wide, _GOLD)
            elif group is seat.laid_off:
                self._frame(x, y, wide, _PALE)
            for place, one in enumerate(group):
                self._card(self._cards.face(one), x + place * step, y)
            x += wide + gap

    def _frame(self, x: int, y: int, wide: int, colour: Colour) -> None:
        """Draw what holds the cards of a meld together."""
        edge, thick = self._px(0.013), max(self._px(0.003), 1)
        size = (wide + 2 * edge, self._cards.height + 2 * edge)
        frame = rounded(size, self._cards.radius + edge, _PILL, colour, thick)
        self._table.blit(frame, (x - edge, y - edge))

    def _label(self, seat: SeatScene, middle: int) -> None:
        points = f"deadwood {seat.deadwood}" if seat.unmelded or seat.melds else ""
        texts = [
            self._text(seat.name, 0.04, _GOLD if seat.acts else _WHITE),
            self._text(points, 0.032, _PALE),
            self._text(seat.note, 0.04, _GOLD),
        ]
        texts = [text for text in texts if text.get_width() > 1]
        gap = self._px(0.035)
        wide = sum(text.get_width() for text in texts) + gap * (len(texts) - 1)
        pad, high = self._px(0.03), self._px(0.062)
        colour = _GOLD if seat.acts else _SLOT
        thick = max(self._px(0.003), 1)
        pill = rounded((wide + 2 * pad, high), high // 2, _PILL, colour, thick)
        x = (self._width - wide) // 2
        self._table.blit(pill, pill.get_rect(center=(self._width // 2, middle)))
        for text in texts:
            self._table.blit(text, text.get_rect(midleft=(x, middle)))
            x += text.get_width() + gap

    def _piles(self, scene: Scene) -> None:
        card, high = self._cards.width, self._cards.height
        y = self._px(_MIDDLE) - high // 2 - self._px(0.012)
        centre = self._width // 2
        discards = centre - card - self._px(0.03)
        stock = centre + self._px(0.03)
        self._discards(scene, discards, y)
        self._stock(scene.stock_count, stock, y)
        below = y + high + self._px(0.035)
        count = len(scene.discards) + (scene.upcard is not None)
        self._caption(f"discards {count}", discards + card // 2, below)
        self._caption(f"stock {scene.stock_count}", stock + card // 2, below)
        left = stock + card + self._px(0.07)
        text = self._text(scene.message, 0.036, _WHITE)
        most = self._width - left - self._px(0.03)
        if text.get_width() > most:
            small = (most, text.get_height() * most // text.get_width())
            text = pygame.transform.smoothscale(text, small)
        self._table.blit(text, text.get_rect(midleft=(left, y + high // 2)))

    def _discards(self, scene: Scene, x: int, y: int) -> None:
        """Draw the upcard, and to the left of it the corners of the cards that it covers."""
        if scene.upcard is None:
            self._slot(x, y)
            return
        room = x - self._px(_MARGIN)
        step = min(self._px(0.042), room // max(len(scene.discards), 1))
        for place, card in enumerate(scene.discards):
            self._card(self._cards.face(card), x - (len(scene.discards) - place) * step, y)
        self._card(self._cards.face(scene.upcard), x, y)

    def _stock(self, count: int, x: int, y: int) -> None:
        if not count:
            self._slot(x, y)
            return
        layers = -(-count // _CARDS_A_LAYER)
        rise = max(self._px(0.0028), 1)
        for layer in range(layers):
            self._card(self._cards.back(), x + layer * rise, y - layer * rise)

    def _slot(self, x: int, y: int) -> None:
        size = (self._cards.width, self._cards.height)
        empty = rounded(size, self._cards.radius, _PILL, _SLOT, max(self._px(0.003), 1))
        self._table.blit(empty, (x, y))

    def _caption(self, words: str, x: int, y: int) -> None:
        text = self._text(words, 0.03, _PALE)
        self._table.blit(text, text.get_rect(center=(x, y)))

    def _text(self, words: str, size: float, colour: Colour) -> pygame.Surface:
        return letters(words, self._px(size), colour)
