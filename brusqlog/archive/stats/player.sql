-- en: Player: the results of one, by mode and by distance from the dealer (with 95 % intervals; without faulty games)
-- fr: Joueur : les résultats d'un seul, par mode et par distance du donneur (intervalles à 95 % ; parties fautives exclues)
--
-- mode          | mode           | mode
-- place         | distance       | distance
-- n             | hands          | coups
-- won           | won            | gagnés
-- won_percent   | won %          | gagnés %
-- won_low       | from           | de
-- won_high      | to             | à
-- points        | points         | points
-- points_pm     | +/-            | +/-
-- payments      | net paid       | reçu net
-- payments_pm   | +/-            | +/-
-- played        | brusquembilles | brusquembilles
-- saved_percent | saved %        | sauvées %
-- saved_low     | from           | de
-- saved_high    | to             | à
--
-- `n` counts his finished hands whose winner is known: all of them, by mode, and by the seats between
-- him and the eldest, who leads first and is 0. `won` counts those won alone, with others or as a side.
-- `points` are card points a hand, `payments` the counters other players paid him a hand, less those he
-- paid, in games for counters. `played` are the brusquembilles he played in these hands, of which
-- `saved_percent` took the trick. The intervals take hands, and brusquembilles, as independent of one
-- another.
WITH his AS (SELECT game, seat FROM players WHERE player = $player),
cards AS (
    SELECT game, hand, count(*) AS played, count(*) FILTER (took) AS saved
    FROM plays SEMI JOIN his USING (game, seat)
    WHERE is_brusquembille AND took IS NOT NULL
    GROUP BY game, hand
),
counted AS (
    SELECT
        mode, place, won, points, payments,
        coalesce(played, 0) AS played, coalesce(saved, 0) AS saved
    FROM results
    JOIN chosen($rules, $mode, $player, $since, $until, $unique) USING (game)
    SEMI JOIN his USING (game, seat)
    LEFT JOIN cards USING (game, hand)
)
SELECT
    mode, place, count(*) AS n, count(*) FILTER (won) AS won,
    percent(count(*) FILTER (won) / count(*)) AS won_percent,
    percent(wilson_low(count(*) FILTER (won), count(*))) AS won_low,
    percent(wilson_high(count(*) FILTER (won), count(*))) AS won_high,
    rounded(avg(points), 1) AS points, rounded(half_width(points), 1) AS points_pm,
    rounded(avg(payments), 2) AS payments, rounded(half_width(payments), 2) AS payments_pm,
    sum(played) AS played, percent(sum(saved) / nullif(sum(played), 0)) AS saved_percent,
    percent(wilson_low(sum(saved), sum(played))) AS saved_low,
    percent(wilson_high(sum(saved), sum(played))) AS saved_high
FROM counted
GROUP BY GROUPING SETS ((), (mode), (mode, place))
HAVING count(*) > 0
ORDER BY mode NULLS FIRST, place NULLS FIRST
