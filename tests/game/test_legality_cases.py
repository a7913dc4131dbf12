"""The tricky legality cases of rules-research.md §3, one test a case, under the five rulesets.

A case that names `any` is tried under every ruleset. Only what concerns the english rules of the
19th century, which are not among the five, is left out.
"""

from typing import Any

import pytest

from brusqlog.game.state import State
from brusqlog.show.record import ranking
from tests.game.tables import (
    RULESETS,
    WORKED,
    Book,
    Log,
    changed,
    course_of,
    draw,
    errors,
    incident,
    inserted,
    paid,
    place,
    places,
    play,
    remarks,
    without,
    worked,
)

every_ruleset = pytest.mark.parametrize("rules", RULESETS)

OPENING = "KC QS 8S  8D QD JS  7D TD 7H  8H KS 9D"
"""The first four tricks of the worked hand: kings, jacks and trumps take as in any rank."""

TO_THE_END = "KC QS 8S 8D QD JS 7D TD 7H 8H KS 9D KH AH 9C TC 8C KD JC 9H QC"
"""The seven tricks of the worked hand that draw. Left over: Anne 9S TH JD, Basile TS JH AC, Cécile
AS QH AD; spades are trumps and Anne leads."""

STRICT = {"strict_endgame": True}

FORTY_EACH = (
    "9H TD 8C QD AH 9S KS QC KC JS 7H JC 9D QH JD TS JH 7D 8H TH QS TC 8S AS 9C 8D AC KH AD KD"
)
TWO_LEVEL = (
    "9D 8D TH JC KS TC 9H 8S QC QH QS AC JD 7D AS 9S KD JH QD TD TS JS 8C KC 8H 9C AD KH AH 7H"
)
THREE_LEVEL = (
    "JD 7S TH 9S 7C AC 7D KH AH QD AD TD KS JH 9C 7H "
    "9H 8D KC KD JC TC 8C JS QC QS QH 8H 8S AS 9D TS"
)
CLOSE = "AD 8H KH 9H KD TC 8C QS 7D 9S TH AC 9C KS JC QH KC 9D QD 8S AS 8D JH JD TD AH JS TS QC 7H"
UNDER_TRUMPED = (
    "AD KC QH KD JC 9D AH JD 9H AS 8C KH QS QD 9S KS JS AC 7D QC JH TH TS 8S 8H TC 8D 9C 7H TD"
)
FOUR = (
    "AC KD 7H JS QD 8D AH AS 7D 9S QH QS JH 7C 9C 8S "
    "9D TD QC TH 8H AD TS TC 9H 8C KH JC 7S KS KC JD"
)


def of_four(rules: str = "salon-2021", *, partners: bool = False) -> Log:
    """A hand with four players."""
    book = Book(4, rules, partners=True) if partners else Book(4, rules)
    book.hand(FOUR)
    return book.end()


def nets(log: Log, start: int, end: int, players: int = 3) -> list[int]:
    """What the payments between two seqs bring each seat."""
    found = [0] * players
    for seq in places(log[:end], "payment"):
        if seq >= start:
            found[log[seq]["payer"]] -= log[seq]["counters"]
            found[log[seq]["payee"]] += log[seq]["counters"]
    return found


# Following, trumping, the strict endgame -------------------------------------------------------


@every_ruleset
def test_a_card_of_the_suit_led_may_be_kept_back_while_the_stock_lasts(rules: str) -> None:
    """Case 1: in trick 4 Basile holds the ace of hearts, hearts are led, he lays a diamond."""
    log = worked(rules, OPENING)
    nine = place(log, "play", seat=1, card="9D")
    assert "AH" in State(course_of(log[:nine])).holdings[1]
    assert log[nine - 2]["card"] == "8H"
    assert errors(log) == []


@every_ruleset
def test_a_player_who_could_follow_may_trump_while_the_stock_lasts(rules: str) -> None:
    """Case 2: in trick 1 Cécile holds the nine of clubs, clubs are led, she trumps."""
    log = worked(rules, OPENING)
    queen = place(log, "play", seat=2, card="QS")
    assert "9C" in State(course_of(log[:queen])).holdings[2]
    assert errors(log) == []


@pytest.mark.parametrize("rules", ["salon-2021", "salon-2009", "wikipedia", "encyclopedie"])
def test_trumping_without_need_is_legal_in_the_last_tricks_too(rules: str) -> None:
    """Case 3: in trick 8 Cécile holds the ace of diamonds, diamonds are led, she trumps."""
    assert errors(worked(rules)) == []


def test_trumping_without_need_is_a_revoke_in_a_strict_endgame() -> None:
    """Case 3 under the option of the Encyclopédie."""
    log = worked("encyclopedie", options=STRICT)
    assert errors(log) == [("revoke", place(log, "play", seat=2, card="AS"))]


def test_a_strict_endgame_may_be_agreed_under_another_ruleset() -> None:
    """Case 3 with the option of a header."""
    log = worked("salon-2021", options=STRICT)
    assert errors(log) == [("revoke", place(log, "play", seat=2, card="AS"))]


