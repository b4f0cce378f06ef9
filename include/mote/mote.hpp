// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//
// Mote in C++11 and later: objects that wipe what they had, views of bytes, and exceptions.
//
//     mote::sha256 h;
//     h.update("abc").update(more);                any bytes: string, vector, array, span, (pointer, size)
//     std::array<unsigned char, 32> d = h.digest();    of the message so far; h goes on
//
//     auto all = mote::sha256_many({"abc", more});       digests of many messages, side by side
//
//     mote::any_hash g("sha3-512");                by name (mote/hash.h); brings every hash function
//     std::vector<unsigned char> e = g.update("abc").digest();
//
//     mote::aes_gcm aead(key);                     16, 24 or 32 bytes
//     auto sealed = aead.seal(nonce, text, aad);   the tag of 16 bytes is behind the text
//     auto text = aead.open(nonce, sealed, aad);   throws mote::wrong_tag
//
// Objects are copied as the computations that they are.  Nothing here is virtual, and no object is safe
// to be changed by two threads at once.  A string literal is its characters without the 0 at its end.
#ifndef MOTE_MOTE_HPP
#define MOTE_MOTE_HPP

#include "mote/ascon_aead128.h"
#include "mote/ccm.h"
#include "mote/chacha20_poly1305.h"
#include "mote/gcm.h"
#include "mote/hash.h"
#include "mote/memory.h"

#include <array>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace mote {

// A view of bytes that belong to somebody else.
class bytes {
  public:
    bytes() noexcept : data_(nullptr), size_(0) {
    }
    bytes(const void *data, std::size_t size) noexcept
        : data_(static_cast<const unsigned char *>(data)), size_(size) {
    }
    // Characters up to the 0.
    bytes(const char *text) noexcept : bytes(text, std::strlen(text)) {
    }
    // std::string, std::string_view, std::vector, std::array, std::span: anything with data and size.
    template <class Container,
              class = decltype(std::declval<const Container &>().data() + 0,
                               std::declval<const Container &>().size())>
    bytes(const Container &from) noexcept
        : bytes(from.data(), from.size() * sizeof(*from.data())) {
    }

    const unsigned char *data() const noexcept {
        return data_;
    }
    std::size_t size() const noexcept {
        return size_;
    }

  private:
    const unsigned char *data_;
    std::size_t size_;
};

// A hash function with a digest of so many bits.
template <class Context, void (*Init)(Context *, unsigned),
          void (*Update)(Context *, const void *, std::size_t),
          void (*Close)(Context *, unsigned, unsigned, void *), unsigned Bits>
class basic_hash {
  public:
    using digest_type = std::array<unsigned char, Bits / 8>;
    static constexpr std::size_t digest_size = Bits / 8;

    basic_hash() noexcept {
        Init(&context_, Bits);
    }
    basic_hash(const basic_hash &) = default;
    basic_hash &operator=(const basic_hash &) = default;
    ~basic_hash() {
        mote_wipe(&context_, sizeof context_);
    }

    basic_hash &update(bytes data) noexcept {
        Update(&context_, data.data(), data.size());
        return *this;
    }
    basic_hash &update(const void *data, std::size_t size) noexcept {
        return update(bytes(data, size));
    }
    // Of the message so far, which may go on.
    digest_type digest() const noexcept {
        basic_hash copy(*this);
        digest_type made;
        Close(&copy.context_, 0, 0, made.data());
        return made;
    }
    // Starts another message.
    void reset() noexcept {
        Init(&context_, Bits);
    }
    static digest_type of(bytes data) noexcept {
        return basic_hash().update(data).digest();
    }

  private:
    Context context_;
};

#define MOTE_HPP_HASH(name, id, bits)                                                              \
    using name =                                                                                   \
        basic_hash<mote_##id##_context, mote_##id##_init, mote_##id, mote_##id##_close, bits>;
MOTE_HPP_HASH(sha1, sha1, 160)
MOTE_HPP_HASH(sha224, sha256, 224)
MOTE_HPP_HASH(sha256, sha256, 256)
MOTE_HPP_HASH(sha384, sha512, 384)
MOTE_HPP_HASH(sha512, sha512, 512)
MOTE_HPP_HASH(sha512_224, sha512_224, 224)
MOTE_HPP_HASH(sha512_256, sha512_256, 256)
MOTE_HPP_HASH(sha3_224, sha3, 224)
MOTE_HPP_HASH(sha3_256, sha3, 256)
MOTE_HPP_HASH(sha3_384, sha3, 384)
MOTE_HPP_HASH(sha3_512, sha3, 512)
MOTE_HPP_HASH(blake2b, blake2b, 512)
MOTE_HPP_HASH(blake2s, blake2s, 256)
MOTE_HPP_HASH(blake3, blake3, 256)
MOTE_HPP_HASH(skein512, skein512, 512)
MOTE_HPP_HASH(shabal256, shabal, 256)
MOTE_HPP_HASH(ascon_hash256, ascon_hash256, 256)
#undef MOTE_HPP_HASH

