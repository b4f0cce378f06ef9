"""HMAC and HKDF in C: keys and messages of a few lengths, whatever they are.

They are proved together with the hash function that they call, whose own proof is of all lengths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mote import catalog
from mote.contract import Contract
from mote.prove.modes import wrong
from mote.prove.obligations import Run
from mote.prove.program import Program
from mote.prove.sequences import Given, InterfaceCalls
from mote.prove.specifications import hmac
from mote.prove.specifications.known import HASHES
from mote.types import Cpu, Function, Implementation

WRONG_MAC = -1
"""MOTE_HMAC_WRONG_MAC of mote/hmac.h."""

DATA = 7
"""Bytes of messages, salts, secrets and infos, in two calls where they may come so."""


def hash_of(function: Function) -> str:
    """The name of the hash function that one rests on."""
    while function.base:
        function = catalog.functions()[function.base]
    return function.name


class CodeProof:
    """The step of a message authentication code, or of a derivation, on one CPU."""

    def __init__(
        self,
        implementation: Implementation,
        cpu: Cpu,
        program: Program,
        contract: Contract,
        context_bytes: int,
    ) -> None:
        self.implementation = implementation
        self.function = implementation.function
        self.hash = HASHES[hash_of(implementation.function)]
        self.cpu = cpu
        self.program = program
        self.contract = contract
        self.context_bytes = context_bytes
        known: Mapping[str, Callable[[], Iterator[Run]]] = {
            "mac": self._mac,
            "derivation": self._derivation,
        }
        self.step = known[self.function.kind]

    def _begun(self) -> InterfaceCalls:
        return InterfaceCalls(self.implementation, self.cpu, self.program, self.contract)

    def _digests(self) -> list[int]:
        """The main digest size first."""
        function = self.function
        sizes = (function.main_digest, *function.digest_bits)
        return list(dict.fromkeys(sizes))

    def _mac(self) -> Iterator[Run]:
        """A key as long as the digest, with each size of that; and one that is hashed first.

        The code, or its check: of the right one, and of one in which a bit is wrong.
        """
        for number, bits in enumerate(self._digests()):
            whole, block = bits // 8, self.hash.block_bytes(bits)
            cases: list[tuple[int, bool, int | None]] = [(whole, False, None)]
            if not number:
                cases += [(block + 1, True, None), (whole, True, 9)]
            for key_bytes, checks, guess in cases:
                yield self._code(bits, key_bytes, checks, guess)

    def _code(self, bits: int, key_bytes: int, checks: bool, guess: int | None) -> Run:
        of = self._begun()
        key, message = of.variable("key", key_bytes), of.variable("message", DATA)
        mac = hmac.code(of.words, self.hash, bits, key, message)
        cc = {"cc": self.context_bytes}
        of.api(0, {"out_size": bits, "key": key, "key_len": key_bytes}, cc)
        for part in (message[:3], message[3:]):
            of.api(1, {"cc": of.after["cc"], "data": part, "len": len(part)}, cc)
        if checks:
            given = wrong(of, mac, guess)
            of.api(3, {"cc": of.after["cc"], "mac": given, "mac_len": len(mac)}, cc)
            of.returns(0 if guess is None else WRONG_MAC)
        else:
            of.api(2, {"cc": of.after["cc"]}, {**cc, "dst": len(mac)})
            of.hold("dst", mac)
        what = "" if guess is None else f", bit {guess} of the code wrong"
        return of.run(f"a digest of {bits} bits, a key of {key_bytes} bytes{what}")

    def _derivation(self) -> Iterator[Run]:
        """What is extracted; and more than a digest that is expanded."""
        for bits in self._digests():
            whole = bits // 8
            of = self._begun()
            salt, secret = of.variable("salt", DATA), of.variable("secret", DATA)
            prk = hmac.extracted(of.words, self.hash, bits, salt, secret)
            lengths = {"salt_len": DATA, "secret_len": DATA}
            given: Given = {"out_size": bits, "salt": salt, "secret": secret, **lengths}
            of.api(0, given, {"prk": whole})
            of.hold("prk", prk)
            yield of.run(f"extraction with a digest of {bits} bits")
        bits = self.function.main_digest
        whole, size = bits // 8, bits // 8 + 1
        of = self._begun()
        prk, info = of.variable("prk", whole), of.variable("info", DATA)
        output = hmac.expanded(of.words, self.hash, bits, prk, info, size)
        lengths = {"prk_len": whole, "info_len": DATA, "len": size}
        of.api(1, {"out_size": bits, "prk": prk, "info": info, **lengths}, {"dst": size})
        of.hold("dst", output)
        of.returns(0)
        yield of.run(f"expansion to {size} bytes")
