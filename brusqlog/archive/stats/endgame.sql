-- en: Endgame: the share of card points in the last tricks, without a stock (with 95 % intervals; without faulty games)
-- fr: Fin de coup : la part des points dans les dernières levées, talon épuisé (intervalles à 95 % ; parties fautives exclues)
--
-- mode          | mode    | mode
-- trick         | trick   | levée
-- n             | hands   | coups
-- points        | points  | points
-- points_pm     | +/-     | +/-
-- share_percent | share % | part %
-- share_low     | from    | de
-- share_high    | to      | à
-- even_percent  | even %  | égale %
--
-- The tricks of finished hands that were led when the stock was empty, the last three: together, and
-- each. `points` are their card points a hand, `share_percent` those of all card points;
-- `even_percent` is the share of them in the number of tricks. Both are means give or take 1.96
-- standard errors; what belongs to one hand is taken together, and hands as independent of one
-- another.
WITH counted AS (
    SELECT mode, game, hand
    FROM hands
    JOIN chosen($rules, $mode, $player, $since, $until, $unique) AS chosen USING (game)
    WHERE hands.status = 'complete'
),
late AS (
    SELECT game, hand, min(trick) AS first
    FROM plays WHERE plays.place = 1 AND stock = 0 GROUP BY game, hand
),
whole AS (
    SELECT
        mode, game, hand, sum(points) AS everything, count(*) AS tricks,
        sum(points) FILTER (trick >= first) AS points, count(*) FILTER (trick >= first) AS last,
        list(struct_pack(trick := trick, points := points)) FILTER (trick >= first) AS each
    FROM tricks JOIN counted USING (game, hand) LEFT JOIN late USING (game, hand)
    GROUP BY mode, game, hand
),
parts AS (
    SELECT mode, NULL::INTEGER AS trick, points, last, everything, tricks FROM whole
    UNION ALL
    SELECT mode, one.trick, one.points, 1, everything, tricks
    FROM (SELECT mode, everything, tricks, unnest(each) AS one FROM whole)
),
shares AS (
    SELECT
        mode, trick, count(*) AS n, avg(points) AS points, half_width(points) AS points_pm,
        sum(points) / sum(everything) AS share, ratio_half_width(points, everything) AS pm,
        sum(last) / sum(tricks) AS even
    FROM parts GROUP BY mode, trick
)
SELECT
    mode, trick, n, rounded(points, 1) AS points, rounded(points_pm, 1) AS points_pm,
    percent(share) AS share_percent, percent(greatest(0, share - pm)) AS share_low,
    percent(share + pm) AS share_high, percent(even) AS even_percent
FROM shares
ORDER BY mode, trick NULLS FIRST
