from collections.abc import Iterable
from typing import Protocol, final, overload

from typing_extensions import Buffer

algorithms: tuple[str, ...]

@final
class Hash:
    @property
    def name(self) -> str: ...
    @property
    def digest_size(self) -> int: ...
    @property
    def block_size(self) -> int: ...
    def copy(self) -> Hash: ...
    def digest(self, length: int = ...) -> bytes: ...
    def hexdigest(self, length: int = ...) -> str: ...
    def read(self, length: int, /) -> bytes: ...
    def update(self, data: Buffer, /) -> None: ...
    def update_bits(self, data: Buffer, bits: int, /) -> None: ...

class Key:
    def __new__(cls, name: str, key: Buffer, /) -> Key: ...
    @overload
    def seal(self, nonce: Buffer, text: Buffer, aad: Buffer | None, tag_len: int, /) -> bytes: ...
    @overload
    def seal(
        self, nonce: Buffer, text: Buffer, aad: Buffer | None, tag_len: int, into: Buffer, /
    ) -> int: ...
    @overload
    def open(
        self, nonce: Buffer, text: Buffer, aad: Buffer | None, tag_len: int, /
    ) -> bytes | None: ...
    @overload
    def open(
        self, nonce: Buffer, text: Buffer, aad: Buffer | None, tag_len: int, into: Buffer, /
    ) -> int | None: ...

def find(name: str, /) -> tuple[str, int] | None: ...
def lms_verify(public_key: Buffer, message: Buffer, signature: Buffer, /) -> bool: ...
def many(
    name: str, messages: Iterable[Buffer], /, *, digest_size: int | None = None
) -> list[bytes]: ...

class _Plain(Protocol):
    def __call__(
        self,
        data: Buffer = b"",
        *,
        usedforsecurity: bool = True,
    ) -> Hash: ...

class _Sized(Protocol):
    def __call__(
        self,
        data: Buffer = b"",
        *,
        digest_size: int | None = None,
        usedforsecurity: bool = True,
    ) -> Hash: ...

class _Skein(Protocol):
    def __call__(
        self,
        data: Buffer = b"",
        *,
        digest_size: int | None = None,
        key: Buffer = b"",
        person: Buffer = b"",
        usedforsecurity: bool = True,
    ) -> Hash: ...

class _Kmac(Protocol):
    def __call__(
        self,
        data: Buffer = b"",
        *,
        key: Buffer,
        digest_size: int | None = None,
        customization: Buffer = b"",
        usedforsecurity: bool = True,
    ) -> Hash: ...

class _KmacXof(Protocol):
    def __call__(
        self,
        data: Buffer = b"",
        *,
        key: Buffer,
        customization: Buffer = b"",
        usedforsecurity: bool = True,
    ) -> Hash: ...

class _Cshake(Protocol):
    def __call__(
        self,
        data: Buffer = b"",
        *,
        function_name: Buffer = b"",
        customization: Buffer = b"",
        usedforsecurity: bool = True,
    ) -> Hash: ...

class _TurboShake(Protocol):
    def __call__(
        self,
        data: Buffer = b"",
        *,
        domain: int = 31,
        usedforsecurity: bool = True,
    ) -> Hash: ...

class _Customized(Protocol):
    def __call__(
        self,
        data: Buffer = b"",
        *,
        customization: Buffer = b"",
        usedforsecurity: bool = True,
    ) -> Hash: ...

class _ParallelHash(Protocol):
    def __call__(
        self,
        data: Buffer = b"",
        *,
        digest_size: int | None = None,
        chunk_size: int = 8192,
        customization: Buffer = b"",
        usedforsecurity: bool = True,
    ) -> Hash: ...

class _ParallelHashXof(Protocol):
    def __call__(
        self,
        data: Buffer = b"",
        *,
        chunk_size: int = 8192,
        customization: Buffer = b"",
        usedforsecurity: bool = True,
    ) -> Hash: ...

class _TupleHash(Protocol):
    def __call__(
        self,
        strings: Iterable[Buffer] = (),
        *,
        digest_size: int | None = None,
        customization: Buffer = b"",
        usedforsecurity: bool = True,
    ) -> Hash: ...

class _TupleHashXof(Protocol):
    def __call__(
        self,
        strings: Iterable[Buffer] = (),
        *,
        customization: Buffer = b"",
        usedforsecurity: bool = True,
    ) -> Hash: ...

class _Blake3(Protocol):
    def __call__(
        self,
        data: Buffer = b"",
        *,
        key: Buffer = b"",
        derive_key_context: str | Buffer | None = None,
        usedforsecurity: bool = True,
    ) -> Hash: ...

class _Blake2(Protocol):
    @property
    def MAX_DIGEST_SIZE(self) -> int: ...  # noqa: N802
    @property
    def MAX_KEY_SIZE(self) -> int: ...  # noqa: N802
    @property
    def PERSON_SIZE(self) -> int: ...  # noqa: N802
    @property
    def SALT_SIZE(self) -> int: ...  # noqa: N802
    def __call__(
        self,
        data: Buffer = b"",
        /,
        *,
        digest_size: int | None = None,
        key: Buffer = b"",
        salt: Buffer = b"",
        person: Buffer = b"",
        fanout: int = 1,
        depth: int = 1,
        leaf_size: int = 0,
        node_offset: int = 0,
        node_depth: int = 0,
        inner_size: int = 0,
        last_node: bool = False,
        usedforsecurity: bool = True,
    ) -> Hash: ...

ascon_cxof128: _Customized
ascon_hash256: _Plain
ascon_xof128: _Plain
blake224: _Plain
blake256: _Plain
blake28: _Plain
blake2b: _Blake2
blake2s: _Blake2
blake3: _Blake3
blake32: _Plain
blake384: _Plain
blake48: _Plain
blake512: _Plain
blake64: _Plain
bmw224: _Plain
bmw256: _Plain
bmw384: _Plain
bmw512: _Plain
cshake_128: _Cshake
cshake_256: _Cshake
groestl224: _Plain
groestl256: _Plain
groestl384: _Plain
groestl512: _Plain
jh224: _Plain
jh256: _Plain
jh384: _Plain
jh512: _Plain
keccak_224: _Plain
keccak_256: _Plain
keccak_384: _Plain
keccak_512: _Plain
kmac128: _Kmac
kmac256: _Kmac
kmacxof128: _KmacXof
kmacxof256: _KmacXof
kt128: _Customized
kt256: _Customized
luffa224: _Plain
luffa256: _Plain
luffa384: _Plain
luffa512: _Plain
parallelhash128: _ParallelHash
parallelhash256: _ParallelHash
parallelhashxof128: _ParallelHashXof
parallelhashxof256: _ParallelHashXof
sha1: _Plain
sha224: _Plain
sha256: _Plain
sha384: _Plain
sha3_224: _Plain
sha3_256: _Plain
sha3_384: _Plain
sha3_512: _Plain
sha512: _Plain
sha512_224: _Plain
sha512_256: _Plain
shabal: _Sized
shake_128: _Plain
shake_256: _Plain
skein1024: _Skein
skein256: _Skein
skein512: _Skein
tuplehash128: _TupleHash
tuplehash256: _TupleHash
tuplehashxof128: _TupleHashXof
tuplehashxof256: _TupleHashXof
turboshake128: _TurboShake
turboshake256: _TurboShake
