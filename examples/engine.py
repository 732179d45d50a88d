#!/usr/bin/env python3
"""A whole UGI engine: it plays random legal actions of any game, with the rules of the package `abaque`.

    abaque match abalone 'ugi:python3 examples/engine.py' 1 --games 10
"""

import random
import sys

import abaque


def position(spec: str, words: list[str]) -> abaque.Game:
    """The position of a `position` command: `startpos` or `fen …`, then `moves` and plies."""
    end = words.index("moves") if "moves" in words else len(words)
    game = abaque.Game(spec, " ".join(words[1:end]) if words[0] == "fen" else None)
    for ply in words[end + 1 :]:
        game.apply(ply)
    return game


def answer(game: abaque.Game, query: str) -> str:
    if query == "p1turn":
        return str(game.player == 0).lower()
    if query == "gameover":
        return str(game.is_over).lower()
    if query == "result":
        if not game.is_over:
            return "none"
        return "draw" if game.winner is None else f"p{game.winner + 1}win"
    return "unknown"


def main() -> None:
    spec = "abalone"
    game = abaque.Game(spec)
    for line in sys.stdin:
        words = line.split()
        try:
            match words:
                case ["ugi"]:
                    print("id name Random\noption name Game type string\nugiok")
                case ["isready"]:
                    print("readyok")
                case ["setoption", "name", "Game", "value", value]:
                    spec = value
                case ["position", *rest] if rest:
                    game = position(spec, rest)
                case ["query", query]:
                    print("response", answer(game, query))
                case ["go", *_]:
                    has_choice = game.player is not None
                    print("bestmove", game.random_ply(random.getrandbits(64)) if has_choice else "0000")
                case ["quit"]:
                    return
        except abaque.RulesError as error:
            print("info string error", error)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
