"""HMAC and HKDF in C: keys and messages of a few lengths, whatever they are.

The hash function that they call is one of which nothing is known (mote.proving.abstracted).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from mote.catalog import catalog
from mote.catalog.function import Function
from mote.proving import in_c
from mote.proving.abstracted import AbstractHash
from mote.proving.calls import FileProof
from mote.proving.modes import wrong
from mote.proving.runs import Run
from mote.proving.sequences import Given, InterfaceCalls
from mote.proving.terms import Bits
from mote.specifications import hmac
from mote.specifications.hashing import hashed
from mote.specifications.known import HASHES
from mote.specifications.words import INTEGERS, Integer, to_bytes

WRONG_MAC = -1
"""MOTE_HMAC_WRONG_MAC of mote/hmac.h."""

DATA = 7
"""Bytes of messages, salts, secrets and infos, in two calls where they may come so."""


@dataclasses.dataclass(eq=False)
class CodeProof(FileProof):
    """What calls a hash function, on one CPU, with that function abstracted.

    folder: for what the compiler makes.  Raises MoteError.
    """

    folder: Path

    def code(self) -> Function:
        """The message authentication code: the function itself, or what it is made of."""
        return self.function

    def __post_init__(self) -> None:
        super().__post_init__()
        # A check has a whole code on the stack, and is not measured.
        most = max(self.function.sizes) // 8
        self.contract = dataclasses.replace(self.contract, stack=self.contract.stack + most)
        code = self.code()
        self.hash = catalog.functions()[code.base]
        name = f"{code.identifier}_context"
        _, self.hash_bytes = in_c.members(
            self.implementation, self.cpu, name, ["hash"], self.folder
        )["hash"]
        self.hash_stack = in_c.measured_stack(self.hash.name, self.cpu)

    def _begun(self) -> tuple[InterfaceCalls, AbstractHash]:
        of = InterfaceCalls(self.implementation, self.cpu, self.program, self.contract)
        symbols = [call.symbol.format(prefix=self.hash.identifier) for call in self.hash.interface]
        abstract = AbstractHash(
            of.words,
            self.cpu,
            self.program,
            symbols,
            self.hash.sizes,
            self.hash_bytes,
            stack=self.hash_stack,
            limit=self.contract.stack,
        )
        of.follow = abstract.follow
        return of, abstract

    def _digests(self) -> list[int]:
        """The main digest size first."""
        function = self.function
        sizes = (function.main_size, *function.sizes)
        return list(dict.fromkeys(sizes))

    def _digest(self, message: Sequence[Integer], bits: int) -> list[Integer]:
        """The hash function itself, for counterexamples."""
        return hashed(HASHES[self.hash.name], INTEGERS, message, bits, Integer(0, 8))


class MacProof(CodeProof):
    """The step of a message authentication code."""

    def step(self) -> Iterator[Run]:
        """A key as long as the digest, with each size of that; and others of the main size.

        The code, or its check: of the right one, and of one in which a bit is wrong.
        """
        for number, bits in enumerate(self._digests()):
            whole, block = bits // 8, self.hash.block_of(bits)
            cases: list[tuple[int, bool, int | None]] = [(whole, False, None)]
            if not number:
                cases += [(each, False, None) for each in (0, block, block + 1)]
                cases += [(whole, True, None), (whole, True, 9)]
            for key_bytes, checks, guess in cases:
                yield self._code(bits, key_bytes, checks, guess)

    def _code(self, bits: int, key_bytes: int, checks: bool, guess: int | None) -> Run:
        of, abstract = self._begun()
        block = self.hash.block_of(bits)
        key, message = of.variable("key", key_bytes), of.variable("message", DATA)
        mac = hmac.code(of.words, abstract.digest, block, bits, key, message)
        given = wrong(of, mac, guess)
        cc = {"cc": self.context_bytes}
        of.api(0, {"out_size": bits, "key": key, "key_len": key_bytes}, cc)
        for part in (message[:3], message[3:]):
            of.api(1, {"cc": of.after["cc"], "data": part, "len": len(part)}, cc)
        if checks:
            result = 0 if guess is None else WRONG_MAC
            of.api(3, {"cc": of.after["cc"], "mac": given, "mac_len": len(mac)}, cc)
            of.returns(result)
        else:
            of.api(2, {"cc": of.after["cc"]}, {**cc, "dst": len(mac)})
            of.hold("dst", mac)
        what = "" if guess is None else f", bit {guess} of the code wrong"

        def right(number: Callable[[Bits], int]) -> dict[str, bytes]:
            values = ([Integer(number(w.literals), 8) for w in each] for each in (key, message))
            return {"dst": to_bytes(hmac.code(INTEGERS, self._digest, block, bits, *values))}

        return dataclasses.replace(
            of.run(f"a digest of {bits} bits, a key of {key_bytes} bytes{what}"),
            carried=("cc",),
            expected=None if checks else right,
            returns=(self.cpu.abi.int_bytes, result) if checks else None,
        )


class DerivationProof(CodeProof):
    """The step of a derivation of keys."""

    def code(self) -> Function:
        return catalog.functions()[self.function.base]

    def step(self) -> Iterator[Run]:
        """What is extracted; and more than a digest that is expanded."""
        for bits in self._digests():
            yield self._extraction(bits)
        yield self._expansion(self.function.main_size)

    def _extraction(self, bits: int) -> Run:
        of, abstract = self._begun()
        block = self.hash.block_of(bits)
        salt, secret = of.variable("salt", DATA), of.variable("secret", DATA)
        prk = hmac.code(of.words, abstract.digest, block, bits, salt, secret)
        given: Given = {"out_size": bits, "salt": salt, "salt_len": DATA}
        of.api(0, {**given, "secret": secret, "secret_len": DATA}, {"prk": len(prk)})
        of.hold("prk", prk)

        def right(number: Callable[[Bits], int]) -> dict[str, bytes]:
            values = ([Integer(number(w.literals), 8) for w in each] for each in (salt, secret))
            return {"prk": to_bytes(hmac.code(INTEGERS, self._digest, block, bits, *values))}

        run = of.run(f"extraction with a digest of {bits} bits")
        return dataclasses.replace(run, expected=right)

    def _expansion(self, bits: int) -> Run:
        of, abstract = self._begun()
        block, size = self.hash.block_of(bits), bits // 8 + 1
        prk, info = of.variable("prk", bits // 8), of.variable("info", DATA)
        output = hmac.expanded(of.words, abstract.digest, block, bits, prk, info, size)
        given: Given = {"out_size": bits, "prk": prk, "prk_len": len(prk)}
        of.api(1, {**given, "info": info, "info_len": DATA, "len": size}, {"dst": size})
        of.hold("dst", output)
        of.returns(0)

        def right(number: Callable[[Bits], int]) -> dict[str, bytes]:
            key, purpose = ([Integer(number(w.literals), 8) for w in each] for each in (prk, info))
            found = hmac.expanded(INTEGERS, self._digest, block, bits, key, purpose, size)
            return {"dst": to_bytes(found)}

        return dataclasses.replace(of.run(f"expansion to {size} bytes"), expected=right)
