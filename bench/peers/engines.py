"""One class an engine: what it is given, and the calls that are measured.

`*_input` is not measured. `leads` and `follows` go through prepared inputs, one call each, and
return how many moves the engine handed back, its own duplicates included and the pass left out;
`lead_plays` and `follow_plays` return the different plays of one input, as counts.
"""

from __future__ import annotations

import importlib.metadata
import random

import hands
import numpy as np
from hands import RANKS, Counts, Deal

import fiftyk as fk
from fiftyk import bulk


class Engine:
    """What is common; a method that an engine has not raises NotImplementedError."""

    name = ""
    call = ""
    """What is called for each hand."""
    package = ""

    @property
    def version(self) -> str:
        return importlib.metadata.version(self.package)

    def lead_input(self, deal: Deal):
        raise NotImplementedError

    def follow_input(self, deal: Deal):
        raise NotImplementedError

    def leads(self, inputs) -> int:
        raise NotImplementedError

    def follows(self, inputs) -> int:
        raise NotImplementedError

    def lead_plays(self, one) -> set[Counts]:
        raise NotImplementedError

    def follow_plays(self, one) -> set[Counts]:
        raise NotImplementedError

    def play_input(self, play: Counts):
        """Prepare a play to be classified or compared."""
        raise NotImplementedError

    def classify(self, inputs) -> int:
        """Return how many of the plays the engine knows."""
        raise NotImplementedError

    def compare(self, pairs) -> int:
        """Return how often the first play beats the second."""
        raise NotImplementedError

    def games(self, deals: list[Deal], seed: int) -> tuple[int, int]:
        """Play random games, and return how many games and turns it were."""
        raise NotImplementedError


class OpenSpiel(Engine):
    name, package = "open_spiel", "open_spiel"
    call = "state.legal_actions()"

    def __init__(self) -> None:
        import pyspiel

        self.game = pyspiel.load_game("dou_dizhu")

    def dealt(self, deal: Deal):
        """Return the state after the auction: player 0 has 20 cards and leads."""
        # A card is suit * 13 + rank; the jokers are the last two.
        free = [[suit * 13 + rank for suit in range(4)] for rank in range(13)] + [[52], [53]]
        dealt = [
            [free[rank].pop() for rank in range(RANKS) for _ in range(hand[rank])]
            for hand in (deal.lead, deal.follow, deal.other)
        ]
        state = self.game.new_initial_state()
        # The card turned up goes to player 0, who then bids the most and takes the last three.
        state.apply_action(0)
        for cards in zip(*(hand[:17] for hand in dealt), strict=True):
            for card in cards:
                state.apply_action(51 + card)
        state.apply_action(3)
        return state

    def counts(self, state, action: int) -> Counts:
        text = state.action_to_string(state.current_player(), action)
        counts = [0] * RANKS
        for joker, rank in (("(BWJ)", hands.LITTLE), ("(CJ)", hands.BIG)):
            counts[rank] += text.count(joker)
            text = text.replace(joker, "")
        for character in text.replace("-", ""):
            counts["3456789TJQKA2".index(character)] += 1
        return tuple(counts)

    lead_input = dealt

    def follow_input(self, deal: Deal):
        state = self.dealt(deal)
        (action,) = (a for a in state.legal_actions() if self.counts(state, a) == deal.rival)
        state.apply_action(action)
        return state

    def leads(self, inputs) -> int:
        return sum([len(state.legal_actions()) for state in inputs])

    def follows(self, inputs) -> int:
        return sum([len(state.legal_actions()) for state in inputs]) - len(inputs)

    def lead_plays(self, one) -> set[Counts]:
        return {self.counts(one, action) for action in one.legal_actions()}

    def follow_plays(self, one) -> set[Counts]:
        # Action 0 is the pass.
        return {self.counts(one, action) for action in one.legal_actions() if action}

    def games(self, deals: list[Deal], seed: int) -> tuple[int, int]:
        choice = random.Random(seed).choice
        turns = 0
        for start in self.prepared(deals):
            state = start.clone()
            while not state.is_terminal():
                state.apply_action(choice(state.legal_actions()))
                turns += 1
        return len(deals), turns

    def prepared(self, deals: list[Deal]):
        if not hasattr(self, "_states"):
            self._states = [self.dealt(deal) for deal in deals]
        return self._states