// The digests of many messages, which are hashed side by side (mote/sha256_many.h).
template <class Hash, void (*Many)(unsigned, std::size_t, const void *const *, const std::size_t *,
                                   void *)>
std::vector<typename Hash::digest_type> basic_many(const std::vector<bytes> &messages) {
    std::vector<const void *> data;
    std::vector<std::size_t> sizes;
    std::vector<typename Hash::digest_type> made(messages.size());
    data.reserve(messages.size());
    sizes.reserve(messages.size());
    for (const bytes &each : messages) {
        data.push_back(each.data());
        sizes.push_back(each.size());
    }
    static_assert(sizeof(typename Hash::digest_type) == Hash::digest_size, "an array is its bytes");
    Many(unsigned(8 * Hash::digest_size), messages.size(), data.data(), sizes.data(), made.data());
    return made;
}

#define MOTE_HPP_MANY(name, id)                                                                    \
    inline std::vector<name::digest_type> name##_many(const std::vector<bytes> &messages) {        \
        return basic_many<name, mote_##id##_many>(messages);                                       \
    }
MOTE_HPP_MANY(sha224, sha256)
MOTE_HPP_MANY(sha256, sha256)
MOTE_HPP_MANY(sha384, sha512)
MOTE_HPP_MANY(sha512, sha512)
MOTE_HPP_MANY(sha3_224, sha3)
MOTE_HPP_MANY(sha3_256, sha3)
MOTE_HPP_MANY(sha3_384, sha3)
MOTE_HPP_MANY(sha3_512, sha3)
MOTE_HPP_MANY(blake2b, blake2b)
MOTE_HPP_MANY(blake2s, blake2s)
#undef MOTE_HPP_MANY

// Any hash function, by its name.
class any_hash {
  public:
    explicit any_hash(const char *name) : bits_(0) {
        const mote_hash_function *function = mote_hash_find(name, &bits_);
        if (function == nullptr || mote_hash_init(&context_, function, bits_) != 0)
            throw std::invalid_argument(std::string("mote: there is no hash function ") + name);
    }
    explicit any_hash(const std::string &name) : any_hash(name.c_str()) {
    }
    any_hash(const any_hash &) = default;
    any_hash &operator=(const any_hash &) = default;
    ~any_hash() {
        mote_wipe(&context_, sizeof context_);
    }

    any_hash &update(bytes data) noexcept {
        mote_hash_update(&context_, data.data(), data.size());
        return *this;
    }
    any_hash &update(const void *data, std::size_t size) noexcept {
        return update(bytes(data, size));
    }
    std::vector<unsigned char> digest() const {
        std::vector<unsigned char> made(digest_size());
        any_hash copy(*this);
        mote_hash_close(&copy.context_, made.data());
        return made;
    }
    // Starts another message.
    void reset() noexcept {
        const int wrong = mote_hash_init(&context_, context_.function, bits_);
        (void)wrong; // the constructor has asked
    }
    std::size_t digest_size() const noexcept {
        return bits_ / 8;
    }
    const char *name() const noexcept {
        return context_.function->name;
    }

  private:
    mote_hash_context context_;
    unsigned bits_;
};

// The text, the data, the nonce or the tag was changed, or it is another key.
class wrong_tag : public std::runtime_error {
  public:
    wrong_tag() : std::runtime_error("mote: the tag is wrong") {
    }
};

