-- en: Incidents: irregularities and rulings, and how often they come (with 95 % intervals; without faulty games)
-- fr: Incidents : irrégularités et décisions, et leur fréquence (intervalles à 95 % ; parties fautives exclues)
--
-- rules         | ruleset    | règlement
-- mode          | mode       | mode
-- kind          | kind       | genre
-- n             | hands      | coups
-- incidents     | incidents  | incidents
-- hands         | with it    | touchés
-- hands_percent | with it %  | touchés %
-- hands_low     | from       | de
-- hands_high    | to         | à
--
-- `n` counts the hands begun in games by this ruleset in this mode, `hands` those with an incident of
-- the kind; with `--player` only incidents that are about him. One before the first hand belongs to
-- none. The intervals take hands as independent of one another: each counts once.
WITH counted AS (
    SELECT rules, mode, count(*) AS n
    FROM chosen($rules, $mode, $player, $since, $until, $unique) JOIN hands USING (game)
    GROUP BY rules, mode
),
told AS (
    SELECT rules, mode, kind, game, hand
    FROM incidents
    JOIN chosen($rules, $mode, $player, $since, $until, $unique) USING (game)
    ANTI JOIN others($player) USING (game, seat)
    WHERE $player::VARCHAR IS NULL OR seat IS NOT NULL
),
kinds AS (
    SELECT
        rules, mode, kind, count(*) AS incidents,
        count(DISTINCT (game, hand)) FILTER (hand IS NOT NULL) AS hands
    FROM told GROUP BY rules, mode, kind
)
SELECT
    rules, mode, kind, coalesce(n, 0) AS n, incidents, hands,
    percent(hands / n) AS hands_percent,
    percent(wilson_low(hands, n)) AS hands_low, percent(wilson_high(hands, n)) AS hands_high
FROM kinds LEFT JOIN counted USING (rules, mode)
ORDER BY rules, mode, kind
