"""The sources for a build of one's own: CMake (INTERFACE), Meson (wrap), make and make install."""

from __future__ import annotations

import hashlib
from pathlib import Path

from mote.releasing import archive, contents, sources, switches
from mote.releasing.metadata import Metadata

TITLE = "CMake, Meson and make"


def folder(metadata: Metadata) -> str:
    """The folder in the archive."""
    return f"{metadata.name}-packed-{metadata.version}"


def cmake(metadata: Metadata) -> str:
    """CMakeLists.txt: the target mote::packed, which compiles in the target that links it."""
    features = [sources.feature(each) for each in metadata.catalogued]
    lines = [
        f"# SPDX-License-Identifier: {metadata.licence}",
        "#",
        "# mote::packed: sources and headers for the target that links it, compiled with its",
        "# options. MOTE_FUNCTIONS and MOTE_FAST, lists of names, say which functions there are",
        "# (all) and of which the fast file is taken (none).",
        "cmake_minimum_required(VERSION 3.13)",
        f"project(mote_packed VERSION {metadata.version.partition('-')[0]} LANGUAGES C ASM)",
        "",
        "if(TARGET mote_packed)",
        "  get_target_property(other mote_packed MOTE_VERSION)",
        '  message(FATAL_ERROR "Mote ${other} is in this project already, and this is '
        f'{metadata.version}: take one")',
        "endif()",
        "",
        *switches.cmake_list("known", features),
        "if(NOT MOTE_FUNCTIONS)",
        "  set(MOTE_FUNCTIONS ${known})",
        "endif()",
        "foreach(each IN LISTS MOTE_FUNCTIONS MOTE_FAST)",
        "  if(NOT each IN_LIST known)",
        '    list(JOIN known " " names)',
        '    message(FATAL_ERROR "Mote\'s package has no function ${each}; it has ${names}")',
        "  endif()",
        "endforeach()",
        "",
        "add_library(mote_packed INTERFACE)",
        "add_library(mote::packed ALIAS mote_packed)",
        f'set_target_properties(mote_packed PROPERTIES MOTE_VERSION "{metadata.version}")',
        'target_include_directories(mote_packed INTERFACE "${CMAKE_CURRENT_SOURCE_DIR}/src")',
        "set(files mote_notice.c)",
    ]
    for function in metadata.catalogued:
        users = [
            sources.feature(each)
            for each in metadata.catalogued
            if function in sources.needed(each, metadata)
        ]
        wanted = " OR ".join(f"{name} IN_LIST MOTE_FUNCTIONS" for name in users)
        files = sources.compiled(metadata, function)
        lines += [f"if({wanted})", "  list(APPEND files", *(f"    {each}" for each in files)]
        lines += ["  )", "endif()"]
    lines += [
        'list(TRANSFORM files PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/src/")',
        "target_sources(mote_packed INTERFACE ${files})",
        "foreach(each IN LISTS MOTE_FAST)",
        '  string(TOUPPER "${each}" name)',
        "  target_compile_definitions(mote_packed INTERFACE MOTE_${name}_FAST=1)",
        "endforeach()",
        "",
    ]
    return "\n".join(lines)


def meson(metadata: Metadata) -> str:
    """meson.build: a static library of all functions; a program takes home what it calls."""
    files = [f"    'src/{each}'," for each in sources.compiled(metadata)]
    return "\n".join(
        [
            f"# SPDX-License-Identifier: {metadata.licence}",
            f"project('mote-packed', 'c', version: '{metadata.version}', license: "
            f"'{metadata.licence}', meson_version: '>= 0.54')",
            "",
            "# -Dfast=sha256,crc32: functions of which the fast file is taken.",
            "arguments = []",
            "foreach each : get_option('fast')",
            "  arguments += '-DMOTE_' + each.to_upper() + '_FAST=1'",
            "endforeach",
            "",
            "library_of_it = static_library(",
            "  'mote_packed',",
            "  [",
            *files,
            "  ],",
            "  c_args: arguments,",
            "  include_directories: 'src',",
            ")",
            "mote_dep = declare_dependency(",
            "  include_directories: 'src',",
            "  link_with: library_of_it,",
            f"  version: '{metadata.version}',",
            ")",
            "meson.override_dependency('mote-packed', mote_dep)",
            "",
        ]
    )


def meson_options(metadata: Metadata) -> str:
    """meson_options.txt."""
    names = ", ".join(f"'{sources.feature(each)}'" for each in metadata.catalogued)
    return (
        f"option('fast', type: 'array', value: [], choices: [{names}],\n"
        "       description: 'functions of which the fast file is taken')\n"
    )


