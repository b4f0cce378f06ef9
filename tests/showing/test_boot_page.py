"""docs/boot.md: what its table chooses."""

from __future__ import annotations

import pytest

from mote.catalog import catalog
from mote.showing import boot


@pytest.mark.parametrize("name", boot.CPUS)
def test_a_verifier_and_a_mac_of_each_cpu(name: str) -> None:
    found = boot.chosen(catalog.cpus()[name])
    verifiers = [each for each in found if each.function.kind == "signature"]
    macs = [each for each in found if each.function.kind == "mac"]
    assert 1 <= len(verifiers) <= 2 and macs and len(verifiers) + len(macs) == len(found)
    assert boot.cycles(verifiers[-1]) <= boot.cycles(verifiers[0])
    assert verifiers[0].size_bytes <= verifiers[-1].size_bytes
    # The image's 32 first bytes are those of the short message.
    for each in found:
        assert boot.cycles(each) > each.short_cycles


def test_what_is_proved_of_the_hash_function_is_said_to_be_of_it() -> None:
    cells = [line.split("|") for line in boot.page().splitlines()[2:]]
    said = {(line[1].strip(" `"), line[2].strip(" `")): line[-2].strip() for line in cells}
    assert said["cortex-m0", "hmac_blake2s"].startswith("its hash function: ")
