"""The games as OpenSpiel games written in Python.

>>> import pyspiel
>>> import abaque.openspiel
>>> game = pyspiel.load_game("abaque(spec=abalone)")
>>> state = game.new_initial_state()
>>> len(state.legal_actions())
44

In the parameter ``spec`` write ``;`` for ``,`` between options: ``abaque(spec=abalone:target=1;layout=placed)``.
Lots are chance nodes. Information states are perfect-recall texts; their tensors hold what the
player knows now. With ``position`` a game starts from a position, ``max_plies`` draws long games.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel

import abaque

__all__ = ["AbaqueGame", "AbaqueState"]

_TYPE = pyspiel.GameType(
    short_name="abaque",
    long_name="Abaque: Abalone, Abraxas, Abagio, Blocs-pions",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"spec": "abalone", "position": "", "max_plies": 6000},
)


class AbaqueGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """One game by its spec."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.spec = str(params.get("spec", "abalone")).replace(";", ",")
        # OpenSpiel's parameters cannot hold commas, parentheses and equals signs.
        self.position = str(params.get("position", "")) or None
        self.max_plies = int(params.get("max_plies", 6000))
        self.sizes = abaque.vector.layout(self.spec)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.sizes.actions,
            max_chance_outcomes=self.sizes.lots,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_plies,
        )
        super().__init__(_TYPE, info, params)

    def new_initial_state(self) -> AbaqueState:
        return AbaqueState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        return _Observer(self.sizes, iig_obs_type)


class AbaqueState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A game under way."""

    def __init__(self, game: AbaqueGame) -> None:
        super().__init__(game)
        self.state = abaque.State(game.spec, game.position)
        self._max_plies = game.max_plies
        self._plies = 0
        #: What each player saw: own actions and views, for perfect recall.
        self._seen: tuple[list[str], list[str]] = ([], [])
        self._look()

    def _look(self) -> None:
        for player in (0, 1):
            view = self.state.view(player)
            if not self._seen[player] or self._seen[player][-1] != view:
                self._seen[player].append(view)

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        player = self.state.player
        return int(pyspiel.PlayerId.CHANCE) if player == -1 else player

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_numbers() if self.state.player == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        lots = self.state.lots()
        total = sum(weight for _, weight in lots)
        return [(number, weight / total) for number, weight in sorted(lots)]

    def _apply_action(self, action: int) -> None:
        player = self.state.player
        if player >= 0:
            self._seen[player].append(f"#{action}")
        self.state.apply(action)
        self._plies += 1
        self._look()

    def _action_to_string(self, player: int, action: int) -> str:
        return self.state.text(action)

    def is_terminal(self) -> bool:
        return self.state.is_over or self._plies >= self._max_plies

    def returns(self) -> list[float]:
        return list(self.state.returns)

    def information_state_string(self, player: int | None = None) -> str:
        return "\n".join(self._seen[self._viewer(player)])

    def observation_string(self, player: int | None = None) -> str:
        return self.state.view(self._viewer(player))

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        tensor = self.state.observation(self._viewer(player)).astype(np.float32)
        return [float(value) for value in tensor]

    def observation_tensor(self, player: int | None = None) -> list[float]:
        return self.information_state_tensor(player)

    def _viewer(self, player: int | None) -> int:
        return self.current_player() if player is None else player

    def resample_from_infostate(self, player: int, sampler: Any) -> AbaqueState:
        """The same game in a random world that the player to act cannot tell from this one."""
        if player != self.state.player:
            raise ValueError("only the player to act can resample")
        copy: AbaqueState = self.clone()
        # Samplers made in C++ cannot be called from Python.
        drawn = sampler() if callable(sampler) else random.random()
        copy.state = self.state.resampled(int(drawn * 2**53))
        return copy

    def __str__(self) -> str:
        return self.state.position


class _Observer:
    """Writes what a player knows, in the way OpenSpiel's observers do."""

    def __init__(self, sizes: abaque.vector.Layout, iig_obs_type: Any) -> None:
        self.tensor = np.zeros(sizes.observation, np.float32)
        self.dict = {"observation": self.tensor}
        self._perfect_recall = iig_obs_type is not None and iig_obs_type.perfect_recall

    def set_from(self, state: AbaqueState, player: int) -> None:
        self.tensor[:] = state.state.observation(player)

    def string_from(self, state: AbaqueState, player: int) -> str:
        if self._perfect_recall:
            return state.information_state_string(player)
        return state.observation_string(player)


pyspiel.register_game(_TYPE, AbaqueGame)
