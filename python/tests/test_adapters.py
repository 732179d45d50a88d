"""The adapters pass the tests of the libraries they adapt to."""

import numpy as np
import pytest
from conftest import SPECS


@pytest.mark.parametrize("spec", SPECS)
def test_pettingzoo(spec):
    test = pytest.importorskip("pettingzoo.test")
    from abaque.pettingzoo import env

    test.api_test(env(spec), num_cycles=400)
    test.seed_test(lambda: env(spec), num_cycles=80)


def test_pettingzoo_renders():
    pytest.importorskip("pettingzoo")
    from abaque.pettingzoo import raw_env

    game = raw_env("abalone", render_mode="ansi")
    game.reset(seed=1)
    assert len(game.render().splitlines()) > 5


def test_pettingzoo_ends_on_an_illegal_action():
    pytest.importorskip("pettingzoo")
    from abaque.pettingzoo import env

    game = env("abalone")
    game.reset(seed=1)
    mask = game.last()[0]["action_mask"]
    game.step(int(np.flatnonzero(mask == 0)[0]))
    assert game.rewards["player_0"] == -1


@pytest.mark.parametrize("spec", ["abalone", "abraxas", "abagio", "blocs"])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_gymnasium(spec, seat):
    gymnasium = pytest.importorskip("gymnasium")
    from abaque.gymnasium import VersusVectorEnv, random_opponent

    env = VersusVectorEnv(spec, 6, seat=seat)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    rng = np.random.default_rng(0)

    def play():
        seen = []
        observations, info = env.reset(seed=5)
        rng = np.random.default_rng(0)
        ended = 0
        for _ in range(300):
            assert env.observation_space.contains(observations)
            assert (env.games.players == env._seats).all()
            actions = random_opponent(observations, info["action_mask"], rng)
            assert env.action_space.contains(actions)
            observations, rewards, terminated, truncated, info = env.step(actions)
            assert not truncated.any() and not rewards[~terminated].any()
            ended += terminated.sum()
            seen.append(observations.sum())
        return seen, ended

    first, second = play(), play()
    assert first == second
    assert rng is not None


@pytest.mark.parametrize("spec", ["abalone:target=1", "abraxas:target=2", "abagio", "blocs"])
def test_openspiel(spec):
    pyspiel = pytest.importorskip("pyspiel")
    import abaque.openspiel  # noqa: F401

    game = pyspiel.load_game("abaque", {"spec": spec})
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


def test_openspiel_mcts_on_abalone():
    pytest.importorskip("pyspiel")
    import pyspiel
    from open_spiel.python.algorithms import mcts

    import abaque.openspiel  # noqa: F401

    # One move ejects the last ball needed.
    game = pyspiel.load_game("abaque", {"spec": "abalone:target=1", "max_plies": 60})
    rng = np.random.RandomState(3)
    bot = mcts.MCTSBot(game, 1.4, 40, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(bot.step(state))
    assert len(state.history()) == 3


def test_openspiel_is_mcts_on_blocs():
    pytest.importorskip("pyspiel")
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    import abaque.openspiel  # noqa: F401

    game = pyspiel.load_game("abaque", {"spec": "blocs", "max_plies": 60})
    rng = np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=4.0,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        max_simulations=20,
        random_state=rng,
    )
    state = game.new_initial_state()
    while state.state.view(0).count("?") == 0 or len(state.history()) < 24:
        state.apply_action(state.legal_actions()[0])
    for _ in range(3):
        state.apply_action(bot.step(state))
    assert len(state.history()) == 27
