#!/usr/bin/env python3
"""A small player learns by self-play, with nothing but NumPy, and meets `greedy`.

    python learn.py                                      trains for a few minutes, then plays
    python learn.py --spec blocs --minutes 5 --seed 2

The player is a network with one hidden layer: from what the player to act knows to a preference for
every number and an estimate of the result. After each batch of steps the preferences of numbers that led to better
results than estimated grow, and the others shrink (policy gradient with a baseline). Both sides of
every game use the network, so it is always its own opponent.
"""

import argparse
import time

import numpy as np

import abaque


class Network:
    """Observations to preferences and an estimate; trained with Adam."""

    def __init__(self, inputs: int, outputs: int, hidden: int = 128, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.weights = [
            rng.normal(0, (2 / 60) ** 0.5 / 2, (inputs, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            rng.normal(0, 0.01, (hidden, outputs + 1)).astype(np.float32),
            np.zeros(outputs + 1, np.float32),
        ]
        self._means = [np.zeros_like(w) for w in self.weights]
        self._squares = [np.zeros_like(w) for w in self.weights]
        self._updates = 0

    def __call__(self, inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Hidden values, preferences and estimates."""
        first, bias, second, bias2 = self.weights
        hidden = np.maximum(inputs @ first + bias, 0)
        outputs = hidden @ second + bias2
        return hidden, outputs[:, :-1], outputs[:, -1]

    def chances(self, preferences: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The chance of every legal number."""
        raised = np.where(masks, preferences, -np.inf)
        raised = np.exp(raised - raised.max(axis=1, keepdims=True))
        return raised / raised.sum(axis=1, keepdims=True)

    def learn(
        self,
        inputs: np.ndarray,
        masks: np.ndarray,
        numbers: np.ndarray,
        results: np.ndarray,
        rate: float,
        entropy: float,
    ) -> None:
        """One step towards numbers that did better than estimated."""
        rows = np.arange(len(numbers))
        hidden, preferences, estimates = self(inputs)
        chances = self.chances(preferences, masks)
        better = results - estimates
        scaled = (better / (better.std() + 1e-6)).clip(-3, 3)
        gradient = chances * scaled[:, None]
        gradient[rows, numbers] -= scaled
        logs = np.log(chances + 1e-9)
        gradient += entropy * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        outputs = np.concatenate([gradient, -better[:, None]], axis=1) / len(numbers)
        back = (outputs @ self.weights[2].T) * (hidden > 0)
        self._update(
            [inputs.T @ back, back.sum(axis=0), hidden.T @ outputs, outputs.sum(axis=0)], rate
        )

    def _update(self, gradients: list[np.ndarray], rate: float) -> None:
        self._updates += 1
        for weight, gradient, mean, square in zip(
            self.weights, gradients, self._means, self._squares
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            fair_mean = mean / (1 - 0.9**self._updates)
            fair_square = square / (1 - 0.999**self._updates)
            weight -= rate * fair_mean / (np.sqrt(fair_square) + 1e-8)


def as_inputs(observations: np.ndarray) -> np.ndarray:
    """Bytes as numbers of about the same size."""
    return np.minimum(observations, 16).astype(np.float32)


def choose(chances: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A number for every row, by its chance."""
    drawn = rng.random((len(chances), 1)) * chances.sum(axis=1, keepdims=True)
    return (chances.cumsum(axis=1) > drawn).argmax(axis=1)


def train(
    spec: str,
    minutes: float = 3.0,
    games: int = 256,
    length: int = 16,
    seed: int = 0,
    batches: int | None = None,
    report: bool = True,
) -> Network:
    """A network trained by self-play for some minutes of the processor, or some batches."""
    sizes = abaque.vector.layout(spec)
    env = abaque.vector.make(spec, games, seed=seed)
    network = Network(sizes.observation, sizes.actions, seed=seed)
    rng = np.random.default_rng(seed)
    rows = np.arange(games)
    began, finished, done_batches = time.process_time(), 0, 0
    while batches is None or done_batches < batches:
        spent = (time.process_time() - began) / (60 * minutes)
        if batches is None and spent >= 1:
            break
        seen, ends = [], []
        for _ in range(length):
            inputs, masks, players = as_inputs(env.observations), env.masks.copy(), env.players.copy()
            numbers = choose(network.chances(network(inputs)[1], masks), rng)
            env.actions[:] = numbers
            env.step()
            seen.append((inputs, masks, players, numbers))
            ends.append((env.rewards.copy(), env.dones.copy()))
        # From the last step back: the result of a finished game, else the estimate of where it got.
        ahead = network(as_inputs(env.observations))[2]
        values = np.stack([ahead, -ahead], axis=1)
        values[env.players == 1] = values[env.players == 1][:, ::-1]
        results = []
        for (inputs, _, players, _), (rewards, dones) in zip(reversed(seen), reversed(ends)):
            values = np.where(dones[:, None], rewards, values)
            results.append(values[rows, players])
            # Trust the estimate of each position a little, so that luck later on counts less.
            estimate = network(inputs)[2]
            both = np.stack([estimate, -estimate], axis=1)
            both[players == 1] = both[players == 1][:, ::-1]
            values = 0.95 * values + 0.05 * both
            finished += int(dones.sum())
        network.learn(
            np.concatenate([s[0] for s in seen]),
            np.concatenate([s[1] for s in seen]),
            np.concatenate([s[3] for s in seen]),
            np.concatenate(results[::-1]),
            rate=1e-3 if batches is not None else 1e-3 * (1 - 0.9 * min(spent, 1)),
            entropy=0.02,
        )
        done_batches += 1
        if report and done_batches % 200 == 0:
            seconds = time.process_time() - began
            print(f"{seconds:5.0f} s  {done_batches * length * games:9} steps  {finished:7} games")
    return network


def play(spec: str, network: Network, opponent: str, games: int, seed: int) -> tuple[int, int, int]:
    """Wins, draws and losses of the network's most preferred numbers against a bot."""
    counts = [0, 0, 0]
    for n in range(games):
        seat = n % 2
        game = abaque.Game(spec)
        chance = np.random.default_rng(seed + n)
        while not game.is_over:
            if game.player == seat:
                game.apply(best_action(game, network, seat))
            elif game.player is None or len(game.plies) < 2:
                # Lots, and the other's first action, so that games differ.
                game.apply(game.random_ply(int(chance.integers(2**32))))
            else:
                game.apply(game.best(opponent, seed=seed + n).action)
        counts[1 if game.winner is None else 0 if game.winner == seat else 2] += 1
    return counts[0], counts[1], counts[2]


def best_action(game: abaque.Game, network: Network, seat: int) -> str:
    """The action that the network prefers; an action of several parts is chosen part by part."""
    state = abaque.State(game.spec, game.position)
    while True:
        legal = state.legal_numbers()
        preferences = network(as_inputs(state.observation(seat))[None])[1][0]
        number = legal[int(np.argmax(preferences[legal]))]
        text, before = state.text(number), state.position
        state.apply(number)
        if state.position != before or state.is_over:
            return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spec", default="blocs")
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    network = train(arguments.spec, arguments.minutes, seed=arguments.seed)
    for opponent in ["random", "greedy"]:
        wins, draws, losses = play(
            arguments.spec, network, opponent, arguments.games, arguments.seed
        )
        print(f"against {opponent}: {wins} won, {draws} drawn, {losses} lost")


if __name__ == "__main__":
    main()
