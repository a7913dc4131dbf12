"""The reports of an archive, each counted anew from the lines of legal games."""

import statistics
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from tests.archive.counted import POINTS, Row
from tests.archive.recounted import (
    Naive,
    Recounted,
    by,
    everybody,
    groups,
    hands_of,
    mean,
    ratio_reach,
    reach,
    results,
    share,
)  # fmt: skip


def seats(games: Sequence[Recounted]) -> list[Row]:
    found = list(everybody(games))
    at = by("mode seat", (((g.mode, s), g.result(h, s)) for g, h, s in found), results)
    far = by(
        "mode place",
        (((g.mode, (s - h["dealer"] - 1) % g.n), g.result(h, s)) for g, h, s in found),
        results,
    )
    return [row | {"place": None} for row in at] + [row | {"seat": None} for row in far]


def _against_all(games: Iterable[tuple[Any, Recounted, Row, int]], names: str) -> list[Row]:
    """The results of one player a hand, and the means of everybody in the same hands."""
    rows = (
        (key, game.result(hand, seat) | {"all": [game.result(hand, s) for s in range(game.n)]})
        for key, game, hand, seat in games
    )

    def made(found: list[Row]) -> Row:
        others = [row for one in found for row in one["all"]]
        return results(found) | {
            "even_percent": 100 * sum(row["won"] for row in others) / len(others),
            "even_points": mean(row["points"] for row in others),
        }

    return by(names, rows, made)


def lead(games: Sequence[Recounted]) -> list[Row]:
    return _against_all((((g.mode,), g, h, h["leader"]) for g, h in hands_of(games)), "mode")


def turnup(games: Sequence[Recounted]) -> list[Row]:
    taken = [
        (game, hand, seat)
        for game, hand in hands_of(games)
        for seat, card in hand["draws"]
        if card == hand["turnup"]
    ]
    whole = _against_all((((g.mode, None), g, h, s) for g, h, s in taken), "mode rank")
    parts = (((g.mode, h["turnup"][0]), g, h, s) for g, h, s in taken)
    return whole + _against_all(parts, "mode rank")


def trumps(games: Sequence[Recounted]) -> list[Row]:
    rows: list[tuple[Any, Row]] = []
    for game, hand, seat in everybody(games):
        held = [card for card in hand["dealt"][seat] if card[1] == hand["turnup"][1]]
        result = game.result(hand, seat)
        rows.append(((game.mode, len(held), None), result))
        rows += [((game.mode, None, card[0]), result) for card in held]
    return by("mode trumps rank", rows, results)


def brusquembilles(games: Sequence[Recounted]) -> list[Row]:
    rows = []
    for game, hand in hands_of(games):
        for play in game.plays_of(hand):
            if play["rank"] in "AT":
                card, seat = play["card"], play["seat"]
                paid = [one for one in hand["paid"] if one.get("card") == card]
                got = sum(one["counters"] for one in paid if one["payee"] == seat)
                gave = sum(one["counters"] for one in paid if one["payer"] == seat)
                row = {"took": play["took"], "earned": got - gave if paid else None}
                key = (game.mode, play["rank"], play["is_trump"])
                rows += [((*key, None), row), ((*key, play["trick"]), row)]

    def made(found: list[Row]) -> Row:
        saved = sum(row["took"] for row in found)
        earned = [row["earned"] for row in found]
        return {
            "n": len(found), "saved": saved, **share("saved", saved, len(found)),
            "paid": sum(one is not None for one in earned),
            "earned": mean(earned), "earned_pm": reach(earned),
        }  # fmt: skip

    return by("mode rank is_trump trick", rows, made)


