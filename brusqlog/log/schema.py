"""JSON Schema (2020-12) of the log's events and of what the tools print, made from the structs.

`python -m brusqlog.log.schema DIR` writes them as files.
"""

import sys
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final

import msgspec

from brusqlog.game.events import FORMAT, KINDS, SAFE
from brusqlog.game.findings import Finding
from brusqlog.log.strict import ONE_OF, SOME_OF, free_fields
from brusqlog.show.records import Replay, StateRecord
from brusqlog.versions.records import Diff

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
EVENT_ID: Final = "urn:brusqlog:event:" + FORMAT.removeprefix("brusqlog/")

Schema = dict[str, Any]

_WHOLE: Final[Schema] = {
    "description": "Any JSON but null and fractions.",
    "type": ["boolean", "integer", "string", "array", "object"],
    "minimum": -SAFE,
    "maximum": SAFE,
    "items": {"$ref": "#/$defs/whole"},
    "additionalProperties": {"$ref": "#/$defs/whole"},
}


def documents() -> dict[str, Schema]:
    """Every schema by its name, which is also that of its file without `.schema.json`."""
    return {
        "event": event_schema(),
        "finding": _document(Finding, "urn:brusqlog:finding:1", "A finding of `brusqlog check`"),
        "replay": _document(Replay, "urn:brusqlog:replay:1", "Games told by `brusqlog replay`"),
        "state": _document(StateRecord, "urn:brusqlog:state:1", "The state of a game in progress"),
        "diff": _document(Diff, "urn:brusqlog:diff:1", "Two records compared by `brusqlog diff`"),
    }


def event_schema() -> Schema:
    """One line of a log. Dispatched on `event`, so that a validator names the fault itself.

    JSON Schema cannot say all: nesting, the size of a line and the calendar are the reader's to
    check, and it takes `1.0` for an integer.
    """
    defs = {kind: _kind(kind) for kind in KINDS}
    return {
        "$schema": DIALECT,
        "$id": EVENT_ID,
        "title": f"An event of a {FORMAT} log, one line of it",
        "type": "object",
        "required": ["event"],
        "properties": {"event": {"enum": list(KINDS)}},
        "allOf": [
            {
                "if": {"properties": {"event": {"const": kind}}, "required": ["event"]},
                "then": {"$ref": f"#/$defs/{kind}"},
            }
            for kind in KINDS
        ],
        "$defs": {**defs, "whole": _WHOLE},
    }


def _kind(kind: str) -> Schema:
    (_,), parts = msgspec.json.schema_components((KINDS[kind],), ref_template="#/$defs/{name}")
    (schema,) = parts.values()
    properties = schema["properties"]
    properties["event"] = {"const": kind}
    for name, fractions in free_fields(KINDS[kind]):
        if not fractions:
            properties[name]["additionalProperties"] = {"$ref": "#/$defs/whole"}
    if "partners" in properties:
        properties["partners"] = {"const": True}
    if kind in ONE_OF:
        schema["oneOf"] = [{"required": [key]} for key in ONE_OF[kind]]
    if kind in SOME_OF:
        schema["anyOf"] = [{"required": [key]} for key in SOME_OF[kind]]
    return dict(schema)


def _document(kind: type[msgspec.Struct], identity: str, title: str) -> Schema:
    """The schema of an output, in which every key is always there, and no other."""
    schema = msgspec.json.schema(kind)
    for part in schema["$defs"].values():
        part["required"] = list(part["properties"])
        part["additionalProperties"] = False
        if "description" in part:  # older versions of msgspec keep the indentation
            part["description"] = cleandoc(part["description"])
    return {"$schema": DIALECT, "$id": identity, "title": title, **schema}


def text_of(schema: Schema) -> str:
    """A schema as it stands in its file."""
    encoded = msgspec.json.format(msgspec.json.encode(schema), indent=2)
    return encoded.decode("utf-8") + "\n"


def write_schemas(folder: Path) -> None:
    """Write every schema to `folder` as `NAME.schema.json`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, schema in documents().items():
        path = folder / f"{name}.schema.json"
        path.write_text(text_of(schema), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m brusqlog.log.schema DIR")
    write_schemas(Path(sys.argv[1]))
