-- en: Payments: what for and how much (with 95 % intervals; without faulty games)
-- fr: Paiements : pourquoi et combien (intervalles à 95 % ; parties fautives exclues)
--
-- mode        | mode     | mode
-- reason      | reason   | raison
-- rank        | rank     | rang
-- n           | hands    | coups
-- payments    | payments | paiements
-- counters    | counters | jetons
-- share_percent | share % | part %
-- per_hand    | a hand   | par coup
-- per_hand_pm | +/-      | +/-
-- largest     | largest  | plus grand
--
-- Payments in finished hands of games for counters, of which `n` counts those of the mode; with
-- `--player` those that he made or got. By reason and the rank of the card; there is none where a
-- payment settles several cards, or none. `share_percent` is of all counters in the mode. `per_hand` is the
-- mean of a hand, those without such a payment too, give or take 1.96 standard errors; what is paid in
-- one hand is added up first, so only hands are taken as independent of one another.
WITH counted AS (
    SELECT mode, game, hand
    FROM hands
    JOIN chosen($rules, $mode, $player, $since, $until, $unique) AS chosen USING (game)
    WHERE hands.status = 'complete' AND pot IS NOT NULL
),
totals AS (SELECT mode, count(*) AS n FROM counted GROUP BY mode),
his AS (SELECT game, seat FROM players WHERE player = $player),
wanted AS (
    SELECT game, hand, reason, left(card, 1) AS rank, counters
    FROM payments
    WHERE $player::VARCHAR IS NULL
       OR (game, payer) IN (FROM his) OR (game, payee) IN (FROM his)
),
by_hand AS (
    SELECT
        mode, reason, rank, count(*) AS payments, sum(counters) AS counters,
        max(counters) AS largest
    FROM wanted JOIN counted USING (game, hand)
    GROUP BY mode, game, hand, reason, rank
)
SELECT
    mode, reason, rank, any_value(n) AS n, sum(payments) AS payments, sum(counters) AS counters,
    percent(sum(counters) / sum(sum(counters)) OVER (PARTITION BY mode)) AS share_percent,
    rounded(sum(counters) / any_value(n), 2) AS per_hand,
    rounded(half_width_of(
        any_value(n), sum(counters::DOUBLE), sum(counters::DOUBLE * counters::DOUBLE)
    ), 2) AS per_hand_pm,
    max(largest) AS largest
FROM by_hand JOIN totals USING (mode)
GROUP BY mode, reason, rank
ORDER BY mode, reason, rank NULLS LAST
