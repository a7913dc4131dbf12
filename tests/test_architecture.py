"""The rooms of the house: who may import whom, which modules there are, how long they may be.

`docs/architecture.md` tells what each room is for; what is allowed stands here.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import brusqlog

PACKAGE = Path(brusqlog.__file__).parent

ROOMS = {
    "brusqlog": {"checking", "errors", "game", "games", "languages", "view", "writing"},
    "__main__": {"cli"},
    "errors": set[str](),
    "languages": set[str](),
    "near": set[str](),
    "cluster": {"errors"},
    "game": {"brusqlog", "errors", "languages", "near"},
    "nouns": {"languages"},
    "spelling": {"game", "languages", "nouns"},
    "log": {"errors", "game"},
    "bulk": {"brusqlog", "errors", "game", "log", "near", "show"},
    "notation": {"bulk", "errors", "game", "log", "nouns", "spelling"},
    "checking": {
        "brusqlog", "bulk", "errors", "game", "log", "near", "notation", "nouns", "spelling",
    },
    "show": {"game", "log", "nouns", "spelling"},
    "writing": {"checking", "errors", "game", "log", "spelling"},
    "recording": {"checking", "errors", "game", "notation", "show", "spelling", "writing"},
    "simulation": {"bulk", "checking", "errors", "game", "log", "spelling"},
    "pages": {"checking", "game", "languages", "show", "spelling"},
    "derived": {"bulk", "checking", "errors", "game", "log", "notation", "show"},
    "games": {
        "bulk", "checking", "derived", "errors", "game", "log", "notation", "show", "simulation",
        "spelling", "view",
    },
    "versions": {"game", "languages", "log", "notation", "show", "spelling"},
    "view": {
        "checking", "game", "languages", "log", "nouns", "show", "spelling", "versions",
    },
    "archive": {
        "brusqlog", "bulk", "checking", "errors", "game", "games", "languages", "log", "near",
        "notation", "nouns", "show", "simulation", "spelling",
    },
    "cli": {
        "archive", "brusqlog", "bulk", "checking", "cluster", "errors", "game", "languages", "log",
        "near", "notation", "pages", "recording", "show", "simulation", "spelling", "versions",
        "view", "writing",
    },
}  # fmt: skip
"""Of each room those that it may import. `brusqlog` is the package itself: its public names, of
which hand tables give out `Game`, and for the others no more of it than its version and its
place."""

MODULES = {
    "game": """
        cards counters course deal events findings fold hands header illegible incidents judge
        memory plain probes recovery repairs rulefaults rules ruleset standing state table tables
        terms tricks unfold
    """,
    "log": """
        faults following framing gamelog headers identity lines packing reader rowlog scan schema
        sources strict times upcast writer
    """,
    "notation": """
        card_lines cards comparing dues filling grammar heading incidents lines names options parser
        passages pen reader reading scribe sources spans syntax transcript trick_lines tricks values
        words writer
    """,
    "checking": """
        conformity earlier excerpt formats machine outcomes parallel phrases portions report run
        screening tables text verdicts vocabulary words
    """,
    "bulk": """
        arrow clock columns derived faults games hands handtable judging layout lexicon lockstep
        lowered payments payout reading repeats rows screen
    """,
    "pages": "basis finding ruleset",
    "archive": """
        against anew card changing clean digests errors find formats gathering hands intake keys
        limits logs manifest moments naming opening parquet parts pattern played plots proving
        query ratings reading rebuilding rows stats store tablerows tables telling union views
        wording
    """,
    "simulation": """
        bots chance columns columns.bots columns.chance columns.games columns.ground columns.hands
        columns.lines columns.rows columns.text columns.times columns.told packs play run setup
        times written
    """,
    "show": "layout markdown record records state telling text tricks vocabulary",
    "versions": """
        account agreement aligning anonymity array canonical comparing difference difference_words
        joining names pseudonyms records redaction respelling skeleton telling uniting
    """,
    "view": """
        courses frames game html notebook page pieces sayings screen seating sheet site stepper
        vocabulary walk
    """,
    "writing": "disk faults logwriter opened repairing trial",
    "recording": """
        amending asking cards deeds draft filling incidents manual opening past reader session
        telling vocabulary
    """,
    "cli": """
        anonymise answers app archive check commands completion convert demo diff explain
        exporting finding fmt following french fullscreen help join keeping ls new options
        output picking query record redact repair replay rewriting rules rulesets schema seal
        shapes simulate stats stepping terminal usage verbs verbs.archives verbs.growing
        verbs.judging verbs.keeping verbs.learning verbs.making verbs.versions verbs.viewing
        versions view witnesses workers writing
    """,
}
"""The modules of the rooms that are folders."""

EXCEPTIONS = {
    ("log.schema", "show"): "it states the schemas of what `replay` prints too",
    ("log.schema", "versions"): "and of what `diff` prints",
}

OUTSIDE = {
    "typer": {"cli"},
    "msgspec": {
        "archive", "bulk", "game", "log", "checking", "pages", "show", "simulation", "games",
        "spelling",
        "cli", "writing", "notation", "recording", "versions", "view",
    },
    "duckdb": {"archive"},
    "filelock": {"archive"},
    "openskill": {"archive"},
    "matplotlib": {"archive"},
    "distributed": {"cluster"},
    "numpy": {"archive", "bulk", "derived", "simulation"},
    "pyarrow": {"bulk"},
    "prompt_toolkit": {"cli"},
    "backports": {"log"},
    "compression": {"log"},
    "jsonschema": {"checking"},
}  # fmt: skip
"""Of each package from elsewhere the rooms that import it."""

IMPURE = {
    "asyncio", "datetime", "glob", "io", "logging", "multiprocessing", "os", "random", "secrets",
    "shutil", "socket", "sqlite3", "subprocess", "sys", "tempfile", "threading", "time", "urllib",
    "uuid",
}  # fmt: skip
"""What `game` does without: no file, clock, chance, or process. Its rulesets and codes are data
that it reads as resources of the package."""

MODULE_LINES = 400
FUNCTION_LINES = 60
LONG_FUNCTIONS = {
    "cli.verbs.judging:check": "the list of its options, each with its help",
    "cli.verbs.judging:replay": "the same",
    "cli.verbs.growing:record": "the same",
    "cli.verbs.viewing:view": "the same",
    "cli.verbs.archives:stats": "the same",
}


Tree = Mapping[str, str]
"""Source texts by the dotted names of their modules, without `brusqlog.`."""


def tree() -> dict[str, str]:
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name or "brusqlog"] = path.read_text(encoding="utf-8")
    return found


def room_of(module: str) -> str:
    return module.split(".")[0]


def imports(module: str, source: str, modules: Tree) -> Iterator[str]:
    """The dotted names of everything that a module imports, wherever in it."""
    folder = module if any(name.startswith(f"{module}.") for name in modules) else ""
    within = ["brusqlog", *(folder or module.rpartition(".")[0]).split(".")]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(filter(None, within))[: len(within) - node.level + 1] if node.level else []
            home = ".".join([*base, *filter(None, [node.module])])
            yield from (f"{home}.{alias.name}" for alias in node.names)


def target(name: str) -> str | None:
    """The room of ours that an imported name lies in."""
    head, _, rest = name.partition(".")
    if head != "brusqlog":
        return None
    room = room_of(rest)
    return room if room in ROOMS else "brusqlog"


def forbidden(modules: Tree) -> list[str]:
    """Every import from a room that is not allowed, as `module -> room`."""
    found = set()
    for module, source in modules.items():
        room = room_of(module)
        for name in imports(module, source, modules):
            other = target(name)
            if other is None or other == room or other in ROOMS.get(room, ()):
                continue
            if (module, other) not in EXCEPTIONS:
                found.add(f"{module} -> {other}")
    return sorted(found)


def long_functions(modules: Tree) -> set[str]:
    """Every function that is too long, as `module:name`."""
    return {
        f"{module}:{node.name}"
        for module, source in modules.items()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > FUNCTION_LINES
    }


def test_every_module_is_entered() -> None:
    listed = {f"{room}.{name}" for room, names in MODULES.items() for name in names.split()}
    assert set(tree()) == listed | set(ROOMS)


def test_imports_run_one_way() -> None:
    assert forbidden(tree()) == []


def test_no_two_rooms_import_each_other() -> None:
    reached = {room: set(others - {"brusqlog"}) for room, others in ROOMS.items()}
    for _ in ROOMS:
        for others in reached.values():
            others |= {far for other in others for far in reached[other]}
    assert [room for room, others in reached.items() if room in others] == []


def test_a_forbidden_import_is_found_in_every_spelling() -> None:
    made_up = {
        "game": "",
        "game.cards": "from collections import deque\nfrom brusqlog.errors import EventError\n",
        "game.dice": "import brusqlog.show.text\n",
        "game.late": "def play():\n    from brusqlog.cli import main\n",
        "game.up": "from ..log import reader\nfrom . import cards\nfrom .rules import right\n",
        "log.reader": "from brusqlog import games\nfrom brusqlog.game.cards import PACK\n",
        "errors": "from .game import cards\n",
        "attic.box": "from brusqlog.game import cards\n",
        "games": "from brusqlog.show.text import text\n",
    }
    assert forbidden(made_up) == [
        "attic.box -> game",
        "errors -> game",
        "game.dice -> show",
        "game.late -> cli",
        "game.up -> log",
        "log.reader -> games",
    ]


def test_exceptions_are_needed_and_lead_no_room_further_than_it_may_go() -> None:
    modules = tree()
    for module, room in EXCEPTIONS:
        assert room in set(map(target, imports(module, modules[module], modules)))
        users = {
            room_of(name)
            for name, source in modules.items()
            if any(f"brusqlog.{module}" in used for used in imports(name, source, modules))
        }
        assert all(room in ROOMS[user] for user in users)


def test_nothing_is_imported_by_a_name_made_at_run_time_but_the_public_names() -> None:
    ways = ("import_module", "__import__")
    named = [module for module, source in tree().items() if any(way in source for way in ways)]
    assert named == ["brusqlog"]


def test_packages_from_elsewhere_are_used_where_they_belong() -> None:
    modules = tree()
    used: dict[str, set[str]] = {}
    for module, source in modules.items():
        for name in imports(module, source, modules):
            head = name.split(".")[0]
            if head != "brusqlog" and head not in sys.stdlib_module_names:
                used.setdefault(head, set()).add(room_of(module))
    assert {name: rooms - OUTSIDE.get(name, set()) for name, rooms in used.items()} == {
        name: set() for name in used
    }


def test_the_core_reads_no_file_clock_or_chance_and_prints_nothing() -> None:
    modules = tree()
    for module, source in modules.items():
        if room_of(module) == "game":
            heads = {name.split(".")[0] for name in imports(module, source, modules)}
            assert not heads & IMPURE, module
            called = {
                node.func.id
                for node in ast.walk(ast.parse(source))
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            }
            assert not called & {"print", "open", "input", "eval", "exec"}, module


def test_modules_and_functions_are_short() -> None:
    modules = tree()
    lengths = {module: source.count("\n") for module, source in modules.items()}
    assert [module for module, lines in lengths.items() if lines > MODULE_LINES] == []
    assert long_functions(modules) == set(LONG_FUNCTIONS)


def loaded_by(code: str) -> set[str]:
    """The modules that are loaded after running the code in a new interpreter."""
    code = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r})\n{code}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    return {name.split(".")[0] for name in done.stdout.split()}


def test_to_import_brusqlog_loads_nothing_heavy() -> None:
    heavy = {"duckdb", "typer", "jsonschema", "numpy", "pyarrow"}
    assert not loaded_by("import brusqlog") & (heavy | {"msgspec"})
    assert not loaded_by("from brusqlog import *") & heavy
