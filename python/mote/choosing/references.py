"""What a function of somebody's own has to compute: a reference in Python or C, by its prototype.

A C file defines the function, and its definition is the prototype.  A Python file has PROTOTYPE,
the same line of C, and a function of that name.  That is given bytes for a buffer of bytes, a list
for one of wider words and an int for a number; it returns what the C function does and the contents
of the buffers that are not const, in this order: a single one as it is, several as a tuple.

A reference runs once, on all inputs that the bench tries the kernel with (mote.calling.kernels).
"""

from __future__ import annotations

import contextlib
import dataclasses
import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from mote.calling import kernels
from mote.calling.kernels import Buffer, Contents, Number, OwnKernel
from mote.checking import sanitizer
from mote.choosing import prototypes
from mote.common.errors import MoteError

SECONDS = 60
"""What a reference in C may take for all inputs."""


def kernel(
    name: str, path: Path, values: Mapping[str, Sequence[int]], public: Sequence[str] = ()
) -> OwnKernel:
    """The kernel that a reference describes, with what it gives; raises MoteError.

    values: of its numbers, those that it is called with.  public: parameters that are no secret.
    """
    if path.suffix not in (".py", ".c"):
        raise MoteError(f"--reference {path}: the name must end in .py or .c")
    if not path.is_file():
        raise MoteError(f"--reference {path}: no such file")
    module = _module(path) if path.suffix == ".py" else None
    text, constants = _declared(name, path, module)
    prototype = prototypes.parse(name, text, path, constants, values)
    known = [each.name for each in prototype.parameters]
    for option, names in (("--value", values), ("--public", public)):
        wrong = next((each for each in names if each not in known), None)
        if wrong is not None:
            raise MoteError(f"{option} {wrong}: it is no parameter of {prototype.text}")
    found = OwnKernel(
        name=name,
        function="sha256",
        prototype=prototype.text,
        specification=path.name,
        block_bytes=1,
        parameters=prototype.parameters,
        reference=list,
        returned_bytes=prototype.returned,
        public=(*public, *values),
    )
    inputs = kernels.inputs(found)
    sizes = {
        each: len(words) * each.word_bytes
        for each, words in zip(found.parameters, inputs[0], strict=True)
        if isinstance(each, Buffer) and isinstance(words, list)
    }
    written = [size for each, size in sizes.items() if each.writable] or list(sizes.values())
    right = (
        _in_c(found, path, inputs) if module is None else _in_python(found, path, module, inputs)
    )
    return dataclasses.replace(found, right=tuple(right), block_bytes=max([1, *written]))


def _declared(name: str, path: Path, module: ModuleType | None) -> tuple[str, Mapping[str, str]]:
    """The prototype of the function, and what the file calls numbers by name."""
    if module is not None:
        text = getattr(module, "PROTOTYPE", None)
        if not isinstance(text, str):
            example = f'PROTOTYPE = "void {name}(uint32_t state[8], const uint8_t block[64])"'
            raise MoteError(f"{path}: no PROTOTYPE in it, such as {example}")
        if not callable(getattr(module, name, None)):
            raise MoteError(f"{path}: no function {name} in it")
        return text, {key: str(value) for key, value in vars(module).items() if type(value) is int}
    source = path.read_text(encoding="utf-8", errors="replace")
    source = prototypes.without_comments(source)
    found = prototypes.definition(name, source)
    if found is None:
        raise MoteError(f"{path}: no function {name} in it")
    return found, dict(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(\S+)", source, re.M))


def _outputs(of: OwnKernel) -> list[Buffer]:
    return [each for each in of.buffers if each.writable]


# In Python.


def _said(path: Path, error: BaseException) -> str:
    """An exception of a reference, in a line, with the last place of it in that file."""
    what = f"{type(error).__name__}: {error}".partition("\n")[0].rstrip(": ")
    if isinstance(error, SyntaxError):
        return f"{path}:{error.lineno}: {type(error).__name__}: {error.msg}"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [each.lineno for each in frames if each.filename == str(path.resolve())]
    return f"{path}:{lines[-1]}: {what}" if lines else f"{path}: {what}"


def _module(path: Path) -> ModuleType:
    """A Python file, as a module that may import what lies beside it."""
    name = "mote_reference"
    spec = importlib.util.spec_from_file_location(name, path.resolve())
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.resolve().parent))
    bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        # What it prints is no figure.
        with contextlib.redirect_stdout(sys.stderr):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise MoteError(_said(path, error)) from None
    finally:
        sys.dont_write_bytecode = bytecode
        sys.path.remove(str(path.resolve().parent))
    return module


