"""Thousands of games in one call.

``make`` creates the arrays that every step fills; pass your own to write elsewhere, such as into a
batch of PyTorch tensors that share memory with NumPy.

>>> import abaque
>>> env = abaque.vector.make("abagio:first=r", 4, seed=1)
>>> for _ in range(10):
...     env.sample()  # random legal numbers into env.actions
...     env.step()
>>> env.observations.shape
(4, 369)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from abaque._native import VectorEnv
from abaque._native import layout as _layout

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Layout", "VectorEnv", "layout", "make", "planes", "scalars"]

#: Names of the arrays that a step can fill.
ARRAYS = ("observations", "masks", "packed_masks", "rewards", "dones", "players")


class Layout(NamedTuple):
    """The sizes of a game's arrays."""

    #: How many action numbers there are.
    actions: int
    #: How many outcomes lots have.
    lots: int
    #: Planes, rows and columns of an observation.
    planes: tuple[int, int, int]
    #: Numbers after the planes.
    scalars: int
    #: Bytes of an observation.
    observation: int
    #: Bytes of a bit-packed mask.
    packed: int


def layout(spec: str) -> Layout:
    """The sizes of a game's arrays."""
    return Layout(**_layout(spec))


def make(
    spec: str,
    n: int,
    *,
    position: str | None = None,
    seed: int = 0,
    chance: str = "sampled",
    auto_reset: bool = True,
    threads: int = 1,
    arrays: tuple[str, ...] = ("observations", "masks", "rewards", "dones", "players"),
    actions: NDArray[np.int32] | None = None,
    observations: NDArray[np.uint8] | None = None,
    masks: NDArray[np.bool_] | None = None,
    packed_masks: NDArray[np.uint8] | None = None,
    rewards: NDArray[np.float32] | None = None,
    dones: NDArray[np.bool_] | None = None,
    players: NDArray[np.int8] | None = None,
) -> VectorEnv:
    """``n`` games of a spec, from the start or from a position.

    ``arrays`` names what a step fills; an array passed by the caller is used instead of a new one.
    Lots are ``"sampled"`` from the seed, or ``"explicit"``: then ``players`` is -1 where one is due,
    the mask holds its outcomes, and ``actions`` chooses one. With ``auto_reset`` a finished game is
    restarted in the step that ended it: ``dones`` and ``rewards`` tell of the old game, everything
    else of the new one. Without, ``players`` is -2 and ``actions`` must be -1.
    """
    unknown = set(arrays) - set(ARRAYS)
    if unknown:
        raise ValueError(f"{sorted(unknown)} are no arrays; there are {', '.join(ARRAYS)}")
    sizes = layout(spec)
    if not 1 <= n <= 1 << 20:
        raise ValueError(f"{n} is not a number from 1 to 1048576")
    wanted: dict[str, tuple[NDArray[Any] | None, tuple[int, ...], type]] = {
        "observations": (observations, (n, sizes.observation), np.uint8),
        "masks": (masks, (n, sizes.actions), np.bool_),
        "packed_masks": (packed_masks, (n, sizes.packed), np.uint8),
        "rewards": (rewards, (n, 2), np.float32),
        "dones": (dones, (n,), np.bool_),
        "players": (players, (n,), np.int8),
    }
    given: dict[str, NDArray[Any] | None] = {
        name: np.zeros(shape, kind) if array is None and name in arrays else array
        for name, (array, shape, kind) in wanted.items()
    }
    if actions is None:
        actions = np.zeros(n, np.int32)
    return VectorEnv(
        spec,
        n,
        actions,
        position=position,
        seed=seed,
        chance=chance,
        auto_reset=auto_reset,
        threads=threads,
        **given,
    )


def planes(observations: NDArray[np.uint8], sizes: Layout) -> NDArray[np.uint8]:
    """The planes of observations, as a view of shape (…, planes, rows, columns)."""
    count = sizes.planes[0] * sizes.planes[1] * sizes.planes[2]
    return observations[..., :count].reshape(*observations.shape[:-1], *sizes.planes)


def scalars(observations: NDArray[np.uint8], sizes: Layout) -> NDArray[np.uint8]:
    """The numbers after the planes, as a view."""
    return observations[..., sizes.observation - sizes.scalars :]
