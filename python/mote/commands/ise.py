"""`mote ise`: custom instructions of the 16-bit core, and of RISC-V."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from mote.common.errors import MoteError
from mote.common.paths import WORK

DESCRIPTION = "custom instructions of the 16-bit core: what they cost in gates and save in cycles"

FPGAS = ("ecp5", "ice40")
"""Those of mote.ise.riscv.clocks."""
CORES = ("pic24", "picorv32", "vexriscv", "cv32e40x")
"""The 16-bit core, and those that take a unit (mote.ise.riscv.machine)."""


def add_parser(commands: Any) -> None:
    """Add `ise` and its own commands to the command line's."""
    parser = commands.add_parser("ise", help=DESCRIPTION, description=DESCRIPTION)
    kinds = parser.add_subparsers(metavar="WHAT", required=True)

    def add(
        name: str, run: Callable[[argparse.Namespace], int], text: str
    ) -> argparse.ArgumentParser:
        command: argparse.ArgumentParser = kinds.add_parser(name, help=text, description=text)
        command.set_defaults(run=run)
        return command

    _area_options(
        add("area", _area, "area and critical path of the core and of its sets of extensions")
    )
    _table_options(
        add("table", _table, "the paper's tables 1 to 9 with ours beside the published figures")
    )
    _explore_options(
        add("explore", _explore, "every subset of extensions: cycles, gates, memory, Pareto front")
    )
    _candidates_options(
        add(
            "candidates",
            _candidates,
            "look for instructions of a RISC-V core in a plain file: what saves most cycles a gate",
        )
    )
    command = add("new", _new, "begin a new extension: its description and its test")
    _core(command)
    command.add_argument("name", metavar="NAME", help="of the extension and its instruction")
    command = add(
        "check",
        _check,
        "prove that the hardware of extensions is what they say, and run it beside the simulator",
    )
    _core(command)
    command.add_argument("name", nargs="+", metavar="NAME", help="of an extension")
    command = add(
        "prove", _prove, "prove that kernels with custom instructions of RISC-V are what they say"
    )
    command.add_argument("function", metavar="FUNCTION", help="of the RISC-V study")
    command.add_argument("name", nargs="*", metavar="KERNEL", help="default: all of the function")
    _verilog_options(
        add(
            "verilog",
            _verilog,
            "write the core: its Verilog, a test bench that checks itself, a README; of a RISC-V "
            "core the unit, macros for GNU as and a header of C",
        )
    )
    command = add(
        "export",
        _export,
        "the same of extensions by their names: for VexRiscv cfu.v and a header, as CFU Playground "
        "takes them",
    )
    _core(command)
    command.add_argument(
        "extension", nargs="+", metavar="NAME", help="of an extension; several are one unit"
    )
    command.add_argument("folder", type=Path, metavar="DIR", help="where the files go")


def _table_options(command: argparse.ArgumentParser) -> None:
    _core(command)
    command.add_argument("--json", action="store_true", help="print the figures as JSON")
    command.add_argument("--no-area", action="store_true", help="leave the area out (no synthesis)")
    command.add_argument(
        "--write",
        action="store_true",
        help="of a RISC-V core: put the figures into results/riscv-kernels.csv; with --energy into "
        "riscv-energy.csv",
    )
    command.add_argument(
        "--check",
        action="store_true",
        help="of a RISC-V core: fail on any difference from that file; with --no-area cycles alone",
    )
    command.add_argument(
        "--energy",
        action="store_true",
        help="of picorv32: time and energy of the kernels, which run on its gates",
    )
    _luts(command)
    command.add_argument(
        "function",
        nargs="?",
        metavar="FUNCTION",
        help="of a RISC-V core: the table of this function (default: sha256)",
    )


def _core(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--core",
        choices=CORES,
        default=CORES[0],
        help="whose instructions (default: %(default)s, the 16-bit core)",
    )


def _luts(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--luts", action="store_true", help="of a RISC-V core: LUTs of the FPGAs iCE40 and ECP5"
    )


def _extensions(command: argparse.ArgumentParser, text: str) -> None:
    command.add_argument(
        "--extension", nargs="+", action="extend", default=[], metavar="NAME", help=text
    )


