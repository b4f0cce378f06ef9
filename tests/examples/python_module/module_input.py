"""Whatever mote_hash is given: an exception with a reason, or the right result; no crash."""

from __future__ import annotations

import array
import copy
import gc
import hashlib
import hmac
import inspect
import io
import mmap
import pickle
import random
import sys
import threading
import unittest

import mote_hash

ODD = (None, 1, -1, 2**70, 1.5, "text", [], {}, object(), b"", b"x" * 300, (), mote_hash, type)
NO_MESSAGE = (None, 1, 1.5, "text", [1], {}, object())


class TestInput(unittest.TestCase):
    def constructors(self):
        for name in mote_hash.algorithms_available:
            yield name, getattr(mote_hash, name)
        for name in ("kmac128", "kmac256", "kmacxof128", "kmacxof256"):
            yield name, lambda *a, _name=name, **k: getattr(mote_hash, _name)(*a, key=b"key", **k)

    def test_what_is_no_message(self):
        for name, make in self.constructors():
            for wrong in NO_MESSAGE:
                with self.assertRaises(TypeError, msg=name):
                    make().update(wrong)
                if not (name.startswith("tuple") and wrong in ({},)):
                    with self.assertRaises(TypeError, msg=(name, wrong)):
                        make(wrong)

    def test_any_argument_of_any_name(self):
        """Random calls with what has no place there; only these exceptions may come of them."""
        names = ("data", "string", "strings", "digest_size", "key", "person", "customization")
        names += ("function_name", "domain", "derive_key_context", "chunk_size", "salt", "fanout")
        names += ("depth", "leaf_size", "node_offset", "node_depth", "inner_size", "last_node")
        names += ("usedforsecurity", "nothing", "length", "é")
        dice = random.Random(1)
        made = 0
        for name, make in self.constructors():
            for _ in range(300):
                given = {dice.choice(names): dice.choice(ODD) for _ in range(dice.randrange(4))}
                given.pop("key" if name.startswith("kmac") else "", None)
                try:
                    h = make(*dice.choices(ODD, k=dice.randrange(3)), **given)
                    h.update(b"abc")
                    made += len(h.digest() if h.digest_size else h.digest(5)) > 0
                except (TypeError, ValueError, OverflowError, MemoryError) as error:
                    self.assertTrue(str(error) or isinstance(error, MemoryError))
        self.assertGreater(made, 100)

    def test_lengths_of_output(self):
        for make in (mote_hash.shake_128, mote_hash.kt128, mote_hash.blake3):
            for length in (-1, -(2**70), 2**29, 2**31, 2**63, 2**64, 2**70):
                for call in (make().digest, make().hexdigest, make().read):
                    with self.assertRaises((ValueError, OverflowError)):
                        call(length)
            self.assertEqual(make().digest(0), b"")
            self.assertEqual(make().read(0), b"")
            for wrong in (None, 1.5, "1", b"1"):
                with self.assertRaises(TypeError):
                    make().digest(wrong)
        with self.assertRaises(TypeError):
            mote_hash.shake_128().digest()
        with self.assertRaises(TypeError):
            mote_hash.sha256().digest(32)
        with self.assertRaises(ValueError):
            mote_hash.sha256().read(32)
        with self.assertRaises(TypeError):
            mote_hash.shake_128().digest(size=3)
        self.assertEqual(len(mote_hash.blake3().digest()), 32)

    def test_buffers(self):
        expected = hashlib.sha256(bytes(range(200))).digest()
        for buffer in (
            bytearray(range(200)),
            memoryview(bytes(range(200))),
            memoryview(bytes(range(256)))[:200],
            array.array("B", range(200)),
            array.array("I", bytes(range(200))),
        ):
            self.assertEqual(mote_hash.sha256(buffer).digest(), expected)
        with mmap.mmap(-1, 4096) as mapped:
            self.assertEqual(mote_hash.sha256(mapped).digest(), hashlib.sha256(mapped).digest())
        for wrong in (memoryview(bytes(100))[::2], memoryview(bytes(100))[::-1]):
            with self.assertRaises(BufferError):
                mote_hash.sha256(wrong)
            with self.assertRaises(BufferError):
                mote_hash.AESGCM(bytes(16)).encrypt(bytes(12), wrong, None)
        square = memoryview(bytes(range(100))).cast("B", (10, 10))  # in one piece, as C has it
        self.assertEqual(mote_hash.sha256(square).digest(), hashlib.sha256(square).digest())
        buffer = bytearray(100)
        mote_hash.sha256(buffer)
        mote_hash.AESGCM(bytes(16)).encrypt(bytes(12), buffer, buffer)
        buffer.extend(b"x")  # nobody holds it any more

    def test_many_messages(self):
        messages = [bytes(range(256)) * (n % 5) + bytes(n) for n in range(100)]
        for name in ("sha224", "sha256", "sha512", "sha3_256", "blake2b", "blake2s", "sha1"):
            expected = [hashlib.new(name, each).digest() for each in messages]
            self.assertEqual(mote_hash.many(name, messages), expected)
            self.assertEqual(mote_hash.many(name, map(bytearray, messages)), expected)
            self.assertEqual(mote_hash.many(name, []), [])
        expected = [hashlib.shake_256(each).digest(300) for each in messages]
        self.assertEqual(mote_hash.many("shake_256", messages, digest_size=300), expected)
        for wrong in (0, -1, 31, 2**29, 2**31, 2**63, 2**64):
            with self.assertRaises((ValueError, OverflowError)):
                mote_hash.many("sha256", messages, digest_size=wrong)
        for name in ("", "md5", "kmac128", "sha256x"):
            with self.assertRaises(ValueError):
                mote_hash.many(name, messages)
        for wrong in (None, 1, "abc", ["abc"], [b"", None], [b"", memoryview(bytes(9))[::2]]):
            with self.assertRaises((TypeError, BufferError)):
                mote_hash.many("sha256", wrong)
        with self.assertRaises(TypeError):
            mote_hash.many("sha256", messages, digest_size="32")
        buffer = bytearray(100)
        mote_hash.many("sha256", [buffer, buffer])
        buffer.extend(b"x")  # nobody holds it any more

    def test_after_the_end(self):
        h = mote_hash.sha256(b"ab")
        self.assertEqual(h.digest(), h.digest())
        h.update(b"c")
        self.assertEqual(h.digest(), hashlib.sha256(b"abc").digest())
        h.update_bits(b"\x80", 1)
        for call in (lambda: h.update(b"d"), lambda: h.update_bits(b"d", 3)):
            with self.assertRaisesRegex(ValueError, "the message has ended"):
                call()
        self.assertEqual(h.copy().digest(), h.digest())
        x = mote_hash.shake_128(b"abc")
        first = x.read(10)
        for call in (lambda: x.update(b"d"), lambda: x.digest(10), lambda: x.hexdigest(10)):
            with self.assertRaises(ValueError):
                call()
        self.assertEqual(first + x.copy().read(3000), hashlib.shake_128(b"abc").digest(3010))
        self.assertEqual(x.read(3000), hashlib.shake_128(b"abc").digest(3010)[10:])

    def test_bits(self):
        for wrong in (-1, 9, 2**62, 2**70):
            with self.assertRaises((ValueError, OverflowError)):
                mote_hash.sha256().update_bits(b"a", wrong)
        with self.assertRaises(ValueError):
            mote_hash.blake2b().update_bits(b"a", 8)
        h = mote_hash.sha256()
        h.update_bits(b"abc", 24)
        h.update_bits(b"", 0)
        self.assertEqual(h.digest(), hashlib.sha256(b"abc").digest())

    def test_objects(self):
        with self.assertRaises(TypeError):
            mote_hash.Hash()
        with self.assertRaises(TypeError):
            pickle.dumps(mote_hash.sha256())
        with self.assertRaises((AttributeError, TypeError)):
            mote_hash.sha256.x = 1
        with self.assertRaises((AttributeError, TypeError)):
            mote_hash.sha256().name = "x"
        with self.assertRaises(TypeError):
            mote_hash.Hash.update = None
        with self.assertRaises(TypeError):
            copy.deepcopy(mote_hash.sha256())
        h = mote_hash.sha256()
        self.assertEqual((h.name, h.digest_size, h.block_size), ("sha256", 32, 64))
        self.assertIn("sha256", repr(h))

    def test_constructors_are_values(self):
        """As hashlib's: pickled by their names, their own copies, and known to inspect."""
        for name, make in self.constructors():
            make = getattr(mote_hash, name)
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                self.assertIs(pickle.loads(pickle.dumps(make, protocol)), make)
            self.assertIs(copy.copy(make), make)
            self.assertIs(copy.deepcopy(make), make)
            self.assertEqual(make.__name__, name)
            self.assertIn("usedforsecurity", inspect.signature(make).parameters)
        self.assertEqual(
            list(inspect.signature(mote_hash.blake2b).parameters),
            list(inspect.signature(hashlib.blake2b).parameters),
        )
        self.assertIsInstance(mote_hash.blake2b(), mote_hash.blake2b)
        for other in (mote_hash.blake2s(), mote_hash.sha256(), mote_hash.blake2b, 1):
            self.assertNotIsInstance(other, mote_hash.blake2b)

    def test_nothing_is_kept(self):
        """References: of objects, buffers and names as many after ten thousand calls as before."""
        data, key = bytes(5000), bytes(16)

        def calls():
            for make in (mote_hash.sha256, mote_hash.blake2b, mote_hash.kt128):
                make(data).copy().update(data)
            mote_hash.kt128(data, customization=data).digest(10)
            mote_hash.blake3(derive_key_context="x").hexdigest(5000)
            mote_hash.blake2s(key=key, salt=b"1").digest()
            mote_hash.tuplehash128([data, key]).digest()
            mote_hash.AESGCM(key).encrypt(key, data, data)
            mote_hash.lms_verify(data, data, data)
            for wrong in ({"key": data}, {"salt": 5}, {"digest_size": 2**80}, {"salt": data}):
                with self.assertRaises((TypeError, ValueError)):
                    mote_hash.blake2b(data, key=wrong.pop("key", key), **wrong)

        calls()
        gc.collect()
        before = [sys.getrefcount(each) for each in (data, key, mote_hash.Hash)]
        for _ in range(200):
            calls()
        gc.collect()
        self.assertEqual(before, [sys.getrefcount(each) for each in (data, key, mote_hash.Hash)])

    def test_names(self):
        for name, same in (
            ("SHA-256", "sha256"),
            ("sha2-384", "sha384"),
            ("SHA3-256", "sha3_256"),
            ("sha512/256", "sha512_256"),
            ("SHAKE128", "shake_128"),
            ("keccak-512", "keccak_512"),
            ("BLAKE2b", "blake2b"),
            ("JH-384", "jh384"),
        ):
            self.assertEqual(mote_hash.new(name).name, same)
        self.assertEqual(mote_hash.new("blake2b-256").digest_size, 32)
        self.assertEqual(mote_hash.new("skein512-128", b"").digest_size, 16)
        for wrong in ("", "md5", "sha", "sha3-100", "\ud800", "a\0b", "SHA-256\0", "x" * 10**6):
            with self.assertRaises(ValueError):
                mote_hash.new(wrong)
        for wrong in (None, 1, b"sha256"):
            with self.assertRaises(TypeError):
                mote_hash.new(wrong)

        class Array(bytes):  # whose comparison is no truth, as numpy's
            def __ne__(self, other):
                raise ValueError("the truth value is ambiguous")

            __eq__ = __ne__
            __hash__ = None

        self.assertEqual(
            mote_hash.new("sha256", Array(b"abc")).digest(), mote_hash.sha256(b"abc").digest()
        )

    def test_files(self):
        with self.assertRaises(ValueError):
            mote_hash.file_digest(io.StringIO("x"), "sha256")
        with self.assertRaises(ValueError):
            mote_hash.file_digest(None, "sha256")
        done = mote_hash.file_digest(io.BytesIO(b"abc"), mote_hash.sha256)
        self.assertEqual(done.digest(), hashlib.sha256(b"abc").digest())

    def test_hmac(self):
        with self.assertRaises(TypeError):
            mote_hash.hmac_new(b"key", b"")
        with self.assertRaises(TypeError):
            mote_hash.hmac_new("key", b"", "sha256")
        for xof in ("shake_128", "ascon_xof128"):
            with self.assertRaisesRegex(ValueError, "an XOF"):
                mote_hash.hmac_new(b"key", b"", xof)
        with self.assertRaisesRegex(ValueError, "there is no HMAC"):
            mote_hash.hmac_new(b"key", b"", "luffa384")
        empty = hmac.HMAC(b"key", digestmod="sha256").digest()
        self.assertEqual(mote_hash.HMAC(b"key", digestmod="sha256").digest(), empty)
        for make in (hmac.HMAC, mote_hash.HMAC):
            with self.assertRaisesRegex(TypeError, "Missing required .* 'digestmod'"):
                make(b"key")

    def test_aead(self):
        text, aad = bytes(range(256)) * 20, b"aad"
        for make, key, nonce in (
            (mote_hash.AESGCM, 32, 12),
            (mote_hash.AESCCM, 16, 13),
            (mote_hash.ChaCha20Poly1305, 32, 12),
            (mote_hash.AsconAEAD128, 16, 16),
        ):
            for wrong in (0, 1, key + 1, 33, 4096, 2**16):
                with self.assertRaises(ValueError):
                    make(bytes(wrong))
            for wrong in NO_MESSAGE:
                with self.assertRaises(TypeError):
                    make(wrong)
            aead = make(bytes(key))
            sealed = aead.encrypt(bytes(nonce), text, aad)
            self.assertEqual(aead.decrypt(bytearray(nonce), memoryview(sealed), aad), text)
            self.assertEqual(
                aead.encrypt(bytes(nonce), b"", b""), aead.encrypt(bytes(nonce), b"", None)
            )
            place = bytearray(text + bytes(16))  # where the text is already
            written = aead.encrypt_into(bytes(nonce), memoryview(place)[:-16], aad, place)
            self.assertEqual((written, place), (len(sealed), sealed))
            shifted = bytearray(b"x" + sealed)
            written = aead.decrypt_into(
                bytes(nonce), memoryview(shifted)[1:], aad, memoryview(shifted)[: len(text)]
            )
            self.assertEqual((written, shifted[: len(text)]), (len(text), text))
            for size in (0, len(text), len(sealed) - 1, len(sealed) + 1):
                with self.assertRaisesRegex(ValueError, f"buffer must be {len(sealed)} bytes"):
                    aead.encrypt_into(bytes(nonce), text, aad, bytearray(size))
            for wrong in (bytes(len(sealed)), None, "text"):
                with self.assertRaises(TypeError):
                    aead.encrypt_into(bytes(nonce), text, aad, wrong)
            place = bytearray(len(text))
            with self.assertRaises(mote_hash.InvalidTag):
                aead.decrypt_into(bytes(nonce), sealed, b"other", place)
            self.assertEqual(place, bytes(len(text)))
            for short in (b"", sealed[:15], sealed[:-1], sealed + b"x"):
                with self.assertRaises(mote_hash.InvalidTag):
                    aead.decrypt(bytes(nonce), short, aad)
            with self.assertRaises(mote_hash.InvalidTag):
                aead.decrypt(bytes(nonce), sealed, b"other")
            for wrong in (b"", bytes(6), bytes(17)):
                if make is not mote_hash.AESGCM or not wrong:
                    with self.assertRaises(ValueError):
                        aead.encrypt(wrong, text, aad)
            for wrong in NO_MESSAGE:
                with self.assertRaises(TypeError):
                    aead.encrypt(bytes(nonce), wrong, None)
                with self.assertRaises(TypeError):
                    aead.encrypt(wrong, text, None)
        with self.assertRaisesRegex(ValueError, "too long"):
            mote_hash.AESCCM(bytes(16)).encrypt(bytes(13), bytes(65536), None)
        for wrong in (0, 5, 17, -4):
            with self.assertRaises(ValueError):
                mote_hash.AESCCM(bytes(16), wrong)
        self.assertEqual(len(mote_hash.AESGCM.generate_key(192)), 24)
        with self.assertRaises(ValueError):
            mote_hash.AESGCM.generate_key(64)

    def test_lms(self):
        for key in (b"", b"abc", bytes(56), b"\0\0\0\5" * 14, b"\0\0\0\x0f" * 14, bytes(10**5)):
            for signature in (b"", bytes(4), bytes(1452), b"\0\0\0\5" * 500):
                self.assertIs(mote_hash.lms_verify(key, b"", signature), False)
        for wrong in NO_MESSAGE:
            with self.assertRaises(TypeError):
                mote_hash.lms_verify(bytes(56), wrong, bytes(1452))

    def test_threads(self):
        """Many threads append to one object and copy it; each piece goes in as a whole."""
        piece = b"a" * 10_000
        h, x = mote_hash.sha256(), mote_hash.shake_128(b"abc")
        read: list[bytes] = []

        def work():
            for _ in range(50):
                h.update(piece)
                h.update(b"a" * 100)
                h.copy().digest()
                h.hexdigest()
                read.append(x.read(3000))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(h.digest(), hashlib.sha256(b"a" * 10_100 * 200).digest())
        whole = hashlib.shake_128(b"abc").digest(3000 * 200)
        pieces = sorted(whole[i : i + 3000] for i in range(0, len(whole), 3000))
        self.assertEqual(sorted(read), pieces)

    def test_other_threads_run_meanwhile(self):
        data = bytes(30_000_000)
        count, done = 0, threading.Event()

        def hash_them():
            mote_hash.jh256(data[:3_000_000]).digest()
            mote_hash.sha256().update(data)
            done.set()

        thread = threading.Thread(target=hash_them)
        interval = sys.getswitchinterval()
        sys.setswitchinterval(1000)  # only who lets others run is interrupted
        try:
            thread.start()
            while not done.is_set():
                done.wait(0.0005)
                count += 1
        finally:
            sys.setswitchinterval(interval)
        thread.join()
        self.assertGreater(count, 10)


if __name__ == "__main__":
    unittest.main()
