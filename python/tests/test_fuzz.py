"""Whatever is passed in, an exception comes out and the process goes on."""

import random

import numpy as np
import pytest
from conftest import SPECS

import abaque

VALUES = [
    None, True, -1, 0, 1, 2, 255, 2**31, 2**63, 2**64, 2**70, -(2**63), 0.5, float("nan"), "", "abalone",
    "a1b2", "\x00", "é\ud7ff", "x" * 10_000, b"", b"\xff" * 32, [], [1], {}, (), object(), np.zeros(3),
    np.zeros((2, 2), np.uint8), np.int32(3), np.array([], np.int32),
]  # fmt: skip


def targets():
    game, state = abaque.Game("blocs"), abaque.State("abraxas")
    env = abaque.vector.make("abagio", 3)
    record = abaque.Game("abalone").record()
    slow = {"best", "perft", "divide"}
    for thing in [game, state, env, record]:
        for name in dir(thing):
            if callable(getattr(thing, name)) and name not in slow and not name.startswith("__"):
                yield getattr(thing, name)
    yield from [abaque.Game, abaque.State, abaque.read_records, abaque.commitment, abaque.draw]
    yield from [abaque.vector.layout, abaque.vector.make, abaque.analyse]


def test_arguments_of_any_kind():
    source = random.Random(7)
    for target in targets():
        for _ in range(150):
            arguments = source.choices(VALUES, k=source.randrange(4))
            try:
                target(*arguments)
            except Exception as error:  # noqa: BLE001 (a panic is no Exception)
                assert type(error).__name__ != "PanicException"


@pytest.mark.parametrize("spec", SPECS)
def test_damaged_texts(spec):
    source = random.Random(spec)
    game = abaque.Game(spec)
    for n in range(25):
        ply = game.random_ply(n)
        if ply is None:
            break
        game.apply(ply)
    texts = [game.position, game.view(0), spec, str(game.record()), *game.plies]
    for n in range(3000):
        text = list(source.choice(texts))
        for _ in range(source.randrange(1, 4)):
            place = source.randrange(len(text) + 1)
            text[place : place + source.randrange(2)] = source.choices("abcdehrxs0189/.,:[]?!\n é")
        damaged = "".join(text)
        for read in [
            lambda t: abaque.Game(t),
            lambda t: abaque.Game(spec, t).legal_actions(),
            lambda t: abaque.State(spec, t).observation(0),
            lambda t: [r.check() for r in abaque.read_records(t)],
            lambda t: game.copy().apply(t),
        ]:
            try:
                read(damaged)
            except ValueError as error:
                assert str(error)


@pytest.mark.parametrize("spec", SPECS)
def test_numbers_of_any_kind(spec):
    source = random.Random(spec)
    state = abaque.State(spec)
    for n in range(4000):
        number = source.choice([source.randrange(-5, 3000), source.randrange(-(2**63), 2**63)])
        try:
            state.apply(number)
        except ValueError as error:
            assert str(error)
        number = state.random_number(n)
        if number is None:
            state = abaque.State(spec)
        elif n % 3 == 0:
            state.apply(number)
