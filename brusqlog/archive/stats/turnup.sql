-- en: Turn-up: what taking the turned-up card is worth (with 95 % intervals; without faulty games)
-- fr: Retourne : ce que vaut de prendre la carte retournée (intervalles à 95 % ; parties fautives exclues)
--
-- mode         | mode        | mode
-- rank         | turned up   | retourne
-- n            | hands       | coups
-- won          | won         | gagnés
-- won_percent  | won %       | gagnés %
-- won_low      | from        | de
-- won_high     | to          | à
-- even_percent | all won %   | tous gagnés %
-- points       | points      | points
-- points_pm    | +/-         | +/-
-- even_points  | all points  | tous points
-- payments     | net paid    | reçu net
-- payments_pm  | +/-         | +/-
--
-- The results of the player who drew the turn-up, in finished hands whose winner is known: in all of
-- them, and by the rank of the turn-up, the best result first. Hands won are won alone, with others
-- or as a side; `points` are card points a hand, `payments` counters other players paid him a hand,
-- less those he paid. `even_percent` and `even_points` are the means of all players in the same hands.
-- Who draws the turn-up has lost the trick before it: what is seen here is both together. The
-- intervals take hands as independent of one another: each counts once.
WITH taken AS (
    SELECT mode, game, hand, seat AS taker, left(turnup, 1) AS rank
    FROM draws
    JOIN hands USING (game, hand)
    JOIN chosen($rules, $mode, $player, $since, $until, $unique) USING (game)
    ANTI JOIN others($player) USING (game, seat)
    WHERE card = turnup
),
played AS (
    SELECT mode, rank, seat = taker AS his, won, points, payments
    FROM results JOIN taken USING (game, hand)
)
SELECT
    mode, rank, count(*) FILTER (his) AS n, count(*) FILTER (his AND won) AS won,
    percent(count(*) FILTER (his AND won) / count(*) FILTER (his)) AS won_percent,
    percent(wilson_low(count(*) FILTER (his AND won), count(*) FILTER (his))) AS won_low,
    percent(wilson_high(count(*) FILTER (his AND won), count(*) FILTER (his))) AS won_high,
    percent(count(*) FILTER (won) / count(*)) AS even_percent,
    rounded(avg(points) FILTER (his), 1) AS points,
    rounded(half_width(CASE WHEN his THEN points END), 1) AS points_pm,
    rounded(avg(points), 1) AS even_points,
    rounded(avg(payments) FILTER (his), 2) AS payments,
    rounded(half_width(CASE WHEN his THEN payments END), 2) AS payments_pm
FROM played
GROUP BY GROUPING SETS ((mode), (mode, rank))
ORDER BY mode, rank IS NOT NULL, avg(points) FILTER (his) DESC, rank
