"""A player in a few hundred instructions: who plays when a bot plays hands on in its mind."""

from fiftyk._random cimport Random
from fiftyk._types cimport Hand, Play, Pos, Rules

# The play, or the pass, of the seat on turn, in a position in classes mode that is not over. It looks at the
# seat's own hand and at what all may see, but at the sides as they are; now and then it draws.
cdef Play sensible(const Rules* rules, const Pos* pos, Random* r) noexcept nogil

# What a legal play, on lead or not, costs its hand: the smaller the better. Low cards are cheap, many at once
# are cheaper; groups broken up, jokers and bombs are dear; the pass costs 0 in this count, a lead is below 0.
cdef int cost_of(const Rules* rules, const Hand* hand, const Play* play, bint on_lead) noexcept nogil

# The cheapest answer of a hand to a play, no bomb and no 510K, as far as it is looked for; returns whether
# there is one.
cdef bint cheapest_answer(const Rules* rules, const Hand* hand, const Play* last, Play* out) noexcept nogil
