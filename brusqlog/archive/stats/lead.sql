-- en: First lead: what leading first is worth (with 95 % intervals; without faulty games)
-- fr: Première entame : ce que vaut d'entamer le premier (intervalles à 95 % ; parties fautives exclues)
--
-- mode         | mode        | mode
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
-- The results of the player who led to the first trick, in finished hands whose winner is known:
-- hands won alone, with others or as a side, card points a hand, and counters other players paid him
-- a hand, less those he paid. `even_percent` and `even_points` are the means of all players in the
-- same hands: what leading would bring if it were worth nothing; for payments that is 0. The
-- intervals take hands as independent of one another: each counts once.
WITH first AS (
    SELECT mode, game, hand, leader
    FROM hands
    JOIN chosen($rules, $mode, $player, $since, $until, $unique) USING (game)
    ANTI JOIN others($player) AS others ON others.game = hands.game AND others.seat = leader
    WHERE leader IS NOT NULL
),
played AS (
    SELECT mode, seat = leader AS his, won, points, payments
    FROM results JOIN first USING (game, hand)
)
SELECT
    mode, count(*) FILTER (his) AS n, count(*) FILTER (his AND won) AS won,
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
GROUP BY mode
ORDER BY mode
