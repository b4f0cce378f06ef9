"""What the catalog reads of sources without parsing all of them."""

from __future__ import annotations

from mote.catalog import catalog, contract
from mote.common.paths import ROOT


def test_a_function_may_have_kernels_of_several_kinds() -> None:
    functions = catalog.functions()
    found = catalog.kernels(functions["aes128_ctr"])
    assert {kernel.name for kernel in found} == {"ctr_blocks", "encrypt_blocks"}
    names = {each.name for each in catalog.implementations(functions["aes128_ctr"])}
    assert {"thumb2_fast", "thumb2_cached"} <= names
    # What calls one kind alone has no other.
    assert {kernel.name for kernel in catalog.kernels(functions["aes128_cbc"])} == {
        "encrypt_blocks"
    }


def test_a_contract_that_is_not_parsed_says_nothing_of_what_is_asked() -> None:
    files = [path for path in (ROOT / "src").rglob("*") if path.suffix in (".S", ".asm")]
    found = {path: catalog._asked(path) for path in files}
    assert found == {path: contract.of_kernel(path) for path in files}
    assert sum(any(each.values()) for each in found.values()) > 10
