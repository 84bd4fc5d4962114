"""What a table looks like: as a text, a picture, and in a window without a screen."""

import random
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import gin_fast as gf
from gin_fast.envs import pettingzoo as gin_rummy
from gin_fast.envs.drawing import Painter
from gin_fast.envs.pettingzoo.table import Table
from gin_fast.envs.scene import Scene, SeatScene
from test_pettingzoo import played_out

with warnings.catch_warnings():
    # Its tests import an environment of its own in a way that it warns of.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test.render_test import render_test

    # As `drawing` says of it.
    warnings.filterwarnings("ignore", "pkg_resources is deprecated")
    import pygame

RULES = gf.Rules()


@pytest.fixture(autouse=True)
def no_screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    # One frame a second is for people.
    monkeypatch.setitem(gin_rummy.ClassicEnv.metadata, "render_fps", 10_000)
    monkeypatch.setitem(gin_rummy.PlainEnv.metadata, "render_fps", 10_000)
    yield
    pygame.display.quit()


@pytest.mark.parametrize("arguments", [{}, {"rules": "standard"}])
def test_it_passes_the_render_test(arguments: dict[str, Any]) -> None:
    def make(render_mode: str) -> Any:
        return gin_rummy.env(render_mode=render_mode, screen_height=240, **arguments)

    render_test(make)


@pytest.mark.parametrize("height", [200, 451, 1000])
def test_pictures_have_the_height_that_was_asked_for(height: int) -> None:
    env = gin_rummy.raw_env(render_mode="rgb_array", screen_height=height)
    env.reset(seed=1)
    picture = env.render()
    assert isinstance(picture, np.ndarray)
    # The size that pictures always had.
    assert picture.shape == (height, int(height / 20 + 3.5 * height / 2), 3)
    assert picture.dtype == np.uint8
    env.close()
    env.close()


def scene(
    first: str, second: str = "", upcard: int | None = 3, under: int = 0, stock: int = 20
) -> Scene:
    seats = [
        SeatScene.of(name, gf.CardSet(hand), RULES)
        for name, hand in zip("ab", (first, second), strict=True)
    ]
    return Scene((seats[0], seats[1]), upcard, tuple(range(under)), stock, "")


def test_every_card_looks_its_own_way() -> None:
    painter = Painter(300, window=False)
    pictures = set()
    for card in range(52):
        painted = painter.paint(scene(gf.card_name(card)), 1)
        assert painted is not None
        pictures.add(painted.tobytes())
    assert len(pictures) == 52


def test_whatever_is_on_the_table_changes_the_picture() -> None:
    painter = Painter(300, window=False)
    tables = [
        scene("As 2s 3s", "Kd"),
        scene("As 2s 3s", "Kd Kh"),
        scene("As 2s 4s", "Kd"),
        scene("As 2s 3s", "Kd", None),
        scene("As 2s 3s", "Kd", 3, 1),
        scene("As 2s 3s", "Kd", 3, 30),
        scene("As 2s 3s", "Kd", stock=0),
        scene("As 2s 3s", "Kd", stock=31),
    ]
    painted = [painter.paint(one, 1) for one in tables]
    assert len({one.tobytes() for one in painted if one is not None}) == len(tables)
    again = painter.paint(tables[0], 1)
    assert np.array_equal(again, painted[0])  # type: ignore[arg-type]


def test_the_whole_hand_and_every_discard_stay_on_the_table() -> None:
    """The border is felt alone, however much lies on the table."""
    painter = Painter(300, window=False)
    empty = painter.paint(scene("", ""), 1)
    hand = "As 2s 3s 5c 6c 7c 9d Td Jd Kh Kd"
    full = painter.paint(scene(hand, "Ac 3c 5s 7s 9s Js Kc 2d 4d 6d 8d", 3, 30, 2), 1)
    assert empty is not None
    assert full is not None
    assert not np.array_equal(empty, full)
    for border in (np.s_[:, :5], np.s_[:, -5:], np.s_[:3], np.s_[-3:]):
        assert np.array_equal(empty[border], full[border])


def test_a_window_shows_each_step_and_closes(numbers: random.Random) -> None:
    env = gin_rummy.env(render_mode="human", screen_height=200)
    env.reset(seed=1)
    assert pygame.display.get_caption()[0] == "Gin rummy"
    first = pygame.surfarray.array3d(pygame.display.get_surface())
    assert first.shape == (360, 200, 3)
    observation, *_ = env.last()
    env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert not np.array_equal(first, pygame.surfarray.array3d(pygame.display.get_surface()))
    assert env.render() is None
    env.close()
    assert pygame.display.get_surface() is None
    # A closed one opens again.
    played_out(env, numbers, seed=2)
    assert pygame.display.get_surface() is not None


def test_without_a_mode_nothing_is_drawn() -> None:
    env = gin_rummy.raw_env()
    env.reset()
    with pytest.warns(UserWarning, match="made without a render_mode"):
        assert env.render() is None


def test_a_text_says_who_has_what_and_who_is_to_act() -> None:
    env = gin_rummy.raw_env(render_mode="ansi", rules="standard")
    env.reset(seed=3)
    playing = env.round
    told = []
    player = gf.SimplePlayer(1)
    while playing.phase != "over":
        text = env.render()
        assert isinstance(text, str)
        for seat, name in enumerate(("player_0", "player_1")):
            mark = ">" if seat == playing.player else " "
            points = gf.deadwood(playing.hands[seat])
            assert f"{mark} {name}  deadwood {points}" in text
        assert f"stock {len(playing.stock)} " in text
        told.append(text.splitlines()[-1].strip())
        env.step(player.act(playing.observation(playing.player)).id)
    assert f"player_{playing.dealer} is to take the upcard or pass" in told
    assert any(line.endswith("is to draw") for line in told)
    assert any(line.endswith("is to discard or knock") for line in told)
    result = playing.result
    assert result is not None
    assert result.knocker is not None
    text = str(env.render())
    card = playing.history[-1].card
    assert card is not None
    assert f"player_{result.knocker} knocked with {gf.card_name(card)}" in text
    points = result.points if result.winner == 0 else -result.points
    assert f"  {points:+d}\n" in text
    assert f"  {-points:+d}\n" in text
    assert f"deadwood {result.defender_deadwood}" in text


def test_a_text_of_the_old_game_tells_how_it_ended(numbers: random.Random) -> None:
    env = gin_rummy.raw_env(render_mode="ansi")
    told = set()
    for seed in range(300):
        paid = played_out(env, numbers, seed)
        text = str(env.render())
        told.add(text.splitlines()[-1].split("with")[0].split()[-1])
        assert all(f"{reward:+.2f}" in text for reward in paid.values())
        if {"knocked", "dead"} <= told:
            return
    pytest.fail(f"only {told}")


def test_what_was_laid_off_lies_apart() -> None:
    seat = SeatScene("b", ((0, 1, 2),), (20, 21), (51,), 10)
    assert str(seat) == "  b  deadwood 10\n    As2s3s  laid off 8c 9c  Kh"
    painter = Painter(200, window=False)
    other = SeatScene("b", ((0, 1, 2),), (), (21, 20, 51), 10)
    one, two = (painter.paint(Scene((seat, shown), 3, (), 4, ""), 1) for shown in (seat, other))
    assert not np.array_equal(one, two)  # type: ignore[arg-type]


def test_a_table_of_nothing_has_no_play() -> None:
    table = Table(6, 108, None, 200)
    for method in (table._player, table._paid, table._scene):  # noqa: SLF001 - to be overridden.
        with pytest.raises(NotImplementedError):
            method()