def test_a_void_player_who_discards_a_plain_card_though_he_has_a_trump_revokes() -> None:
    """Case 4: Basile has no diamond and keeps back the ten of trumps."""
    plays = TO_THE_END + " JD JH AD  QH TH TS  AC AS 9S"
    log = worked("encyclopedie", plays, options=STRICT)
    assert errors(log) == [("revoke", place(log, "play", seat=1, card="JH"))]


def test_a_revoke_shows_from_the_plays_alone() -> None:
    """Case 4 as an observer writes it down: the ten of trumps, laid later, tells."""
    plays = TO_THE_END + " JD JH AD  QH TH TS  AC AS 9S"
    log = worked("encyclopedie", plays, options=STRICT)
    hidden = [
        event | {"cards": ["??"]}
        if event["event"] == "deal"
        else event | {"card": "??"}
        if event["event"] == "draw" and event["card"] != "AS"
        else event
        for event in log
    ]
    assert errors(hidden) == [("revoke", place(log, "play", seat=1, card="JH"))]


def test_nobody_need_overtrump() -> None:
    """Case 5: the ten of trumps lies, the void third player has the ace and lays the eight."""
    book = Book(rules="encyclopedie", options=STRICT)
    log = book.hand(UNDER_TRUMPED)
    eight = place(log, "play", card="8S")
    assert [event["card"] for event in log[eight - 2 : eight]] == ["8H", "TS"]
    holding = State(course_of(log[:eight])).holdings[log[eight]["seat"]]
    assert "AS" in holding
    assert not any(card[1] == "H" for card in holding)
    assert errors(log) == []


def test_nobody_need_follow_while_the_last_cards_of_the_stock_wait_to_be_drawn() -> None:
    """Case 6: in trick 7 three cards are left; Anne holds the queen of clubs and keeps it."""
    log = worked("encyclopedie", TO_THE_END[: -len("QC")] + "JD", options=STRICT)
    jack = place(log, "play", seat=0, card="JD")
    state = State(course_of(log[:jack]))
    assert (state.stock, state.table[0].card) == (3, "JC")
    assert "QC" in state.holdings[0]
    assert errors(log[: jack + 1]) == []


# Takers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "taker"),
    [("salon-2021", 0), ("salon-2009", 0), ("encyclopedie", 0), ("wikipedia", 0),
     ("academie-1718", 2)],
)  # fmt: skip
def test_a_ten_beats_a_king_except_in_1718(rules: str, taker: int) -> None:
    """Case 7, with the queen of hearts led in trick 9, which in 1718 beats the ten too."""
    log = worked(rules)
    laid = place(log, "play", card="JH") + 1
    assert course_of(log[:laid]).taker == taker
    for seat in range(3):
        told = inserted(log[:laid], laid, {"event": "take", "seat": seat})
        assert errors(told) == ([] if seat == taker else [("take-seat", laid)])


@pytest.mark.parametrize(("rules", "taker"), [("salon-2021", 1), ("academie-1718", 0)])
def test_a_ten_laid_on_a_led_king_takes_it_except_in_1718(rules: str, taker: int) -> None:
    """Case 7 to the letter: Anne leads a king, Basile lays the ten of its suit."""
    pack = WORKED.replace("AH", "..").replace("TH", "AH").replace("..", "TH")
    book = Book(rules=rules)
    log = book.hand(pack, OPENING + " KH TH 9C")
    laid = place(log, "play", seat=1, card="TH") + 2
    assert course_of(log[:laid]).taker == taker
    assert errors(log) == []


def test_an_ace_discarded_on_another_suit_loses_and_is_paid_for() -> None:
    """Case 8: Basile discards the ace of clubs on a diamond and pays both others two."""
    log = worked("salon-2021", OPENING + " KD AC 9C")
    ace = place(log, "play", seat=1, card="AC")
    assert log[ace - 1] == play(0, "KD")
    assert course_of(log[: ace + 2]).taker == 0
    assert log[ace + 2 : ace + 4] == [paid(1, 2, 2, card="AC"), paid(1, 0, 2, card="AC")]
    assert errors(log) == []
    assert errors(without(log, ace + 2)) == [
        ("payment-missing", place(without(log, ace + 2), "play", seat=0, nth=6))
    ]


@every_ruleset
def test_a_small_trump_takes_the_ace_of_another_suit(rules: str) -> None:
    """Case 9: in trick 10 the nine of trumps takes two aces, which are paid for."""
    log = worked(rules)
    last = places(log, "play")[-3:]
    assert {log[seq]["card"] for seq in last} == {"9S", "AC", "AD"}
    assert course_of(log[: last[-1] + 1]).taker == 0
    assert len(places(log[last[-1] :], "payment")) == 4
    assert errors(log) == []


# The pack --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["salon-2021", "salon-2009"])
def test_two_sevens_of_different_colour_may_not_be_left_out_under_the_salon(rules: str) -> None:
    """Case 10."""
    log = Book(rules=rules, removed=["7H", "7S"]).hand(WORKED.replace("7H", "7C"))
    assert errors(log) == [("removed-colours", 0)]


