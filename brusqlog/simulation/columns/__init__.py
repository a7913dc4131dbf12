"""Games played side by side: a column is a hand (numpy).

The games are those of `simulation.play`, to the byte; that is the reference, and says what comes
when. Cards are the numbers of `CARDS`, arrays of them bytes.
"""
