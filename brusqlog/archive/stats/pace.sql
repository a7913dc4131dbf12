-- en: Pace: how long hands and players take, where logs have times (with 95 % intervals; without faulty games)
-- fr: Allure : combien de temps prennent les coups et les joueurs, si les journaux ont des heures (intervalles à 95 % ; parties fautives exclues)
--
-- mode       | mode            | mode
-- player     | player          | joueur
-- n          | plays           | cartes jouées
-- median     | median seconds  | médiane en secondes
-- seconds    | seconds         | secondes
-- seconds_pm | +/-             | +/-
-- hands      | hands           | coups
-- minutes    | minutes a hand  | minutes par coup
-- minutes_pm | +/-             | +/-
--
-- `seconds` is how long a player took to add his card to a trick: the time since the card before it.
-- Leads are not counted, because payments and draws come before them. Its mean and median are of all
-- such plays of a mode, and of each player's; the mean is for those who wait, the median is not moved
-- by a pause. `minutes` is from the first card of a finished hand to its last. Means are give or take
-- 1.96 standard errors; the plays of one player in a hand are taken together, hands and players as
-- independent of one another.
WITH timed AS (
    SELECT mode, game, hand, trick, plays.place, seat, "at"
    FROM plays
    JOIN chosen($rules, $mode, $player, $since, $until, $unique) USING (game)
    WHERE "at" IS NOT NULL
),
waits AS (
    SELECT mode, game, hand, timed.seat, epoch_ms(timed."at") - epoch_ms(before."at") AS wait
    FROM timed
    JOIN plays AS before USING (game, hand, trick)
    ANTI JOIN others($player) AS others ON others.game = timed.game AND others.seat = timed.seat
    WHERE before.place = timed.place - 1 AND before."at" IS NOT NULL
),
middles AS (
    SELECT mode, player, count(*) AS n, median(wait) AS median
    FROM waits JOIN players USING (game, seat)
    GROUP BY GROUPING SETS ((mode), (mode, player))
),
together AS (
    SELECT mode, game, hand, seat, count(*) AS n, sum(wait) AS wait
    FROM waits GROUP BY mode, game, hand, seat
),
means AS (
    SELECT mode, player, sum(wait) / sum(n) AS mean, ratio_half_width(wait, n) AS pm
    FROM together JOIN players USING (game, seat)
    GROUP BY GROUPING SETS ((mode), (mode, player))
),
lasting AS (
    SELECT mode, epoch_ms(max("at")) - epoch_ms(min("at")) AS length
    FROM timed SEMI JOIN (FROM hands WHERE status = 'complete') AS hands USING (game, hand)
    GROUP BY mode, game, hand
),
lengths AS (
    SELECT
        mode, NULL::VARCHAR AS player, count(*) AS hands,
        avg(length) AS length, half_width(length) AS pm
    FROM lasting GROUP BY mode
)
SELECT
    middles.mode, middles.player, n, rounded(median / 1000, 1) AS median,
    rounded(mean / 1000, 1) AS seconds, rounded(means.pm / 1000, 1) AS seconds_pm,
    hands, rounded(length / 60000, 1) AS minutes, rounded(lengths.pm / 60000, 1) AS minutes_pm
FROM middles
JOIN means ON means.mode = middles.mode AND means.player IS NOT DISTINCT FROM middles.player
LEFT JOIN lengths
    ON lengths.mode = middles.mode AND lengths.player IS NOT DISTINCT FROM middles.player
ORDER BY middles.mode, middles.player NULLS FIRST
