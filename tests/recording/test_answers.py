"""What the session asks, how it explains what it does not take, and what it lets stand."""

from pathlib import Path
from typing import Any

import pytest

from brusqlog import check
from brusqlog.game import events as ev
from brusqlog.game.findings import LANGUAGES, Language
from brusqlog.recording import vocabulary as words
from brusqlog.recording.deeds import DEEDS
from brusqlog.recording.incidents import KINDS as TYPED
from brusqlog.recording.manual import COMMANDS, KINDS, MANUAL
from brusqlog.recording.session import OWN, Session, command
from brusqlog.writing.logwriter import LogWriter
from tests.recording.typist import session


def header(rules: str = "salon-2021", players: int = 3, **more: Any) -> ev.Game:
    names = ["Anne", "Basile", "Cécile", "Denis", "Élise"][:players]
    if players in (3, 5):
        more["removed"] = ["7S", "7C"]
    if "target" not in more:
        more["hands"] = 2
    return ev.Game(format=ev.FORMAT, id="x", rules=rules, players=names, **more)


def talk(path: Path, *lines: str, language: Language = "en", **more: Any) -> Session:
    """A session that has heard these lines and taken every one."""
    path.mkdir(exist_ok=True)
    found = session(path / "x.jsonl", header(**more), language)
    for line in lines:
        told = found.hear(line)
        assert not found.refused, (line, told)
    return found


PLAYED = ("a", "as", "kc", "qd")
WRONG: list[tuple[Language, tuple[str, ...], str, str]] = [
    ("en", (), "zoe", "Nobody here is called zoe; there are Anne, Basile, Cécile."),
    ("en", (), "", "Nobody here is called"),
    ("fr", (), "zoé", "Personne ici ne s'appelle zoé ; il y a Anne, Basile, Cécile."),
    ("en", ("a",), "kc qs 8s", "One card is due; qs is too much."),
    ("en", ("a",), "??", "was seen by everybody"),
    ("en", ("a",), "anne 8s 8s 8s 8s", "three cards, not more"),
    ("en", ("a",), "anne 8s | a 9s", "a stands there twice"),
    ("en", ("a",), "Anne 8s | Basile 8s", "error[card-elsewhere]"),
    ("en", ("a", "anne 8s"), "basile 8d", "`undo` first"),
    ("en", ("a",), "7s", "error[card-left-out]"),
    ("fr", ("a",), "as", "la couleur manque"),
    ("en", PLAYED, "", "A card is due."),
    ("en", PLAYED, "6h", "6h is no card"),
    ("fr", ("a", "ap", "rt"), "6c", "6c n'est pas une carte"),
    ("en", PLAYED, "10", "the suit is missing"),
    ("en", PLAYED, "10g", "there is no such suit"),
    ("en", PLAYED, "queen of harts", "Did you mean queen of hearts?"),
    ("en", ("a", "as", "kc"), "dk", "dk may be Q♦ or K♦."),
    ("en", PLAYED, "undoo", "Did you mean undo?"),
    ("fr", ("a", "ap", "rt"), "anuler", "Vouliez-vous dire annuler ?"),
    ("en", PLAYED, "kc", "related: #16: Basile plays K♣"),
    ("fr", ("a", "ap", "rt"), "rt", "voir : #16 : Basile joue R♣"),
    ("en", PLAYED, "as", "error[card-elsewhere]"),
    ("en", PLAYED, "8s 9s", "The trick is complete before 9s; draws come behind +."),
    ("en", PLAYED, "8s > b", "error[take-seat]"),
    ("en", PLAYED, "8s >", "A name is due behind >."),
    ("en", PLAYED, "8s + a", "a: the suit is missing"),
    ("en", PLAYED, "+ 8d", "Nobody draws now."),
    ("en", PLAYED, "8s + 8d 9d td jd", "Everybody has drawn before jd"),
    ("en", PLAYED, "2. 8s", "This is trick 1, not 2."),
    ("en", PLAYED, "b:8s", "error[play-twice]"),
    ("en", (*PLAYED, "8s"), "kc", "error[card-already-played]"),
    ("en", (*PLAYED, "8s"), "b:8d a:9d", "error[draw-order]"),
    ("en", PLAYED, "points a 1, b 1", "missing: Cécile"),
    ("en", PLAYED, "points a 1, b x", "b x: a name and a number are due"),
    ("en", PLAYED, "points a 1, b 0, c 0", "error[balance-points]"),
    ("en", PLAYED, "pot sixty", "sixty: a name and a number are due"),
    ("en", PLAYED, "announced a -3", "That cannot stand in a log"),
    ("en", PLAYED, "award a 0", "0 is no number of counters."),
    ("en", PLAYED, "paid a b 3", "a payment is written"),
    ("en", PLAYED, "paid a > b 3", "error[payment-not-owed]"),
    ("en", PLAYED, "take a", "error[take-late]"),
    ("en", PLAYED, "note", "`note` needs a text."),
    ("en", PLAYED, "undo 0", "0: a number of inputs is due"),
    ("en", PLAYED, "undo x", "x: a number of inputs is due"),
    ("en", PLAYED, "fix", "`fix N CARD`"),
    ("en", PLAYED, "fix 3 ks", "#3 is no card that stands"),
    ("en", PLAYED, "fix 99 ks", "#99 is no card that stands"),
    ("en", PLAYED, "fix 16 kc", "#16 is that already."),
    ("en", PLAYED, "fix 16 as", "error[card-elsewhere]"),
    ("en", PLAYED, "fix #16 xq", "xq is no card"),
    ("en", PLAYED, "accept", "There is nothing to accept."),
    ("en", PLAYED, "packets 3", "3: cards are dealt by 1+1+1."),
    ("en", PLAYED, "incident", "Which? misdeal, out of turn"),
    ("fr", ("a", "ap", "rt"), "incident", "Lequel ? maldonne, avant son rang"),
    ("en", PLAYED, "incident quarrel", "quarrel: no such incident."),
    ("en", PLAYED, "! out of turn b", "error[incident-not-in-rules]"),
    ("en", PLAYED, "! misdeal", "error[incident-misplaced]"),
    ("en", PLAYED, "lots a kc", "error[lot-late]"),
    ("en", PLAYED, "cut c", "error[cut-late]"),
    ("en", PLAYED, "shuffle", "error[shuffle-late]"),
    ("en", PLAYED, "turn-up 8d", "error[turnup-late]"),
    ("en", PLAYED, "mixed", "error[hand-not-finished]"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "before", "line", "due"), WRONG)