def _in_python(
    of: OwnKernel, path: Path, module: ModuleType, inputs: Sequence[Contents]
) -> list[list[list[int]]]:
    function = getattr(module, of.name)
    found = []
    for contents in inputs:
        given = [
            _argument(parameter, content)
            for parameter, content in zip(of.parameters, contents, strict=True)
        ]
        try:
            with contextlib.redirect_stdout(sys.stderr):
                result = function(*given)
        except (Exception, SystemExit) as error:
            raise MoteError(_said(path, error)) from None
        sizes = [
            len(content)
            for parameter, content in zip(of.parameters, contents, strict=True)
            if isinstance(parameter, Buffer) and isinstance(content, list) and parameter.writable
        ]
        found.append(_results(of, path, result, sizes))
    return found


def _argument(parameter: Buffer | Number, content: list[int] | int) -> bytes | list[int] | int:
    if isinstance(content, int) or isinstance(parameter, Number):
        return content
    if parameter.word_bytes == 1 and not parameter.signed:
        return bytes(content)
    half = 1 << 8 * parameter.word_bytes - 1
    return [word - 2 * half * (parameter.signed and word >= half) for word in content]


def _results(of: OwnKernel, path: Path, result: Any, sizes: Sequence[int]) -> list[list[int]]:
    """What a reference returned, as KnownKernel.outputs has it; raises MoteError."""
    outputs = _outputs(of)
    names = ["the number"] if of.returned_bytes else []
    names += [each.name for each in outputs]
    each_of = [result] if len(names) == 1 else result
    if len(names) > 1 and not (isinstance(result, tuple) and len(result) == len(names)):
        what = f"{len(result)} values" if isinstance(result, tuple) else type(result).__name__
        raise MoteError(f"{path}: {of.name} returned {what}, not a tuple of {', '.join(names)}")
    found = []
    values = list(each_of)
    if of.returned_bytes:
        number = values.pop(0)
        if not isinstance(number, int):
            kind = type(number).__name__
            raise MoteError(f"{path}: {of.name} returned {kind} for the number, not int")
        bits = 64 if of.returned_bytes < 0 else 8 * of.returned_bytes
        found.append([number % (1 << bits)])
    for buffer, size, value in zip(outputs, sizes, values, strict=True):
        unit = "bytes" if buffer.word_bytes == 1 else "words"
        if not isinstance(value, bytes | bytearray | list | tuple):
            kind = "nothing" if value is None else type(value).__name__
            kinds = "bytes" if unit == "bytes" else "a list of int"
            raise MoteError(f"{path}: {of.name} returned {kind} for {buffer.name}, not {kinds}")
        if len(value) != size:
            much = f"{len(value)} {unit} for {buffer.name}"
            raise MoteError(f"{path}: {of.name} returned {much}, which has {size}")
        wrong = next((word for word in value if not isinstance(word, int)), None)
        if wrong is not None:
            kind = type(wrong).__name__
            raise MoteError(f"{path}: {of.name} returned a {kind} among the words of {buffer.name}")
        mask = (1 << 8 * buffer.word_bytes) - 1
        wide = next((w for w in value if not -mask // 2 - 1 <= w <= mask), None)
        if wide is not None:
            bits = 8 * buffer.word_bytes
            words = f"{buffer.name}, whose words have {bits} bits"
            raise MoteError(f"{path}: {of.name} returned {wide:#x} in {words}")
        found.append([word & mask for word in value])
    return found


# In C, on this computer.

HARNESS = """\
#define main main_of_the_reference
#include "{path}"
#undef main
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void *taken(size_t size)
{{
    unsigned char *room = malloc(size ? size : 1);
    if (room == NULL || fread(room, 1, size, stdin) != size)
        exit(3);
    return room;
}}

int main(void)
{{
    uint64_t numbers[{count}], result = 0;
    while (fread(numbers, sizeof numbers, 1, stdin) == 1) {{
{body}    }}
    return 0;
}}
"""
"""A number for each parameter: its value, or the bytes of a buffer; then these."""


def _harness(of: OwnKernel, path: Path) -> str:
    lines, given = [], []
    for index, each in enumerate(of.parameters):
        if isinstance(each, Number):
            given.append(f"numbers[{index}]")
        else:
            lines.append(f"void *at{index} = taken(numbers[{index}]);")
            given.append(f"at{index}")
    call = f"{of.name}({', '.join(given)});"
    if of.returned_bytes:
        lines += [f"result = (uint64_t){call}", "fwrite(&result, 8, 1, stdout);"]
    else:
        lines += [call, "(void)result;"]
    for index, each in enumerate(of.parameters):
        if isinstance(each, Buffer):
            lines += [f"fwrite(at{index}, 1, numbers[{index}], stdout);"] * each.writable
            lines.append(f"free(at{index});")
    body = "".join(f"        {line}\n" for line in lines)
    quoted = str(path.resolve()).replace("\\", "\\\\").replace('"', '\\"')
    return HARNESS.format(path=quoted, count=max(1, len(of.parameters)), body=body)


def _in_c(of: OwnKernel, path: Path, inputs: Sequence[Contents]) -> list[list[list[int]]]:
    given = b"".join(_packed(of, contents) for contents in inputs)
    output = _executed(of, path, given)
    found = []
    place = 0
    for contents in inputs:
        one = []
        if of.returned_bytes:
            number = int.from_bytes(output[place : place + 8], sys.byteorder)
            one.append([number % (1 << (64 if of.returned_bytes < 0 else 8 * of.returned_bytes))])
            place += 8
        for parameter, content in zip(of.parameters, contents, strict=True):
            if isinstance(parameter, Buffer) and isinstance(content, list) and parameter.writable:
                size = parameter.word_bytes
                end = place + len(content) * size
                words = [output[at : at + size] for at in range(place, end, size)]
                one.append([int.from_bytes(word, sys.byteorder) for word in words])
                place = end
        found.append(one)
    if place != len(output):
        raise MoteError(f"{path}: {of.name} writes to standard output: a reference may not")
    return found


def _packed(of: OwnKernel, contents: Contents) -> bytes:
    """An input as the harness reads it."""
    numbers, buffers = b"", b""
    for parameter, content in zip(of.parameters, contents, strict=True):
        number = content
        if isinstance(parameter, Buffer) and isinstance(content, list):
            size = parameter.word_bytes
            number = len(content) * size
            buffers += b"".join(word.to_bytes(size, sys.byteorder) for word in content)
        assert isinstance(number, int)
        numbers += number.to_bytes(8, sys.byteorder)
    return (numbers or bytes(8)) + buffers


def _executed(of: OwnKernel, path: Path, given: bytes) -> bytes:
    """What a reference writes for its inputs; raises MoteError where it does not end well."""
    if shutil.which("gcc") is None:
        raise MoteError(f"--reference {path}: a reference in C needs gcc for this computer")
    with tempfile.TemporaryDirectory(prefix="mote-reference-") as folder:
        harness, program = Path(folder, "harness.c"), Path(folder, "harness")
        harness.write_text(_harness(of, path), encoding="utf-8")
        command = ["gcc", "-O1", "-w", f"-I{path.resolve().parent}"]
        # With it a reference that leaves its arguments is found, and the line is said.
        command += sanitizer.FLAGS if sanitizer.available() else ()
        command += [str(harness), "-o", str(program)]
        built = subprocess.run(command, capture_output=True, text=True, check=False)
        if built.returncode != 0:
            lines = built.stderr.splitlines() or ["gcc failed"]
            first = next((line for line in lines if "error: " in line), lines[0])
            raise MoteError(f"--reference does not compile here: {first}")
        try:
            result = subprocess.run(
                [str(program)], input=given, capture_output=True, check=False, timeout=SECONDS
            )
        except subprocess.TimeoutExpired:
            raise MoteError(f"{path}: {of.name} did not end within {SECONDS} seconds") from None
    if result.returncode != 0:
        texts = result.stderr.decode(errors="replace").splitlines()
        said = [each for each in texts if "SUMMARY: " in each or "runtime error: " in each]
        code = result.returncode
        how = f"signal {-code}" if code < 0 else f"exit status {code}"
        what = re.sub(r"^SUMMARY: \w+: ", "", said[-1]) if said else how
        raise MoteError(f"{path}: {of.name} crashed: {what}")
    return result.stdout
