-- en: Rules: the same hands under another ruleset (with 95 % intervals; without faulty games)
-- fr: Règles : les mêmes coups sous un autre règlement (intervalles à 95 % ; parties fautives exclues)
--
-- mode             | mode         | mode
-- n                | hands        | coups
-- stands           | stand        | tiennent
-- stands_percent   | stand %      | tiennent %
-- stands_low       | from         | de
-- stands_high      | to           | à
-- taker            | other taker  | autre levée
-- revoke           | revoke       | renonce
-- won_else         | other winner | autre gagnant
-- won_else_percent | other %      | autre %
-- won_else_low     | from         | de
-- won_else_high    | to           | à
-- paid             | paid         | payé
-- due              | would pay    | à payer
-- moved            | moved        | déplacé
-- moved_pm         | +/-          | +/-
--
-- Finished hands whose cards and winner are known and in which nothing irregular happened, under the
-- ruleset of `--against`, with the options it has by itself. Everybody plays the same cards to the same
-- tricks. A hand stands if it could have been played so: no trick but the last goes to another player,
-- for he would have led to the next (`taker`), and none is a revoke (`revoke`). What is NULL the
-- ruleset has no such mode for. Of hands that stand: how many somebody else would have won; and in games
-- for counters, as means of a hand, the counters that were paid for brusquembilles, those that would be,
-- and those that would lie with another player in the end, give or take 1.96 standard errors. The
-- intervals take hands as independent of one another: each counts once.
WITH counted AS (
    SELECT unnest(CAST(
        $found AS STRUCT(
            mode VARCHAR, verdict VARCHAR, won_else BOOLEAN, paid BIGINT, due BIGINT, moved BIGINT,
            hands BIGINT
        )[]
    ), recursive := true)
),
summed AS (
    SELECT
        mode, sum(hands)::BIGINT AS n,
        coalesce(sum(hands) FILTER (verdict = 'stands'), 0)::BIGINT AS stands,
        coalesce(sum(hands) FILTER (verdict = 'taker'), 0)::BIGINT AS taker,
        coalesce(sum(hands) FILTER (verdict = 'revoke'), 0)::BIGINT AS revoke,
        coalesce(sum(hands) FILTER (won_else), 0)::BIGINT AS won_else,
        sum(hands) FILTER (paid IS NOT NULL) AS settled,
        sum(hands * paid) AS paid, sum(hands * due) AS due, sum(hands * moved) AS moved,
        sum(hands * moved::DOUBLE * moved::DOUBLE) AS squares,
        bool_and(verdict <> 'mode') AS allowed
    FROM counted GROUP BY mode
)
SELECT
    mode, n, CASE WHEN allowed THEN stands END AS stands,
    CASE WHEN allowed THEN percent(stands / n) END AS stands_percent,
    CASE WHEN allowed THEN percent(wilson_low(stands, n)) END AS stands_low,
    CASE WHEN allowed THEN percent(wilson_high(stands, n)) END AS stands_high,
    CASE WHEN allowed THEN taker END AS taker,
    CASE WHEN allowed THEN revoke END AS revoke,
    CASE WHEN allowed THEN won_else END AS won_else,
    percent(won_else / nullif(stands, 0)) AS won_else_percent,
    percent(wilson_low(won_else, stands)) AS won_else_low,
    percent(wilson_high(won_else, stands)) AS won_else_high,
    rounded(paid / settled, 2) AS paid, rounded(due / settled, 2) AS due,
    rounded(moved / settled, 2) AS moved,
    rounded(half_width_of(settled, moved::DOUBLE, squares), 2) AS moved_pm
FROM summed
ORDER BY mode
