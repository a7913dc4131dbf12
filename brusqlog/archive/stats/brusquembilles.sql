-- en: Brusquembilles: how often aces and tens are saved, and what they earn (with 95 % intervals; without faulty games)
-- fr: Brusquembilles : combien d'as et de dix sont sauvés, et ce qu'ils rapportent (intervalles à 95 % ; parties fautives exclues)
--
-- mode          | mode    | mode
-- rank          | rank    | rang
-- is_trump      | trump   | atout
-- trick         | trick   | levée
-- n             | played  | jouées
-- saved         | saved   | sauvées
-- saved_percent | saved % | sauvées %
-- saved_low     | from    | de
-- saved_high    | to      | à
-- paid          | paid    | payées
-- earned        | earned  | rapport
-- earned_pm     | +/-     | +/-
--
-- Each brusquembille played to a trick whose taker is known; it is saved if it took the trick. First by
-- rank, trump or not, then by the trick it was played to as well. `paid` counts those for which
-- payments name the card, `earned` is the mean of what these brought their player: the counters he was
-- paid for it, or, as a loss, those he paid. The intervals take cards as independent of one another.
-- Those of one hand hardly depend on each other: one takes a trick, another may still take the next.
WITH played AS (
    SELECT mode, rank, is_trump, trick, took, game, hand, seat, card
    FROM plays
    JOIN chosen($rules, $mode, $player, $since, $until, $unique) USING (game)
    ANTI JOIN others($player) USING (game, seat)
    WHERE is_brusquembille AND took IS NOT NULL
),
paid AS (
    SELECT game, hand, trick, card, any_value(payee) AS payee, sum(counters) AS counters
    FROM payments
    WHERE reason = 'brusquembille' AND card IS NOT NULL
    GROUP BY game, hand, trick, card
),
settled AS (
    SELECT
        mode, rank, is_trump, trick, took,
        CASE WHEN payee = seat THEN counters ELSE -counters END AS earned
    FROM played LEFT JOIN paid USING (game, hand, trick, card)
)
SELECT
    mode, rank, is_trump, trick, count(*) AS n, count(*) FILTER (took) AS saved,
    percent(count(*) FILTER (took) / count(*)) AS saved_percent,
    percent(wilson_low(count(*) FILTER (took), count(*))) AS saved_low,
    percent(wilson_high(count(*) FILTER (took), count(*))) AS saved_high,
    count(earned) AS paid,
    rounded(avg(earned), 2) AS earned, rounded(half_width(earned), 2) AS earned_pm
FROM settled
GROUP BY GROUPING SETS ((mode, rank, is_trump), (mode, rank, is_trump, trick))
ORDER BY mode, trick IS NOT NULL, rank, is_trump, trick