@pytest.mark.parametrize("rules", ["encyclopedie", "academie-1718", "wikipedia"])
def test_any_two_sevens_may_be_left_out_under_the_older_rules(rules: str) -> None:
    """Case 10."""
    log = Book(rules=rules, removed=["7H", "7S"]).hand(WORKED.replace("7H", "7C"))
    assert errors(log) == []


@every_ruleset
def test_a_seven_left_out_cannot_be_dealt(rules: str) -> None:
    """Case 11: Basile's first card is the seven of spades."""
    log = worked(rules, OPENING)
    seven = place(log, "deal", cards=["7D"])
    assert errors(changed(log, seven, cards=["7S"])) == [("card-left-out", seven)]


@every_ruleset
def test_no_card_appears_twice(rules: str) -> None:
    """Case 11: a card dealt twice; a card drawn that was played."""
    log = worked(rules, OPENING)
    seq = place(log, "deal", cards=["QS"])
    assert errors(changed(log, seq, cards=["7D"])) == [("card-elsewhere", seq)]
    seq = place(log, "draw", card="QC")
    assert errors(changed(log, seq, card="KC")) == [("card-already-played", seq)]


@every_ruleset
def test_nobody_plays_a_card_that_he_cannot_hold(rules: str) -> None:
    """Case 11: the card is still in the stock, lies with another, or was played."""
    log = worked(rules, OPENING)
    eight = place(log, "play", seat=0, card="8S")
    assert errors(changed(log, eight, card="TS")) == [("card-not-held", eight)]
    assert errors(changed(log, eight, card="9C")) == [("card-elsewhere", eight)]
    assert errors(changed(log, eight, card="KC")) == [("card-already-played", eight)]


# Draws -----------------------------------------------------------------------------------------


@every_ruleset
def test_nobody_draws_before_the_taker(rules: str) -> None:
    """Case 12: Anne, on the right of the taker, draws first."""
    log = worked(rules, OPENING)
    first = place(log, "draw")
    exchanged = [*log[:first], log[first + 1], log[first], *log[first + 2 :]]
    assert errors(exchanged) == [("draw-order", first)]


@pytest.mark.parametrize("rules", ["encyclopedie", "academie-1718"])
def test_a_draw_before_the_taker_is_an_incident_under_the_encyclopedie(rules: str) -> None:
    """Case 12, K6: it is written down as one, paid for, and the draws go on in their order."""
    log = worked(rules, OPENING)
    first = place(log, "draw")
    drew = incident("drew-out-of-turn", seat=0, owner=2, joined=False)
    fines = [paid(0, 1, 2, "penalty"), paid(0, 2, 2, "penalty")]
    assert errors(inserted(log, first, drew, *fines)) == []


@pytest.mark.parametrize("rules", ["salon-2021", "salon-2009", "wikipedia"])
def test_a_ruleset_without_a_schedule_knows_no_draw_out_of_turn(rules: str) -> None:
    """Case 12: the incident itself is the one error, its consequences are followed."""
    log = worked(rules, OPENING)
    first = place(log, "draw")
    drew = incident("drew-out-of-turn", seat=0, owner=2, joined=False)
    fines = [paid(0, 1, 2, "penalty"), paid(0, 2, 2, "penalty")]
    assert errors(inserted(log, first, drew, *fines)) == [("incident-not-in-rules", first)]


@every_ruleset
def test_only_the_last_drawer_of_the_last_round_draws_the_turn_up(rules: str) -> None:
    """Case 13: the player before him takes it."""
    log = worked(rules, OPENING)
    last = place(log, "draw", card="AS")
    assert errors(changed(log, last - 1, card="AS")[:last]) == [("card-elsewhere", last - 1)]
    early = changed(changed(log, last - 1, card="AS"), last, card=log[last - 1]["card"])
    assert errors(early[: last + 1])[0] == ("card-elsewhere", last - 1)
    other = changed(log, last, seat=log[last - 1]["seat"])
    assert errors(other) == [("draw-order", last)]


@every_ruleset
@pytest.mark.parametrize("card", ["??", "TS"])
def test_the_last_card_drawn_is_the_turn_up_by_name(rules: str, card: str) -> None:
    """Case 14."""
    log = worked(rules, OPENING)
    last = place(log, "draw", card="AS")
    assert errors(changed(log, last, card=card)) == [("draw-turnup", last)]


@every_ruleset
def test_no_trick_goes_without_draws_while_cards_remain(rules: str) -> None:
    """Case 15: the draws after trick 7 are left out."""
    log = worked(rules, OPENING)
    gap = places(log, "draw")[-3:]
    assert errors(without(log, *gap)[: gap[0] + 1]) == [("draw-missing", gap[0])]


@every_ruleset
def test_nobody_draws_when_the_stock_is_gone(rules: str) -> None:
    """Case 15: a draw after trick 8."""
    log = worked(rules, OPENING)
    after = places(log, "play")[24]
    assert errors(inserted(log, after, draw(log[after]["seat"], "??"))) == [("draw-not-due", after)]


# The lead --------------------------------------------------------------------------------------


