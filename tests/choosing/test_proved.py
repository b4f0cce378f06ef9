"""What is proved of one pair is what is proved of it among all."""

from __future__ import annotations

from mote.catalog import catalog
from mote.choosing import proved
from mote.proving import proofs


def test_of_every_pair_the_same_is_proved() -> None:
    known = proofs.proved()
    found = {
        (function.name, each.name, cpu): text
        for function in catalog.functions().values()
        for each in catalog.implementations(function)
        for cpu in catalog.cpus()
        if (text := proved.obligations(each, cpu))
    }
    assert found == known
    assert len(found) > 500
    assert proved.of_names("sha3", "thumb", "cortex-m0") == known["sha3", "thumb", "cortex-m0"]
    assert proved.of_names("sha3", "no_such", "cortex-m0") == ""
    assert proved.of_names("no_such", "thumb", "cortex-m0") == ""
