#!/usr/bin/env python3
"""Steps a second on one core, beside OpenSpiel and PettingZoo.

    python speed.py [--seconds 2] [--json]

Random play in every case. A step of ours chooses a random legal number, plays it, and writes the
observation and the mask of the next player, for all games of a vector; finished games start again.
Lines marked "loop" play one game in a Python loop.
"""

import argparse
import json
import random
import time
from collections.abc import Callable

import abaque


def rate(step: Callable[[], int], seconds: float) -> float:
    """Steps a second, the best of three runs; `step` returns how many it made."""
    best = 0.0
    for _ in range(3):
        steps, began = 0, time.perf_counter()
        while (now := time.perf_counter()) - began < seconds / 3:
            steps += step()
        best = max(best, steps / (now - began))
    return best


def vector(spec: str, n: int, arrays: tuple[str, ...]) -> Callable[[], int]:
    env = abaque.vector.make(spec, n, seed=1, arrays=arrays)

    def step() -> int:
        for _ in range(10):
            env.sample()
            env.step()
        return 10 * n

    return step


def single(spec: str) -> Callable[[], int]:
    """A vector of one game, stepped from Python."""
    return vector(spec, 1, ("observations", "masks", "rewards", "dones", "players"))


def state_loop(spec: str) -> Callable[[], int]:
    """The class State with texts and lists, as the adapters use it."""

    def step() -> int:
        state, steps = abaque.State(spec, chance="sampled", seed=random.getrandbits(32)), 0
        while not state.is_over and steps < 2000:
            state.apply(random.choice(state.legal_numbers()))
            steps += 1
        return steps

    return step


def openspiel(name: str) -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game(name)

    def step() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return step


def openspiel_tensors(name: str) -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game(name)

    def step() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if not state.is_chance_node():
                state.observation_tensor()
                state.legal_actions_mask()
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return step


def pettingzoo_classic(name: str) -> Callable[[], int]:
    import importlib

    module = importlib.import_module(f"pettingzoo.classic.{name}")
    env = module.raw_env()

    def step() -> int:
        env.reset(seed=random.getrandbits(31))
        steps = 0
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            steps += 1
        return steps

    return step


def call_overhead(seconds: float) -> dict[str, float]:
    """Time of a call for a vector of one game, without and with a game played in it."""
    env = abaque.vector.make("abagio:first=r", 1, arrays=("players",))
    env.actions[0] = -1

    def nothing() -> int:
        for _ in range(1000):
            env.step()
        return 1000

    return {"call without a ply, ns": 1e9 / rate(nothing, seconds)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    both = ("observations", "masks", "rewards", "dones", "players")
    packed = ("observations", "packed_masks", "rewards", "dones", "players")
    cases: dict[str, Callable[[], Callable[[], int]]] = {}
    for spec in ["abagio", "blocs", "abalone", "abraxas"]:
        for n in [64, 1024]:
            cases[f"{spec} × {n}"] = lambda spec=spec, n=n: vector(spec, n, both)
        cases[f"{spec} × 64, packed masks"] = lambda spec=spec: vector(spec, 64, packed)
        cases[f"{spec} × 1"] = lambda spec=spec: single(spec)
        cases[f"{spec}, State, loop"] = lambda spec=spec: state_loop(spec)
    for name in ["backgammon", "chess"]:
        cases[f"OpenSpiel {name}, loop"] = lambda name=name: openspiel(name)
        cases[f"OpenSpiel {name}, tensor and mask, loop"] = lambda n=name: openspiel_tensors(n)
    cases["PettingZoo connect_four, loop"] = lambda: pettingzoo_classic("connect_four_v3")
    found: dict[str, float | str] = {}
    for name, case in cases.items():
        try:
            found[name] = rate(case(), arguments.seconds)
        except ImportError as error:
            found[name] = f"not measured: {error}"
    overhead = call_overhead(arguments.seconds)
    if arguments.json:
        print(json.dumps({"steps a second": found, **overhead}, indent=2))
        return
    print("| environment | steps a second |\n| --- | ---: |")
    for name, value in found.items():
        print(f"| {name} | {value if isinstance(value, str) else f'{value:,.0f}'} |")
    for name, value in overhead.items():
        print(f"\n{name}: {value:.0f}")


if __name__ == "__main__":
    main()