@every_ruleset
def test_only_the_dealers_right_neighbour_leads_first(rules: str) -> None:
    """Case 16: Cécile leads instead of Basile."""
    log = worked(rules, OPENING)
    lead = place(log, "play")
    assert errors(changed(log, lead, seat=2, card="QS")[: lead + 1]) == [("play-turn", lead)]
    swapped = [*log[:lead], log[lead + 1], log[lead], *log[lead + 2 :]]
    assert errors(swapped) == [("play-turn", lead)]


@every_ruleset
def test_only_the_taker_leads_later(rules: str) -> None:
    """Case 16: Anne leads to trick 2, which Cécile should."""
    log = worked(rules, OPENING)
    lead = place(log, "play", nth=4)
    swapped = [*log[:lead], log[lead + 1], log[lead], *log[lead + 2 :]]
    assert errors(swapped) == [("play-turn", lead)]


@pytest.mark.parametrize("rules", ["encyclopedie", "academie-1718"])
def test_a_card_laid_before_the_lead_stays_under_the_encyclopedie(rules: str) -> None:
    """Case 16, K4: his turn is passed over later; the suit led is that of the leader's card."""
    log = worked(rules, OPENING)
    lead = place(log, "play", nth=4)
    early = incident("out-of-turn", seat=0)
    told = [*log[:lead], early, log[lead + 1], log[lead], *log[lead + 2 :]]
    assert errors(told) == []
    again = inserted(told, lead + 3, play(0, "QC"))
    assert errors(again) == [("play-twice", lead + 3)]


def test_a_balance_before_the_take_counts_the_trick_for_anyone_who_may_have_taken_it() -> None:
    """Beside the cases: finished tricks count at once, and only notes, balances and seals stand
    between the last card of a trick and its `take`. The illegible card may be any heart."""
    log = worked("salon-2021", OPENING + " KH AH 9C")
    ace = place(log, "play", card="AH")
    hidden = [
        event | {"cards": ["??"]}
        if event["event"] == "deal"
        else event | {"card": "??"}
        if event["event"] == "draw" and event["card"] != "AS"
        else event
        for event in changed(log, ace, card="??")[: ace + 2]
    ]
    assert course_of(hidden).taker is None or course_of(hidden).taker < 0
    balance = {"event": "balance", "points": [4, 20, 17]}
    take = {"event": "take", "seat": 1}
    assert errors([*hidden, take, balance]) == []
    assert errors([*hidden, balance, take]) == []


# Payments --------------------------------------------------------------------------------------


def test_every_brusquembille_of_a_trick_is_settled_by_itself() -> None:
    """Case 17: a ten is led, the ace of its suit takes it, another ten is discarded."""
    pack = WORKED.replace("9C", "..").replace("AC", "9C").replace("..", "AC")
    pack = pack.replace("8S", "..").replace("TH", "8S").replace("..", "TH")
    pack = pack.replace("KC", "..").replace("TC", "KC").replace("..", "TC")
    log = Book().hand(pack, "TC AC TH")
    laid = place(log, "play", nth=3) + 1
    settled = [event for event in log[laid : laid + 6] if event["event"] == "payment"]
    assert len(settled) == 6
    assert nets(log, laid, laid + 6) == [-2 - 2 + 1, -2 - 2 + 1, 2 + 2 + 1 + 1]
    assert errors(log) == []
    for seq in range(laid, laid + 6):
        assert errors(without(log, seq)) == [("payment-missing", laid + 5 + 3)]


@pytest.mark.parametrize("rules", RULESETS)
def test_a_lost_brusquembille_is_paid_to_the_other_losers_too(rules: str) -> None:
    """Case 18: in trick 10 two aces are lost; only the taker is paid."""
    log = worked(rules)
    losers = [place(log, "payment", payer=1, payee=2, card="AC"),
              place(log, "payment", payer=2, payee=1, card="AD")]  # fmt: skip
    one = without(log, losers[0])
    assert errors(one) == [("payment-missing", place(one, "award"))]
    # Without both their debts cancel: a net of nothing needs no payment.
    assert errors(without(log, *losers)) == []
    alone = Book(rules=rules).hand(WORKED, OPENING + " KD AC 9C")
    to_cecile = place(alone, "payment", payer=1, payee=2, card="AC")
    told = without(alone, to_cecile)
    due = place(told, "play", nth=16)
    assert errors(told) == [("payment-missing", due)]


def test_capturing_an_ace_with_a_plain_trump_earns_nothing_from_the_third() -> None:
    """Case 19: both others pay the taker two."""
    log = Book().hand(WORKED, OPENING + " KD AC 9C")
    wrong = place(log, "payment", payer=1, payee=2, card="AC")
    log = changed(log, wrong, payer=2, payee=0)
    assert errors(log) == [("payment-not-owed", wrong)]


@pytest.mark.parametrize("rules", ["salon-2021", "salon-2009"])
def test_two_players_pay_no_brusquembilles_under_the_salon(rules: str) -> None:
    """Case 20."""
    book = Book(2, rules)
    log = book.hand(WORKED + " 7S 7C")
    first = place(log, "draw")
    told = inserted(log, first, paid(0, 1, 2, card=log[first - 1]["card"]))
    assert errors(log) == []
    assert errors(told) == [("payment-not-in-mode", first)]


