"""Lines that tell an incident: `! drew out of turn Cécile: joined`."""

import re

from brusqlog.log.scan import Node
from brusqlog.notation import grammar as gr
from brusqlog.notation.names import player
from brusqlog.notation.spans import BLANKS, Span
from brusqlog.notation.values import Values, listed, unread


class IncidentParser(Values):
    """Takes the lines of incidents apart, each into the fields of its event."""

    def incident(self, where: Span) -> dict[str, Node]:
        head, said = where.partition(":")
        kind, words, rest = self._kind(head)
        if kind is None:
            return {"kind": unread(head)}
        found = {"kind": Node(kind, words.at, words.end)}
        self.key = kind
        if kind == "ruling":
            return found | self._ruling(
                rest, self.missing(head) if said is None else self.text(said)
            )
        if kind == "short-pack":
            cards = self.cards(rest) if rest.text else [self.missing(head)]
            found["missing"] = listed(cards, rest.at, rest.end)
        else:
            found |= self._people(kind, head, rest)
        if kind == "drew-out-of-turn":
            word = None
            if said is None or not said.text:
                self.missing(head)
            else:
                word = self.word(said, gr.DRAWN)
            place = said or head
            found["joined"] = Node({"joined": True, "seen": False}.get(word or ""), place.at,
                                   place.end)  # fmt: skip
        elif kind == "saw-next-card":
            place = said or head
            again = None if said is None or not said.text else self.word(said, gr.RESTART)
            unclear = said is not None and said.text != "" and again is None
            found["restart"] = Node(None if unclear else again is not None, place.at, place.end)
        elif said is not None:
            self.unexpected(said)
        return found

    def _kind(self, head: Span) -> tuple[str | None, Span, Span]:
        """The kind of an incident, its words, and what stands behind them."""
        ends = [match.end() for match in re.finditer(rf"[^{BLANKS},\"]+", head.text)]
        for language in (self.language, gr.other(self.language)):
            by_word = {gr.normal(row.word.of(language)): kind for kind, row in gr.INCIDENTS.items()}
            for end in ends[:6]:
                if kind := by_word.get(gr.normal(head.text[:end])):
                    if language != self.language:
                        self.foreign(head.cut(0, end), gr.INCIDENTS[kind].word.of(self.language))
                    self.note(head.cut(0, end), "keyword", kind)
                    return kind, head.cut(0, end), head.cut(end).strip()
        words = {row.word.of(self.language): kind for kind, row in gr.INCIDENTS.items()}
        close = [near for end in ends[:6] for near in gr.near(head.text[:end], words)]
        close = list(dict.fromkeys(close))[:2]
        self.wrong("word-unknown", head, near=close, known=list(words))
        return None, head, head

    def _people(self, kind: str, head: Span, rest: Span) -> dict[str, Node]:
        """The player of an incident, and the owner of the card if he is not the rule's."""
        if not rest.text:
            return {} if kind == "misdeal" else {"seat": self.missing(head)}
        parts = rest.split(",")
        owned = kind in ("drew-out-of-turn", "saw-next-card")
        for extra in parts[1 + owned :]:
            self.unexpected(extra)
        found = {"seat": self._alone(parts[0])}
        if owned and len(parts) > 1:
            found["owner"] = self._alone(parts[1])
        return found

    def _alone(self, where: Span) -> Node:
        name, more = self.named(where)
        seat = self.seat(name if name.text else where)
        if name.text and seat.value is not None:
            self.unexpected(more)
        return seat

    def _ruling(self, rest: Span, text: Node) -> dict[str, Node]:
        found: dict[str, Node] = {"text": text}
        permits: list[Node] = []
        words = [word.of(self.language) for word in gr.PERMITS.values()]
        for part in rest.split(",") if rest.text else []:
            named = part.text.startswith('"')
            permit = None if named else self.word(part, gr.PERMITS, silent=True)
            if permit is not None:
                permits.append(Node(permit, part.at, part.end))
            elif "seat" in found or (self._is_nobody(part) and gr.near(part.text, words)):
                self.word(part, gr.PERMITS)
                permits.append(unread(part))
            else:
                found["seat"] = self._alone(part)
        if permits:
            found["permits"] = listed(permits, permits[0].start, permits[-1].end)
        return found

    def _is_nobody(self, where: Span) -> bool:
        return not isinstance(player(where.text, self.players), int)