def makefile(metadata: Metadata) -> str:
    """Makefile: libmote_packed.a, and its installation."""
    objects = " \\\n    ".join(
        f"{Path(n).stem}{Path(n).suffix}.o" for n in sources.compiled(metadata)
    )
    headers = " ".join(n for n in sorted(sources.files(metadata)) if n.endswith(".h"))
    return f"""\
# SPDX-License-Identifier: {metadata.licence}
#
# make && make install PREFIX=/usr/local          with DESTDIR for packagers
# make CC="arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb" AR=arm-none-eabi-ar
# make CPPFLAGS=-DMOTE_SHA256_FAST=1              the fast file of a function
PREFIX ?= /usr/local
INCLUDE ?= $(PREFIX)/include/mote-packed
LIBRARY ?= $(PREFIX)/lib
CFLAGS ?= -Os -ffunction-sections
AR ?= ar
INSTALL ?= install

HEADERS = {headers}
OBJECTS = {objects}

libmote_packed.a: $(OBJECTS)
\trm -f $@
\t$(AR) rcs $@ $(OBJECTS)

%.c.o: src/%.c
\t$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

%.S.o: src/%.S
\t$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(OBJECTS): src/mote_target.h src/mote_config.h

install: libmote_packed.a
\t$(INSTALL) -d "$(DESTDIR)$(INCLUDE)" "$(DESTDIR)$(LIBRARY)/pkgconfig"
\t$(INSTALL) -m 644 $(addprefix src/,$(HEADERS)) "$(DESTDIR)$(INCLUDE)"
\t$(INSTALL) -m 644 libmote_packed.a "$(DESTDIR)$(LIBRARY)"
\tprintf '%s\\n' 'Name: mote-packed' 'Description: {metadata.description}' \\
\t    'Version: {metadata.version}' 'Cflags: -I$(INCLUDE)' 'Libs: -L$(LIBRARY) -lmote_packed' \\
\t    > "$(DESTDIR)$(LIBRARY)/pkgconfig/mote-packed.pc"

uninstall:
\trm -f "$(DESTDIR)$(LIBRARY)/libmote_packed.a" "$(DESTDIR)$(LIBRARY)/pkgconfig/mote-packed.pc"
\trm -rf "$(DESTDIR)$(INCLUDE)"

clean:
\trm -f libmote_packed.a $(OBJECTS)

.PHONY: install uninstall clean
"""


def files(metadata: Metadata) -> dict[str, bytes]:
    """The files of the archive below its folder."""
    install = [
        f"CMake: unpack beside your CMakeLists.txt, `add_subdirectory({folder(metadata)})`,",
        "`target_link_libraries(program PRIVATE mote::packed)`. Meson: mote-packed.wrap into",
        "subprojects/, the archive into subprojects/packagecache/, `dependency('mote-packed')`.",
        "make: `make && make",
        "install PREFIX=/usr/local`, `pkg-config --cflags --libs mote-packed`. Whole projects:",
        "examples/.",
    ]
    fast = [
        "the fast one is `set(MOTE_FAST sha256)` before add_subdirectory, Meson's option",
        "`-Dmote-packed:fast=sha256`, `make CPPFLAGS=-DMOTE_SHA256_FAST=1`.",
        "`set(MOTE_FUNCTIONS sha256)` has CMake compile less.",
    ]
    code = contents.program().rstrip().splitlines()
    readme = contents.page(metadata, TITLE, install, code, fast)
    extra = {
        "CMakeLists.txt": cmake(metadata),
        "meson.build": meson(metadata),
        "meson_options.txt": meson_options(metadata),
        "Makefile": makefile(metadata),
        "examples/cmake/CMakeLists.txt": contents.example(
            "cmake/CMakeLists.txt", FOLDER=folder(metadata)
        ),
        "examples/cmake/digest.c": contents.program(),
        "examples/meson/meson.build": contents.example("meson/meson.build"),
        "examples/meson/digest.c": contents.program(),
    }
    return contents.package(metadata, "plain", readme, extra)


def wrap(metadata: Metadata, packed: bytes) -> str:
    """mote-packed.wrap, for subprojects/; the archive belongs in subprojects/packagecache."""
    name = f"{folder(metadata)}.tar.gz"
    return (
        "[wrap-file]\n"
        f"directory = {folder(metadata)}\n"
        f"source_filename = {name}\n"
        f"source_url = {metadata.download(name)}\n"
        f"source_hash = {hashlib.sha256(packed).hexdigest()}\n\n"
        "[provide]\n"
        "mote-packed = mote_dep\n"
    )


def write(folder_: Path, metadata: Metadata) -> list[Path]:
    """Write the archive, and the wrap file that names it."""
    inside = {f"{folder(metadata)}/{name}": data for name, data in files(metadata).items()}
    packed = archive.tar(inside, metadata.time)
    return [
        *contents.put(folder_, f"{folder(metadata)}.tar.gz", packed),
        *contents.put(folder_, "mote-packed.wrap", wrap(metadata, packed).encode()),
    ]
