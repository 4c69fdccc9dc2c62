"""What every store must do with finished games: derive from this and give it a store."""

from tacit.store.games import BEGINNING, NewGame, Rated
from tests.store.conformance import write


def unprojected(store, limit=100):
    return {one.table: one for one in store.games.unprojected(limit)}


def game(number, ended, *people, about=b"{}", heard=b"{}"):
    return NewGame(number, ended, about, people, heard)


NOT_RATED = b"given up"


def weight(game):
    return None if game.about == NOT_RATED else game.people


def put(store, table, *games):
    (log,) = store.games.read([table])
    store.games.put([(log, games)], weight)
    return log


class GamesConformance:
    """Part of the conformance of stores."""

    def test_closed_tables_are_to_be_read_until_they_are(self, store):
        write(store, "A", b"one", b"the end", closed=True)
        write(store, "B", b"one")
        write(store, "C", b"other end", closed=True)
        assert list(unprojected(store)) == ["A", "C"]
        assert list(unprojected(store, 1)) == ["A"]
        assert unprojected(store, 0) == {}
        assert unprojected(store)["A"].entries == [b"one", b"the end"]
        store.games.put([(unprojected(store)["A"], [])], weight)
        assert list(unprojected(store)) == ["C"]

    def test_a_table_that_goes_on_is_to_be_read_again(self, store):
        write(store, "A", b"one", closed=True)
        log = put(store, "A")
        write(store, "A", b"rematch")
        assert unprojected(store) == {}
        write(store, "A", b"the end", closed=True)
        store.games.put([(log, [])], weight)  # a slow reader has read less
        assert unprojected(store)["A"].entries == [b"one", b"rematch", b"the end"]

    def test_any_table_can_be_read(self, store):
        write(store, "A", b"one")
        write(store, "B", b"two", closed=True)
        logs = store.games.read(["B", "A", "none"])
        assert [(one.table, one.entries) for one in logs] == [("A", [b"one"]), ("B", [b"two"])]
        assert store.games.read([]) == []

    def test_somebodys_games_are_found_the_last_first(self, store):
        for table in "ABC":
            write(store, table, b"one", closed=True)
        put(store, "A", game(1, 100, "ann", ""), game(2, 300, "ann", "bob"))
        put(store, "B", game(1, 200, "bob", "ann", about=b"second"))
        mine = store.games.of("ann", 10)
        assert [(one.table, one.position.number, one.position.ended) for one in mine] == [
            ("A", 2, 300),
            ("B", 1, 200),
            ("A", 1, 100),
        ]
        assert mine[1].about == b"second"
        assert mine[1].people == ("bob", "ann")
        assert [one.position.ended for one in store.games.of("bob", 1)] == [300]
        assert store.games.of("", 10) == store.games.of("cy", 10) == store.games.of("ann", 0) == []

    def test_games_are_found_by_their_label_the_last_first(self, store):
        for table in "AB":
            write(store, table, b"one", closed=True)
        theirs = game(1, 100, "ann")._replace(label="group:K7")
        put(store, "A", theirs, game(2, 300, "ann"))
        put(store, "B", game(1, 200, "bob")._replace(label="group:K7"))
        found = store.games.labelled("group:K7", 10)
        assert [(one.table, one.position.number) for one in found] == [("B", 1), ("A", 1)]
        assert {one.label for one in found} == {"group:K7"}
        assert len(store.games.labelled("group:K7", 1)) == 1
        assert store.games.labelled("group:L8", 10) == store.games.labelled("", 10) == []
        assert [one.label for one in store.games.of("ann", 10)] == ["", "group:K7"]

    def test_what_is_kept_of_a_table_is_what_was_put_last(self, store):
        write(store, "A", b"one", closed=True)
        put(store, "A", game(1, 100, "ann"), game(2, 200, "ann"))
        put(store, "A", game(1, 100, "dora"))
        assert store.games.of("ann", 10) == []
        assert [one.position.number for one in store.games.of("dora", 10)] == [1]

    def test_what_was_heard_stays_while_the_game_does(self, store):
        write(store, "A", b"one", closed=True)
        put(store, "A", game(1, 100, "ann", heard=None), game(2, 200, "ann"))
        (unheard,) = store.games.unheard(10)
        store.games.hear(unheard, b"0.8")
        assert store.games.unheard(10) == []
        put(store, "A", game(1, 100, "ann", heard=None), game(2, 200, "ann"))
        assert [one.heard for one in store.games.of("ann", 10)] == [b"{}", b"0.8"]
        put(store, "A", game(1, 100, "ann", about=b"other", heard=None), game(2, 200, "ann"))
        assert [one.heard for one in store.games.of("ann", 10)] == [b"{}", None]
        store.games.hear(unheard, b"of another game")
        assert [one.heard for one in store.games.of("ann", 10)] == [b"{}", None]

    def test_games_stand_in_the_order_in_which_they_ended(self, store):
        for table in "ABC":
            write(store, table, b"one", closed=True)
        put(store, "C", game(1, 100, "ann"), game(2, 100, "ann"))
        put(store, "A", game(1, 100, "ann"), game(2, 50, "ann"))
        order = store.games.after(BEGINNING, 10)
        assert [(one.table, one.position.number) for one in order] == [
            ("A", 2),
            ("A", 1),
            ("C", 1),
            ("C", 2),
        ]
        assert store.games.after(order[1].position, 1) == order[2:3]
        assert store.games.after(order[-1].position, 10) == store.games.after(BEGINNING, 0) == []

    def test_ratings_go_on_from_where_they_are(self, store):
        assert store.games.rated_up_to() == BEGINNING
        write(store, "A", b"one", closed=True)
        put(store, "A", game(1, 100, "ann"), game(2, 200, "ann"))
        one, two = (game.position for game in store.games.after(BEGINNING, 10))
        assert store.games.rate(BEGINNING, one, 1, [Rated("ann", one, 26.5, 8.0)])
        assert not store.games.rate(BEGINNING, two, 2, [Rated("bob", two, 20.0, 8.0)])
        assert store.games.rate(one, two, 1, [Rated("ann", two, 27.25, 7.5)])
        assert store.games.rated_up_to() == two
        assert store.games.ratings(["ann", "bob"]) == {"ann": Rated("ann", two, 27.25, 7.5)}
        history = store.games.history("ann", 10)
        assert [(rated.position, rated.mu, rated.sigma) for rated in history] == [
            (two, 27.25, 7.5),
            (one, 26.5, 8.0),
        ]
        assert store.games.history("ann", 1) == history[:1]

    def test_those_behind_a_late_game_are_rated_again_and_read_meanwhile(self, store):
        for table in "AB":
            write(store, table, b"one", closed=True)
        put(store, "A", game(1, 100, "ann"), game(2, 300, "ann"))
        one, two = (game.position for game in store.games.after(BEGINNING, 10))
        store.games.rate(BEGINNING, two, 2, [Rated("ann", one, 26, 8), Rated("ann", two, 27, 7)])
        put(store, "A", game(1, 100, "ann"), game(2, 300, "ann"))
        assert store.games.rated_up_to() == two
        put(store, "B", game(1, 400, "bob"))
        assert store.games.rated_up_to() == two
        put(store, "B", game(1, 200, "bob"))
        back = store.games.rated_up_to()
        assert one < back < two
        assert [rated.position for rated in store.games.history("ann", 10)] == [two, one]
        assert store.games.ratings(["ann"], back)["ann"].position == one
        late, again = store.games.after(back, 10)
        assert [waits.position.ended for waits in (late, again)] == [200, 300]
        assert store.games.backlog(10).unrated == 2
        assert store.games.rate(back, two, 2, [Rated("ann", two, 24, 6)])
        assert [rated.mu for rated in store.games.history("ann", 10)] == [24, 26]

    def test_a_game_without_a_result_moves_no_rating(self, store):
        for table in "ABC":
            write(store, table, b"one", closed=True)
        put(store, "A", game(1, 100, "ann"), game(2, 300, "ann"))
        put(store, "C", game(1, 150, "ann", about=NOT_RATED))
        one, _, two = (game.position for game in store.games.after(BEGINNING, 10))
        rated = [Rated("ann", one, 26, 8), Rated("ann", two, 27, 7)]
        assert store.games.rate(BEGINNING, two, 3, rated)
        put(store, "B", game(1, 200, "bob", about=NOT_RATED))
        put(store, "C")
        put(store, "A", game(1, 100, "ann", heard=b"0.8"), game(2, 300, "ann"))
        assert store.games.rated_up_to() == two
        assert store.games.history("ann", 10) == rated[::-1]

    def test_a_game_that_is_gone_is_rated_no_more(self, store):
        write(store, "A", b"one", closed=True)
        put(store, "A", game(1, 100, "ann"), game(2, 300, "ann"))
        one, two = (game.position for game in store.games.after(BEGINNING, 10))
        store.games.rate(BEGINNING, two, 2, [Rated("ann", one, 26, 8), Rated("ann", two, 27, 7)])
        put(store, "A", game(1, 100, "ann"))
        assert [rated.position for rated in store.games.history("ann", 10)] == [one]

    def test_a_game_that_comes_while_others_are_rated_is_not_passed_over(self, store):
        for table in "AB":
            write(store, table, b"one", closed=True)
        put(store, "A", game(1, 100, "ann"), game(2, 300, "ann"))
        one, two = (game.position for game in store.games.after(BEGINNING, 10))
        put(store, "B", game(1, 200, "bob"))
        assert not store.games.rate(BEGINNING, two, 2, [Rated("ann", one, 26, 8)])
        assert store.games.rated_up_to() == BEGINNING

    def test_finished_games_are_found_where_the_next_one_has_begun(self, store):
        write(store, "A", b"one", closed=True)
        write(store, "A", b"rematch")
        assert list(unprojected(store)) == ["A"]
        assert store.games.backlog(10)[:2] == (1, unprojected(store)["A"].written)
        put(store, "A")
        write(store, "A", b"a card")
        assert unprojected(store) == {}
        assert store.games.backlog(10) == (0, None, 0)

    def test_a_log_is_read_once(self, store):
        for table in "AB":
            write(store, table, b"one", closed=True)
        put(store, "A")
        assert [one.table for one in store.games.read(["A", "B"], new=True)] == ["B"]

    def test_all_can_be_dropped_and_made_again(self, store):
        write(store, "A", b"one", closed=True)
        put(store, "A", game(1, 100, "ann"))
        (kept,) = store.games.of("ann", 10)
        store.games.rate(BEGINNING, kept.position, 1, [Rated("ann", kept.position, 26, 8)])
        store.games.drop()
        assert store.games.of("ann", 10) == store.games.history("ann", 10) == []
        assert store.games.rated_up_to() == BEGINNING
        assert list(unprojected(store)) == ["A"]
        put(store, "A", game(1, 100, "ann"))
        assert store.games.of("ann", 10) == [kept]

    def test_the_games_of_a_pruned_table_go_with_it(self, store):
        for table in "ABC":
            write(store, table, b"one", closed=True)
            put(store, table, game(1, 100, "ann"))
        (last,) = [one.written for one in store.games.read(["C"])]
        a, *_ = store.games.after(BEGINNING, 10)
        store.games.rate(BEGINNING, a.position, 1, [Rated("ann", a.position, 26, 8)])
        (gone,) = store.games.read(["A"])
        assert store.prune(last, 10) == 2
        assert [one.table for one in store.games.of("ann", 10)] == ["C"]
        assert store.games.history("ann", 10) == []
        store.games.put([(gone, [game(1, 100, "ann")])], weight)  # another node had read it before
        assert [one.table for one in store.games.of("ann", 10)] == ["C"]