@pytest.mark.parametrize("rules", ["salon-2021", "salon-2009", "encyclopedie", "academie-1718"])
def test_partners_pay_no_brusquembilles_except_under_wikipedia(rules: str) -> None:
    """Case 20."""
    log = of_four(rules, partners=True)
    first = place(log, "draw")
    assert errors(log) == []
    told = inserted(log, first, paid(0, 2, 1))
    assert errors(told) == [("payment-not-in-mode", first)]


def test_under_wikipedia_two_players_and_partners_pay() -> None:
    """Case 20, the other way round: a missing payment is an error there."""
    for log in (Book(2, "wikipedia").hand(WORKED + " 7S 7C"), of_four("wikipedia", partners=True)):
        assert errors(log) == []
        paid_first = place(log, "payment")
        assert [code for code, _ in errors(without(log, paid_first))] == ["payment-missing"]


def test_four_for_themselves_pay_two_each_to_the_ace_that_takes() -> None:
    """Case 21: three times two."""
    log = of_four()
    fines = [log[seq] for seq in places(log, "payment", card="AH")]
    assert fines == [paid(payer, 3, 2, card="AH") for payer in (0, 1, 2)]
    assert errors(log) == []


def test_five_players_receive_eight_for_a_lost_ace() -> None:
    """Case 21: the ace's player pays four times two."""
    log = Book(5).hand(WORKED)
    fines = [log[seq] for seq in places(log, "payment", card="AH")]
    assert fines == [paid(3, payee, 2, card="AH") for payee in (4, 0, 1, 2)]
    assert errors(log) == []


def test_payments_may_follow_the_draws() -> None:
    """Case 22: before, between or after them, up to the next lead."""
    log = worked()
    pays = places(log, "payment", card="TD")
    for behind in (1, 2, 3):
        rest = without(log, *pays)
        moved = inserted(rest, pays[0] + behind, *(log[seq] for seq in pays))
        assert errors(moved) == []


def test_two_players_may_settle_a_trick_on_balance() -> None:
    """Case 22: in trick 8 Basile owes Cécile 1 and 2, so 3; in trick 10 they owe nothing."""
    log = worked()
    one = place(log, "payment", payer=1, payee=2, card="TS")
    two = place(log, "payment", payer=1, payee=2, card="AS")
    net = [*log[:one], paid(1, 2, 3), *without(log[one + 1 :], two - one - 1)]
    assert errors(net) == []
    assert errors(changed(net, one, counters=2)) == [("payment-amount", one)]
    assert errors(changed(net, one, payer=2, payee=1)) == [("payment-not-owed", one)]


@every_ruleset
def test_a_payment_is_missing_at_the_next_lead(rules: str) -> None:
    """Case 23: coming late it is no second fault."""
    log = worked(rules, OPENING)
    seq = place(log, "payment", card="TD")
    lead = place(log, "play", nth=10)
    late = [*log[:seq], *log[seq + 1 : lead + 1], log[seq], *log[lead + 1 :]]
    assert errors(without(log, seq)) == [("payment-missing", lead - 1)]
    assert errors(late) == [("payment-missing", lead - 1)]


# The pot ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["salon-2021", "salon-2009", "encyclopedie", "wikipedia"])
def test_two_level_at_the_top_share_the_pot(rules: str) -> None:
    """Case 24: 45–45–30, three chips, 30 counters each."""
    book = Book(rules=rules)
    log = book.hand(TWO_LEVEL)
    assert sorted(book.points) == [30, 45, 45]
    shares = places(log, "award")
    assert [log[seq]["counters"] for seq in shares] == [30, 30]
    assert errors(log) == []
    assert errors(changed(log, shares[0], counters=60)[:-1]) == [("award-amount", shares[0])]


def test_three_level_at_the_top_share_the_pot() -> None:
    """Case 25: 40–40–40, twenty each."""
    book = Book()
    log = book.hand(FORTY_EACH)
    assert book.points == [40, 40, 40]
    assert [log[seq]["counters"] for seq in places(log, "award")] == [20, 20, 20]
    assert errors(book.end()) == []


def test_what_cannot_be_divided_stays_in_the_pot_for_the_next_hand() -> None:
    """Case 26: 35–35–35–15 with a pot of 80: 26 each, 2 are carried over."""
    book = Book(4, hands=2)
    log = list(book.hand(THREE_LEVEL, last=False))
    assert sorted(book.points) == [15, 35, 35, 35]
    shares = places(log, "award")
    assert [log[seq]["counters"] for seq in shares] == [26, 26, 26]
    assert errors([*log, {"event": "balance", "pot": 2}]) == []
    assert errors(changed(log, shares[0], counters=28)) == [("award-amount", shares[0])]
    book.hand(FOUR)
    assert book.log[-1] == {"event": "award", "seat": book.log[-1]["seat"], "counters": 82}
    assert errors(book.end()) == []


def test_in_the_last_hand_the_rest_goes_to_the_nearest_on_the_dealers_right() -> None:
    """Case 26 in the last hand: 28, 26, 26."""
    book = Book(4)
    log = book.hand(THREE_LEVEL)
    shares = places(log, "award")
    assert [log[seq]["counters"] for seq in shares] == [28, 26, 26]
    assert errors(book.end()) == []
    assert errors(changed(log, shares[0], counters=26)) == [("award-amount", shares[0])]