def _area_options(command: argparse.ArgumentParser) -> None:
    _core(command)
    _extensions(
        command, "only these, each alone and all together (default: what each kernel asks for)"
    )
    command.add_argument("--json", action="store_true", help="print everything as JSON")
    _luts(command)
    command.add_argument(
        "--clock",
        choices=FPGAS,
        metavar="FPGA",
        help=f"of a RISC-V core: MHz on {' or '.join(FPGAS)}, by nextpnr, which is fetched for it",
    )
    command.add_argument(
        "--write",
        action="store_true",
        help="put it into results/pic24-area.csv, the kernels' time into pic24-time.csv; "
        "with --clock into riscv-clocks.csv, with --core vexriscv into riscv-area.csv",
    )
    command.add_argument(
        "--check", action="store_true", help="fail on any difference from these files"
    )
    command.add_argument(
        "--verilog", type=Path, metavar="FILE", help="a design of your own instead"
    )
    command.add_argument(
        "--top", metavar="MODULE", default="pic24", help="with --verilog (default: %(default)s)"
    )


def _explore_options(command: argparse.ArgumentParser) -> None:
    _core(command)
    command.add_argument("name", nargs="*", metavar="FUNCTION", help="the same as --function")
    command.add_argument(
        "--function", nargs="+", action="extend", default=[], metavar="ID", help="default: all"
    )
    _extensions(command, "every subset of these (default: of each set that the function has)")
    command.add_argument("--kernel", type=Path, metavar="FILE", help="an assembly file of your own")
    command.add_argument("--call", metavar="ROUTINE", help="with --kernel: the routine to call")
    command.add_argument(
        "--scheduler", metavar="ADDRESS", help="a Dask scheduler (default: this machine)"
    )
    command.add_argument(
        "--jobs", type=int, metavar="N", help="cores at once on this machine (default: its CPUs)"
    )
    command.add_argument(
        "--output",
        type=Path,
        metavar="DIR",
        default=WORK / "explore",
        help="where the CSV, SVG and HTML files go (default: %(default)s)",
    )


def _verilog_options(command: argparse.ArgumentParser) -> None:
    _core(command)
    command.add_argument(
        "--with",
        dest="extension",
        action="append",
        default=[],
        metavar="NAME",
        help="with these extensions, names with commas between them (default: the base core)",
    )
    command.add_argument("folder", type=Path, metavar="DIR", help="where the files go")


def _candidates_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--core", choices=CORES[1:], default=CORES[1], help="default: %(default)s")
    command.add_argument(
        "what", metavar="WHAT", help="a function (its fastest file for RV32IMC), or a file"
    )
    command.add_argument(
        "--top", type=int, metavar="N", default=8, help="so many at most (default: %(default)s)"
    )
    command.add_argument(
        "--all", action="store_true", help="each by itself, not of what those before it leave"
    )
    command.add_argument(
        "--gates", action="store_true", help="synthesize the unit of each (default: an estimate)"
    )
    command.add_argument("--json", action="store_true", help="print the figures as JSON")
    command.add_argument("--write", metavar="NAME", help="make them an extension of that name")


# mote.ise takes packages that the command line does without: it is imported when a command runs.


def _command(options: argparse.Namespace) -> ModuleType:
    """The module that does what is asked for on the core."""
    if options.core == CORES[0]:
        if getattr(options, "luts", False):
            raise MoteError(f"--luts goes with --core {' or '.join(CORES[1:])}")
        if getattr(options, "clock", None):
            raise MoteError(f"--clock goes with --core {' or '.join(CORES[1:])}")
        from mote.ise import command as pic24

        return pic24
    from mote.ise.riscv import command as riscv

    return riscv


def _area(options: argparse.Namespace) -> int:
    done: int = _command(options).run_area(options)
    return done


def _table(options: argparse.Namespace) -> int:
    if options.core == CORES[0]:
        for word, cores in (("write", CORES[1:]), ("check", CORES[1:]), ("energy", CORES[1:2])):
            if getattr(options, word):
                raise MoteError(f"--{word} goes with --core {' or '.join(cores)}")
    done: int = _command(options).run_table(options)
    return done


def _explore(options: argparse.Namespace) -> int:
    options.function += options.name
    done: int = _command(options).run_explore(options)
    return done


def _candidates(options: argparse.Namespace) -> int:
    from mote.ise.riscv.mining import command

    return command.run(options)


def _new(options: argparse.Namespace) -> int:
    done: int = _command(options).run_new(options)
    return done


def _check(options: argparse.Namespace) -> int:
    done: int = _command(options).run_check(options)
    return done


def _prove(options: argparse.Namespace) -> int:
    from mote.ise.riscv import command

    return command.run_prove(options)


def _verilog(options: argparse.Namespace) -> int:
    done: int = _command(options).run_verilog(options)
    return done


def _export(options: argparse.Namespace) -> int:
    return _verilog(options)
