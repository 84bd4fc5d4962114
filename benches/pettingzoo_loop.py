"""Random play through PettingZoo's interface, by the old environment or by ours.

    python benches/pettingzoo_loop.py old     # with pettingzoo 1.26.1 and rlcard
    python benches/pettingzoo_loop.py new     # with gin_fast

Each game is dealt by its seed and each action drawn by one generator, so that both print the same
checksums: of the actions and observations, and of the rewards of games that nobody won by a knock,
which the old one pays otherwise after a seeded reset. Nothing else is imported, so that either
needs its own environment only.
"""

# ruff: noqa: T201 - it tells by printing.

import hashlib
import importlib
import random
import statistics
import sys
import time
from collections.abc import Iterable
from typing import Any

GAMES = 20
REPEATS = 7
MODULES = {"old": "pettingzoo.classic.gin_rummy_v4", "new": "gin_fast.envs.pettingzoo"}


def play(env: Any, seeds: Iterable[int]) -> int:
    """Play a game a seed; return how many steps they took."""
    number = random.Random(1).random
    steps = 0
    for seed in seeds:
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            action = None
            if not (terminated or truncated):
                legal = observation["action_mask"].nonzero()[0]
                action = legal[int(number() * len(legal))]
            env.step(action)
            steps += 1
    return steps


def checksum(env: Any, seeds: Iterable[int]) -> str:
    """Return a digest of all that the agents see and do, and of what they are paid."""
    number = random.Random(2).random
    digest = hashlib.sha256()
    for seed in seeds:
        env.reset(seed=seed)
        knocked = False
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            action = None
            if terminated or truncated:
                if not knocked:
                    digest.update(f"{reward:.2f}".encode())
            else:
                legal = observation["action_mask"].nonzero()[0]
                action = int(legal[int(number() * len(legal))])
                knocked |= action >= 58
            digest.update(f"{agent} {action}".encode())
            digest.update(observation["observation"].tobytes())
            digest.update(observation["action_mask"].tobytes())
            env.step(action)
    return digest.hexdigest()[:16]


def speed(env: Any) -> float:
    """Return the median of steps a second."""
    rates = []
    for repeat in range(REPEATS):
        begin = time.process_time()
        steps = play(env, range(repeat * GAMES, (repeat + 1) * GAMES))
        rates.append(steps / (time.process_time() - begin))
    return statistics.median(rates)


def main(which: str) -> None:
    module = importlib.import_module(MODULES[which])
    raw, wrapped = module.raw_env(), module.env()
    print(f"{which} checksum {checksum(raw, range(100))}")
    print(f"{which} raw {speed(raw):.0f} steps a second")
    print(f"{which} wrapped {speed(wrapped):.0f} steps a second")


if __name__ == "__main__":
    if sys.argv[1:] not in (["old"], ["new"]):
        sys.exit("usage: python pettingzoo_loop.py old|new")
    main(sys.argv[1])
