"""RLCard's player and dealer, alone as RLCard makes them or as views of the game of an engine."""

import numpy as np

from gin_fast._core import Engine, clusters_of_kept
from gin_fast.compat.rlcard import melding
from gin_fast.compat.rlcard.card import Card
from gin_fast.compat.rlcard.utils import get_card, get_deck, get_rank_id, get_suit_id, valid_suit

__all__ = ["DealerAtTable", "GinRummyDealer", "GinRummyPlayer", "PlayerAtTable"]

Pile = list[Card]
_LEAST = 3


class GinRummyPlayer:
    """A player: his cards, and those that the other one knows of.

    >>> import numpy as np
    >>> player = GinRummyPlayer(player_id=0, np_random=np.random.RandomState())
    >>> GinRummyDealer(np.random.RandomState(3)).deal_cards(player=player, num=10)
    >>> len(player.hand), player.known_cards, str(player)
    (10, [], 'N')

    Attributes:
        meld_kinds_by_rank_id: The sets in his hand, a list for each rank.
        meld_run_by_suit_id: The runs in his hand, a list for each suit.

    """

    def __init__(self, player_id: int, np_random: np.random.RandomState) -> None:
        self.np_random = np_random
        self.player_id = player_id
        self.hand: Pile = []
        self.known_cards: Pile = []
        self.did_populate_hand()

    def get_player_id(self) -> int:
        """Return 0 or 1."""
        return self.player_id

    def get_meld_clusters(self) -> list[list[Pile]]:
        """Return his choices of one to three melds that share no card, sets before runs."""
        return clusters_of_kept(self.meld_kinds_by_rank_id, self.meld_run_by_suit_id)

    def did_populate_hand(self) -> None:
        """Find the melds in his hand, which is a new one."""
        self.meld_kinds_by_rank_id: list[list[Pile]] = [[] for _ in range(13)]
        self.meld_run_by_suit_id: list[list[Pile]] = [[] for _ in range(4)]
        for kind in melding.get_all_set_melds(self.hand):
            self.meld_kinds_by_rank_id[get_rank_id(kind[0])].append(kind)
        for run in melding.get_all_run_melds(self.hand):
            self.meld_run_by_suit_id[get_suit_id(run[0])].append(run)

    def add_card_to_hand(self, card: Card) -> None:
        """Take a card to his hand."""
        self.hand.append(card)
        rank, suit = get_rank_id(card), get_suit_id(card)
        if self.meld_kinds_by_rank_id[rank]:
            # The fourth: with it the set is written anew, suit after suit.
            four = [Card(letter, card.rank) for letter in valid_suit]
            threes = [[one for one in four if one is not left_out] for left_out in four]
            self.meld_kinds_by_rank_id[rank] = [four, *threes]
        else:
            of_rank = [one for one in self.hand if one.rank == card.rank]
            self.meld_kinds_by_rank_id[rank] = [of_rank] if len(of_rank) >= _LEAST else []
        self.meld_run_by_suit_id[suit] = melding.get_all_run_melds_for_suit(self.hand, card.suit)

    def remove_card_from_hand(self, card: Card) -> None:
        """Throw a card.

        Raises:
            ValueError: He does not hold it.

        """
        self.hand.remove(card)
        rank, suit = get_rank_id(card), get_suit_id(card)
        were_four = len(self.meld_kinds_by_rank_id[rank]) > 1
        rest = [Card(letter, card.rank) for letter in valid_suit if letter != card.suit]
        self.meld_kinds_by_rank_id[rank] = [rest] if were_four else []
        runs = self.meld_run_by_suit_id[suit]
        self.meld_run_by_suit_id[suit] = [run for run in runs if card not in run]

    def __str__(self) -> str:
        return self.short_name_of(self.player_id)

    @staticmethod
    def short_name_of(player_id: int) -> str:
        """Return N for player 0 and S for player 1."""
        return "N" if player_id == 0 else "S"

    @staticmethod
    def opponent_id_of(player_id: int) -> int:
        """Return the other player."""
        return (player_id + 1) % 2


class GinRummyDealer:
    """The stock, next drawn last, the discards, oldest first, and the deck as it was shuffled.

    >>> import numpy as np
    >>> dealer = GinRummyDealer(np.random.RandomState(3))
    >>> len(dealer.stock_pile), dealer.stock_pile == dealer.shuffled_deck, dealer.discard_pile
    (52, True, [])
    """

    def __init__(self, np_random: np.random.RandomState) -> None:
        self.np_random = np_random
        self.discard_pile: Pile = []
        self.shuffled_deck: Pile = get_deck()
        np_random.shuffle(self.shuffled_deck)  # type: ignore[arg-type]  # Lists are shuffled too.
        self.stock_pile: Pile = self.shuffled_deck.copy()

    def deal_cards(self, player: GinRummyPlayer, num: int) -> None:
        """Deal so many cards of the stock to a player.

        Raises:
            IndexError: The stock has fewer.

        """
        for _ in range(num):
            player.hand.append(self.stock_pile.pop())
        player.did_populate_hand()


class PlayerAtTable(GinRummyPlayer):
    """A player of a game that is played: his cards come and go with its actions."""

    def __init__(self, engine: Engine, player_id: int, np_random: np.random.RandomState) -> None:
        self._engine = engine
        self.player_id = player_id
        self.np_random = np_random

    @property
    def hand(self) -> Pile:  # type: ignore[override]
        """His cards, in the order in which they came."""
        return _cards(self._engine.hand(self.player_id))

    @property
    def known_cards(self) -> Pile:  # type: ignore[override]
        """The cards that he picked up and still holds."""
        return _cards(self._engine.known_cards(self.player_id))

    def get_meld_clusters(self) -> list[list[Pile]]:
        """Return his choices of one to three melds that share no card, sets before runs."""
        clusters = self._engine.meld_clusters(self.player_id)
        return [[_cards(pile) for pile in cluster] for cluster in clusters]

    def did_populate_hand(self) -> None:
        """Raise TypeError: the game deals."""
        raise _by_actions()

    def add_card_to_hand(self, card: Card) -> None:
        """Raise TypeError: he draws by actions."""
        del card
        raise _by_actions()

    def remove_card_from_hand(self, card: Card) -> None:
        """Raise TypeError: he discards by actions."""
        del card
        raise _by_actions()


class DealerAtTable(GinRummyDealer):
    """The dealer of a game that is played: the piles change with its actions."""

    def __init__(self, engine: Engine, np_random: np.random.RandomState) -> None:
        self._engine = engine
        self.np_random = np_random

    @property
    def stock_pile(self) -> Pile:  # type: ignore[override]
        """The stock, next drawn last."""
        return _cards(self._engine.stock())

    @property
    def discard_pile(self) -> Pile:  # type: ignore[override]
        """The discards, oldest first."""
        return _cards(self._engine.discards())

    @property
    def shuffled_deck(self) -> Pile:  # type: ignore[override]
        """The deck as it was shuffled."""
        return _cards(self._engine.deck())

    def deal_cards(self, player: GinRummyPlayer, num: int) -> None:
        """Raise TypeError: the game deals."""
        del player, num
        raise _by_actions()


def _cards(ids: list[int]) -> Pile:
    return [get_card(card) for card in ids]


def _by_actions() -> TypeError:
    return TypeError("the cards of a game are moved by its actions: play one with step")