class DouZero(Engine):
    name, package = "douzero", "douzero"
    call = "MovesGener(cards).gen_moves(); GameEnv.get_legal_card_play_actions()"
    cards_of = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30)

    def __init__(self) -> None:
        from douzero.env import game, move_detector, move_generator

        self.environment = game.GameEnv
        self.generator = move_generator.MovesGener
        self.detect = move_detector.get_move_type

    def cards(self, counts: Counts) -> list[int]:
        return [self.cards_of[rank] for rank in range(RANKS) for _ in range(counts[rank])]

    def counts(self, move: list[int]) -> Counts:
        return tuple(move.count(card) for card in self.cards_of)

    def lead_input(self, deal: Deal):
        return self.cards(deal.lead)

    def follow_input(self, deal: Deal):
        env = self.environment(None)
        env.acting_player_position = "landlord_down"
        env.info_sets["landlord_down"].player_hand_cards = self.cards(deal.follow)
        env.card_play_action_seq = [self.cards(deal.rival)]
        return env

    def leads(self, inputs) -> int:
        generator = self.generator
        return sum([len(generator(cards).gen_moves()) for cards in inputs])

    def follows(self, inputs) -> int:
        return sum([len(env.get_legal_card_play_actions()) for env in inputs]) - len(inputs)

    def lead_plays(self, one) -> set[Counts]:
        return {self.counts(move) for move in self.generator(one).gen_moves()}

    def follow_plays(self, one) -> set[Counts]:
        return {self.counts(move) for move in one.get_legal_card_play_actions() if move}

    def play_input(self, play: Counts):
        return self.cards(play)

    def classify(self, inputs) -> int:
        detect = self.detect
        # Type 15 stands for no combination.
        return sum([detect(cards)["type"] != 15 for cards in inputs])

    def games(self, deals: list[Deal], seed: int) -> tuple[int, int]:
        choice = random.Random(seed).choice
        turns = 0

        class Player:
            def act(self, infoset):
                nonlocal turns
                turns += 1
                return choice(infoset.legal_actions)

        player = Player()
        places = ("landlord", "landlord_down", "landlord_up")
        for deal in deals:
            env = self.environment(dict.fromkeys(places, player))
            cards = dict(zip(places, map(self.cards, deal[:3]), strict=True))
            env.card_play_init(cards | {"three_landlord_cards": []})
            while not env.game_over:
                env.step()
        return len(deals), turns


class RLCard(Engine):
    name, package = "rlcard", "rlcard"
    call = "DoudizhuJudger.playable_cards_from_hand(text); get_gt_cards(player, rival)"
    text_of = "3456789TJQKA2BR"

    def __init__(self) -> None:
        from rlcard.games.base import Card
        from rlcard.games.doudizhu import Game, Player, utils
        from rlcard.games.doudizhu.judger import DoudizhuJudger

        self.game, self.player, self.card, self.utils = Game, Player, Card, utils
        self.playable = DoudizhuJudger.playable_cards_from_hand

    def text(self, counts: Counts) -> str:
        return "".join(self.text_of[rank] * counts[rank] for rank in range(RANKS))

    def counts(self, text: str) -> Counts:
        return tuple(text.count(character) for character in self.text_of)

    def lead_input(self, deal: Deal):
        return self.text(deal.lead)

    def follow_input(self, deal: Deal):
        player, rival = self.player(0, None), self.player(1, None)
        jokers = {"B": ("BJ", ""), "R": ("RJ", "")}
        player.set_current_hand(
            [self.card(*jokers.get(rank, ("S", rank))) for rank in self.text(deal.follow)]
        )
        rival.played_cards = self.text(deal.rival)
        return player, rival

    def leads(self, inputs) -> int:
        playable = self.playable
        return sum([len(playable(text)) for text in inputs])

    def follows(self, inputs) -> int:
        greater = self.utils.get_gt_cards
        return sum([len(greater(player, rival)) for player, rival in inputs]) - len(inputs)

    def lead_plays(self, one) -> set[Counts]:
        return {self.counts(text) for text in self.playable(one)}

    def follow_plays(self, one) -> set[Counts]:
        return {self.counts(text) for text in self.utils.get_gt_cards(*one) if text != "pass"}

    def play_input(self, play: Counts):
        return self.text(play)

    def classify(self, inputs) -> int:
        types = self.utils.CARD_TYPE[0]
        return sum([bool(types[text]) for text in inputs])

    def games(self, deals: list[Deal], seed: int) -> tuple[int, int]:
        choice = random.Random(seed).choice
        game = self.game()
        game.np_random = np.random.RandomState(seed)
        turns = 0
        for _ in deals:
            # It deals for itself.
            state, _ = game.init_game()
            while not game.is_over():
                state, _ = game.step(choice(state["actions"]))
                turns += 1
        return len(deals), turns


