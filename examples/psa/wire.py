"""Files of Mbed TLS 3.6 that call the driver of mote_driver.json: wire.py MBEDTLS FOLDER.

MBEDTLS may be TF-PSA-Crypto 1.0, or Mbed TLS 4.0 around that: their files lie elsewhere, and are to
look the same.

Mbed TLS 3.6 generates from descriptions of drivers only what imports and exports keys; where it
hashes, authenticates or encrypts, its file calls one driver of its own tests.  This writes copies
of three files into FOLDER in which Mote's driver is asked before that one, and one of psa_crypto.c,
unchanged, which takes what lies beside it.  FOLDER has to come before Mbed TLS's own on the include
path.
"""

import json
import re
import sys
from pathlib import Path

WRAPPERS = "psa_crypto_driver_wrappers.h"
CONTEXTS = {
    "crypto_driver_contexts_primitives.h": ("hash", "cipher"),
    "crypto_driver_contexts_composites.h": ("mac", "aead"),
}
CORE = "psa_crypto.c"
PLACES = ("library", "core", "tf-psa-crypto/core")
"""Where WRAPPERS and CORE lie: in Mbed TLS 3.6, in TF-PSA-Crypto 1.0, in Mbed TLS 4.0."""
KNOWN = "Mbed TLS 3.6 or TF-PSA-Crypto 1.0"
IDENTIFIER = "MOTE_TRANSPARENT_DRIVER_ID"

# What calls the driver of the tests; in it, what is for keys that only a driver can read.
BLOCK = re.compile(r"#if defined\(PSA_CRYPTO_DRIVER_TEST\)\n((?:(?!#).*\n)*)#endif.*\n")
OPAQUE = re.compile(
    r"\n*        case MBEDTLS_TEST_OPAQUE_DRIVER_ID:\n(?:.*\n)*|"
    r"    mbedtls_opaque_test_driver_\w+ opaque_test_driver_ctx;\n|"
    r"\n*        /\* Add cases for opaque driver here \*/\n"
)


class Unknown(Exception):
    """A file that is not as the versions that are known have it."""


def beside(text: str, prefix: str, families: tuple[str, ...]) -> tuple[str, int]:
    """The text with the driver's calls before those of the tests' driver, and their number."""
    names = "|".join(families)
    wanted = re.compile(
        rf"mbedtls_test_transparent_({names})_|"
        rf"mbedtls_transparent_test_driver_({names})_operation_t \w+;"
    )
    count = 0

    def both(match: re.Match[str]) -> str:
        nonlocal count
        found = wanted.search(match[1])
        if found is None:
            return match[0]
        count += 1
        ours = OPAQUE.sub("", match[1]).rstrip("\n") + "\n"
        ours = ours.replace("mbedtls_test_transparent_", f"{prefix}_")
        ours = ours.replace("mbedtls_transparent_test_driver_", f"{prefix}_")
        ours = re.sub(r"\b(?:transparent_)?test_driver_ctx\b", "mote_ctx", ours)
        ours = ours.replace("MBEDTLS_TEST_TRANSPARENT_DRIVER_ID", IDENTIFIER)
        # The driver says which families it has: a program links the files of these alone.
        family = (found[1] or found[2]).upper()
        return f"#if defined(MOTE_PSA_{family})\n{ours}#endif\n{match[0]}"

    return BLOCK.sub(both, text), count


def wired(mbedtls: Path, description: Path) -> dict[str, str]:
    """The texts of the files by their paths; raises Unknown, OSError or ValueError."""
    driver = json.loads(description.read_text(encoding="utf-8"))
    # As Mbed TLS's generator names entry points: mote_transparent_hash_setup.
    prefix, (header,) = f"{driver['prefix']}_{driver['type']}", driver["headers"]
    place = next((mbedtls / each for each in PLACES if (mbedtls / each / CORE).exists()), None)
    if place is None:
        raise Unknown(f"{mbedtls} has no {CORE} in {', '.join(PLACES)}: is it {KNOWN}?")
    if not (place / WRAPPERS).exists():
        raise Unknown(f"{place} has no {WRAPPERS}: a build of {KNOWN} writes it")
    entries = {name for each in driver["capabilities"] for name in each["entry_points"]}
    texts = {}
    for name, families in CONTEXTS.items():
        contexts = (place.parent / "include" / "psa" / name).read_text(encoding="utf-8")
        contexts, count = beside(contexts, prefix, families)
        if count != len(families):
            raise Unknown(
                f"{name}: {count} places for operations, not {len(families)}: is it {KNOWN}?"
            )
        first = "#if defined(MBEDTLS_TEST_LIBTESTDRIVER1)\n"
        texts[f"psa/{name}"] = contexts.replace(first, f'#include "{header}"\n\n{first}', 1)

    wrappers = (place / WRAPPERS).read_text(encoding="utf-8")
    wrappers, count = beside(wrappers, prefix, tuple(f for each in CONTEXTS.values() for f in each))
    if count != len(entries):
        raise Unknown(f"{WRAPPERS}: {count} places of {len(entries)}: is it {KNOWN}?")
    # A number that none of the core's own drivers has.
    mark = "#if defined(MBEDTLS_PSA_CRYPTO_C)\n"
    if mark not in wrappers:
        raise Unknown(f"{WRAPPERS}: no line {mark.strip()}: is it {KNOWN}?")
    texts[WRAPPERS] = wrappers.replace(mark, f"#define {IDENTIFIER} (0x4D)\n\n{mark}", 1)
    texts[CORE] = (place / CORE).read_text(encoding="utf-8")
    return texts


def main(mbedtls: Path, folder: Path) -> int:
    """Write the files; 1, with a line that says why, if that fails."""
    try:
        texts = wired(mbedtls, Path(__file__).parent / "mote_driver.json")
    except (Unknown, OSError, ValueError) as error:
        print(f"wire.py: {error}", file=sys.stderr)
        return 1
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(str(__doc__))
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
