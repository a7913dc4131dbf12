-- en: Ties: how often the most card points are shared (with 95 % intervals; without faulty games)
-- fr: Égalités : combien de fois le plus de points est partagé (intervalles à 95 % ; parties fautives exclues)
--
-- mode         | mode       | mode
-- n            | hands      | coups
-- tied         | tied       | partagés
-- tied_percent | tied %     | partagés %
-- tied_low     | from       | de
-- tied_high    | to         | à
-- by_two       | by two     | à deux
-- by_more      | by more    | à plus
-- pot          | pot shared | enjeu partagé
-- pot_pm       | +/-        | +/-
--
-- Finished hands whose winner is known. In two against two both players of a side win together: there a
-- tie is one of the two sides. `pot` is the mean of the pots that were shared, in games for counters,
-- give or take 1.96 standard errors. The intervals take hands as independent of one another: each
-- counts once.
WITH played AS (
    SELECT mode, pot, winner_count // (CASE WHEN mode = '2v2' THEN 2 ELSE 1 END) AS winners
    FROM hands
    JOIN chosen($rules, $mode, $player, $since, $until, $unique) USING (game)
    WHERE winner_count IS NOT NULL
)
SELECT
    mode, count(*) AS n, count(*) FILTER (winners > 1) AS tied,
    percent(count(*) FILTER (winners > 1) / count(*)) AS tied_percent,
    percent(wilson_low(count(*) FILTER (winners > 1), count(*))) AS tied_low,
    percent(wilson_high(count(*) FILTER (winners > 1), count(*))) AS tied_high,
    count(*) FILTER (winners = 2) AS by_two, count(*) FILTER (winners > 2) AS by_more,
    rounded(avg(pot) FILTER (winners > 1), 1) AS pot,
    rounded(half_width(CASE WHEN winners > 1 THEN pot END), 1) AS pot_pm
FROM played
GROUP BY mode
ORDER BY mode
