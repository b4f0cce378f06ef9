// Uses every part of mote/mote.hpp; prints what is wrong, and gives 1 then.
#include "mote/mote.hpp"
#include "mote/version.h"

#include <cstdio>
#include <cstring>
#include <string>
#if __cplusplus >= 202002L
#include <span>
#endif
#if __cplusplus >= 201703L
#include <string_view>
#endif

static int wrong = 0;

static void check(bool right, const char *what) {
    if (!right) {
        std::printf("wrong: %s\n", what);
        wrong = 1;
    }
}

template <class Bytes> static std::string hex(const Bytes &data) {
    std::string text;
    char two[3];
    for (unsigned byte : data) {
        std::snprintf(two, sizeof two, "%02x", byte);
        text += two;
    }
    return text;
}

static const char ABC[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

template <class Aead> static void check_aead(std::size_t key_size, std::size_t nonce_size) {
    const std::vector<unsigned char> key(key_size, 1), nonce(nonce_size, 2);
    const Aead aead{key};
    const std::string text(1000, 'x');
    std::vector<unsigned char> sealed = aead.seal(nonce, text, "aad");
    check(sealed.size() == 1016, "the size of what is sealed");
    const std::vector<unsigned char> opened = Aead(aead).open(nonce, sealed, "aad");
    check(std::string(opened.begin(), opened.end()) == text, "what is opened");
    for (std::size_t place : {std::size_t(0), sealed.size() - 1}) {
        bool thrown = false;
        sealed[place] ^= 1;
        try {
            (void)aead.open(nonce, sealed, "aad");
        } catch (const mote::wrong_tag &) {
            thrown = true;
        }
        sealed[place] ^= 1;
        check(thrown, "a changed text");
    }
    for (const std::vector<unsigned char> &odd :
         {std::vector<unsigned char>(), std::vector<unsigned char>(33), nonce}) {
        bool thrown = false;
        try {
            if (odd.size() == nonce_size)
                (void)aead.open(nonce, mote::bytes(sealed.data(), 15));
            else
                (void)Aead(mote::bytes(odd));
        } catch (const std::exception &) {
            thrown = true;
        }
        check(thrown, "wrong sizes");
    }
}

int main() {
    mote::sha256 h;
    check(hex(h.update("a").update(std::string("bc")).digest()) == ABC, "SHA-256");
    mote::sha256 copy(h);
    check(copy.digest() == h.digest(), "a copy");
    h.update(std::vector<char>{'d'});
    check(h.digest() == mote::sha256::of("abcd"), "it goes on");
    check(h.digest() != copy.digest(), "a copy is another");
    copy = h;
    check(copy.digest() == h.digest(), "an assignment");
    h.reset();
    check(hex(h.update("abc", 3).digest()) == ABC, "after reset");
    const std::array<unsigned short, 2> words = {{0x6161, 0x6161}};
    check(mote::sha1::of(words) == mote::sha1::of("aaaa"), "elements of several bytes");
    check(mote::sha512::of(mote::bytes()) == mote::sha512::of(""), "nothing");
#if __cplusplus >= 201703L
    check(mote::sha256::of(std::string_view("abcdef").substr(0, 3)) == mote::sha256::of("abc"),
          "string_view");
#endif
#if __cplusplus >= 202002L
    const std::string text = "abc";
    check(hex(mote::sha256::of(std::span<const char>(text))) == ABC, "span");
#endif
    const std::vector<mote::sha256::digest_type> all = mote::sha256_many({"abc", "", "abc"});
    check(all.size() == 3 && hex(all[0]) == ABC && all[2] == all[0], "many messages");
    check(all[1] == mote::sha256::of(""), "an empty message among many");
    mote::any_hash any("SHA-256");
    check(hex(any.update("abc").digest()) == ABC, "by name");
    any.update("more");
    any.reset();
    check(hex(any.update("abc").digest()) == ABC, "by name, anew");
    check(any.digest_size() == 32 && std::strcmp(any.name(), "sha256") == 0, "its name");
    check(mote::any_hash(std::string("sha3-512")).digest().size() == 64, "by name and size");
    bool thrown = false;
    try {
        mote::any_hash nothing("md5");
    } catch (const std::invalid_argument &error) {
        thrown = std::strstr(error.what(), "md5") != nullptr;
    }
    check(thrown, "a name that is none");
    check_aead<mote::aes_gcm>(16, 12);
    check_aead<mote::aes_ccm>(24, 13);
    check_aead<mote::chacha20_poly1305>(32, 12);
    check_aead<mote::ascon_aead128>(16, 16);
    check(std::strcmp(mote_version(), MOTE_VERSION) == 0, "the version");
    std::puts(wrong ? "wrong" : "right");
    return wrong;
}
