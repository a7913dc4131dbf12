-- en: Players: what they win, take and are paid (with 95 % intervals; without faulty games)
-- fr: Joueurs : ce qu'ils gagnent, prennent et reçoivent (intervalles à 95 % ; parties fautives exclues)
--
-- player      | player   | joueur
-- games       | games    | parties
-- hands       | hands    | coups
-- won         | won      | gagnés
-- won_percent | won %    | gagnés %
-- won_low     | from     | de
-- won_high    | to       | à
-- points      | points   | points
-- points_pm   | +/-      | +/-
-- payments    | net paid | reçu net
-- payments_pm | +/-      | +/-
-- purse       | purse    | bourse
--
-- `hands` are finished hands. `won` counts those won alone or with others; the share of them has a
-- Wilson interval. `points` are card points a hand, `payments` the counters that brusquembilles
-- brought a hand in games for counters, those paid to him less those he paid: means, give or take
-- 1.96 standard errors. `purse` counts the counters won or lost in finished games: what is in a purse
-- at the end, less the mean of the table, with which all started.
WITH
known AS (
    SELECT game, status FROM games
    WHERE status <> 'faulty'
      AND ($rules::VARCHAR IS NULL OR rules = $rules)
      AND ($mode::VARCHAR IS NULL OR mode = $mode)
),
gains AS (
    SELECT game, hand, payee AS seat, counters FROM payments WHERE reason = 'brusquembille'
    UNION ALL
    SELECT game, hand, payer, -counters FROM payments WHERE reason = 'brusquembille'
),
paid AS (SELECT game, hand, seat, sum(counters) AS counters FROM gains GROUP BY ALL),
played AS (
    SELECT
        game, seat, won, points,
        CASE WHEN award IS NOT NULL THEN coalesce(counters, 0) END AS counters
    FROM hand_seats
    JOIN hands USING (game, hand)
    LEFT JOIN paid USING (game, hand, seat)
    WHERE status = 'complete'
),
by_hand AS (
    SELECT
        name AS player, count(points) AS hands, count(won) AS decided, count(*) FILTER (won) AS won,
        avg(points) AS points, stddev_samp(points) / sqrt(count(points)) AS points_error,
        avg(counters) AS payments,
        stddev_samp(counters) / sqrt(count(counters)) AS payments_error
    FROM seats JOIN known USING (game) LEFT JOIN played USING (game, seat)
    GROUP BY name
),
purses AS (
    SELECT
        game, seat, name AS player,
        CASE WHEN status = 'finished' THEN purse - avg(purse) OVER (PARTITION BY game) END AS gain
    FROM seats JOIN known USING (game)
),
by_game AS (
    SELECT player, count(*) AS games, sum(gain) AS purse FROM purses GROUP BY player
),
shares AS (SELECT *, won / nullif(decided, 0) AS share, 1.96 * 1.96 / nullif(decided, 0) AS z FROM by_hand)
SELECT
    player, games, hands, won,
    round(100 * share, 1) AS won_percent,
    round(100 * (share + z / 2 - sqrt(z * (share * (1 - share) + z / 4))) / (1 + z), 1) AS won_low,
    round(100 * (share + z / 2 + sqrt(z * (share * (1 - share) + z / 4))) / (1 + z), 1) AS won_high,
    round(points, 1) AS points, round(1.96 * points_error, 1) AS points_pm,
    round(payments, 2) AS payments, round(1.96 * payments_error, 2) AS payments_pm,
    round(purse, 1) AS purse
FROM shares JOIN by_game USING (player)
WHERE $player::VARCHAR IS NULL OR player = $player
ORDER BY hands DESC, player