def test_a_wrong_input_is_explained_and_changes_nothing(
    language: Language, before: tuple[str, ...], line: str, due: str, tmp_path: Path
) -> None:
    one = talk(tmp_path, *before, language=language)
    state, data, prompt = one.writer.state, one.writer.path.read_bytes(), one.prompt
    told = one.hear(line)
    assert one.refused
    assert due in " ".join(" ".join(told).split())
    assert (one.writer.state, one.writer.path.read_bytes(), one.prompt) == (state, data, prompt)


def test_it_asks_only_for_what_the_rules_do_not_give(tmp_path: Path) -> None:
    one = talk(tmp_path)
    asked = []
    for line in ("b", "as", "kc", "qs", "8s", "", "9d 9h 9s", ""):
        asked.append(one.prompt)
        one.hear(line)
    assert [*asked, one.prompt] == [
        "Who deals first? (a name, or the lots: Anne Ks, …)",
        "Hand 1, Basile deals: turn-up",
        "Trick 1, Cécile leads",
        "Trick 1, Anne plays",
        "Trick 1, Basile plays",
        "Draws, Anne first (Enter: not seen)",
        "Trick 2, Anne leads",
        "Draws, Cécile first (Enter: not seen)",
        "Trick 3, Cécile leads",
    ]


def test_a_hasty_card_is_taken_for_the_only_one_that_it_can_be(tmp_path: Path) -> None:
    one = talk(tmp_path, *PLAYED)
    one.hear("dk")  # the queen of diamonds, as the French write it, lies on the table
    assert one.writer.events[-1] == ev.Play(seat=0, card="KD")


