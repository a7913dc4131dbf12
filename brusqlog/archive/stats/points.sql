-- en: Points: how the card points of a hand are distributed (with 95 % intervals; without faulty games)
-- fr: Points : comment se répartissent les points d'un coup (intervalles à 95 % ; parties fautives exclues)
--
-- mode          | mode    | mode
-- least         | points  | points
-- most          | up to   | jusqu'à
-- n             | players | joueurs
-- share_percent | share % | part %
-- share_low     | from    | de
-- share_high    | to      | à
-- won           | won     | gagnés
-- won_percent   | won %   | gagnés %
-- won_low       | from    | de
-- won_high      | to      | à
--
-- Every player of a finished hand whose winner is known, by the card points that he took himself, in
-- steps of ten. `share_percent` is of all of the mode, `won_percent` how many of them won the hand,
-- alone, with others or as a side. The intervals take players and hands as independent of one another;
-- those of one hand share its points, so that the intervals are rather too wide.
WITH played AS (
    SELECT mode, 10 * (points // 10) AS least, won
    FROM results
    JOIN chosen($rules, $mode, $player, $since, $until, $unique) USING (game)
    ANTI JOIN others($player) USING (game, seat)
),
counted AS (
    SELECT
        mode, least, count(*) AS n, count(*) FILTER (won) AS won,
        sum(count(*)) OVER (PARTITION BY mode) AS everybody
    FROM played GROUP BY mode, least
)
SELECT
    mode, least, least + 9 AS most, n,
    percent(n / everybody) AS share_percent,
    percent(wilson_low(n, everybody)) AS share_low,
    percent(wilson_high(n, everybody)) AS share_high,
    won, percent(won / n) AS won_percent,
    percent(wilson_low(won, n)) AS won_low, percent(wilson_high(won, n)) AS won_high
FROM counted
ORDER BY mode, least
