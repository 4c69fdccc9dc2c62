"""A second judge of Mind Up!, written from the rules alone, slow and plain on purpose.

It reads a scoresheet and says in words what it would have written otherwise. It shares no line and
no table with the rulebook it checks.
"""

CARDS_OF = {
    "orange": "1(-1) 8 15(+1) 16(+2) 23(+1) 30 31 38(+1) 45(+2) 46(+1) 53 60(-1)",
    "pink": "2 6 10(+2) 19(-1) 27(+1) 29(+1) 32(+1) 34(+1) 42(-1) 51(+2) 55 59",
    "blue": "3(+1) 13(-1) 18 21(+1) 24 28(+2) 33(+2) 37 40(+1) 43 48(-1) 58(+1)",
    "green": "4(+2) 5(+1) 12 14 17(+1) 25(-1) 36(-1) 44(+1) 47 49 56(+1) 57(+2)",
    "purple": "7(-1) 9(+1) 11(+1) 20 22(+2) 26 35 39(+2) 41 50(+1) 52(+1) 54(-1)",
}
COLOUR_OF = {}
BONUS_OF = {}
for colour_name, printed in CARDS_OF.items():
    for text in printed.split():
        card_number, _, bonus = text.rstrip(")").partition("(")
        COLOUR_OF[int(card_number)] = colour_name
        BONUS_OF[int(card_number)] = int(bonus or 0)

LETTER_OF = dict(zip(range(1, 15), "AABBCCDDEEFFGG", strict=True))
VALUE_OF = dict.fromkeys(range(1, 15), 2) | dict.fromkeys([2, 5, 10, 13], -2)

SHEET = {"game", "config", "seats", "rounds", "result"}
ROUND = {"order", "objectives", "hands", "row", "turns", "last", "scores"}
PARTS = ("columns", "bonuses", "objectives", "total")


def disagreements(sheet):
    """Return all that is wrong in a scoresheet of a finished game; nothing if all is right."""
    wrong = []
    try:
        _judge(sheet, wrong)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        wrong.append(f"this cannot be read as a scoresheet: {error!r}")
    return wrong


def _judge(sheet, wrong):
    _same(wrong, "parts of the sheet", set(sheet), SHEET)
    _same(wrong, "game", sheet["game"], "mindup")
    _same(wrong, "parts of the config", set(sheet["config"]), {"objectives"})
    players = len(sheet["seats"])
    if not 3 <= players <= 6:
        wrong.append(f"{players} players")
    _same(wrong, "number of rounds", len(sheet["rounds"]), 3)
    _judge_objectives(sheet, wrong)
    seen = []
    left = ([[]] * players, None)  # what the round before leaves on the table: tableaux and row
    for number, record in enumerate(sheet["rounds"], start=1):
        where = f"round {number}"
        _same(wrong, f"{where}: parts", set(record), ROUND)
        _same(wrong, f"{where}: Score order", sorted(record["order"]), [1, 2, 3, 4, 5])
        _judge_deal(where, record, left, seen, wrong)
        left = _judge_turns(where, 5 + number, record, wrong)
        scores = score(record["order"], left[0], record["objectives"])
        _same(wrong, f"{where}: scores", record["scores"], scores)
    _judge_result(sheet, wrong)


def _same(wrong, what, found, expected):
    if found != expected:
        wrong.append(f"{what}: {found} instead of {expected}")


def _judge_objectives(sheet, wrong):
    out = sheet["config"]["objectives"]
    if out not in range(6):
        wrong.append(f"{out} objectives")
    rounds = [record["objectives"] for record in sheet["rounds"]]
    for numbers in rounds:
        _same(wrong, "objectives that are out", len(numbers), out)
        letters = {LETTER_OF[number] for number in numbers}
        _same(wrong, "different letters", len(letters), len(numbers))
    if out >= 3:
        _same(wrong, "objectives stay", rounds, [rounds[0]] * 3)
    else:
        drawn = [number for numbers in rounds for number in numbers]
        _same(wrong, "objectives are renewed", len(set(drawn)), len(drawn))


