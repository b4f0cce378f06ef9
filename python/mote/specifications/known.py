"""Which specifications there are, and how contexts hold the states of hash functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mote.specifications import ascon, blake, bmw, groestl, jh, keccak, luffa, sha2, shabal, skein
from mote.specifications.hashing import HashFunction, State
from mote.specifications.words import W, joined, parted

_MODULES = (ascon, blake, bmw, groestl, jh, keccak, luffa, sha2, shabal, skein)

HASHES: dict[str, HashFunction] = {
    each.name: each
    for module in _MODULES
    for each in vars(module).values()
    if isinstance(each, HashFunction)
}
"""The hash functions, by their names in the catalog."""


def state_of(function: HashFunction, places: Mapping[str, Sequence[W]]) -> State[W]:
    """The state from the words that a contract numbers, by its names for their places.

    A contract may have other words than the specification, halves of them for instance: those are
    numbered from the lowest part of the first word on.  Raises ValueError where the number of
    bits is another one, or a name is unknown.
    """
    found = {}
    for (name, (number, bits)), given in zip(
        function.state.items(), _of(function, places), strict=True
    ):
        if sum(word.bits for word in given) != number * bits:
            raise ValueError(f"{name} of {function.name} has {number} words of {bits} bits")
        found[name] = _resized(given, bits)
    return found


def places_of(
    function: HashFunction, state: State[W], sizes: Mapping[str, int]
) -> dict[str, list[W]]:
    """The reverse of `state_of`; sizes: bits of the contract's words, by its names."""
    own = _of(function, {name: state.get(name, state[min(state)]) for name in sizes})
    return {
        name: _resized(words, bits) for (name, bits), words in zip(sizes.items(), own, strict=True)
    }


def _of(function: HashFunction, places: Mapping[str, Sequence[W]]) -> list[Sequence[W]]:
    """The places in the order of the function's state; a single one may have any name."""
    if len(function.state) == 1 == len(places):
        return list(places.values())
    if set(places) != set(function.state):
        raise ValueError(
            f"the state of {function.name} is {', '.join(function.state)}, not {', '.join(places)}"
        )
    return [places[name] for name in function.state]


def _resized(given: Sequence[W], bits: int) -> list[W]:
    return joined(given, bits) if given[0].bits < bits else parted(given, bits)
