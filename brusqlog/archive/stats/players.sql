-- en: Players: what they win, take and are paid (with 95 % intervals; without faulty games)
-- fr: Joueurs : ce qu'ils gagnent, prennent et reçoivent (intervalles à 95 % ; parties fautives exclues)
--
-- player      | player   | joueur
-- games       | games    | parties
-- n           | hands    | coups
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
-- `n` counts finished hands. `won` counts those won alone or with others; the share of them has a
-- Wilson interval. `points` are card points a hand, `payments` the counters that brusquembilles
-- brought a hand in games for counters, those paid to him less those he paid: means, give or take
-- 1.96 standard errors. `purse` counts the counters won or lost in finished games: what is in a purse
-- at the end, less the mean of the table, with which all started. The intervals take hands as
-- independent of one another: a player has one result a hand.
WITH
known AS (
    SELECT game, status, player, seat
    FROM chosen($rules, $mode, $player, $since, $until, $unique) JOIN players USING (game)
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
        player, count(points) AS n, count(won) AS decided, count(*) FILTER (won) AS won,
        avg(points) AS points, half_width(points) AS points_pm,
        avg(counters) AS payments, half_width(counters) AS payments_pm
    FROM known LEFT JOIN played USING (game, seat)
    GROUP BY player
),
means AS (SELECT game, avg(purse) AS mean FROM seats GROUP BY game),
by_game AS (
    SELECT
        player, count(*) AS games,
        sum(CASE WHEN status = 'finished' THEN purse - mean END) AS purse
    FROM known JOIN seats USING (game, seat) JOIN means USING (game)
    GROUP BY player
)
SELECT
    player, games, n, won, percent(won / nullif(decided, 0)) AS won_percent,
    percent(wilson_low(won, decided)) AS won_low, percent(wilson_high(won, decided)) AS won_high,
    rounded(points, 1) AS points, rounded(points_pm, 1) AS points_pm,
    rounded(payments, 2) AS payments, rounded(payments_pm, 2) AS payments_pm,
    rounded(purse, 1) AS purse
FROM by_hand JOIN by_game USING (player)
WHERE $player::VARCHAR IS NULL OR player = $player
ORDER BY n DESC, player