def test_it_asks_in_french(tmp_path: Path) -> None:
    one = talk(tmp_path, language="fr", rules="wikipedia")
    asked = []
    for line in ("anne", "", "ap", "dame de cœur"):
        asked.append(one.prompt)
        one.hear(line)
    assert [*asked, one.prompt] == [
        "Qui donne le premier ? (un nom, ou le tirage : Anne Rp, …)",
        "Coup 1, Anne donne : qui coupe ? (Entrée : Cécile)",
        "Coup 1, Anne donne : retourne",
        "Levée 1, Basile entame",
        "Levée 1, Cécile joue",
    ]


def test_one_line_may_be_a_line_of_the_notation(tmp_path: Path) -> None:
    one = talk(tmp_path, "Lots: Anne Ks, Basile 10h, Cécile Qd")
    for line in (
        "Deal: Basile 7d Js Kc | Cécile 10d Qs 9c | Anne 8s 7h Kh",
        "Turn-up: As",
        "1. kc qs 8s > Cécile + 8d Qd Ah     ; Basile hesitates",
        "2. 8♦ Q♦ J♠ > Basile + C:8♥",
    ):
        assert one.hear(line) and not one.refused
    kinds = [event for event in one.writer.events if isinstance(event, ev.Note | ev.Take)]
    assert kinds == [ev.Note(text="Basile hesitates")]
    draws = [event.card for event in one.writer.events if isinstance(event, ev.Draw)]
    assert draws == ["8D", "QD", "AH", "??", "8H", "??"]


def test_what_was_played_against_the_rules_stands_behind_a_ruling(tmp_path: Path) -> None:
    one = talk(tmp_path, "a", "as", "kc")
    told = one.hear("a:8s")
    assert one.refused
    assert told[-1] == "  If it was played so: `accept WHY` writes a ruling that lets it stand."
    told = one.hear("accept She was in a hurry.")
    assert not one.refused
    assert one.writer.events[-2:] == (
        ev.Incident(kind="ruling", text="She was in a hurry.", permits=["play"]),
        ev.Play(seat=0, card="8S"),
    )
    assert one.prompt == "Trick 1, Cécile plays"
    assert [found.severity for found in check([one.writer.path])] == ["info"]
    assert one.hear("undo") == ["  Withdrawn: 2 events."]
    assert one.prompt == "Trick 1, Cécile plays"


def test_what_was_accepted_is_settled_like_anything_else(tmp_path: Path) -> None:
    one = talk(tmp_path, "a", "as", "kc", "qd", "8s", "", "th")
    one.hear("c:9h")
    one.hear("accept")
    assert isinstance(one.writer.events[-2], ev.Incident)
    assert one.writer.events[-2].text == "played so"
    one.hear("8h")
    assert [e.counters for e in one.writer.events if isinstance(e, ev.Payment)] == [1, 1]


def test_who_deals_against_the_rules_deals_behind_a_ruling(tmp_path: Path) -> None:
    one = talk(tmp_path, "a", "! short pack ??", rules="encyclopedie")
    assert one.prompt == "Hand 1 is void (Enter: go on)"
    assert "dealer-next" in one.hear("c")[0]
    one.hear("accept he was asleep")
    kinds = [type(event) for event in one.writer.events[-5:]]
    assert kinds == [ev.Incident, ev.Hand, ev.Stake, ev.Stake, ev.Stake]
    one.hear("undo")
    one.hear("b")
    assert one.prompt == "Hand 2, Basile deals: turn-up"


def test_who_deals_next_may_be_named_when_a_hand_is_played(tmp_path: Path) -> None:
    one = talk(tmp_path, "a", "as")
    while one.prompt != "Hand 1 is played: announcements, or Enter":
        one.hear("" if one.prompt.startswith("Draws") else one.writer.state.legal_plays()[0])
    one.hear("basile")
    assert one.prompt == "Hand 2, Basile deals: turn-up"
    assert ev.Award in map(type, one.writer.events)


def test_the_turn_up_is_drawn_without_asking(tmp_path: Path) -> None:
    one = talk(tmp_path, players=5)
    for line in ("a", "as", "kc qc jc 9c 8c", "", "kd qd jd 9d 8d", "", "kh qh jh 9h 8h"):
        one.hear(line)
    one.hear("ac ad ah tc")
    assert one.prompt == "Trick 4, Basile leads"
    drawn = [event for event in one.writer.events if isinstance(event, ev.Draw)]
    assert drawn[-1] == ev.Draw(seat=0, card="AS")