class Fiftyk(Engine):
    """fiftyk under the table of `hands.py`; `legal_moves` keeps the moves as packed words."""

    name = "fiftyk"
    call = "position.legal_moves()"

    @property
    def version(self) -> str:
        return fk.__version__

    def lead_input(self, deal: Deal):
        return hands.position(deal.lead)

    def follow_input(self, deal: Deal):
        return hands.position(deal.follow, deal.rival)

    def leads(self, inputs) -> int:
        return sum([len(position.legal_moves()) for position in inputs])

    def follows(self, inputs) -> int:
        # The pass is the first of the list.
        return self.leads(inputs) - len(inputs)

    def lead_plays(self, one) -> set[Counts]:
        return {hands.counts_of(move.codes) for move in one.legal_moves() if not move.is_pass}

    follow_plays = lead_plays

    def play_input(self, play: Counts):
        return hands.codes(play)

    def classify(self, inputs) -> int:
        identify = hands.table().table.identify
        return sum([bool(identify(codes)) for codes in inputs])

    def compare(self, pairs) -> int:
        beats = hands.table().beats
        return sum([beats(play, over) for play, over in pairs])

    def games(self, deals: list[Deal], seed: int) -> tuple[int, int]:
        choice = random.Random(seed).choice
        turns = 0
        for start in self.prepared(deals):
            position = start.copy()
            while not position.is_over:
                position.push(choice(position.legal_moves()))
                turns += 1
        return len(deals), turns

    def prepared(self, deals: list[Deal]) -> list[fk.Position]:
        if not hasattr(self, "_positions"):
            self._positions = [
                fk.Position(hands.table(), [hands.codes(hand) for hand in deal[:3]])
                for deal in deals
            ]
        return self._positions


class FiftykArray(Fiftyk):
    call = "position.legal_moves().array()"

    def leads(self, inputs) -> int:
        return sum([len(position.legal_moves().array()) for position in inputs])


class FiftykObjects(Fiftyk):
    call = "list(position.legal_moves())"

    def leads(self, inputs) -> int:
        return sum([len(list(position.legal_moves())) for position in inputs])


class FiftykCount(Fiftyk):
    call = "position.count_moves()"

    def leads(self, inputs) -> int:
        return sum([position.count_moves() for position in inputs])


class FiftykBulk(Fiftyk):
    """All hands in one call; random games by `fk.playouts`, 20 from each deal."""

    call = "bulk.legal_moves(rules, hands)"

    def prepare_leads(self, deals: list[Deal]):
        return bulk.pack_positions([hands.position(deal.lead) for deal in deals])["hands"][
            :, 0
        ].copy()

    def prepare_follows(self, deals: list[Deal]):
        positions = bulk.pack_positions([self.follow_input(deal) for deal in deals])
        return positions["hands"][:, 0].copy(), positions["last"].copy()

    def leads(self, inputs) -> int:
        return len(bulk.legal_moves(hands.table(), inputs)[1])

    def follows(self, inputs) -> int:
        rows, lasts = inputs
        return len(bulk.legal_moves(hands.table(), rows, lasts)[1]) - len(rows)

    def compare(self, pairs) -> int:
        return int(bulk.beats(hands.table(), *pairs).sum())

    def games(self, deals: list[Deal], seed: int) -> tuple[int, int]:
        each = 20
        turns = sum(
            int(fk.playouts(start, each, seed=seed).lengths.sum()) for start in self.prepared(deals)
        )
        return each * len(deals), turns


class FiftykBulkCount(FiftykBulk):
    call = "bulk.count_moves(rules, hands)"

    def leads(self, inputs) -> int:
        return int(bulk.count_moves(hands.table(), inputs).sum())

    def follows(self, inputs) -> int:
        rows, lasts = inputs
        return int(bulk.count_moves(hands.table(), rows, lasts).sum()) - len(rows)
