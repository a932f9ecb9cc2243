"""Masses of the blocks before the search, and exact figures of a partition after it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._result.order import by_first_vertex
from ._block import Around, Block, values, with_mass
from ._contract import make_level
from ._exact import as_float, exact_sums, quantum, rounded
from ._session import Future, Level, Session, cut_up, in_pieces

Array = npt.NDArray[Any]


class Figures(NamedTuple):
    """Exact sums over the parts, each rounded once."""

    cuts: Array  # cut(A_r, A_rᶜ)
    sizes: Array  # |A_r|
    masses: Array  # m(A_r)
    cut_weight: float


def weighted(session: Session, blocks: list[Future], bounds: Array, balance: str, mass: Array | None) -> Level:
    """Return the level of the blocks with masses 1, degrees or those given. Weights and masses have exact sums."""
    total = sum(session.result([session.submit(sum_of_weights, block) for block in blocks]))
    if not np.isfinite(as_float(total)):
        raise ValueError("the sum of the weights in W must be finite, got inf; divide W by its largest entry")
    q = quantum(total)
    if mass is not None:
        unit = quantum(exact_sums(mass)[0])
        chunks: list[Any] = cut_up(np.maximum(rounded(mass, unit), unit), bounds)
    else:
        chunks = [None] * len(blocks)
    done = [session.submit(give_mass, block, q, balance, chunk) for block, chunk in zip(blocks, chunks, strict=True)]
    return make_level(session, done, bounds)


def sum_of_weights(block: Block) -> int:
    """Return the exact sum of the weights."""
    return exact_sums(block.data)[0]


def give_mass(block: Block, q: float, balance: str, mass: Array | None) -> Block:
    """Return the block with masses, and with weights to be rounded to multiples of q. Degree 0 counts as q."""
    block = with_mass(block, block.mass, q)
    if mass is None and balance == "normalized":
        mass = np.maximum(block.degree(), q)
    return block if mass is None else with_mass(block, mass, q)


def total_mass(session: Session, level: Level) -> float:
    """Return M, exactly."""
    return float(sum(session.result([session.submit(mass_sum, block) for block in level.blocks])))


def mass_sum(block: Block) -> float:
    """Return the mass of the rows."""
    return float(block.mass.sum())


def heaviest_vertex(session: Session, level: Level) -> tuple[float, int]:
    """Return the largest mass of a vertex, and the first vertex that has it."""
    found: list[tuple[float, int]] = session.result([session.submit(heaviest_row, block) for block in level.blocks])
    return max(found, key=lambda pair: pair[0])


def heaviest_row(block: Block) -> tuple[float, int]:
    """Return the largest mass of a row, and the first vertex that has it."""
    i = int(block.mass.argmax())
    return float(block.mass[i]), block.first + i


def figures(
    session: Session, level: Level, parts: Future, k: int, balance: str, mass: Array | None
) -> tuple[Figures, list[Future]]:
    """Return the figures of a partition for the weights as given, and its labels in pieces.

    ``mass`` holds the masses as given, None for masses 1 and degrees. Parts are numbered by their first vertices.
    """
    name = "degree" if mass is None and balance == "normalized" else "mass"
    pieces = in_pieces(session, level, session.submit(by_first_vertex, parts, k))
    given = [None] * len(level.blocks) if mass is None else cut_up(mass, level.bounds)
    tallies = [
        session.submit(exact_tally, block, level.around(pieces, b), k, name, given[b])
        for b, block in enumerate(level.blocks)
    ]
    cuts, sizes, masses = (np.sum(sums, axis=0) for sums in zip(*session.result(tallies), strict=True))
    weight = as_float(int(cuts.sum()) // 2)
    part_cuts, part_masses = (np.array([as_float(int(s)) for s in sums]) for sums in (cuts, masses))
    return Figures(part_cuts, sizes, part_masses, weight), pieces


def exact_tally(block: Block, around: Around, k: int, name: str, mass: Array | None) -> tuple[Array, Array, Array]:
    """Return what the rows add to the cuts, numbers of vertices and masses of the parts.

    Cuts and masses are exact integers in units of 2^−1074.

    ``name`` says whether the mass of a row is its "degree", or else its own "mass", or that in ``mass``.
    """
    own, column = values(block, around)
    part = own[block.rows]
    crosses = part != column[block.indices]
    cuts = exact_sums(block.data[crosses], part[crosses], k)
    if name == "degree":
        masses = exact_sums(block.data, part, k)
    else:
        masses = exact_sums(block.mass if mass is None else mass, own, k)
    return np.array(cuts, object), np.bincount(own, minlength=k), np.array(masses, object)
