"""The games as PettingZoo environments (agent-environment cycle).

>>> from abaque.pettingzoo import env
>>> game = env("abalone")
>>> game.reset(seed=1)
>>> observation, reward, terminated, truncated, info = game.last()
>>> int(observation["action_mask"].sum())
44

Observations are dictionaries: ``observation`` (what the agent knows, bytes) and ``action_mask``.
Lots are drawn by the environment.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import abaque

__all__ = ["env", "raw_env"]


def env(spec: str, **options: Any) -> AECEnv:
    """An environment with PettingZoo's usual wrappers."""
    wrapped: AECEnv = raw_env(spec, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # type: ignore[misc, unused-ignore]  # noqa: N801 (PettingZoo's own name)
    """An environment without wrappers."""

    metadata = {
        "name": "abaque_v0",
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, spec: str, render_mode: str | None = None) -> None:
        super().__init__()
        self.spec_text = spec
        self.render_mode = render_mode
        sizes = abaque.vector.layout(spec)
        self._sizes = sizes
        self.possible_agents = ["player_0", "player_1"]
        self.agents = self.possible_agents[:]
        self.action_spaces = {a: spaces.Discrete(sizes.actions) for a in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (sizes.observation,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (sizes.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._seed = 0
        self._state: abaque.State | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    @property
    def game_state(self) -> abaque.State:
        """The game under way."""
        if self._state is None:
            raise RuntimeError("call reset() first")
        return self._state

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        # Without a seed, games go on from the last one, so that they differ but can be repeated.
        self._seed = self._seed + 1 if seed is None else seed
        self._state = abaque.State(self.spec_text, chance="sampled", seed=self._seed % 2**64)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._state.player]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        state = self.game_state
        player = self.possible_agents.index(agent)
        mask = np.zeros(self._sizes.actions, np.int8)
        if state.player == player:
            mask[state.legal_numbers()] = 1
        return {"observation": state.observation(player), "action_mask": mask}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        state = self.game_state
        actor = self.agent_selection
        state.apply(int(action))  # type: ignore[arg-type]
        self._cumulative_rewards[actor] = 0.0
        self._clear_rewards()
        if state.is_over:
            self.rewards = dict(zip(self.possible_agents, map(float, state.returns)))
            self.terminations = dict.fromkeys(self.agents, True)
            # PettingZoo ends with the agent after the last actor.
            self.agent_selection = self.possible_agents[1 - self.possible_agents.index(actor)]
        else:
            self.agent_selection = self.possible_agents[state.player]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        game = abaque.Game(self.spec_text, self.game_state.position)
        if self.render_mode == "ansi":
            return game.board()
        if self.render_mode == "rgb_array":
            import io

            from PIL import Image

            return np.asarray(Image.open(io.BytesIO(game.png(size=400))).convert("RGB"))
        if self.render_mode == "human":
            print(game.board())
        return None

    def close(self) -> None:
        self._state = None
