"""What the laws of the notation leave open, taken out of logs as plain values.

Written from the notation's page and shares no code with the product.
"""

from typing import Any

Event = dict[str, Any]

_ENDS_TRICK = ("hand", "shuffle", "cut", "announce", "gather", "award", "end")


def kept(log: list[Event]) -> list[Event]:
    """A log as a transcript keeps it, in an order that does not depend on what it leaves open."""
    said = [event for event in map(_said, standing(log)) if event]
    found: list[Event] = []
    for part in _parts(_joined(_staked_first(said))):
        found += part
    return _joined(found)


def standing(log: list[Event]) -> list[Event]:
    """The events that are not withdrawn."""
    stands: list[Event] = []
    for event in log:
        if event["event"] == "retract":
            left = event["last"]
            for at in range(len(stands) - 1, 0, -1):
                if left and stands[at]["event"] not in ("note", "seal"):
                    del stands[at]
                    left -= 1
        else:
            stands.append(event)
    return stands


def _said(event: Event) -> Event:
    if event["event"] == "seal" or (event["event"] == "note" and "text" not in event):
        return {}
    said = {key: value for key, value in event.items() if key not in ("at", "extra", "ruleset")}
    if event["event"] == "note":
        said["text"] = event["text"].strip(" \t\u00a0\u202f\r\n")
        said.pop("data", None)
    return said


def _parts(log: list[Event]) -> list[list[Event]]:
    """Every trick with what follows it, its payments and remarks in one order."""
    players = len(log[0]["players"])
    parts: list[list[Event]] = [[]]
    laid = players
    for event in log:
        lead = event["event"] == "play" and laid in (0, players)
        if lead or event["event"] in _ENDS_TRICK:
            parts.append([])
            laid = 0
        if event["event"] == "turnup":
            laid = 0
        laid += event["event"] == "play"
        parts[-1].append(event)
    return [_ordered(part) for part in parts]


def _staked_first(log: list[Event]) -> list[Event]:
    """The stakes of every hand directly behind its beginning."""
    found: list[Event] = []
    for at, event in enumerate(log):
        if event["event"] == "stake":
            continue
        found.append(event)
        if event["event"] == "hand":
            behind = [one["event"] for one in log[at + 1 :]]
            end = at + 1 + behind.index("hand") if "hand" in behind else len(log)
            stakes = [one for one in log[at:end] if one["event"] == "stake"]
            found += sorted(stakes, key=str)
    return found


def _ordered(part: list[Event]) -> list[Event]:
    if not any(event["event"] == "play" for event in part):
        return part
    paid = [event for event in part if event["event"] == "payment"]
    notes = [event for event in part if event["event"] == "note"]
    # Which of the takes are needed is for the judge to tell.
    rest = [event for event in part if event["event"] not in ("payment", "note", "take")]
    return [*rest, *sorted(paid, key=str), *notes]


def _joined(log: list[Event]) -> list[Event]:
    """Balances that stand together as one, as far as they agree."""
    found: list[Event] = []
    for event in log:
        last = found[-1] if found else {}
        both = event["event"] == "balance" == last.get("event")
        if both and all(last.get(key, value) == value for key, value in event.items()):
            found[-1] = last | event
        else:
            found.append(event)
    return found
