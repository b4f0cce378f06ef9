"""What arduino-lint asks of a library, by the numbers of its published rules.

arduino-lint itself is in no registry that the tests have.  Left out: rules that ask the network
(LP017 and LP018 the index, LP042 whether the address answers), git (LS004, LP022), dictionaries
(LP033, LP035), and official libraries alone (LP013); and those of fields that the library has not
(LP028 to LP030, LP047 to LP050, LP053 to LP055, LP058), which LP006 here does not let in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

Fields = dict[str, str]
Rule = Callable[[Path, Fields], bool]

CATEGORIES = (
    *("Display", "Communication", "Signal Input/Output", "Sensors", "Device Control", "Timing"),
    *("Data Storage", "Data Processing", "Other"),
)
NEEDED = {
    **{"LP007": "name", "LP019": "version", "LP023": "author", "LP025": "maintainer"},
    **{"LP031": "sentence", "LP034": "paragraph", "LP037": "category", "LP040": "url"},
    **{"LP043": "architectures"},
}
NOT_BLANK = {
    **{"LP008": "name", "LP024": "author", "LP026": "maintainer", "LP032": "sentence"},
    **{"LP056": "url", "LP044": "architectures", "LP051": "includes"},
}
FIELDS = {*NEEDED.values(), "includes", "license"}
SEMVER = r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?"
NAME = r"[a-zA-Z0-9_][a-zA-Z0-9_.-]*"
ALIASES = {"atmelavr", "atmelmegaavr", "atmelsam", "espressif32", "espressif8266", "raspberrypi"}
"""PlatformIO's names of architectures."""


def fields(library: Path) -> Fields:
    """library.properties; a line without = is a field without a value."""
    path = library / "library.properties"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    pairs = [line.partition("=") for line in lines if line.strip() and not line.startswith("#")]
    return {key.strip(): value.strip() for key, _, value in pairs}


def _named(paths: Iterable[Path], pattern: str, but: str) -> bool:
    """Whether one of the names is as the pattern says, in any case, and not as it should be."""
    return any(re.fullmatch(pattern, p.name, re.I) and p.name != but for p in paths)


def _folders(library: Path) -> list[Path]:
    return [path for path in library.iterdir() if path.is_dir()]


def _sketches(library: Path) -> list[Path]:
    """The folders of examples, and those with a sketch in it elsewhere."""
    examples = [path for path in (library / "examples").glob("*") if path.is_dir()]
    return sorted({*examples, *(path.parent for path in library.rglob("*.ino"))})


def _headers(library: Path) -> list[str]:
    return [path.name for path in (library / "src").rglob("*.h")]


def _arduino_h(paths: Iterable[Path]) -> bool:
    """Whether a source includes Arduino.h in another case."""
    wrong = re.compile(r'#\s*include\s*[<"](?!Arduino\.h)(?i:arduino\.h)[>"]')
    sources = (p for p in paths if p.suffix in (".h", ".c", ".cpp", ".S", ".ino"))
    return any(wrong.search(path.read_text(encoding="utf-8")) for path in sources)


def _ino(library: Path) -> list[Path]:
    return list(library.rglob("*.ino"))