def _judge_deal(where, record, left, seen, wrong):
    """Check hands and row; `seen` collects every card that ever came from the deck."""
    hands = record["hands"]
    tableaux, row = left
    _same(wrong, f"{where}: hands", len(hands), len(tableaux))
    if row is None:
        _same(wrong, f"{where}: hand sizes", [len(hand) for hand in hands], [7] * len(hands))
        _same(wrong, f"{where}: row size", len(record["row"]), len(hands))
        _same(wrong, f"{where}: row ascends", record["row"], sorted(record["row"]))
        new = [card for hand in hands for card in hand] + record["row"]
    else:
        _same(wrong, f"{where}: the row stays", record["row"], row)
        new = []
        for seat, (hand, tableau) in enumerate(zip(hands, tableaux, strict=True)):
            drawn = list(hand)
            for card in tableau:
                drawn.remove(card)
            _same(wrong, f"{where}: cards drawn by seat {seat}", len(drawn), 1)
            new += drawn
    for card in new:
        if card not in COLOUR_OF:
            wrong.append(f"{where}: there is no card {card}")
        if card in seen:
            wrong.append(f"{where}: card {card} comes from the deck twice")
        seen.append(card)


def _judge_turns(where, turns, record, wrong):
    """Play the round again; return the final tableaux and the row that stays."""
    hands = [list(hand) for hand in record["hands"]]
    tableaux = [[] for _ in hands]
    row = list(record["row"])
    _same(wrong, f"{where}: turns", len(record["turns"]), turns)
    for number, turn in enumerate(record["turns"], start=1):
        _same(wrong, f"{where}, turn {number}: parts", set(turn), {"plays", "taken"})
        plays = turn["plays"]
        _same(wrong, f"{where}, turn {number}: plays", len(plays), len(hands))
        for seat, card in enumerate(plays):
            hands[seat].remove(card)
        # A card takes the row card above it: as many row cards lie left of that as plays are lower.
        taken = [row[sum(other < card for other in plays)] for card in plays]
        _same(wrong, f"{where}, turn {number}: taken", turn["taken"], taken)
        for seat, card in enumerate(taken):
            tableaux[seat].append(card)
        row = sorted(plays)
    _same(wrong, f"{where}: last cards", [[card] for card in record["last"]], hands)
    for seat, card in enumerate(record["last"]):
        tableaux[seat].append(card)
    return tableaux, row


def _judge_result(sheet, wrong):
    rounds = [[line["total"] for line in record["scores"]] for record in sheet["rounds"]]
    totals = [sum(points) for points in zip(*rounds, strict=True)]
    ranking = sorted(zip(totals, rounds[-1], strict=True), reverse=True)
    places = [ranking.index(pair) + 1 for pair in zip(totals, rounds[-1], strict=True)]
    _same(wrong, "parts of the result", set(sheet["result"]), {"totals", "places"})
    _same(wrong, "totals", sheet["result"]["totals"], totals)
    _same(wrong, "places", sheet["result"]["places"], places)


def score(order, tableaux, objectives):
    """Score finished tableaux, each a list of cards in the order they were placed."""
    counts = [_counts(cards) for cards in tableaux]
    lines = []
    for mine, cards in zip(counts, tableaux, strict=True):
        # A colour gets the next free Score card when its first card comes: `mine` has that order.
        worth = dict(zip(mine, order, strict=False))
        met = [VALUE_OF[number] for number in objectives if _met(number, mine, worth, counts)]
        sums = [
            sum(worth[colour] * mine[colour] for colour in mine),
            sum(BONUS_OF[card] for card in cards),
            sum(met),
        ]
        lines.append(dict(zip(PARTS, [*sums, sum(sums)], strict=True)))
    return lines


def _counts(cards):
    """Return how many cards of each colour there are, colours from left to right."""
    counts = {}
    for card in cards:
        counts[COLOUR_OF[card]] = counts.get(COLOUR_OF[card], 0) + 1
    return counts


def _met(number, mine, worth, everyone):
    """Tell whether a player meets an objective; `worth` is what a colour's column counts."""
    orange, pink, blue, purple = (
        mine.get(colour, 0) for colour in ("orange", "pink", "blue", "purple")
    )
    pinks = [counts.get("pink", 0) for counts in everyone]
    purples = [counts.get("purple", 0) for counts in everyone]
    return {
        1: orange in {1, 3},
        2: "orange" in worth and worth["orange"] < 3,
        3: blue in {2, 4},
        4: not [colour for colour in mine if mine[colour] > blue],
        5: not [other for other in pinks if other < pink],
        6: not [other for other in pinks if other > pink],
        7: list(mine)[-1] == "green",
        8: "green" in worth and worth["green"] > 3,
        9: not purple < orange,
        10: not [other for other in purples if other > purple],
        11: len(mine) == 5,
        12: len(mine) == 3,
        13: 3 in mine.values(),
        14: 4 in mine.values(),
    }[number]