namespace detail {

// The calls of an authenticated encryption; each gives 0, or a number below it.
struct gcm {
    mote_gcm_context cc;
    int init(bytes key) {
        return key.size() > 32 ? -1 : mote_gcm_init(&cc, key.data(), 8 * unsigned(key.size()));
    }
    int seal(bytes nonce, bytes aad, bytes text, unsigned char *dst, unsigned char *tag) {
        return mote_gcm_seal(&cc, nonce.data(), nonce.size(), aad.data(), aad.size(), text.data(),
                             dst, text.size(), tag, 16);
    }
    int open(bytes nonce, bytes aad, bytes text, unsigned char *dst, const unsigned char *tag) {
        return mote_gcm_open(&cc, nonce.data(), nonce.size(), aad.data(), aad.size(), text.data(),
                             dst, text.size(), tag, 16);
    }
};

struct ccm {
    mote_ccm_context cc;
    int init(bytes key) {
        return key.size() > 32 ? -1 : mote_ccm_init(&cc, key.data(), 8 * unsigned(key.size()));
    }
    int seal(bytes nonce, bytes aad, bytes text, unsigned char *dst, unsigned char *tag) {
        return mote_ccm_seal(&cc, nonce.data(), nonce.size(), aad.data(), aad.size(), text.data(),
                             dst, text.size(), tag, 16);
    }
    int open(bytes nonce, bytes aad, bytes text, unsigned char *dst, const unsigned char *tag) {
        return mote_ccm_open(&cc, nonce.data(), nonce.size(), aad.data(), aad.size(), text.data(),
                             dst, text.size(), tag, 16);
    }
};

struct chacha20_poly1305 {
    mote_chacha20_poly1305_context cc;
    unsigned char key_bytes[32];
    int init(bytes key) {
        if (key.size() != sizeof key_bytes)
            return -1;
        std::memcpy(key_bytes, key.data(), sizeof key_bytes);
        return 0;
    }
    int seal(bytes nonce, bytes aad, bytes text, unsigned char *dst, unsigned char *tag) {
        return nonce.size() != 12 ? -2
                                  : mote_chacha20_poly1305_seal(&cc, key_bytes, nonce.data(),
                                                                aad.data(), aad.size(), text.data(),
                                                                dst, text.size(), tag);
    }
    int open(bytes nonce, bytes aad, bytes text, unsigned char *dst, const unsigned char *tag) {
        return nonce.size() != 12 ? -2
                                  : mote_chacha20_poly1305_open(&cc, key_bytes, nonce.data(),
                                                                aad.data(), aad.size(), text.data(),
                                                                dst, text.size(), tag);
    }
};

struct ascon_aead128 {
    mote_ascon_aead128_context cc;
    unsigned char key_bytes[16];
    int init(bytes key) {
        if (key.size() != sizeof key_bytes)
            return -1;
        std::memcpy(key_bytes, key.data(), sizeof key_bytes);
        return 0;
    }
    int seal(bytes nonce, bytes aad, bytes text, unsigned char *dst, unsigned char *tag) {
        if (nonce.size() != 16)
            return -2;
        mote_ascon_aead128_seal(&cc, key_bytes, nonce.data(), aad.data(), aad.size(), text.data(),
                                dst, text.size(), tag);
        return 0;
    }
    int open(bytes nonce, bytes aad, bytes text, unsigned char *dst, const unsigned char *tag) {
        return nonce.size() != 16 ? -2
                                  : mote_ascon_aead128_open(&cc, key_bytes, nonce.data(),
                                                            aad.data(), aad.size(), text.data(),
                                                            dst, text.size(), tag);
    }
};

} // namespace detail

// Authenticated encryption with tags of 16 bytes.  A nonce serves once for a key.
template <class Calls> class basic_aead {
  public:
    static constexpr std::size_t tag_size = 16;

    explicit basic_aead(bytes key) {
        if (calls_.init(key) != 0)
            throw std::invalid_argument("mote: the key's size is wrong");
    }
    basic_aead(const basic_aead &) = default;
    basic_aead &operator=(const basic_aead &) = default;
    ~basic_aead() {
        mote_wipe(&calls_, sizeof calls_);
    }

    // The text encrypted, and its tag.
    std::vector<unsigned char> seal(bytes nonce, bytes text, bytes aad = bytes()) const {
        std::vector<unsigned char> made(text.size() + tag_size);
        basic_aead copy(*this);
        if (copy.calls_.seal(nonce, aad, text, made.data(), made.data() + text.size()) != 0)
            throw std::invalid_argument("mote: the nonce's or the text's size is wrong");
        return made;
    }

    // The text; sealed ends in its tag.  Throws wrong_tag.
    std::vector<unsigned char> open(bytes nonce, bytes sealed, bytes aad = bytes()) const {
        if (sealed.size() < tag_size)
            throw wrong_tag();
        const std::size_t size = sealed.size() - tag_size;
        std::vector<unsigned char> made(size);
        basic_aead copy(*this);
        const int wrong = copy.calls_.open(nonce, aad, bytes(sealed.data(), size), made.data(),
                                           sealed.data() + size);
        if (wrong == MOTE_GCM_WRONG_TAG)
            throw wrong_tag();
        if (wrong != 0)
            throw std::invalid_argument("mote: the nonce's or the text's size is wrong");
        return made;
    }

  private:
    Calls calls_;
};

using aes_gcm = basic_aead<detail::gcm>;
using aes_ccm = basic_aead<detail::ccm>;
using chacha20_poly1305 = basic_aead<detail::chacha20_poly1305>;
using ascon_aead128 = basic_aead<detail::ascon_aead128>;

} // namespace mote

#endif
