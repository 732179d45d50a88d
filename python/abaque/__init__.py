"""Abalone, Abraxas, Abagio and Blocs-pions: rules, bots and fast environments.

>>> import abaque
>>> game = abaque.Game("abalone")
>>> game.apply("a1b2")
>>> game.player
1
"""

from __future__ import annotations

import json
from typing import Any

from abaque import vector
from abaque._native import (
    Game,
    Line,
    Record,
    RulesError,
    SearchResult,
    State,
    VectorEnv,
    __version__,
    analyse_json,
    commitment,
    draw,
    games,
    read_records,
)

__all__ = [
    "Game",
    "Line",
    "Record",
    "RulesError",
    "SearchResult",
    "State",
    "VectorEnv",
    "__version__",
    "analyse",
    "commitment",
    "draw",
    "games",
    "read_records",
    "vector",
]


def analyse(record: Record, **options: Any) -> dict[str, Any]:
    """Judge every move of a record.

    Options: ``viewpoint`` (None for every move by what its player could know, 0 or 1 for one
    player, ``"all"`` for finished games with nothing hidden), ``nodes``, ``depth`` or ``seconds``
    per position, ``seed``, ``threads``. The report has a list ``moves`` with the winning chance
    before and after each move, its loss and the best line.
    """
    report: dict[str, Any] = json.loads(analyse_json(record, **options))
    return report


def _rebuild_game(spec: str, start: str | None, plies: list[str]) -> Game:
    game = Game(spec, start)
    for ply in plies:
        game.apply(ply)
    return game


def _rebuild_record(text: str) -> Record:
    return read_records(text)[0]


def _rebuild_state(spec: str, arguments: dict[str, Any]) -> State:
    numbers = arguments.pop("numbers")
    state = State(spec, **arguments)
    for number in numbers:
        state.apply(number)
    return state
