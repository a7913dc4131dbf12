"""Every event in words: what the page says of it, and a screen reader reads."""

from msgspec import UNSET, to_builtins

from brusqlog.checking.words import Words
from brusqlog.game import events as ev
from brusqlog.game.cards import CARD_POINTS
from brusqlog.game.state import State
from brusqlog.log.strict import Unknown
from brusqlog.show.telling import Teller
from brusqlog.spelling import escape
from brusqlog.view.vocabulary import EVENTS


class Sayings:
    """The words for the events of one game; `ranking` is how it ended."""

    def __init__(self, tell: Teller, words: Words, ranking: str | None) -> None:
        self.ranking = ranking
        self.tell = tell
        self.words = words
        self.style = tell.style
        self.labels = EVENTS[tell.style.language]

    def said(
        self, event: ev.Event | Unknown | None, before: State, after: State, *, open_trick: bool
    ) -> str:
        """What happened at an event, in one or two sentences, given the states around it.
        `open_trick`: it completed a trick whose taker is not known."""
        told = [self.sentence(event)]
        laid = [card for seat, card in after.table if seat == getattr(event, "seat", None)]
        if isinstance(event, ev.Play) and laid and event.card not in laid:  # after a fault
            told.append(_sentence(self._say("instead", card=laid[0])))
        if isinstance(event, ev.Play | ev.Take):
            if after.taker is not None and (before.taker is None or before.trick != after.trick):
                points = sum(CARD_POINTS[laid.card] for laid in after.table)
                facts = {"seat": after.taker, "trick": after.trick, "points": points}
                told.append(_sentence(self._say("takes", **facts)))
            elif open_trick:
                told.append(_sentence(self._say("open", trick=after.trick)))
        elif isinstance(event, ev.End) and self.ranking:
            told.append(_sentence(self.ranking))
        elif isinstance(event, ev.Turnup):
            told.append(_sentence(self._say("trump", suit=self.style.suit(event.card[1]))))
        return " ".join(told)

    def sentence(self, event: ev.Event | Unknown | None) -> str:
        """What happened at an event, whatever stood before it."""
        told = self._event(event)
        return told if isinstance(event, ev.Note) else _sentence(told)

    def _say(self, label: str, **facts: object) -> str:
        return self.words.say(self.labels[label], facts)

    def _event(self, event: ev.Event | Unknown | None) -> str:
        match event:
            case Unknown():
                return self._say("newer")
            case ev.Game():
                return self._say("game", seats=list(range(len(event.players))), rules=event.rules)
            case ev.Payment():
                return self.words.event(event) + self._reason(event)
            case ev.Incident():
                return self.tell.incident(to_builtins(event))
            case ev.Balance():
                counts = f"{self.style.mark(';')} ".join(self._counts(event))
                return self._say("balance", counts="") + counts
            case ev.Note():
                return self._note(event)
            case ev.Retract():
                return self._say("retract one" if event.last == 1 else "retract", last=event.last)
            case ev.End():
                return self._say(event.reason)
            case ev.Shuffle() | ev.Gather() | ev.Seal():
                return self._say(ev.kind_of(event), seat=getattr(event, "seat", None))
        return self.words.event(event)

    def _reason(self, payment: ev.Payment) -> str:
        """What is paid for, if that is not what the whole trick comes to."""
        if payment.card is not UNSET:
            return self._say("for", card=payment.card)
        return f" ({self.tell.say(payment.reason)})"

    def _note(self, note: ev.Note) -> str:
        if not note.text:
            return self._say("data")
        label = "note" if note.seat is UNSET else "note on"
        begun = self._say(label, seat=note.seat, text="")
        return begun[:1].upper() + begun[1:] + escape(note.text)

    def _counts(self, balance: ev.Balance) -> list[str]:
        tell = self.tell
        told = []
        for label in ("points", "totals", "purses"):
            numbers = getattr(balance, label)
            if numbers is not UNSET:
                each = (
                    f"{tell.initial(seat)} {tell.number(count)}"
                    for seat, count in enumerate(numbers)
                )
                told.append(f"{tell.say(label)} {' '.join(each)}")
        if balance.pot is not UNSET:
            told.append(f"{tell.say('pot')} {balance.pot}")
        return told


def _sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    begun = text[:1].upper() + text[1:]
    return begun if begun.endswith((".", "!", "?", "…")) else f"{begun}."
