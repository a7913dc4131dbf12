-- en: Seats: results by seat and by distance from the dealer (with 95 % intervals; without faulty games)
-- fr: Sièges : résultats par siège et par distance du donneur (intervalles à 95 % ; parties fautives exclues)
--
-- mode        | mode     | mode
-- seat        | seat     | siège
-- place       | distance | distance
-- n           | hands    | coups
-- won         | won      | gagnés
-- won_percent | won %    | gagnés %
-- won_low     | from     | de
-- won_high    | to       | à
-- points      | points   | points
-- points_pm   | +/-      | +/-
-- payments    | net paid | reçu net
-- payments_pm | +/-      | +/-
--
-- `n` counts finished hands whose winner is known. `seat` is that at the table, `place` the seats
-- between the player and the eldest, who leads first and is 0; the dealer is last. `won` counts
-- hands won alone, with others or as a side. `points` are card points a hand, `payments` the counters
-- other players paid him a hand, less those he paid, in games for counters. The intervals take hands
-- as independent of one another: a seat has one result a hand.
WITH played AS (
    SELECT mode, seat, place, won, points, payments
    FROM results
    JOIN chosen($rules, $mode, $player, $since, $until, $unique) USING (game)
    ANTI JOIN others($player) USING (game, seat)
)
SELECT
    mode, seat, place, count(*) AS n, count(*) FILTER (won) AS won,
    percent(count(*) FILTER (won) / count(*)) AS won_percent,
    percent(wilson_low(count(*) FILTER (won), count(*))) AS won_low,
    percent(wilson_high(count(*) FILTER (won), count(*))) AS won_high,
    rounded(avg(points), 1) AS points, rounded(half_width(points), 1) AS points_pm,
    rounded(avg(payments), 2) AS payments, rounded(half_width(payments), 2) AS payments_pm
FROM played
GROUP BY GROUPING SETS ((mode, seat), (mode, place))
ORDER BY mode, seat NULLS LAST, place