# The length of a game --------------------------------------------------------------------------


def test_a_game_for_points_is_decided_at_the_end_of_the_hand() -> None:
    """Case 27: Basile passes 30 in trick 6, the hand is played out, Anne ends higher."""
    log = worked(target=30)
    sixth = places(log, "play")[17] + 1
    assert course_of(log[:sixth]).points == [4, 34, 17]
    assert errors(log) == []
    assert ranking(course_of(log)) == [[0], [2], [1]]
    for reason in ("abandoned", "complete"):
        early = [*log[:sixth], {"event": "end", "reason": reason}]
        due = [] if reason == "abandoned" else [("draw-missing", sixth)]
        assert errors(early) == due
    more = [*log[:-1], {"event": "hand", "number": 2, "dealer": 1}]
    assert errors(more) == [("hand-after-last", len(log) - 1)]


def test_a_game_for_points_goes_on_until_somebody_reaches_the_target() -> None:
    """Case 27: nobody has 100 after a hand."""
    log = worked(target=100)
    assert errors(log) == [("end-too-early", len(log) - 1)]


# Dealers ---------------------------------------------------------------------------------------

LOTS = [
    {"event": "lot", "seat": seat, "card": card} for seat, card in enumerate(("KS", "TH", "QD"))
]


@pytest.mark.parametrize("rules", ["salon-2021", "salon-2009"])
def test_the_king_deals_for_a_king_a_ten_and_a_queen(rules: str) -> None:
    """Case 28: Piquet order, not that of the game."""
    log = inserted(worked(rules), 1, *LOTS)
    assert errors(log) == []
    book = Book(rules=rules)
    book.hand(WORKED, dealer=1)
    assert errors(inserted(book.end(), 1, *LOTS)) == [("dealer-first", 4)]


@pytest.mark.parametrize(
    ("rules", "wrong", "noted"),
    [("salon-2021", [("dealer-first", 1)], []),
     ("salon-2009", [], [("dealer-left-most", 1)]),
     ("encyclopedie", [("dealer-first", 1)], []),
     ("academie-1718", [("dealer-first", 1)], []),
     ("wikipedia", [("dealer-first", 1)], [])],
)  # fmt: skip
def test_the_left_most_partner_deals_only_with_a_warning_under_salon_2009(
    rules: str, wrong: list[tuple[str, int]], noted: list[tuple[str, int]]
) -> None:
    """Case 29 (D6)."""
    log = Book(4, rules, partners=True).hand(FOUR, dealer=2)
    assert errors(log) == wrong
    assert remarks(log) == noted


@every_ruleset
def test_the_dealers_own_partner_may_cut(rules: str) -> None:
    """Case 30: the player on the dealer's left is his partner when the right-most deals."""
    log = of_four(rules, partners=True)
    assert (log[place(log, "hand")]["dealer"], log[place(log, "cut")]["seat"]) == (1, 0)
    assert errors(log) == []


# Irregularities --------------------------------------------------------------------------------


@every_ruleset
def test_after_a_misdeal_the_same_dealer_deals_again_and_nobody_stakes_twice(rules: str) -> None:
    """Case 31."""
    log = worked(rules, OPENING)
    cut = place(log, "cut")
    fourth = place(log, "deal", nth=4)
    again = [*log[:fourth], incident("misdeal", seat=0), *log[cut:]]
    assert errors(again) == []
    stake = inserted(again, fourth + 1, log[place(log, "stake")])
    assert errors(stake) == [("stake-twice", fourth + 1)]


@every_ruleset
def test_after_a_misdeal_no_other_player_deals(rules: str) -> None:
    """Case 31: Basile, the next dealer, shuffles; he is named as the one who misdealt."""
    log = worked(rules, OPENING)
    cut = place(log, "cut")
    fourth = place(log, "deal", nth=4)
    again = [*log[:fourth], incident("misdeal", seat=0), *log[cut:]]
    other = inserted(again, fourth + 1, {"event": "shuffle", "seat": 1})
    assert errors(other) == [("shuffle-seat", fourth + 1)]
    assert errors(changed(again, fourth, seat=1)) == [("misdeal-seat", fourth)]


@pytest.mark.parametrize("rules", ["encyclopedie", "academie-1718"])
def test_a_short_pack_undoes_no_payment_and_wins_nobody_the_pot(rules: str) -> None:
    """Case 32: a card is missed in trick 5, after a ten was paid in trick 3."""
    book = Book(rules=rules, hands=2)
    log = book.hand(WORKED, OPENING)
    fifth = place(log, "play", nth=13)
    short = [*log[:fifth], incident("short-pack", missing=["??"])]
    following = {"event": "hand", "number": 2, "dealer": 1}
    assert errors([*short, following]) == []
    assert course_of(short).pot == 60
    back = paid(2, 0, 1, card="TD")
    assert errors([*short, back, following]) == [("payment-not-owed", fifth + 1)]
    award = {"event": "award", "seat": 2, "counters": 60}
    assert errors([*short, award, following]) == [("award-not-due", fifth + 1)]


