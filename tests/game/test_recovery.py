"""What is judged after a fault: doubt reaches no further than what the fault can explain."""

from tests.game.tables import (
    WORKED,
    WORKED_PLAYS,
    Book,
    Log,
    changed,
    errors,
    inserted,
    place,
    places,
    remarks,
    without,
)


def broken(pot: int = 60) -> Log:
    """Three hands, the first of which cannot be followed: half of its plays and its award are
    lost. The second hand takes so much of the pot."""
    book = Book(hands=3)
    for number in range(3):
        book.hand(WORKED, WORKED_PLAYS if number == 0 else "", last=number == 2)
    log = book.end()
    plays = places(log, "play")
    log = changed(log, place(log, "award", nth=2), counters=pot)
    return without(log, *plays[4:24:2], place(log, "award"))


def second(log: Log) -> int:
    """The seq of the first award after the second `hand`."""
    return next(seq for seq in places(log, "award") if seq > place(log, "hand", nth=2))


def test_the_hands_after_one_given_up_are_judged() -> None:
    log = broken()
    assert "hand-given-up" in [code for code, _ in remarks(log)]
    assert [seq for _, seq in errors(log) if seq > place(log, "hand", nth=2)] == []


def test_who_takes_the_pot_after_a_hand_given_up_is_judged() -> None:
    log = broken()
    for seq in [s for s in places(log, "award") if s > place(log, "hand", nth=2)]:
        wrong = changed(log, seq, seat=(log[seq]["seat"] + 1) % 3)
        assert errors(wrong)[-1] == ("award-not-due", seq)


def test_a_pot_that_is_not_known_is_believed_once_whoever_takes_it() -> None:
    """The award of hand 1 is lost, so 120 counters are counted here."""
    for pot in (60, 120, 180):
        log = broken(pot)
        assert [seq for _, seq in errors(log) if seq > place(log, "hand", nth=2)] == []
        wrong = changed(log, second(log), seat=(log[second(log)]["seat"] + 1) % 3)
        assert errors(wrong)[-1] == ("award-not-due", second(log))
        third = place(log, "award", nth=2)
        assert errors(changed(log, third, counters=50))[-1] == ("award-amount", third)


def test_a_pot_is_not_known_either_where_a_hand_is_given_up_after_its_awards() -> None:
    """Stakes of a hand whose beginning is lost were not followed, but lie in the pot."""
    book = Book(hands=2)
    for number in range(2):
        book.hand(WORKED, last=number == 1)
    log = book.end()
    log = changed(log, place(log, "award", nth=2), counters=80)
    plays = [log[seq] for seq in places(log, "play")[:6]]
    log = inserted(log, place(log, "hand", nth=2), *plays, log[place(log, "stake")])
    assert "hand-given-up" in [code for code, _ in remarks(log)]
    assert [seq for _, seq in errors(log) if seq > place(log, "hand", nth=2)] == []


def test_an_award_is_missing_after_a_hand_given_up() -> None:
    log = broken()
    assert errors(without(log, second(log)))[-1] == (
        "award-missing",
        place(log, "hand", nth=3) - 1,
    )


def test_points_after_a_hand_given_up_are_judged() -> None:
    log = broken()
    seq = second(log)
    balance = {"event": "balance", "points": [1, 2, 3]}
    assert errors(inserted(log, seq, balance))[-1] == ("balance-points", seq)
