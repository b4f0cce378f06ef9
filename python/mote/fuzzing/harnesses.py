"""`mote fuzz --harnesses`: the fuzzers as OSS-Fuzz and its like build them.

Its build script finds compiler, options, fuzzing engine and the folder for programs in the
environment (OSS-Fuzz's documentation, "Setting up a new project", section "build.sh").  There are
no other people's programs: each function's portable files are compared with each other, under
sanitizers.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from mote.catalog.function import Function
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.fuzzing import fuzz

BUILD = "build.sh"

_HEAD = r"""#!/bin/bash -eu
# Builds the fuzzers of Mote that `mote fuzz --harnesses` wrote beside this file, as OSS-Fuzz asks:
# CC, CFLAGS, CXX, CXXFLAGS and LIB_FUZZING_ENGINE say how, OUT and WORK where; MOTE is the checkout
# (else $SRC/mote).
here=$(cd "$(dirname "$0")" && pwd)
: "${MOTE:=$SRC/mote}"
includes="-I$MOTE/include -I$MOTE/src"

# NAME PREFIX SOURCE: an implementation whose functions are called NAME_init and so on.
implementation() {
    $CC $CFLAGS $includes -c "$MOTE/$3" -o "$WORK/$1.o"
    objcopy $(nm -g --defined-only -f posix "$WORK/$1.o" | awk -v name="$1" -v prefix="$2" '
        $1 == prefix { print "--redefine-sym " $1 "=" name "_update" }
        index($1, prefix "_") == 1 {
            print "--redefine-sym " $1 "=" name substr($1, length(prefix) + 1)
        }') "$WORK/$1.o"
    objects="$objects $WORK/$1.o"
}

# FUNCTION: the fuzzer of the implementations since the last one.
fuzzer() {
    $CC $CFLAGS $includes "-DTABLE=\"$here/$1.h\"" -c "$here/fuzz_harness.c" -o "$WORK/harness.o"
    $CC $CFLAGS -c "$here/alone.c" -o "$WORK/alone.o"
    $CXX $CXXFLAGS "$WORK/harness.o" "$WORK/alone.o" $objects $LIB_FUZZING_ENGINE \
        -o "$OUT/fuzz_$1"
    objects=
}

objects=
"""

_ALONE = """/* No other people's programs to compare with: none of them agreed, and none did not. */
#include <stddef.h>
#include <stdint.h>

int mote_peers_agree(const char *function, uint32_t bits, const uint8_t *data, size_t len,
                     const uint8_t *wanted) {
    (void)function, (void)bits, (void)data, (void)len, (void)wanted;
    return 0;
}

int mote_customized_agree(const char *function, uint32_t bits, const uint8_t *first,
                          size_t first_len, const uint8_t *second, size_t second_len,
                          const uint8_t *data, size_t len, const uint8_t *wanted) {
    (void)function, (void)bits, (void)first, (void)first_len, (void)second, (void)second_len;
    (void)data, (void)len, (void)wanted;
    return 0;
}
"""


def write(functions: Sequence[Function], folder: Path) -> Path:
    """Write the build script and what it compiles into a new folder; return the script.

    Raises MoteError where the folder holds anything.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise MoteError(f"{folder} is there already: give the name of a new or empty folder")
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(fuzz.HARNESS, folder)
    (folder / "alone.c").write_text(_ALONE, encoding="ascii")
    lines = []
    for function in functions:
        files = fuzz.portable(function)
        (folder / f"{function.name}.h").write_text(fuzz.table(function, files), encoding="ascii")
        for each in files:
            source = each.source.relative_to(ROOT).as_posix()
            lines.append(f"implementation {each.name} {each.prefix} {source}")
        lines.append(f"fuzzer {function.name}")
    script = folder / BUILD
    script.write_text(_HEAD + "\n".join(lines) + "\n", encoding="ascii")
    script.chmod(0o755)
    return script
