"""Ratings of players: the model of Plackett and Luce as openskill computes it, game by game."""

from collections.abc import Mapping
from typing import Any, Final

from duckdb import DuckDBPyConnection

from brusqlog.archive.query import ask

_GAMES: Final = """
SELECT
    list(player ORDER BY seat), list(coalesce(side, seat) ORDER BY seat),
    list(coalesce(purse, total) ORDER BY seat)
FROM chosen($rules, $mode, NULL, $since, $until, $unique) AS chosen
JOIN games USING (game)
JOIN seats USING (game)
JOIN players USING (game, seat)
WHERE chosen.status = 'finished'
GROUP BY game, chosen.date, added_at, source, position
HAVING count(DISTINCT player) = count(*) AND count(coalesce(purse, total)) = count(*)
ORDER BY chosen.date NULLS FIRST, added_at, source, position, game
"""
"""Finished games by their day, those without one first, then as they were added: who played, on
which side, and what counts in the end. A player who has two seats has no opponent there."""


def ratings(con: DuckDBPyConnection, filters: Mapping[str, object]) -> list[dict[str, Any]]:
    """Of each player the games he finished and won, and his rating after the last: `mu`, `sigma`,
    and `ordinal`, what he plays at least. The filters choose games; `player` does not, for a
    rating rests on the games of all."""
    from openskill.models import PlackettLuce  # not for those who ask something else

    model = PlackettLuce()
    known: dict[str, Any] = {}
    counts: dict[str, list[int]] = {}
    wanted = {name: value for name, value in filters.items() if f"${name}" in _GAMES}
    for players, sides, scores in ask(con, _GAMES, wanted).fetchall():
        teams: dict[int, list[str]] = {}
        sums: dict[int, float] = {}
        for player, side, score in zip(players, sides, scores, strict=True):
            teams.setdefault(side, []).append(player)
            sums[side] = sums.get(side, 0) + score
        before = [
            [known.setdefault(player, model.rating()) for player in team] for team in teams.values()
        ]
        after = model.rate(before, scores=list(sums.values()))
        for (side, team), rated in zip(teams.items(), after, strict=True):
            known.update(zip(team, rated, strict=True))
            for player in team:
                count = counts.setdefault(player, [0, 0])
                count[0] += 1
                count[1] += sums[side] == max(sums.values())
    return [
        {
            "player": player, "n": counts[player][0], "won": counts[player][1],
            "mu": rating.mu, "sigma": rating.sigma, "ordinal": rating.ordinal(),
        }
        for player, rating in known.items()
    ]  # fmt: skip