FOLDER: dict[str, Rule] = {
    "LS001": lambda at, of: bool(_headers(at)),
    "LS002": lambda at, of: len(at.name) <= 63,
    "LS003": lambda at, of: re.fullmatch(NAME, at.name) is not None,
    "LS005": lambda at, of: not any(path.is_symlink() for path in at.rglob("*")),
    "LS006": lambda at, of: not (at / ".development").exists(),
    "LS007": lambda at, of: not any(path.suffix.lower() == ".exe" for path in at.rglob("*")),
    "LS008": lambda at, of: f"{of.get('name')}.h" in _headers(at),
    "LS009": lambda at, of: not _named(_folders(at), "src", "src"),
    "LS010": lambda at, of: not (at / "utility").is_dir(),
    "LS011": lambda at, of: not _named(_folders(at), "extras?", "extras"),
    "LP001": lambda at, of: bool(of),
    "LP002": lambda at, of: (
        not _named(at.iterdir(), r"librar\w+\.propert\w+", "library.properties")
    ),
    "LP004": lambda at, of: len(list(at.rglob("library.properties"))) <= 1,
    "LC001": lambda at, of: not _arduino_h((at / "src").rglob("*")),
    "LD001": lambda at, of: (at / "README.md").is_file(),
    "LD002": lambda at, of: (at / "LICENSE").is_file(),
    "LD003": lambda at, of: all(at / "examples" in path.parents for path in _ino(at)),
    "LD004": lambda at, of: bool(_sketches(at)),
    "LD005": lambda at, of: not _named(_folders(at), "examples?", "examples"),
    "SS001": lambda at, of: all((p / f"{p.name}.ino").is_file() for p in _sketches(at)),
    "SS002": lambda at, of: all(re.fullmatch(NAME, path.name) for path in _ino(at)),
    "SS003": lambda at, of: all(len(path.stem) <= 63 for path in _ino(at)),
    "SS004": lambda at, of: not list(at.rglob("*.pde")),
    "SS005": lambda at, of: not any(_named(_folders(p), "src", "src") for p in _sketches(at)),
    "SC001": lambda at, of: not _arduino_h(_ino(at)),
}

PROPERTIES: dict[str, Rule] = {
    "LP005": lambda at, of: all(re.fullmatch(r"[a-z_]+", key) for key in of),
    "LP006": lambda at, of: set(of) <= FIELDS,
    "LP009": lambda at, of: len(of.get("name", "")) <= 63,
    "LP010": lambda at, of: len(of.get("name", "")) <= 32,
    "LP011": lambda at, of: re.fullmatch(r"[A-Za-z0-9][\w. -]*", of.get("name", "A")) is not None,
    "LP012": lambda at, of: not of.get("name", "").lower().startswith("arduino"),
    "LP014": lambda at, of: "arduino" not in of.get("name", "").lower(),
    "LP015": lambda at, of: " " not in of.get("name", ""),
    "LP016": lambda at, of: "library" not in of.get("name", "").lower(),
    "LP020": lambda at, of: re.fullmatch(r"\d+(\.\d+){0,2}\S*", of.get("version", "0")) is not None,
    "LP021": lambda at, of: re.fullmatch(SEMVER, of.get("version", "0.0.0")) is not None,
    "LP027": lambda at, of: not of.get("maintainer", "").lower().startswith("arduino"),
    "LP057": lambda at, of: "arduino" not in of.get("maintainer", "").lower(),
    "LP036": lambda at, of: of.get("sentence", "-").lower() not in of.get("paragraph", "").lower(),
    "LP038": lambda at, of: of.get("category", "Other") in (*CATEGORIES, "Uncategorized"),
    "LP039": lambda at, of: of.get("category") != "Uncategorized",
    "LP041": lambda at, of: re.match(r"https?://[\w.-]+(/\S*)?$", of.get("url", "")) is not None,
    "LP045": lambda at, of: not ALIASES & set(of.get("architectures", "").split(",")),
    "LP046": lambda at, of: (
        of.get("architectures", "").islower() or "*" in of.get("architectures", "*")
    ),
    "LP052": lambda at, of: (
        {each.strip() for each in of.get("includes", "").split(",") if each} <= set(_headers(at))
    ),
}


def _has(field: str) -> Rule:
    return lambda at, of: field in of


def _is_not_blank(field: str) -> Rule:
    return lambda at, of: of.get(field) != ""


RULES = {
    **FOLDER,
    **{number: _has(field) for number, field in NEEDED.items()},
    **{number: _is_not_blank(field) for number, field in NOT_BLANK.items()},
    **PROPERTIES,
}


def broken(library: Path) -> set[str]:
    """The numbers of the rules that the library breaks."""
    of = fields(library)
    return {number for number, holds in RULES.items() if not holds(library, of)}
