"""The JSON Schema of all messages, made from their types."""

from __future__ import annotations

from typing import Any

import msgspec

from .messages import ANSWERS, COMMANDS, PROTOCOL, PositionObject, ViewObject


def schema() -> dict[str, Any]:
    """Return the JSON Schema of all messages: `$defs` has each by the name of its type.

    The schema itself fits any message; `Request` and `Answer` in `$defs` fit those of one
    direction.
    """
    types = [*COMMANDS.values(), *ANSWERS, PositionObject, ViewObject]
    _, defs = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    for name, each in (("PositionObject", PositionObject), ("ViewObject", ViewObject)):
        defs[name]["description"] = each.__doc__
    defs = _resolved(defs)
    defs["Request"] = {"oneOf": [_ref(each) for each in COMMANDS.values()]}
    defs["Answer"] = {"anyOf": [_ref(each) for each in ANSWERS]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The engine protocol of fiftyk, version {PROTOCOL}",
        "description": "Each message is one such object on a line of its own.",
        "anyOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Answer"}],
        "$defs": dict(sorted(defs.items())),
    }


def _ref(each: type) -> dict[str, str]:
    return {"$ref": f"#/$defs/{each.__name__}"}


def _resolved(part: Any) -> Any:
    """Turn the names of types that the annotations above refer to into references."""
    if isinstance(part, list):
        return [_resolved(each) for each in part]
    if not isinstance(part, dict):
        return part
    part = {key: _resolved(value) for key, value in part.items()}
    name = part.get("$ref")
    if isinstance(name, str) and "/" not in name:
        return {"$ref": f"#/$defs/{name}", "description": part["description"]}
    return part
