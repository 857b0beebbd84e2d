"""Positions at the edges of the clauses, worked out by hand from their words.

Each line: an option, position, action, and the verdict: ``yes``, or the reason of the refusal and its clause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.apply import check
from engine.errors import IllegalAction
from engine.legal import legal_actions
from engine.rulebook import load_book, parse_option
from tests.positions import action, position

if TYPE_CHECKING:
    from engine.state import State

SEVEN = "8C 8C 8D 8D 8H 8H 8S"  # a clean canasta
DIRTY = "8C 8C 8D 8D 8H 2C 2D"
OTHER = "QC QC QD QD QH QH QS"

ITALIAN = f"""
# I-4, I-9, X-9: melds
| play: 9C 9D 9H 9S 5C 5D | meld 9C 9D 9H, 5C 5D 5H | card_not_held X-1
| play: 9C 9D 9H 9S 9S 9C 5C 5D | meld 9C 9D 9C, 9H 9S 9S | rank_already_melded X-9
| play: 9S 9C 9H 5C 5D; table: 9C 9D 9H | meld 9S 9C 9H | rank_already_melded X-9
| play: 3D 5C 5D 5H 4C; table: {SEVEN} | meld 5C 5D 5H | yes
| play: 5C 6C 7C KD KH | meld 5C 6C 7C | mixed_ranks I-4
| play: JK 5H 5S; table: 9C 9D 2C 2D JK | meld JK on 0 | too_many_wilds I-4
| play: 9H 5H 5S; table: 9C 9D 2C 2D JK | meld 9H on 0 | yes
| play: 9H 5H 5S KC; table: 9C 9D 9S | meld 9H on 1 | no_such_meld X-4
| play: QH 5H 5S KC; table: 9C 9D 9S | meld QH on 0 | mixed_ranks I-4
| play: 5H 5S 5C KC KD; table: 9C 9D 9S | meld 5H 5S 5C, KC KD on 0 | mixed_ranks I-4
# I-5, I-8: taking
| draw: 9H 9D 5C; pile: 9S | take 9S 9H 9D | no_way_to_end X-3
| draw: 9H 9D 5C; pile: 4C 9S | take 9S 9H 9D | yes
| draw: 9H 9D 9C 5C; pile: 4C 9S | take 9S 9H 9D 9C | yes
| draw: 9H 9D 9C 5C; pile: 4C 9S | take 9H 9D 9C | top_not_used I-5
| draw: 9H 9D 5C 5D 5H KC; pile: 4C 9S | take 9S 9H 9D, 5C 5D 5H | yes
| draw: 9H 9D 5C 5D 5H KC; pile: 4C 9S | take 5C 5D 5H, 9S 9H 9D | top_not_used I-5
| draw: 9H 9D 5D 5H KC; pile: 5C 9S | take 9S 9H 9D, 5C 5D 5H | card_not_held X-1
| draw: 9H 9D 5D 5H KC; pile: 5C 9S | take 9S 9H 9D | yes
| draw: JK 9D 5D 5H KC; pile: 5C 9S; table: 9C 9H 9S | take 9S on 0 | yes
| draw: JK 9D 5D 5H KC; pile: 5C 9S; table: 9C 9H 9S | take 9S 9D on 0 | take_lays_off_more I-5
| draw: JK 9D 5D 5H KC; pile: 5C 9S; table: 9C 9H 9S | take 9S 9D JK | rank_already_melded X-9
| draw: 9D 5D; pile: 3D 9S; table: 9C 9H 9S | take 9S on 0 | yes
| draw: 9D JK 5D; pile: 3D 9S | take 9S 9D JK | pile_frozen I-8
| draw: 9D 9H JK 5D KC; pile: 3D 9S | take 9S 9D 9H JK | yes
| draw: 9D 9H JK 5D; pile: 3D 9S | take 9S 9D 9H JK | no_way_to_end X-3
| draw: 9D 9H JK 5D; pile: 3D 9S | take 9S 9D JK, 9H JK JK | card_not_held X-1
| draw: 9D 9H 5D KC; pile: 9S 3D | take 3D 9D 9H | top_out_of_reach I-9
| draw: 3C 3C 5D KC; pile: 9S 3S | take 3S 3C 3C | top_out_of_reach I-9
| draw: 9D 9H 5D KC; pile: 9S 2D | take 2D 9D 9H | top_out_of_reach I-9
| draw: 9D 9H 5D KC; pile: | take 9S 9D 9H | pile_empty I-5
| draw: 9D; pile: 9S; table: 9C 9H 9S, {SEVEN} | take 9S on 0 | yes
| draw: 5D; pile: 9S; table: 9C 9H 9S | take 9S on 0 | no_way_to_end X-3
| draw: 5D; pile: 4D 9S; table: 9C 9H 9S | take 9S on 0 | yes
| draw: 9D 9H 5D KC; pile: 4D 9S | meld 9D 9H 9S | draw_first X-2
| draw: 9D 9H 5D KC; pile: 4D 9S | discard 9D | draw_first X-2
| play: 9D 9H 5D KC; pile: 4D 9S | take 9S 9D 9H | already_drawn X-2
| play: 9D 9H 5D KC; pile: 4D 9S | draw | already_drawn X-2
| play: 9D 9H 5D KC | ask | not_offered X-2
| play: 9D 9H 5D KC | answer yes | not_offered X-2
# options of the pile
pile.frozen_take=pair | draw: 9D 5D KC; pile: 3D 9S; table: 9C 9H 9S | take 9S on 0 | pile_frozen I-8
pile.frozen_take=pair | draw: 9D 9H 5D KC; pile: 3D 9S; table: 9C 9H 9S | take 9S 9D 9H on 0 | yes
pile.frozen_take=pair | draw: 9D 9H 9C; pile: 3D 9S; table: 9C 9H 9S | take 9S 9D 9H 9C on 0 | pile_frozen I-8
pile.frozen_take=pair | draw: 9D 9H 5D KC; pile: 4D 9S; table: 9C 9H 9S | take 9S on 0 | yes
pile.frozen_take=any_valid_meld | draw: 9D JK 5D KC; pile: 3D 9S | take 9S 9D JK | yes
pile.wild_top=as_wild | draw: 9D 9H 5D KC; pile: 4D JK | take JK 9D 9H | yes
pile.wild_top=as_wild | draw: 9D JK 5D KC; pile: 4D JK | take JK 9D JK | too_few_naturals I-4
pile.wild_top=as_wild | draw: 9D 5D KC; pile: 4D JK; table: 9C 9H 9S | take JK on 0 | yes
pile.wild_top=as_wild | draw: 9D 5D KC; pile: 4D JK; table: 9C 9H 2C 2D 2H | take JK on 0 | too_many_wilds I-4
pile.wild_top=as_wild | draw: 3C 3C 5D KC; pile: 4D 3S; table: {SEVEN} | take 3S 3C 3C | top_out_of_reach I-9
# I-10: black threes
| play: 3C 3C 3S 5D; table: {SEVEN} | meld 3C 3C 3S | yes
| play: 3C 3C 3S 5D 6D; table: {SEVEN} | meld 3C 3C 3S | black_threes_close I-10
| play: 3C 3C 3S 5D 5D 5H; table: {SEVEN} | meld 3C 3C 3S | yes
| play: 3C 3C 3S 8S; table: {SEVEN[:-3]} | meld 3C 3C 3S | yes
| play: 3C 3C 3S 8S; table: {SEVEN[:-6]} | meld 3C 3C 3S | black_threes_close I-10
| play: 3C 3C 3S 8S; table: {SEVEN[:-3]} | meld 8S on 0, 3C 3C 3S | yes
| play: 3C 3C 3S 8S 5D; table: {SEVEN[:-3]} | meld 3C 3C 3S | yes
| play: 3C 3S 2C 5D; table: {SEVEN} | meld 3C 3S 2C | yes
| play: 3C 2D 2C 5D; table: {SEVEN} | meld 3C 2D 2C | too_few_naturals I-4
black_three.wilds=false | play: 3C 3S 2C 5D; table: {SEVEN} | meld 3C 3S 2C | black_three_wilds I-10
# I-12: going out
| play: 9C 5D; table: {SEVEN} | meld 9C on 0 | mixed_ranks I-4
| play: 8S; table: {SEVEN} | meld 8S on 0 | yes
| play: 8S; table: {SEVEN} | discard 8S | yes
| play: 8S; table: 8C 8D 8H | discard 8S | needs_canasta I-12
| play: 8S; table: 8C 8C 8D 8D 8H 8H | meld 8S on 0 | yes
| play: 8S 2C; table: 8C 8C 8D 8D 8H | meld 8S on 0 | yes
| play: 8S 2C; table: 8C 8C 8D 2D JK | meld 8S on 0 | yes
| play: 8S KC; table: 8C 8D 2D 2H JK | meld 8S on 0 | no_way_to_end X-3
| play: 8S 8S; table: 8C 8D 2D 2H JK | meld 8S on 0 | yes
going_out.canasta=clean | play: 9C; table: {DIRTY} | discard 9C | needs_canasta I-12
going_out.canasta=clean | play: JK; table: {SEVEN} | meld JK on 0 | needs_canasta I-12
going_out.canasta=clean | play: JK; table: {SEVEN} | discard JK | yes
going_out.canasta=clean | play: JK; table: {SEVEN}, {OTHER} | meld JK on 0 | yes
canasta.min_size=6 | play: 9C 9C; table: 8C 8C 8D 8D 8H | discard 9C | yes
canasta.min_size=6 | play: 9C 8H; table: 8C 8C 8D 8D 8H | meld 8H on 0 | yes
canasta.min_size=6 | play: 9C 8H; table: 8C 8C 8D JK 2C | meld 8H on 0 | yes
canasta.min_size=6 | play: 9C 8H; table: 8C 8C JK 2D 2C | meld 8H on 0 | no_way_to_end X-3
"""

LONG = "4H 5H 6H 7H 8H 9H TH"
TRANCA = f"""
# T-3, T-4, X-10: sequences, their ends and gaps
| play: QD KD AD 5C 5D | meld QD KD AD | yes
| play: KD AD 4D 5C 5D | meld KD AD 4D | not_consecutive T-3
| play: KD AD 2D 5C 5D | meld KD AD 2D | yes
| play: 2D 4D 5D 5C KC | meld 2D 4D 5D | yes
| play: 3C 4C 5C 5D KC | meld 3C 4C 5C | threes_never_meld T-7
| play: 3C 3C 3S 5D KC | meld 3C 3C 3S | threes_never_meld T-7
| play: 4C 7C 2C 5D KC | meld 4C 7C 2C | not_consecutive T-3
wild.max_per_meld=2 | play: 4C 7C 2C 2D KC KS | meld 4C 7C 2C 2D | yes
wild.max_per_meld=3 | play: 4C 8C 2C 2D 2H KS KD | meld 4C 8C 2C 2D 2H | yes
wild.max_per_meld=3 | play: 4C 2C 2D 2H KS KD | meld 4C 2C 2D 2H | too_few_naturals T-4
| play: 4C 5C 6D KS KD | meld 4C 5C 6D | mixed_cards T-3
| play: 4C 5C 5C KS KD | meld 4C 5C 5C | mixed_cards T-3
| play: 5C 5C 2D KS KD | meld 5C 5C 2D | yes
| play: 4D KS KC; table: 5D 6D 7D | meld 4D on 0 | yes
| play: KD KS KC; table: 4S 5S 6S | meld KD on 0 | mixed_cards T-3
| play: 2S KS KC; table: 4D 5D 6D 7D 8D 9D TD JD QD KD AD | meld 2S on 0 | sequence_complete T-5
| play: AD KS KC; table: 4D 5D 6D 7D 8D 9D TD JD QD KD 2C | meld AD on 0 | sequence_complete T-5
| play: AD KS KC; table: 4D 5D 6D 7D 8D 9D TD JD QD 2C | meld AD on 0 | yes
| play: 8D KS KC; table: 6D 7D 2C | meld 8D on 0 | yes
| play: 9D KS KC; table: 6D 7D 2C | meld 9D on 0 | yes
| play: TD KS KC; table: 6D 7D 2C | meld TD on 0 | not_consecutive T-3
| play: 9S KS KC 9H 9D; table: 9C 9D 9H | meld 9S 9H 9D | yes
| play: 6D 7D 8D KS KC; table: 6D 7D 8D | meld 6D 7D 8D | yes
| play: 9D TD KS KC; table: 6D 7D 8D, JD QD KD | meld 9D TD on 0 | yes
| play: 9D TD KS KC; table: 6D 7D 8D, JD QD KD | meld 9D TD JD on 0 | card_not_held X-1
# T-7: the black three
| draw: KH KC 5D; pile: 9C 3S | draw | yes
| draw: KH KC 5D; pile: 9C 3S | take 3S KH KC | pile_blocked T-7
| draw: KH KC 5D; pile: 3S KD | take KD KH KC | yes
# T-9: a new meld with the top
| draw: 6H 2D 5D 5C; pile: 6S | take 6S 6H 2D | yes
| draw: 6H 2D 2C 5C; pile: 6S | take 6S 2D 2C | too_few_naturals T-4
| draw: 6H 6D 6C 5C; pile: 6S | take 6S 6H 6D 6C | no_way_to_end X-3
| draw: 6H 6D 6C 5C; pile: 6S; foot: 4D 4H | take 6S 6H 6D 6C | yes
| draw: 6H 6D 5C 5D; pile: 6S | take 6H 6D 6S | yes
| draw: 4S 5S 5C 5D; pile: 6S | take 6S 4S 5S | yes
| draw: 4S 2S 5C 5D; pile: 6S | take 6S 4S 2S | yes
| draw: 4S 2S 5C 5D; pile: 7S | take 7S 4S 2S | not_consecutive T-3
wild.max_per_meld=2 | draw: 4S 2S 2C 5C 5D; pile: 7S | take 7S 4S 2S 2C | take_wilds T-9
| draw: 7C 7D 5C KD; pile: 2S | take 2S 7C 7D | yes
| draw: 7C 8C 5D KD; pile: 2S | take 2S 7C 8C | yes
| draw: 7C 9C 5D KD; pile: 2S | take 2S 7C 9C | yes
| draw: 7C 2C 5D KD; pile: 2S | take 2S 7C 2C | too_few_naturals T-4
| draw: 7C 7D 2C 5D; pile: 2S | take 2S 7C 7D 2C | too_many_wilds T-4
| draw: KH KC 5D 5C; pile: 3D KD | take KD KH KC | yes
# T-10: the top by itself
| draw: JH 4C 5C; pile: QH; table: 8H 9H TH | take QH JH on 0 | take_lays_off_more T-10
| draw: JH 4C 5C; pile: QH; table: 8H 9H TH | take QH on 0 | not_consecutive T-3
| draw: JH KH 5C 5D; pile: QH; table: 8H 9H TH | take QH JH KH | yes
| draw: JH KH 5C; pile: QH; table: 8H 9H TH | take QH JH KH | no_way_to_end X-3
| draw: 4C 5C; pile: JH; table: 8H 9H 2C | take JH on 0 | yes
| draw: 4C 5C; pile: TH; table: 8H 9H 2C | take TH on 0 | yes
| draw: 4C 5C; pile: 7H; table: 8H 9H 2C | take 7H on 0 | yes
| draw: 4C 5C; pile: 6H; table: 8H 9H 2C | take 6H on 0 | yes
| draw: 4C 5C; pile: 5H; table: 8H 9H 2C | take 5H on 0 | not_consecutive T-3
| draw: 4C 5C; pile: 9H; table: 8H 9H TH | take 9H on 0 | mixed_cards T-3
| draw: 4C 5C; pile: 9H; table: 9S 9D 9C | take 9H on 0 | yes
| draw: 4C 5C; pile: 2H; table: 9S 9D 9C | take 2H on 0 | yes
| draw: 4C 5C; pile: 2H; table: 9S 9D 2C | take 2H on 0 | too_many_wilds T-4
wild.max_per_meld=2 | draw: 4C 5C; pile: 2H; table: 9S 9D 2C | take 2H on 0 | top_wild_fits_not T-10
wild.max_per_meld=2 | play: 2H 4C 5C; table: 9S 9D 2C | meld 2H on 0 | yes
| draw: 4C 5C; pile: 9S; table: 9C 9C 9D 9D 9H 9H 9S 2C | take 9S on 0 | meld_too_large T-3
| draw: 4C; pile: 9S; table: 9C 9C 9D | take 9S on 0 | no_way_to_end X-3
| draw: 4C; pile: 3D 9S; table: 9C 9C 9D | take 9S on 0 | no_way_to_end X-3
| draw: 4C; pile: 5D 9S; table: 9C 9C 9D | take 9S on 0 | yes
| draw: 4C; pile: 9S; table: 9C 9C 9D 9D 9H 9H | take 9S on 0 | yes
| draw: 4C; pile: 9S; table: 9C 9C 9D; foot: 5D 5H | take 9S on 0 | yes
# T-11, T-12: the foot and going out
| play: 9C 9D 9H; foot: 5D 5H | meld 9C 9D 9H | yes
| play: 9C 9D 9H | meld 9C 9D 9H | needs_canasta T-12
| play: 9C 9D 9H; foot: stock | meld 9C 9D 9H | needs_canasta T-12
| play: 9C 9D 9H 5C | meld 9C 9D 9H | no_way_to_end X-3
| play: 9C 9D 9H 5C 5D | meld 9C 9D 9H | yes
| play: 5C; foot: 5D 5H | discard 5C | yes
| play: 5C; foot: stock | discard 5C | needs_canasta T-12
| play: 5C; table: {LONG}; foot: stock | discard 5C | yes
| play: 3C; table: {LONG} | discard 3C | yes
| play: JH; table: {LONG} | meld JH on 0 | yes
| play: 2H JH; table: 4H 5H 6H 7H 8H 9H | meld 2H on 0 | yes
| play: 2H JH; table: 4H 5H 6H 7H 8H | meld 2H on 0 | no_way_to_end X-3
| play: 9H TH; table: 4H 5H 6H 7H 8H | meld 9H on 0 | yes
going_out.canasta=clean | play: 5C; table: 4H 5H 6H 7H 8H 9H 2C | discard 5C | needs_canasta T-12
going_out.canasta=clean | play: 5C; table: {LONG} | discard 5C | yes
going_out.canasta=royal | play: 5C; table: {LONG} | discard 5C | needs_canasta T-12
going_out.canasta=royal | play: 5C; table: {LONG} JH QH KH AH | discard 5C | yes
going_out.canasta=royal | play: 5C; table: {LONG} JH QH KH 2C | discard 5C | yes
going_out.canasta=royal | play: 5C; table: {LONG} JH QH KH | discard 5C | needs_canasta T-12
going_out.canasta=royal | play: AH; table: {LONG} JH QH KH | meld AH on 0 | yes
going_out.canasta=royal | play: 2C 5C; table: {LONG} JH QH KH | meld 2C on 0 | yes
canasta.min_size=6 | play: 5C; table: 4H 5H 6H 7H 8H 9H | discard 5C | yes
canasta.min_size=6 | play: 5C; table: 4H 5H 6H 7H 8H | discard 5C | needs_canasta T-12
# T-14, X-4, and the opening minimum as a house rule
| draw: 5C 5D; stock: ; pile: KD | draw | yes
| draw: 5C 5D; stock: ; pile: KD; their foot: 4D 4S | draw | yes
| draw: 5C 5D KC; pile: KD; theirs: KH KS KC | take KD on 0 | no_such_meld X-4
opening.minimum=fifty | play: 9C 9D 9H 9S 5C 5D | meld 9C 9D 9H 9S | opening_too_low T-15
opening.minimum=fifty | play: 9C 9D 9H 9S 2C 5C 5D | meld 9C 9D 9H 9S 2C | yes
opening.minimum=fifty | play: 9C 9D 9H 9S; foot: 5C 5D | meld 9C 9D 9H 9S | opening_too_low T-15
opening.minimum=fifty | play: 9C 9D 9H 4C 4D 4H; foot: 5C 5D | meld 9C 9D 9H, 4C 4D 4H | yes
"""

CLASSIC = f"""
# C-2, C-3, C-4: before and after the opening
| draw: 9C 2C 5D KC; pile: 4C 9S | take 9S 9C 2C | pile_frozen_unopened C-3
| draw: 9C 9D 5D KC; pile: 4C 9S | take 9S 9C 9D | opening_too_low C-2
| draw: AC AD 5D KC; pile: 4C AS | take AS AC AD | yes
| draw: 9C 9D 2C 5D; pile: 4C 9S | take 9S 9C 9D 2C | yes
| draw: 9C 2C 5D KC; pile: JK 9S; score: -5 0 | take 9S 9C 2C | pile_frozen C-4
| draw: 9C 9D 5D KC; pile: JK 9S; score: -5 0 | take 9S 9C 9D | yes
| draw: 9C 2C 5D KC; pile: 4C 9S; table: KD KH KS | take 9S 9C 2C | yes
| draw: 9C 2C 5D KC; pile: 3D 9S; table: KD KH KS | take 9S 9C 2C | pile_frozen C-4
| draw: 9C 5D KC; pile: 3D 9S; table: 9D 9H 9S | take 9S on 0 | pile_frozen C-4
| draw: 9C 9H 5D KC; pile: 3D 9S; table: 9D 9H 9S | take 9S 9C 9H on 0 | yes
| draw: 9C 9H 5D KC; pile: 3D 9S; table: 9D 9H 9S | take 9S 9C 9H | rank_already_melded X-9
| draw: KD 5D KC; pile: 9C 3S; table: 9D 9H 9S | take 3S KD KC | pile_blocked C-3
| draw: KD 5D KC 4C; pile: 3S KS; table: 9D 9H 9S | take KS KD KC | yes
| draw: 5D KC; pile: KS; table: KD KH KC | take KS on 0 | yes
| play: KC KD KH KS AC 5D; score: 0 0 | meld KC KD KH KS | opening_too_low C-2
| play: KC KD JK 5D 5H; score: 0 0 | meld KC KD JK | yes
| play: AC AD 2C 5D 5H; score: 1500 0 | meld AC AD 2C | opening_too_low C-2
| play: AC AD 2C QC QD 2D 5D 5H; score: 1500 0 | meld AC AD 2C, QC QD 2D | yes
| play: 7C 7D 7H 4C 4D 4H 5D 6H; score: 0 0 | meld 7C 7D 7H, 4C 4D 4H | opening_too_low C-2
| play: 7C 7D 7H 4C 4D 4H QC QD 2C 5D 6H; score: 0 0 | meld 7C 7D 7H, 4C 4D 4H, QC QD 2C | yes
| play: 4C 4D 4H 5D 6H; score: -5 0 | meld 4C 4D 4H | yes
# C-5: black threes
| play: 3C 3S 2C 5D; table: {SEVEN} | meld 3C 3S 2C | black_three_wilds C-5
| play: 3C 3S 3S 5D; table: {SEVEN} | meld 3C 3S 3S | yes
black_three.wilds=true | play: 3C 3S 2C 5D; table: {SEVEN} | meld 3C 3S 2C | yes
# C-8: asking
| play: 5D 5H; table: {SEVEN} | ask | no_way_to_end X-3
| play: 5D 8S; table: {SEVEN} | ask | yes
| play: 5D 8S; table: {SEVEN}; seats: 2 | ask | not_offered C-8
| draw: 5D 8S; table: {SEVEN} | ask | draw_first X-2
| play: 5D 8S; table: {SEVEN}; asked: yes | ask | already_asked C-8
| play: 5D 8S; table: {SEVEN}; asked: yes | discard 5D | said_yes C-8
| play: 5D 8S; table: {SEVEN}; asked: yes | meld 8S on 0 | yes
| play: 5D 8S; table: {SEVEN}; asked: no | meld 8S on 0 | said_no C-8
| play: 5D 8S 9C; table: {SEVEN}; asked: no | meld 8S on 0 | yes
| play: 5D 8S; table: {SEVEN}; asked: no | discard 8S | yes
| play: 5D 8S; table: {SEVEN}; asked: waiting | answer no | yes
| play: 5D 8S; table: {SEVEN} | answer no | no_question C-8
| play: 5D 5H 5S 8S; table: {SEVEN}; asked: yes | meld 8S on 0 | yes
| play: 5D 5H 5S 8S 9C; table: {SEVEN}; asked: yes | meld 8S on 0 | yes
| play: 5D 5H 2C 8S 9C; table: {SEVEN}; asked: yes | meld 8S 2C on 0 | said_yes C-8
| play: 5D 5H 2C 8S 9C; table: {SEVEN}; asked: yes | meld 5D 5H 2C | yes
# C-9, C-10: the end of the stock
| draw: 5D KC; pile: 4C 8S; table: {SEVEN}; stock: | draw | must_take C-9
| draw: 5D; pile: 8S; table: {SEVEN}; stock: | draw | yes
| draw: 5D; pile: 8S; table: {SEVEN}; stock: | take 8S on 0 | single_for_single C-10
| draw: 5D KC; pile: JK 8S; table: {SEVEN}; stock: | draw | yes
| draw: 5D; pile: 4C 9S; table: 9C 9D 9H; stock: | draw | must_take C-9
| draw: 5D; pile: 4C 9S; table: 9C 9D 9H; stock: 6S | draw | yes
| draw: 9S 9H 5D 5H; pile: 4C 9D; table: KC KD KH; stock: | draw | yes
# C-11: two players
| play: 5D; table: {SEVEN}; seats: 2 | discard 5D | needs_canasta I-12
| play: 5D; table: {SEVEN}, {OTHER}; seats: 2 | discard 5D | yes
| play: QS 5D; table: {SEVEN}, {OTHER[:-3]}; seats: 2 | meld QS on 1 | yes
"""

RULES = {"italian": ITALIAN, "tranca": TRANCA, "classic": CLASSIC}


def lines(name: str) -> list[tuple[str, str]]:
    return [(name, line) for line in RULES[name].strip().splitlines() if not line.startswith("#")]


def verdict_on(state: State, play: str) -> str:
    try:
        check(state, state.awaited, action(play))
    except IllegalAction as refusal:
        return f"{refusal.reason.value} {refusal.clause}"
    return "yes"


@pytest.mark.parametrize(("name", "line"), [pair for name in RULES for pair in lines(name)])
def test_a_position_at_the_edge_of_a_clause(name: str, line: str) -> None:
    option, text, play, verdict = (part.strip() for part in line.split("|"))
    field, _, value = option.partition("=")
    options = {field: parse_option(load_book(name).fields[field], value)} if option else None
    state = position(text, options, name)
    assert verdict_on(state, play) == verdict
    assert verdict == "yes" or action(play) not in legal_actions(state)