@pytest.mark.parametrize("rules", ["encyclopedie", "academie-1718"])
def test_a_card_only_seen_out_of_turn_costs_two_to_each_and_he_draws_his_own(rules: str) -> None:
    """Case 33."""
    log = worked(rules, OPENING)
    first = place(log, "draw")
    drew = incident("drew-out-of-turn", seat=1, owner=2, joined=False)
    fines = [paid(1, 0, 2, "penalty"), paid(1, 2, 2, "penalty")]
    told = inserted(log, first, drew, *fines)
    assert errors(told) == []
    assert errors(changed(told, first + 1, counters=1)) == [("payment-amount", first + 1)]
    short = without(told, first + 2)
    assert errors(short) == [("penalty-missing", len(short) - 1)]


@pytest.mark.parametrize("rules", ["encyclopedie", "academie-1718"])
def test_a_card_joined_to_the_hand_costs_half_of_the_pot_to_its_owner(rules: str) -> None:
    """Case 34: 30 to Cécile alone, out of his own counters."""
    log = worked(rules, OPENING)
    first = place(log, "draw")
    drew = incident("drew-out-of-turn", seat=1, owner=2, joined=True)
    pot = {"event": "balance", "pot": 60}
    assert errors(inserted(log, first, drew, paid(1, 2, 30, "penalty"), pot)) == []
    halves = [paid(1, 2, 15, "penalty"), paid(1, 0, 15, "penalty")]
    told = errors(inserted(log, first, drew, *halves))
    assert told == [("payment-amount", first + 1), ("penalty-not-due", first + 2)]


@pytest.mark.parametrize("options", [{}, {"incidents": "encyclopedie"}])
def test_half_of_an_odd_pot_is_rounded_up(options: dict[str, str]) -> None:
    """Case 34 with a pot of 3 × 5 counters (D30)."""
    log = worked("encyclopedie", OPENING, options={"stake": 5, **options})
    first = place(log, "draw")
    drew = incident("drew-out-of-turn", seat=1, owner=2, joined=True)
    assert errors(inserted(log, first, drew, paid(1, 2, 8, "penalty"))) == []
    low = inserted(log, first, drew, paid(1, 2, 7, "penalty"))
    assert errors(low) == [("payment-amount", first + 1)]


def announced(*events: dict[str, Any], winner: int) -> Log:
    """A hand with 48, 45 and 27 points, announcements after its last trick."""
    book = Book(rules="encyclopedie")
    log = book.hand(CLOSE)
    assert book.points == [48, 45, 27]
    seq = place(log, "award")
    return changed(inserted(log, seq, *events), seq + len(events), seat=winner)


def test_a_small_announcement_stands_once_the_cards_are_mixed() -> None:
    """Case 35: announced 43, counted 48, another has 45."""
    small = {"event": "announce", "seat": 0, "count": 43}
    right = {"event": "announce", "seat": 0, "count": 48}
    gather = {"event": "gather"}
    log = announced(small, gather, winner=1)
    assert errors(log) == []
    log = announced(small, gather, winner=0)
    assert errors(log) == [("award-not-due", place(log, "award"))]
    late = announced(small, gather, right, winner=1)
    assert errors(late) == [("announced-late", place(late, "announce", nth=2))]


def test_a_small_announcement_may_be_put_right_before_the_cards_are_mixed() -> None:
    """Case 35."""
    small = {"event": "announce", "seat": 0, "count": 43}
    right = {"event": "announce", "seat": 0, "count": 48}
    gather = {"event": "gather"}
    assert errors(announced(small, right, gather, winner=0)) == []
    assert errors(announced(small, winner=0)) == []
    log = announced(small, right, gather, winner=1)
    assert errors(log) == [("award-not-due", place(log, "award"))]


# The deal --------------------------------------------------------------------------------------


def in_packets(rules: str, *sizes: int) -> Log:
    """The worked hand, dealt in packets of those sizes."""
    log = worked(rules, OPENING)
    deals = places(log, "deal")
    cards = {
        seat: [log[s]["cards"][0] for s in deals if log[s]["seat"] == seat] for seat in (1, 2, 0)
    }
    packets = [
        {"event": "deal", "seat": seat, "cards": [cards[seat].pop(0) for _ in range(size)]}
        for size in sizes
        for seat in (1, 2, 0)
    ]
    return [*log[: deals[0]], *packets, *log[deals[-1] + 1 :]]


@pytest.mark.parametrize("rules", RULESETS[:4])
def test_one_card_and_then_two_may_not_be_dealt(rules: str) -> None:
    """Case 36: not under the Salon, nor where all three together are allowed."""
    log = in_packets(rules, 1, 2)
    assert errors(log) == [("packet-size", place(log, "deal", nth=4))]


@pytest.mark.parametrize(
    ("rules", "legal"),
    [("salon-2021", False), ("salon-2009", False), ("encyclopedie", True),
     ("academie-1718", True), ("wikipedia", True)],
)  # fmt: skip
def test_three_together_may_be_dealt_outside_the_salon(rules: str, legal: bool) -> None:
    """Case 36."""
    log = in_packets(rules, 3)
    assert errors(log) == ([] if legal else [("packet-size", place(log, "deal"))])


