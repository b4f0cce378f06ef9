"""What pip calls to build a package: Mote is none, and says so, instead of installing nothing.

It works on the files of its checkout (sources, CPUs, vectors, results), which no package of the
Python modules would hold.
"""

from __future__ import annotations

from typing import NoReturn

MESSAGE = "Mote is not installed with pip: run ./mote in its checkout; nothing else is needed"


def _refuse(*_: object, **__: object) -> NoReturn:
    raise SystemExit(MESSAGE)


# The hooks of PEP 517 and PEP 660 that a frontend calls first; the mandatory ones are there, too.
get_requires_for_build_wheel = get_requires_for_build_sdist = _refuse
get_requires_for_build_editable = prepare_metadata_for_build_editable = _refuse
prepare_metadata_for_build_wheel = build_wheel = build_sdist = build_editable = _refuse
