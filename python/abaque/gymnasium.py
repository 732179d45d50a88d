"""The games as a Gymnasium vector environment: one seat is the agent's, the other an opponent's.

>>> from abaque.gymnasium import VersusVectorEnv
>>> env = VersusVectorEnv("abagio:first=r", 8)
>>> observations, info = env.reset(seed=1)
>>> info["action_mask"].shape
(8, 181)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import abaque

__all__ = ["Opponent", "VersusVectorEnv", "random_opponent"]

#: Chooses a legal number for every row: observations, masks and a generator in, numbers out.
Opponent = Callable[
    [NDArray[np.uint8], NDArray[np.bool_], np.random.Generator], NDArray[np.integer[Any]]
]


def random_opponent(
    observations: NDArray[np.uint8], masks: NDArray[np.bool_], rng: np.random.Generator
) -> NDArray[np.integer[Any]]:
    """A random legal number for every row."""
    chosen: NDArray[np.integer[Any]] = np.argmax(rng.random(masks.shape) * masks, axis=1)
    return chosen


class VersusVectorEnv(VectorEnv[Any, Any, Any]):
    """``num_envs`` games of the agent against an opponent.

    The agent has seat 0, seat 1, or with ``seat=None`` the seats in turn. An observation is what
    the agent knows when it is to act; ``info["action_mask"]`` holds the legal numbers. The reward is
    1 for a win and -1 for a loss. A finished game is restarted in the same step.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        spec: str,
        num_envs: int,
        *,
        seat: int | None = None,
        opponent: Opponent = random_opponent,
        threads: int = 1,
    ) -> None:
        sizes = abaque.vector.layout(spec)
        self.num_envs = num_envs
        self.single_observation_space = spaces.Box(0, 255, (sizes.observation,), np.uint8)
        self.single_action_space = spaces.Discrete(sizes.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.games = abaque.vector.make(spec, num_envs, threads=threads)
        self.opponent = opponent
        self._opponent_rng = np.random.default_rng(0)
        if seat not in (None, 0, 1):
            raise ValueError(f"{seat} is not a seat: 0, 1 or None")
        rows = np.arange(num_envs) % 2 if seat is None else np.full(num_envs, seat)
        self._seats = rows.astype(np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        games_seed = int(self.np_random.integers(2**63))
        self._opponent_rng = np.random.default_rng(games_seed)
        self.games.reset(games_seed)
        self._play_opponents(np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, bool))
        return self._observations(), self._info()

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[
        NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        self.games.actions[:] = actions
        self.games.step()
        rewards, dones = self._own_rewards(), self.games.dones.copy()
        self._play_opponents(rewards, dones)
        truncated = np.zeros(self.num_envs, bool)
        return self._observations(), rewards, dones, truncated, self._info()

    def _own_rewards(self) -> NDArray[np.float32]:
        return self.games.rewards[np.arange(self.num_envs), self._seats]

    def _play_opponents(self, rewards: NDArray[np.float32], dones: NDArray[np.bool_]) -> None:
        """Plays the opponents until the agent is to act everywhere."""
        games = self.games
        while (waiting := np.flatnonzero(games.players != self._seats)).size:
            games.actions[:] = -1
            games.actions[waiting] = self.opponent(
                games.observations[waiting], games.masks[waiting], self._opponent_rng
            )
            games.step()
            rewards += self._own_rewards()
            dones |= games.dones

    def _observations(self) -> NDArray[np.uint8]:
        return self.games.observations.copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.games.masks.copy()}
