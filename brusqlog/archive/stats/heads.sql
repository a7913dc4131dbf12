-- en: Head to head: who wins against whom (with 95 % intervals; without faulty games)
-- fr: Tête-à-tête : qui gagne contre qui (intervalles à 95 % ; parties fautives exclues)
--
-- player      | player        | joueur
-- other       | against       | contre
-- games       | games         | parties
-- hands       | hands         | coups
-- n           | decided       | tranchés
-- won         | won           | gagnés
-- won_percent | won %         | gagnés %
-- won_low     | from          | de
-- won_high    | to            | à
-- points      | points ahead  | points d'avance
-- points_pm   | +/-           | +/-
-- payments    | paid by other | reçu de l'autre
-- payments_pm | +/-           | +/-
--
-- Every two players who sat at one table as opponents, each pair once; with `--player` his opponents.
-- `hands` are finished hands whose winner is known; `n` counts those that one of the two won, with
-- others or as a side, and the other did not, `won` those of them that the first won. `points` are the
-- card points a hand by which he was ahead, `payments` the counters the other paid him a hand, less
-- those he paid the other, in games for counters. The intervals take hands as independent of one
-- another: a pair has one result a hand.
WITH sat AS (
    SELECT game, seat, player, side
    FROM players
    JOIN seats USING (game, seat)
    JOIN chosen($rules, $mode, $player, $since, $until, $unique) USING (game)
),
pairs AS (
    SELECT
        game, one.player AS player, two.player AS other, one.seat AS seat, two.seat AS other_seat
    FROM sat AS one JOIN sat AS two USING (game)
    WHERE (one.side IS NULL OR one.side <> two.side)
      AND CASE WHEN $player::VARCHAR IS NULL THEN one.player < two.player
          ELSE one.player = $player AND two.player <> $player END
),
met AS (
    SELECT
        game, hand, pairs.seat, other_seat, player, other, one.won, two.won AS lost,
        one.points - two.points AS points, one.payments
    FROM pairs
    JOIN results AS one USING (game, seat)
    JOIN results AS two USING (game, hand)
    WHERE two.seat = other_seat
),
paid AS (
    SELECT game, hand, payee AS seat, payer AS other_seat, sum(counters) AS counters
    FROM payments GROUP BY game, hand, payer, payee
),
settled AS (
    SELECT
        met.*, CASE WHEN payments IS NOT NULL
        THEN coalesce(got.counters, 0) - coalesce(gave.counters, 0) END AS gained
    FROM met
    LEFT JOIN paid AS got USING (game, hand, seat, other_seat)
    LEFT JOIN paid AS gave ON gave.game = met.game AND gave.hand = met.hand
        AND gave.seat = met.other_seat AND gave.other_seat = met.seat
)
SELECT
    player, other, count(DISTINCT game) AS games, count(*) AS hands,
    count(*) FILTER (won <> lost) AS n, count(*) FILTER (won AND NOT lost) AS won,
    percent(count(*) FILTER (won AND NOT lost) / nullif(count(*) FILTER (won <> lost), 0))
        AS won_percent,
    percent(wilson_low(count(*) FILTER (won AND NOT lost), count(*) FILTER (won <> lost)))
        AS won_low,
    percent(wilson_high(count(*) FILTER (won AND NOT lost), count(*) FILTER (won <> lost)))
        AS won_high,
    rounded(avg(points), 1) AS points, rounded(half_width(points), 1) AS points_pm,
    rounded(avg(gained), 2) AS payments, rounded(half_width(gained), 2) AS payments_pm
FROM settled
GROUP BY player, other
ORDER BY hands DESC, player, other
