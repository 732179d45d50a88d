"""Environments by number."""

import pickle
import threading

import numpy as np
import pytest

import abaque
from abaque import vector

ALL = vector.ARRAYS


def test_rows_are_the_games(spec):
    n = 5
    env = vector.make(spec, n, seed=3, arrays=ALL)
    sizes = vector.layout(spec)
    finished = 0
    for _ in range(400):
        for row in range(n):
            state = env.state(row)
            assert state.player == env.players[row]
            assert np.flatnonzero(env.masks[row]).tolist() == state.legal_numbers()
            assert (env.observations[row] == state.observation(state.player)).all()
        bits = np.unpackbits(env.packed_masks, axis=1, bitorder="little")[:, : sizes.actions]
        assert (bits.astype(bool) == env.masks).all()
        env.sample()
        assert env.masks[np.arange(n), env.actions].all()
        env.step()
        assert (env.rewards.sum(axis=1) == 0).all()
        assert not env.rewards[~env.dones].any()
        finished += env.dones.sum()
    assert env.observations.shape == (n, sizes.observation)


def test_planes_and_scalars_are_views():
    env = vector.make("abalone", 2)
    sizes = vector.layout("abalone")
    planes, scalars = vector.planes(env.observations, sizes), vector.scalars(env.observations, sizes)
    assert planes.shape == (2, 2, 9, 9) and planes.base is not None
    assert planes[0].sum(axis=(1, 2)).tolist() == [14, 14]
    assert scalars.shape == (2, sizes.scalars) and scalars[0, 0] == 1


def test_both_sides_see_their_own_board():
    state = abaque.State("abalone")
    assert state.text(state.legal_numbers()[0]) in abaque.Game("abalone").legal_actions()
    first = state.observation(0)[: 2 * 81]
    assert (first == state.observation(1)[: 2 * 81]).all(), "the start is symmetrical"


def test_seeds_repeat_games_and_threads_change_nothing(spec):
    def play(seed, threads):
        env = vector.make(spec, 33, seed=seed, threads=threads)
        seen = []
        for _ in range(60):
            env.sample()
            env.step()
            seen.append((env.observations.copy(), env.rewards.copy()))
        return pickle.dumps(seen)

    assert play(1, 1) == play(1, 2)
    assert play(1, 1) != play(2, 1)


def test_reset_starts_again(spec):
    env = vector.make(spec, 4, seed=9)
    start = env.observations.copy()
    for _ in range(10):
        env.sample()
        env.step()
    env.reset(9)
    assert (env.observations == start).all() and not env.rewards.any()


def test_explicit_chance_and_games_without_restart():
    env = vector.make("abagio", 8, chance="explicit", auto_reset=False)
    sizes = vector.layout("abagio")
    assert (env.players == -1).all() and env.masks[0].sum() == 30
    assert sizes.lots == 51
    for _ in range(3000):
        env.sample()
        env.step()
        if (env.players == -2).all():
            break
    assert (env.players == -2).all() and not env.masks.any()
    env.sample()
    assert (env.actions == -1).all()
    env.step()
    assert not env.dones.any()
    env.actions[0] = 0
    with pytest.raises(abaque.RulesError, match="over"):
        env.step()


def test_an_illegal_number_plays_nothing(spec):
    env = vector.make(spec, 3)
    before = [env.state(row).position for row in range(3)]
    for bad in [-2, 99999, 2**31 - 1, -(2**31)]:
        env.sample()
        env.actions[1] = bad
        with pytest.raises(abaque.RulesError, match="game 1"):
            env.step()
        assert [env.state(row).position for row in range(3)] == before


def test_the_rules_explain_an_illegal_number():
    env = vector.make("abalone", 1)
    number = int(np.flatnonzero(~env.masks[0])[0])
    env.actions[0] = number
    with pytest.raises(abaque.RulesError, match=r"\((ABA|COM)-\d\d\)|legal numbers"):
        env.step()


def test_arrays_of_the_caller():
    batch = np.zeros((10, 4, vector.layout("blocs").observation), np.uint8)
    env = vector.make("blocs", 4, observations=batch[3], arrays=("masks",))
    assert env.observations.base is batch or env.observations.base is not None
    assert batch[3].any() and not batch[2].any()
    assert env.rewards is None and env.dones is None
    n, size = 4, vector.layout("blocs").observation
    actions = np.zeros(n, np.int32)
    bad = [
        np.zeros((n, size + 1), np.uint8),
        np.zeros((n, size), np.int8),
        np.zeros((n, 2 * size), np.uint8)[:, ::2],
        np.zeros((n, size), np.uint8, order="F"),
        [[0] * size] * n,
    ]
    frozen = np.zeros((n, size), np.uint8)
    frozen.flags.writeable = False
    for array in [*bad, frozen]:
        with pytest.raises((ValueError, TypeError)):
            abaque.VectorEnv("blocs", n, actions, observations=array)
    flat = np.zeros(n * size, np.uint8)
    overlapping = flat[: n * vector.layout("blocs").packed].reshape(n, -1)
    with pytest.raises(ValueError, match="share memory"):
        abaque.VectorEnv(
            "blocs", n, actions, observations=flat.reshape(n, size), packed_masks=overlapping
        )
    with pytest.raises(ValueError):
        vector.make("blocs", 4, arrays=("colours",))
    for count in [0, -1, 2**21]:
        with pytest.raises((ValueError, OverflowError)):
            vector.make("blocs", count)


def test_a_resized_array_is_noticed():
    rewards = np.zeros((4, 2), np.float32)
    env = vector.make("abalone", 4, rewards=rewards)
    env.sample()
    rewards.resize((1, 2), refcheck=False)
    with pytest.raises(ValueError, match="resized"):
        env.step()


def test_other_threads_run_during_a_step():
    env = vector.make("abalone", 4096)
    env.sample()
    counted = 0
    running = True

    def count():
        nonlocal counted
        while running:
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    try:
        for _ in range(20):
            env.sample()
            env.step()
    finally:
        running = False
        thread.join()
    assert counted > 0


def test_states_are_copied_pickled_and_resampled(spec):
    state = abaque.State(spec, chance="sampled", seed=5)
    for n in range(40):
        number = state.random_number(n)
        if number is None:
            break
        twin = state.copy()
        again = pickle.loads(pickle.dumps(state))
        state.apply(number)
        twin.apply(number)
        again.apply(number)
        assert state.position == twin.position == again.position
        if state.player >= 0:
            world = state.resampled(n)
            assert (world.observation(state.player) == state.observation(state.player)).all()
    assert state.numbers


def test_texts_and_numbers(spec):
    state = abaque.State(spec)
    game = abaque.Game(spec)
    for n in range(60):
        ply = game.random_ply(n)
        if ply is None:
            break
        for number in state.numbers_of(ply):
            state.text(number)
            state.apply(number)
        game.apply(ply)
        assert state.position == game.position
    with pytest.raises(abaque.RulesError):
        state.numbers_of("nonsense")
    for bad in [-1, 10**9, state_illegal(state)]:
        with pytest.raises(ValueError):
            state.apply(bad)
    with pytest.raises(ValueError):
        state.observation(3)
    with pytest.raises(ValueError):
        state.observation(0, np.zeros(3, np.uint8))


def state_illegal(state: abaque.State) -> int:
    legal = set(state.legal_numbers())
    return next(n for n in range(10**6) if n not in legal)