def test_a_misdeal_comes_after_the_cut(tmp_path: Path) -> None:
    one = talk(tmp_path, "a", "! misdeal")
    assert one.writer.events[-2:] == (ev.Cut(seat=2), ev.Incident(kind="misdeal", seat=0))
    assert one.prompt == "Hand 1, Anne deals: turn-up"


def test_how_cards_are_dealt_is_remembered_in_the_log(tmp_path: Path) -> None:
    one = talk(tmp_path, "a", "packets 3", "as", rules="encyclopedie")
    one.writer.close()
    writer = LogWriter.resume(tmp_path / "x.jsonl", sync="none")
    again = Session(writer, one.style)
    for line in ("! misdeal", "ks"):
        again.hear(line)
    sizes = [len(event.cards) for event in writer.events if isinstance(event, ev.Deal)]
    assert sizes == [3] * 6


def test_what_no_ruling_permits_cannot_be_accepted(tmp_path: Path) -> None:
    one = talk(tmp_path, *PLAYED)
    assert not any("accept" in line for line in one.hear("kc"))
    assert one.hear("accept") == ["  No ruling can permit that: look for an earlier card to `fix`."]
    one.hear("kc")
    one.hear("state")
    assert one.hear("accept") == ["  There is nothing to accept."]


def test_what_is_missing_of_an_incident_is_asked(tmp_path: Path) -> None:
    one = talk(tmp_path, *PLAYED, "8s", rules="encyclopedie")
    assert one.hear("incident drew out of turn") == []
    assert one.prompt == "Who?"
    assert one.hear("zoe") == ["  Nobody here is called zoe; there are Anne, Basile, Cécile."]
    assert one.prompt == "Who?"
    one.hear("cécile")
    assert one.prompt == "Joined to his hand, or only seen? (joined, seen)"
    told = one.hear("seen")
    assert told == [
        "  Cécile draws out of turn, the card of Anne (he only saw it)",
        "  paid penalty C→A,B 2 each",
    ]
    assert [e.reason for e in one.writer.events[-2:] if isinstance(e, ev.Payment)] == [
        "penalty",
        "penalty",
    ]
    one.hear("! short pack")
    assert one.prompt == "Which cards are missing? (?? if not known)"
    assert one.hear("") == []
    assert one.prompt == "Draws, Anne first (Enter: not seen)"


@pytest.mark.parametrize(
    ("line", "due"),
    [
        ("! ruling the cards stay", {"text": "the cards stay"}),
        ("! ruling Anne, play, void hand: so be it", {
            "text": "so be it", "seat": 0, "permits": ["play", "void-hand"]}),
        ("! décision donneur : Basile donne", {"text": "Basile donne", "permits": ["dealer"]}),
        ("! ruling He said: no", {"text": "He said: no"}),
    ],
)  # fmt: skip
def test_a_ruling_tells_whom_it_concerns_and_what_it_permits(
    line: str, due: dict[str, Any], tmp_path: Path
) -> None:
    one = talk(tmp_path, "a", "as", line)
    assert ev.Incident(kind="ruling", **due) in one.writer.events


def test_money_that_the_rules_do_not_give_is_typed(tmp_path: Path) -> None:
    one = talk(
        tmp_path,
        "a",
        "as",
        "! ruling payment: half each",
        "paid a > b 3 (ruling), c > b 1 (ruling)",
    )
    assert one.writer.events[-2:] == (
        ev.Payment(payer=0, payee=1, counters=3, reason="ruling"),
        ev.Payment(payer=2, payee=1, counters=1, reason="ruling"),
    )


def test_an_illegible_card_leaves_the_taker_to_be_asked(tmp_path: Path) -> None:
    one = talk(tmp_path, *PLAYED, "??")
    assert one.prompt == "Trick 1: who takes it?"
    one.hear("a")
    assert one.prompt == "Draws, Anne first (Enter: not seen)"
    assert isinstance(one.writer.events[-1], ev.Take)


