-- en: Trumps: results by number and rank of trumps dealt (with 95 % intervals; without faulty games)
-- fr: Atouts : résultats selon le nombre et le rang des atouts reçus à la donne (intervalles à 95 % ; parties fautives exclues)
--
-- mode        | mode     | mode
-- trumps      | number   | nombre
-- rank        | trump    | atout
-- n           | deals    | donnes
-- won         | won      | gagnés
-- won_percent | won %    | gagnés %
-- won_low     | from     | de
-- won_high    | to       | à
-- points      | points   | points
-- points_pm   | +/-      | +/-
-- payments    | net paid | reçu net
-- payments_pm | +/-      | +/-
--
-- Every player of a finished hand whose winner is known, as far as all cards are known that he drew
-- and played: by the number of trumps among the cards he was dealt, and by each trump that he was
-- dealt, the best result first. What he was dealt are the cards he played without those he drew. Hands
-- won are won alone, with others or as a side; `points` are card points a hand, `payments` counters
-- other players paid him a hand, less those he paid. The intervals take deals as independent of one
-- another. Where several players of a hand hold as many trumps they are a little too wide: what one of
-- them wins the others do not.
WITH known AS (
    SELECT mode, game, hand, seat, won, points, payments
    FROM results
    JOIN chosen($rules, $mode, $player, $since, $until, $unique) USING (game)
    ANTI JOIN others($player) USING (game, seat)
    ANTI JOIN (
        SELECT game, hand, seat FROM plays WHERE card = '??'
        UNION ALL
        SELECT game, hand, seat FROM draws WHERE card = '??'
    ) AS unseen USING (game, hand, seat)
),
dealt AS (
    SELECT game, hand, seat, rank
    FROM plays
    ANTI JOIN draws USING (game, hand, seat, card)
    WHERE is_trump
),
counted AS (SELECT game, hand, seat, count(*) AS trumps FROM dealt GROUP BY game, hand, seat),
held AS (
    SELECT mode, coalesce(trumps, 0) AS trumps, NULL::VARCHAR AS rank, won, points, payments
    FROM known LEFT JOIN counted USING (game, hand, seat)
    UNION ALL
    SELECT mode, NULL::BIGINT, rank, won, points, payments
    FROM known JOIN dealt USING (game, hand, seat)
)
SELECT
    mode, trumps, rank, count(*) AS n, count(*) FILTER (won) AS won,
    percent(count(*) FILTER (won) / count(*)) AS won_percent,
    percent(wilson_low(count(*) FILTER (won), count(*))) AS won_low,
    percent(wilson_high(count(*) FILTER (won), count(*))) AS won_high,
    rounded(avg(points), 1) AS points, rounded(half_width(points), 1) AS points_pm,
    rounded(avg(payments), 2) AS payments, rounded(half_width(payments), 2) AS payments_pm
FROM held
GROUP BY mode, trumps, rank
ORDER BY mode, trumps NULLS LAST, avg(held.points) DESC, rank