def test_wikipedia_and_a_header_may_allow_one_and_then_two() -> None:
    """Case 36, the other way round."""
    assert errors(in_packets("wikipedia", 1, 2)) == []
    log = in_packets("salon-2021", 1, 2)
    assert errors(changed(log, 0, options={"packets": ["1+2"]})) == []


# Sums ------------------------------------------------------------------------------------------


@every_ruleset
def test_the_points_of_a_hand_are_120_and_its_brusquembilles_24_with_three(rules: str) -> None:
    """Case 37."""
    log = worked(rules)
    award = place(log, "award")
    course = course_of(log[:award])
    assert sum(course.points) == 120
    assert sum(log[seq]["counters"] for seq in places(log, "payment")) == 24
    wrong = inserted(log, award, {"event": "balance", "points": [*course.points[:2], 1]})
    assert errors(wrong) == [("balance-points", award)]
    assert errors(without(log, award - 1)) == [("payment-missing", award - 1)]


@every_ruleset
def test_a_round_of_two_sides_is_two_hands(rules: str) -> None:
    """Case 38: each side has dealt once (D20)."""
    book = Book(4, rules, partners=True, rounds=1)
    book.hand(FOUR, last=False)
    book.hand(FOUR)
    assert errors(book.end()) == []


@every_ruleset
def test_a_round_of_three_players_is_not_over_after_two_hands(rules: str) -> None:
    """Case 38."""
    book = Book(rules=rules, rounds=1)
    book.hand(WORKED, OPENING, last=False)
    book.hand(WORKED, last=False)
    log = book.end()
    assert errors(log) == [("end-too-early", len(log) - 1)]


# Lots that were not seen, awards under a ruling -------------------------------------------------


def test_a_lot_that_was_not_seen_leaves_every_dealer_even_after_the_decision() -> None:
    header = {**worked()[0], "players": ["Anne", "Basile"], "hands": 1}
    del header["removed"]
    lots = [
        {"event": "lot", "seat": 0, "card": "AS"},
        {"event": "lot", "seat": 1, "card": "KS"},
    ]
    hand = {"event": "hand", "number": 1, "dealer": 1}
    unseen = {"event": "lot", "seat": 1, "card": "??"}
    assert errors([header, *lots, hand]) == [("dealer-first", 3)]
    log = [header, *lots, unseen, {"event": "lot", "seat": 0, "card": "AS"}, hand]
    assert errors(log) == []
    assert remarks(log) == [("lot-unseen", 3)]


def permit_awards(**fields: Any) -> dict[str, Any]:
    """A ruling under which the awards of its hand stand as they are."""
    return incident("ruling", text="!", permits=["award"], **fields)


@pytest.mark.parametrize("before", ["cut", "deal", "play", "draw", "payment", "award"])
def test_under_a_ruling_an_award_stands_wherever_it_comes_and_the_game_goes_on(before: str) -> None:
    log = worked()
    seq = place(log, before)
    early = {"event": "award", "seat": 1, "counters": 5}
    ruled = inserted(log, seq, permit_awards(), early)
    last = place(ruled, "award", nth=2)
    announced = {"event": "announce", "seat": 0, "count": 1}
    log = inserted(changed(ruled, last, counters=55), last, announced, {"event": "gather"})
    assert errors(log) == []
    assert ("pot-left", len(log) - 1) not in remarks(log)


def test_an_award_under_a_ruling_may_come_before_the_last_payments() -> None:
    log = worked()
    award = place(log, "award")
    paying = [*log[: award - 2], permit_awards(), log[award], *log[award - 2 : award], log[-1]]
    assert log[award - 1]["event"] == "payment"
    assert errors(paying) == []
    assert errors(without(paying, len(paying) - 2)) == [("payment-missing", len(paying) - 2)]


def test_without_a_ruling_an_award_in_an_open_hand_breaks_the_game_off() -> None:
    log = worked()
    back = {"event": "award", "seat": 1, "counters": 20}
    assert ("after-stakes-back", 6) in errors(inserted(log, 5, back))


def test_who_owes_after_an_early_award_is_told_when_the_hand_is_over() -> None:
    log = worked(options={"bank": 0})
    early = {"event": "award", "seat": 1, "counters": 60}
    ruled = inserted(log, place(log, "play"), permit_awards(), early)
    end = place(ruled, "play", nth=30)
    owing = remarks(without(ruled, place(ruled, "award", nth=2)))
    assert {seq for code, seq in owing if code == "purse-below-zero"} == {end}
    abandoned = [*ruled[: place(ruled, "play", nth=4)], {"event": "end", "reason": "abandoned"}]
    assert [code for code, _ in remarks(abandoned)] == ["incident-by-default"]


def test_a_pot_below_nothing_is_not_left_over() -> None:
    """A ruling lets an award stand that takes more than there is."""
    log = worked()
    seq = place(log, "award")
    for counters, left in ((70, 0), (50, 1)):
        ruled = inserted(changed(log, seq, counters=counters), seq, permit_awards())
        assert [code for code, _ in remarks(ruled)].count("pot-left") == left