def test_a_leaver_ends_the_game_with_what_is_due(tmp_path: Path) -> None:
    one = talk(tmp_path, *PLAYED, "incident leave c")
    assert one.writer.state.ended == "abandoned"
    assert [e.counters for e in one.writer.events if isinstance(e, ev.Award)] == [30, 30]
    assert one.prompt == "The game is over (quit, undo, note)"
    assert [found.severity for found in check([one.writer.path])] == ["info"]


def test_a_game_broken_off_can_give_the_stakes_back(tmp_path: Path) -> None:
    one = talk(tmp_path, *PLAYED, "award a 20, b 20, c 20")
    assert one.prompt == "Stakes are taken back: award NAME N, or end"
    one.hear("end")
    assert one.writer.events[-1] == ev.End(
        reason="abandoned", totals=[0, 0, 0], purses=[60, 60, 60]
    )
    assert [found.severity for found in check([one.writer.path])] == []


def test_a_note_is_written_and_stays(tmp_path: Path) -> None:
    one = talk(tmp_path, *PLAYED)
    assert one.hear("note Cécile: mine!") == ["  noted"]
    assert one.writer.events[-1] == ev.Note(text="mine!", seat=2)
    assert one.hear("note 10:30, break") == ["  noted"]
    assert one.writer.events[-1] == ev.Note(text="10:30, break")
    assert one.hear("undo") == ["  A note stays; `undo` again takes back what was before it."]
    assert one.hear("undo") == ["  A note stays; `undo` again takes back what was before it."]
    assert one.hear("undo") == ["  Withdrawn: 1 event."]
    assert one.prompt == "Trick 1, Cécile plays"


def test_the_list_has_the_numbers_by_which_cards_are_fixed(tmp_path: Path) -> None:
    one = talk(tmp_path, *PLAYED, "8s", "", "fix 16 jc")
    assert one.hear("list") == [
        "  Hand 1: Anne deals",
        "  stakes: Basile 20, Cécile 20, Anne 20",
        "  Cécile cuts",
        "  #15 turn-up A♠ · spades are trumps",
        "  #23 Basile J♣  #24 Cécile Q♦  #25 Anne 8♠",
        "  Anne takes trick 1: 5 points",
        "  #26 Anne ??  #27 Basile ??  #28 Cécile ??",
    ]


def test_a_list_of_nothing_says_so(tmp_path: Path) -> None:
    assert talk(tmp_path).hear("list") == ["  There is nothing yet."]
    assert talk(tmp_path / "fr", language="fr").hear("liste") == ["  Il n'y a encore rien."]


def test_a_packet_is_fixed_by_its_old_card(tmp_path: Path) -> None:
    one = talk(tmp_path, "a", "packets 3", "anne 8s 9s", "as", rules="encyclopedie")
    (place,) = [
        n for n, e in enumerate(one.writer.events) if e == ev.Deal(seat=0, cards=["8S", "9S", "??"])
    ]
    one.hear(f"fix {place} 9s 9d")
    assert not one.refused
    assert ev.Deal(seat=0, cards=["8S", "9D", "??"]) in one.writer.events[place + 1 :]
    assert one.hear(f"fix {place} 9s") != []
    assert one.refused


def test_help_names_every_command(tmp_path: Path) -> None:
    for language in LANGUAGES:
        text = MANUAL[language]
        assert max(map(len, text.splitlines())) <= 80
        for name in COMMANDS[language]:
            assert name in text or name == ("help" if language == "en" else "aide")
            assert command(name)[0] in {*DEEDS, *OWN}
        for kind in KINDS[language]:
            assert " ".join(command(kind)).strip() in TYPED


def test_both_languages_have_the_same_texts() -> None:
    for table in (words.PROMPTS, words.ANSWERS, words.UNCLEAR):
        assert table["en"].keys() == table["fr"].keys()
        for key, text in table["en"].items():
            places = {part.split("}")[0] for part in text.split("{")[1:]}
            assert {part.split("}")[0] for part in table["fr"][key].split("{")[1:]} == places


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_prompts_fit_a_terminal(players: int, language: Language, tmp_path: Path) -> None:
    one = talk(tmp_path, players=players, language=language)
    for line in ("a", "a♠", "9♦", "8♦"):
        assert len(one.prompt) < 70
        one.hear(line)
