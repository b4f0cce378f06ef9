"""PSA: a transparent driver for Mbed TLS 3.6, with the sources of the functions that it has.

The driver is that of examples/psa, whose tests are Mbed TLS's own: docs/psa.md.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

from mote.common.paths import ROOT
from mote.releasing import archive, contents
from mote.releasing.metadata import Metadata

TITLE = "PSA (Mbed TLS 3.6)"

FOLDER = ROOT / "examples" / "psa"

FUNCTIONS = (
    "sha1",
    "sha256",
    "sha512",
    "sha3",
    "hmac_sha1",
    "hmac_sha256",
    "hmac_sha512",
    "hmac_sha3",
    "aes128_cbc",
    "aes128_cmac",
    "aes128_gcm",
    "aes128_ccm",
    "chacha20",
    "chacha20_poly1305",
)
"""What the driver can have.  A file of AES serves keys of all sizes, and one of aes128_cbc ECB and
CTR, too."""

DRIVER = ("mote_psa.h", "mote_psa.c", "mote_psa_mac.c", "mote_psa_cipher.c", "mote_psa_aead.c")
WIRE = ("wire.py", "mote_driver.json")
PROJECT = ("Makefile", "configuration.h", "algorithms.h", "digest.c")


def of_driver(metadata: Metadata) -> Metadata:
    """The same release with the driver's functions; of a release of few, with those of them."""
    names = [each for each in FUNCTIONS if metadata.crate_of_all or each in metadata.functions]
    return dataclasses.replace(metadata, functions=tuple(names))


def files(metadata: Metadata) -> dict[str, bytes]:
    """The files of the archive below its folder."""
    own = of_driver(metadata)
    install = [
        "Unpack. `python3 wire.py MBEDTLS FOLDER` writes four files: FOLDER and src/ come before",
        "the folders of Mbed TLS, whose sources are in MBEDTLS, on the include path, and",
        "FOLDER/psa_crypto.c is compiled in place of theirs. Compile src/*.c and src/*.S as well.",
        "In the file that MBEDTLS_PSA_CRYPTO_CONFIG_FILE names, beside `PSA_WANT_ALG_SHA_256`,",
        "`#define MBEDTLS_PSA_ACCEL_ALG_SHA_256 1`: so for each algorithm of the driver,",
        "for AES and ChaCha20 with their `MBEDTLS_PSA_ACCEL_KEY_TYPE_…`; src/mote_psa.h says more.",
        "A whole project: `make MBEDTLS=FOLDER` in",
        "examples/digest.",
    ]
    fast = ["`-DMOTE_SHA256_FAST=1`, or the same in src/mote_config.h, takes the fast one."]
    program = contents.example("psa/digest.c").partition("int main(void) {\n")[2]
    code = ["#include <psa/crypto.h>", "…", *program.rstrip().removesuffix("}").splitlines()]
    readme = contents.page(own, TITLE, install, code, fast)
    extra = {
        **{f"src/{name}": (FOLDER / name).read_text(encoding="utf-8") for name in DRIVER},
        **{name: (FOLDER / name).read_text(encoding="utf-8") for name in WIRE},
        **{f"examples/digest/{name}": contents.example(f"psa/{name}") for name in PROJECT},
    }
    return contents.package(own, "psa", readme, extra)


def write(folder: Path, metadata: Metadata) -> list[Path]:
    """Write the archive, with everything in one folder."""
    name = f"psa-{metadata.name}-{metadata.version}"
    inside = {f"{name}/{path}": data for path, data in files(metadata).items()}
    return contents.put(folder, f"{name}.tar.gz", archive.tar(inside, metadata.time))
