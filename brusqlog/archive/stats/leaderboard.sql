-- en: Leaderboard: players by their rating (with 95 % intervals; without faulty games)
-- fr: Classement : les joueurs par leur cote (intervalles à 95 % ; parties fautives exclues)
--
-- place       | place       | rang
-- player      | player      | joueur
-- n           | games       | parties
-- won         | won         | gagnées
-- won_percent | won %       | gagnées %
-- won_low     | from        | de
-- won_high    | to          | à
-- rating      | rating      | cote
-- strength    | strength    | force
-- strength_pm | +/-         | +/-
--
-- The model of Plackett and Luce as openskill computes it with its own settings, finished game by
-- finished game: those without a date first, then by their date, then as they were added. The result of
-- a game is the order of the purses at its end, in a game for points of the card points; in two against
-- two the sides are teams, and what both have is added up. A game counts once, however many hands it
-- has; so wins by chance weigh as much as in the game itself. `strength` is the mean of what the model
-- believes, 25 for a newcomer, give or take 1.96 of its standard deviations; `rating` is that mean less
-- three of them, so that it rises with certainty: players are placed by it. `won` counts games won
-- alone, with others or as a side. With `--player` the ratings still rest on the games of all.
WITH rated AS (
    SELECT unnest(CAST(
        $found AS STRUCT(
            player VARCHAR, n BIGINT, won BIGINT, mu DOUBLE, sigma DOUBLE, ordinal DOUBLE
        )[]
    ), recursive := true)
),
placed AS (SELECT *, rank() OVER (ORDER BY ordinal DESC) AS place FROM rated)
SELECT
    place, player, n, won, percent(won / n) AS won_percent,
    percent(wilson_low(won, n)) AS won_low, percent(wilson_high(won, n)) AS won_high,
    rounded(ordinal, 2) AS rating,
    rounded(mu, 2) AS strength, rounded(z() * sigma, 2) AS strength_pm
FROM placed
WHERE $player::VARCHAR IS NULL OR player = $player
ORDER BY place, player
