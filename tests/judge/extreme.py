"""A second judge of The Mind Extreme, written from the rules alone, slow and plain on purpose.

It reads a scoresheet and says in words what it would have written otherwise. It shares no line and
no table with the rulebook it checks.
"""

BLIND = {3: "W", 4: "R", 6: "WR", 8: "W", 10: "WR", 12: "R"}
REWARD = {2: "star", 3: "life", 5: "star", 6: "life", 8: "star", 9: "life"}
CARDS = {f"{letter}{value}" for letter in "WR" for value in range(1, 51)}
TEAM = {2: {"last": 12, "lives": 2}, 3: {"last": 10, "lives": 3}, 4: {"last": 8, "lives": 4}}

SHEET = {"game", "seats", "levels", "result"}
LEVEL = {"level", "hands", "events", "blind_errors", "lives", "stars"}
EVENT = {
    "play": {"t", "kind", "seat", "card", "aside"},
    "star": {"t", "kind", "discards"},
    "sync": {"t", "kind"},
}


def comes_before(card, other):
    """Tell whether a card belongs under another of its colour: white ascends, red descends."""
    if card[0] != other[0]:
        return False
    low, high = (card, other) if card[0] == "W" else (other, card)
    return int(low[1:]) < int(high[1:])


def may_leave(card, hand):
    """Only the lowest white and the highest red of a hand may be laid or given to a star."""
    return card in hand and not any(comes_before(other, card) for other in hand)


def blind_errors(pile):
    """Count a pile's errors as if it had been open."""
    left = list(pile)
    errors = 0
    while left:
        card = left.pop(0)
        late = [other for other in left if comes_before(other, card)]
        errors += 1 if late else 0
        left = [other for other in left if other not in late]
    return errors


def disagreements(sheet):
    """Return all that is wrong in a scoresheet of a finished game; nothing if all is right."""
    wrong = []
    try:
        _judge(sheet, wrong)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        wrong.append(f"this cannot be read as a scoresheet: {error!r}")
    return wrong


def _same(wrong, what, found, expected):
    if found != expected:
        wrong.append(f"{what}: {found} instead of {expected}")


def _judge(sheet, wrong):
    _same(wrong, "parts of the sheet", set(sheet), SHEET)
    _same(wrong, "game", sheet["game"], "extreme")
    players = len(sheet["seats"])
    team = {"lives": TEAM[players]["lives"], "stars": 1, "t": 0}
    outcome = None
    for number, record in enumerate(sheet["levels"], start=1):
        where = f"level {number}"
        if outcome is not None:
            wrong.append(f"{where}: the game was over before it")
        _same(wrong, f"{where}: parts", set(record), LEVEL)
        _same(wrong, f"{where}: number", record["level"], number)
        _judge_deal(where, number, players, record, wrong)
        _judge_level(where, number, record, team, wrong)
        _same(wrong, f"{where}: lives", record["lives"], team["lives"])
        _same(wrong, f"{where}: stars", record["stars"], team["stars"])
        if team["lives"] == 0:
            outcome = "lost"
        elif number == TEAM[players]["last"]:
            outcome = "won"
    expected = {"outcome": outcome, "level": len(sheet["levels"])}
    _same(wrong, "result", sheet["result"], expected)
    if outcome is None:
        wrong.append("the game has no end")


def _judge_deal(where, number, players, record, wrong):
    _same(wrong, f"{where}: hand sizes", [len(h) for h in record["hands"]], [number] * players)
    dealt = [card for hand in record["hands"] for card in hand]
    _same(wrong, f"{where}: different cards", len(set(dealt)), len(dealt))
    _same(wrong, f"{where}: unknown cards", set(dealt) - CARDS, set())


def _judge_level(where, number, record, team, wrong):
    """Play a level again; `team` holds the lives, the stars and the time, and is brought on."""
    hands = [list(hand) for hand in record["hands"]]
    piles = {"W": [], "R": []}
    blind = BLIND.get(number, "")
    lifted = False  # whether hands were laid down and lifted since the last interruption
    for event in record["events"]:
        here = f"{where}, {event}"
        if team["lives"] == 0 or not any(hands):
            wrong.append(f"{here}: the level was over before it")
        _same(wrong, f"{here}: parts", set(event), EVENT[event["kind"]])
        if type(event["t"]) is not int or event["t"] < team["t"]:
            wrong.append(f"{here}: the time was {team['t']} already")
        team["t"] = event["t"]
        if event["kind"] == "sync":
            lifted = True
        elif event["kind"] == "star":
            if team["stars"] == 0:
                wrong.append(f"{here}: there was no star")
            team["stars"] -= 1
            _judge_discards(here, event["discards"], hands, wrong)
            lifted = False
        else:
            if not lifted:
                wrong.append(f"{here}: nobody had lifted their hand")
            late = _judge_play(here, event, hands, blind, wrong)
            piles[event["card"][0]].append(event["card"])
            team["lives"] -= 1 if late else 0
            lifted = not late
    if team["lives"] == 0:
        _same(wrong, f"{where}: lost before a pile is turned", record["blind_errors"], 0)
        return
    _same(wrong, f"{where}: cards left", [card for hand in hands for card in hand], [])
    errors = sum(blind_errors(piles[letter]) for letter in blind)
    _same(wrong, f"{where}: blind errors", record["blind_errors"], errors)
    _settle_level(number, errors, team)


def _settle_level(number, errors, team):
    """Pay the errors first, then take the reward, if the supply still has it."""
    team["lives"] = max(team["lives"] - errors, 0)
    if team["lives"] > 0 and REWARD.get(number) == "life":
        team["lives"] = min(team["lives"] + 1, 5)
    if team["lives"] > 0 and REWARD.get(number) == "star":
        team["stars"] = min(team["stars"] + 1, 3)


def _judge_play(here, event, hands, blind, wrong):
    """Lay the card and set aside what it overtook; return that."""
    card = event["card"]
    if event["seat"] not in range(len(hands)):
        wrong.append(f"{here}: there is no such seat")
    mine = hands[event["seat"]]
    if not may_leave(card, mine):
        wrong.append(f"{here}: not the first card of {mine}")
    mine.remove(card)
    late = []
    if card[0] not in blind:
        late = [held for hand in hands for held in hand if comes_before(held, card)]
    _same(wrong, f"{here}: set aside", sorted(event["aside"]), sorted(late))
    for hand in hands:
        hand[:] = [held for held in hand if held not in late]
    return late


def _judge_discards(here, discards, hands, wrong):
    for seat, (card, hand) in enumerate(zip(discards, hands, strict=True)):
        if hand and not may_leave(card, hand):
            wrong.append(f"{here}: seat {seat} may not give {card} of {hand}")
        if not hand and card is not None:
            wrong.append(f"{here}: seat {seat} has no card to give")
        if card in hand:
            hand.remove(card)