def payments(games: Sequence[Recounted]) -> list[Row]:
    hands = [(game, hand) for game, hand in hands_of(games) if not game.for_points]
    found = []
    for mode in {game.mode for game, _ in hands}:
        mine = [hand for game, hand in hands if game.mode == mode]
        every = [paid for hand in mine for paid in hand["paid"]]
        for reason, rank in {(p["reason"], p.get("card", " ")[0]) for p in every}:
            sums, counters = [], []
            for hand in mine:
                these = [
                    paid["counters"]
                    for paid in hand["paid"]
                    if (paid["reason"], paid.get("card", " ")[0]) == (reason, rank)
                ]
                counters += these
                sums.append(sum(these))
            everything = sum(paid["counters"] for paid in every)
            found.append({
                "mode": mode, "reason": reason, "rank": rank.strip() or None, "n": len(mine),
                "payments": len(counters), "counters": sum(counters),
                "share_percent": 100 * sum(counters) / everything,
                "per_hand": mean(sums), "per_hand_pm": reach(sums), "largest": max(counters),
            })  # fmt: skip
    return found


def points(games: Sequence[Recounted]) -> list[Row]:
    rows = [((g.mode, h["points"][s] // 10 * 10), g.result(h, s)) for g, h, s in everybody(games)]
    whole = groups((key[0], row) for key, row in rows)
    found = by("mode least", rows, lambda one: {"n": len(one), "won": sum(r["won"] for r in one)})
    return [
        row | {"most": row["least"] + 9}
        | share("share", row["n"], len(whole[row["mode"]])) | share("won", row["won"], row["n"])
        for row in found
    ]  # fmt: skip


def endgame(games: Sequence[Recounted]) -> list[Row]:
    rows = []
    for game, hand in hands_of(games):
        tricks = game.tricks_of(hand)
        worth = [sum(POINTS.get(play["rank"], 0) for play in trick) for trick in tricks]
        late = [k for k, trick in enumerate(tricks) if trick[0]["stock"] == 0]
        for part, name in [(late, None), *(([k], k + 1) for k in late)]:
            row = {"x": sum(worth[k] for k in part), "of": sum(worth), "k": len(part)}
            rows.append(((game.mode, name), row | {"tricks": len(tricks)}))

    def made(found: list[Row]) -> Row:
        taken = [row["x"] for row in found]
        ratio = sum(taken) / sum(row["of"] for row in found)
        pm = ratio_reach([(row["x"], row["of"]) for row in found])
        return {
            "n": len(found), "points": mean(taken), "points_pm": reach(taken),
            "share_percent": 100 * ratio,
            "share_low": None if pm is None else 100 * max(0, ratio - pm),
            "share_high": None if pm is None else 100 * (ratio + pm),
            "even_percent": 100 * sum(r["k"] for r in found) / sum(r["tricks"] for r in found),
        }  # fmt: skip

    return by("mode trick", rows, made)


def ties(games: Sequence[Recounted]) -> list[Row]:
    rows = []
    for game, hand in hands_of(games):
        sides = {seat // 2 if game.mode == "2v2" else seat for seat in hand["won"]}
        rows.append(((game.mode,), {"k": len(sides), "pot": hand["pot"]}))
        rows[-1][1]["pot"] = None if game.for_points else hand["pot"]

    def made(found: list[Row]) -> Row:
        shared = [row for row in found if row["k"] > 1]
        pots = [row["pot"] for row in shared]
        return {
            "n": len(found), "tied": len(shared), **share("tied", len(shared), len(found)),
            "by_two": sum(row["k"] == 2 for row in found),
            "by_more": sum(row["k"] > 2 for row in found), "pot": mean(pots), "pot_pm": reach(pots),
        }  # fmt: skip

    return by("mode", rows, made)


def players(games: Sequence[Recounted]) -> list[Row]:
    rows = []
    for game, hand, seat in everybody(games):
        bank = 20 * len(game.hands) + 20
        purse = list(game.seat_rows())[seat]["purse"]
        gain = None if purse is None else purse - bank
        rows.append(((game.players[seat],), game.result(hand, seat) | {"of": (game.game, gain)}))

    def made(found: list[Row]) -> Row:
        gains = [gain for _, gain in {row["of"] for row in found} if gain is not None]
        purse = sum(gains) if gains else None
        return results(found) | {"games": len({row["of"] for row in found}), "purse": purse}

    return by("player", rows, made)


def player(games: Sequence[Recounted], name: str) -> list[Row]:
    rows = []
    for game, hand, seat in everybody(games):
        if game.players[seat] == name:
            cards = [p for p in game.plays_of(hand) if p["seat"] == seat and p["rank"] in "AT"]
            row = game.result(hand, seat) | {"cards": cards}
            keys = [
                (None, None),
                (game.mode, None),
                (game.mode, (seat - hand["dealer"] - 1) % game.n),
            ]
            rows += [(key, row) for key in keys]

    def made(found: list[Row]) -> Row:
        cards = [card for row in found for card in row["cards"]]
        saved = share("saved", sum(card["took"] for card in cards), len(cards))
        return results(found) | {"played": len(cards)} | saved

    return by("mode place", rows, made)


def heads(games: Sequence[Recounted]) -> list[Row]:
    rows = []
    for game, hand, seat in everybody(games):
        for other in game.opponents(seat):
            pair = game.players[seat], game.players[other]
            got = sum(
                p["counters"] for p in hand["paid"] if (p["payee"], p["payer"]) == (seat, other)
            )
            gave = sum(
                p["counters"] for p in hand["paid"] if (p["payer"], p["payee"]) == (seat, other)
            )
            row = {
                "game": game.game, "won": seat in hand["won"], "lost": other in hand["won"],
                "points": hand["points"][seat] - hand["points"][other],
                "gained": None if game.for_points else got - gave,
            }  # fmt: skip
            if pair[0] < pair[1]:
                rows.append((pair, row))

    def made(found: list[Row]) -> Row:
        decided = [row for row in found if row["won"] != row["lost"]]
        won = sum(row["won"] for row in decided)
        ahead = [row["points"] for row in found]
        gained = [row["gained"] for row in found]
        return {
            "games": len({row["game"] for row in found}), "hands": len(found), "n": len(decided),
            "won": won, **share("won", won, len(decided)), "points": mean(ahead),
            "points_pm": reach(ahead), "payments": mean(gained), "payments_pm": reach(gained),
        }  # fmt: skip

    return by("player other", rows, made)


def pace(games: Sequence[Recounted]) -> list[Row]:
    waits: list[tuple[Any, Row]] = []
    lasting: dict[str, list[float]] = {}
    for game, hand in hands_of(games):
        plays = game.plays_of(hand)
        if not plays[0]["at"]:
            continue
        length = (plays[-1]["at"] - plays[0]["at"]).total_seconds() / 60
        lasting.setdefault(game.mode, []).append(length)
        for trick in game.tricks_of(hand):
            for one, other in pairwise(trick):
                wait = (other["at"] - one["at"]).total_seconds()
                row = {"wait": wait, "cluster": (game.game, hand["hand"], other["seat"])}
                waits += [((game.mode, None), row), ((game.mode, game.players[other["seat"]]), row)]

    def made(found: list[Row]) -> Row:
        every = [row["wait"] for row in found]
        clusters = groups((row["cluster"], row) for row in found).values()
        pairs = [(sum(row["wait"] for row in one), len(one)) for one in clusters]
        return {
            "n": len(found), "median": statistics.median(every), "seconds": mean(every),
            "seconds_pm": ratio_reach(pairs),
        }  # fmt: skip

    found = by("mode player", waits, made)
    for row in found:
        lengths = lasting[row["mode"]] if row["player"] is None else []
        row |= {
            "hands": len(lengths) or None,
            "minutes": mean(lengths),
            "minutes_pm": reach(lengths),
        }
    return found


REPORTS: dict[str, Naive] = {
    "seats": seats, "lead": lead, "turnup": turnup, "trumps": trumps,
    "brusquembilles": brusquembilles, "payments": payments, "points": points, "endgame": endgame,
    "ties": ties, "players": players, "heads": heads, "pace": pace,
}  # fmt: skip
