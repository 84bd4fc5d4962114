"""Players for the tests of the arena; other processes import them from here."""

import os
import time

from gin_fast import Action, Observation, RandomPlayer, Rules, SimplePlayer


class Passive:
    """It never goes out, and throws the lowest card that it may."""

    def act(self, observation: Observation) -> str | Action:
        kinds = {action.kind for action in observation.legal_actions}
        for kind in ("draw_stock", "pass"):
            if kind in kinds:
                return kind
        return observation.legal_actions[0]


class Hasty(SimplePlayer):
    """As `SimplePlayer`, but it takes whatever lies face up."""

    name = "hasty"

    def act(self, observation: Observation) -> Action:
        for action in observation.legal_actions:
            if action.kind == "take_discard":
                super().act(observation)
                return action
        return super().act(observation)


class Broken:
    """It gives up at its first discard."""

    def act(self, observation: Observation) -> str:
        if observation.phase == "discard":
            raise RuntimeError("no idea what to throw")
        return "pass" if observation.phase == "upcard" else "draw_stock"


class Cheating:
    """It throws a card that it does not have."""

    def act(self, observation: Observation) -> str:
        del observation
        return "discard Kd"


class OddError(Exception):
    """An error that cannot be pickled, as those are that are made of two arguments."""

    def __init__(self, what: str, how: str) -> None:
        super().__init__(f"{what}, {how}")


class OddlyBroken:
    def act(self, observation: Observation) -> str:
        raise OddError("lost", str(observation.seat))


class Dying:
    """It takes its process with it."""

    def act(self, observation: Observation) -> str:
        del observation
        os._exit(3)


class Slow(SimplePlayer):
    """It thinks for a while."""

    def act(self, observation: Observation) -> Action:
        time.sleep(0.002)
        return super().act(observation)


class Noted:
    """A random player that notes what it is told."""

    def __init__(self) -> None:
        self.player = RandomPlayer()
        self.seen: list[Observation] = []
        self.told: list[tuple[int, Rules, int]] = []

    def reset(self, seat: int, rules: Rules, seed: int) -> None:
        self.player.reset(seat, rules, seed)
        self.told.append((seat, rules, seed))

    def act(self, observation: Observation) -> Action:
        self.seen.append(observation)
        return self.player.act(observation)


kept = SimplePlayer(1)
made = lambda: SimplePlayer(1)  # noqa: E731 - a lambda cannot be pickled.
nothing = 3
