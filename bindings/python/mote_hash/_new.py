"""Hash functions by their names, and of files: new and file_digest, as hashlib has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from mote_hash import _mote

if TYPE_CHECKING:
    from inspect import Signature

    from typing_extensions import Buffer

_CONSTRUCTORS: dict[str, Callable[..., _mote.Hash]] = {
    name: getattr(_mote, name) for name in _mote.algorithms
}

#: The names that new takes without more arguments: KMAC needs a key.
algorithms_guaranteed = {name for name in _CONSTRUCTORS if not name.startswith("kmac")}
algorithms_available = set(algorithms_guaranteed)

#: Functions of mote/hash.h by digest size; all others have the same name here, or a digest_size.
_OF_SIZE = {
    ("blake256", 224): "blake224",
    ("blake32", 224): "blake28",
    ("blake512", 384): "blake384",
    ("blake64", 384): "blake48",
    ("bmw256", 224): "bmw224",
    ("bmw512", 384): "bmw384",
    ("groestl256", 224): "groestl224",
    ("groestl512", 384): "groestl384",
    ("luffa256", 224): "luffa224",
    ("sha256", 224): "sha224",
    ("sha512", 384): "sha384",
    **{(name, bits): f"{name}{bits}" for name in ("jh",) for bits in (224, 256, 384, 512)},
    **{
        (name, bits): f"{name}_{bits}"
        for name in ("keccak", "sha3")
        for bits in (224, 256, 384, 512)
    },
}
_OTHER_NAMES = {"shake128": "shake_128", "shake256": "shake_256"}


_NOTHING = b""


def new(name: str, data: Buffer = _NOTHING, **options: Any) -> _mote.Hash:
    """Return a new object of the function of that name, "sha3_256" or as others spell it."""
    constructor = _CONSTRUCTORS.get(name)
    if constructor is None:
        constructor, more = _by_other_name(name)
        options = {**more, **options}
    return constructor(**options) if data is _NOTHING else constructor(data, **options)


def signature_of(parameters: str) -> Signature:
    """What inspect.signature says of a constructor that is no function."""
    from inspect import signature

    return signature(eval(f"lambda {parameters}: None"))


def _by_other_name(name: str) -> tuple[Callable[..., _mote.Hash], dict[str, int]]:
    """The constructor of what the library or OpenSSL knows by this name."""
    if not isinstance(name, str):
        raise TypeError("name must be a string")
    constructor = _CONSTRUCTORS.get(name.lower().replace("-", "_"))
    if constructor is not None:
        return constructor, {}
    found = _mote.find(name)
    if found is None:
        raise ValueError(f"unsupported hash type {name}")
    function, bits = found
    same = _OF_SIZE.get(found, _OTHER_NAMES.get(function, function))
    made = _CONSTRUCTORS[same]
    usual = made().digest_size
    return made, {} if usual in (0, bits // 8) else {"digest_size": bits // 8}


class _BinaryFile(Protocol):
    def readinto(self, buffer: bytearray, /) -> int | None: ...
    def readable(self) -> bool: ...


def file_digest(
    fileobj: _BinaryFile,
    digest: str | Callable[[], _mote.Hash],
    /,
    *,
    _bufsize: int = 2**18,
) -> _mote.Hash:
    """Return an object that has hashed what is left of a file, opened for reading bytes."""
    made = new(digest) if isinstance(digest, str) else digest()
    if hasattr(fileobj, "getbuffer"):
        # An io.BytesIO: nothing is copied.
        made.update(fileobj.getbuffer())
        return made
    if not (hasattr(fileobj, "readinto") and hasattr(fileobj, "readable") and fileobj.readable()):
        raise ValueError(f"{fileobj!r} is not a file-like object in binary reading mode.")
    buffer = bytearray(_bufsize)
    view = memoryview(buffer)
    while True:
        size = fileobj.readinto(buffer)
        if size is None:
            raise BlockingIOError("I/O operation would block.")
        if size == 0:
            return made
        made.update(view[:size])
