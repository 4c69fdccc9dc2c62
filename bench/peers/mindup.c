/* Mind Up! in C: whole random games, for the kernel's benchmark to stand beside.
 *
 *   gcc -O3 -march=native mindup.c -o mindup
 *   ./mindup PLAYERS OBJECTIVES SEED GAMES
 *
 * prints the seconds it took, each seat's mean score and a checksum of all scores as JSON. It plays
 * the same rules with the same ideas as the kernel: cards packed six bits each in a word, the rank
 * of a card as a count of bits, columns as walks through a table, and the same random numbers, so
 * that the same seed must give the same checksum. PLAYERS is a constant to the compiler.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef int64_t word;
typedef uint64_t bits;

enum { ORANGE, PINK, BLUE, GREEN, PURPLE };
enum { BITS = 6, MASK = 63, MOST = 6, ROUNDS = 3, FRACTION = 56, LANE = 4, COLOUR_AT = 32 };
#define FRACTIONS ((1ll << FRACTION) - 1)
#define GOLDEN 0x9E3779B97F4A7C15ull
#define INLINE static inline __attribute__((always_inline))

static const int PRINTED[5][12][2] = {
    {{1, -1}, {8, 0}, {15, 1}, {16, 2}, {23, 1}, {30, 0}, {31, 0}, {38, 1}, {45, 2}, {46, 1}, {53, 0}, {60, -1}},
    {{2, 0}, {6, 0}, {10, 2}, {19, -1}, {27, 1}, {29, 1}, {32, 1}, {34, 1}, {42, -1}, {51, 2}, {55, 0}, {59, 0}},
    {{3, 1}, {13, -1}, {18, 0}, {21, 1}, {24, 0}, {28, 2}, {33, 2}, {37, 0}, {40, 1}, {43, 0}, {48, -1}, {58, 1}},
    {{4, 2}, {5, 1}, {12, 0}, {14, 0}, {17, 1}, {25, -1}, {36, -1}, {44, 1}, {47, 0}, {49, 0}, {56, 1}, {57, 2}},
    {{7, -1}, {9, 1}, {11, 1}, {20, 0}, {22, 2}, {26, 0}, {35, 0}, {39, 2}, {41, 0}, {50, 1}, {52, 1}, {54, -1}},
};
static const int VALUE[15] = {0, 2, -2, 2, 2, -2, 2, 2, 2, 2, -2, 2, 2, -2, 2};

static word CARD[64];         /* bonus + 1, one in the colour's lane, the colour above bit 32 */
static word NEXT[5 * 326];    /* five times the next sequence, and a one in the column's lane */
static word WHERE[5 * 326];   /* the column of each colour from 1, three bits each */
static word ORDERS[120];      /* the Score values in every order */

static int sequences[326][5], lengths[326], known;

static void arrange(int length, int *chosen, int used, int wanted) {
    if (length == wanted) {
        for (int i = 0; i < 5; i++) sequences[known][i] = chosen[i];
        lengths[known++] = length;
        return;
    }
    for (int colour = 0; colour < 5; colour++) {
        if (used >> colour & 1) continue;
        chosen[length] = colour;
        arrange(length + 1, chosen, used | 1 << colour, wanted);
    }
}

static int find(const int *chosen, int length) {
    for (int s = 0; s < known; s++) {
        int same = lengths[s] == length;
        for (int i = 0; same && i < length; i++) same = sequences[s][i] == chosen[i];
        if (same) return s;
    }
    abort();
}

static void prepare(void) {
    int chosen[6] = {0};
    for (int colour = 0; colour < 5; colour++)
        for (int i = 0; i < 12; i++)
            CARD[PRINTED[colour][i][0]] = ((word)colour << COLOUR_AT) + (1ll << (6 + LANE * colour)) + PRINTED[colour][i][1] + 1;
    for (int length = 0; length <= 5; length++) arrange(0, chosen, 0, length);
    for (int s = 0; s < known; s++) {
        for (int colour = 0; colour < 5; colour++) {
            int column = 0, length = lengths[s];
            for (int i = 0; i < length; i++) chosen[i] = sequences[s][i];
            while (column < length && chosen[column] != colour) column++;
            if (column == length) chosen[length++] = colour;
            else WHERE[5 * s] |= (word)(column + 1) << (3 * colour);
            NEXT[5 * s + colour] = 5 * find(chosen, length) + (1ll << (16 + BITS * (4 - column)));
        }
    }
    for (int s = 0, n = 0; s < known; s++)
        if (lengths[s] == 5) {
            for (int i = 0; i < 5; i++) ORDERS[n] |= (word)(sequences[s][i] + 1) << (BITS * i);
            n++;
        }
}

INLINE word fraction(bits rng) {
    bits mixed = (rng ^ (rng >> 30)) * 0xBF58476D1CE4E5B9ull;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBull;
    return (word)((mixed ^ (mixed >> 31)) >> (64 - FRACTION));
}

INLINE int below(word *chance, word n) {
    *chance *= n;
    int drawn = (int)(*chance >> FRACTION);
    *chance &= FRACTIONS;
    return drawn;
}

typedef struct {
    word row, order[ROUNDS], objectives[ROUNDS], drawn[2], hand[MOST], tableau[MOST], total[MOST];
} table;

static word lay_out(word *pile, int height, int out) {
    word chosen = 0;
    for (int drawn = 0, letters = 0; drawn < out;) {
        word number = *pile & 15;
        int letter = 1 << ((number - 1) >> 1);
        *pile >>= 4;
        if (letters & letter) {
            *pile |= number << (4 * (height - 1));
        } else {
            chosen |= number << (BITS * drawn++);
            letters |= letter;
            height--;
        }
    }
    return chosen;
}

static bits deal_objectives(table *t, int out, bits rng) {
    word chance = fraction(rng += GOLDEN), rest = 0xEDCBA987654321, pile = 0;
    for (int height = 0; height < 14; height++) {
        int at = 4 * below(&chance, 14 - height);
        word number = rest >> at & 15;
        rest = (rest ^ (number ^ (rest & 15)) << at) >> 4;
        pile |= number << (4 * height);
    }
    for (int round = 0; round < ROUNDS; round++) {
        word kept = pile;
        t->objectives[round] = lay_out(&pile, out < 3 ? 14 - round * out : 14, out);
        if (out >= 3) pile = kept;
    }
    return rng;
}

INLINE word pack(const uint8_t *cards, int count) {
    word packed = 0;
    for (int i = 0; i < count; i++) packed |= (word)cards[i] << (BITS * i);
    return packed;
}

INLINE bits deal(table *t, int players, int objectives, bits rng) {
    uint8_t deck[60];
    word chance = fraction(rng += GOLDEN);
    for (int round = 0; round < ROUNDS; round++) t->order[round] = ORDERS[below(&chance, 120)];
    for (int round = 0; round < ROUNDS; round++) t->objectives[round] = 0;
    if (objectives) rng = deal_objectives(t, objectives, rng);
    for (int i = 0; i < 60; i++) deck[i] = (uint8_t)(i + 1);
    for (int here = 0; here < 10 * players;) {
        chance = fraction(rng += GOLDEN);
        for (int i = 0; i < 5; i++, here++) {
            int there = here + below(&chance, 60 - here);
            uint8_t card = deck[there];
            deck[there] = deck[here];
            deck[here] = card;
        }
    }
    bits laid = 0;
    t->row = 0;
    for (int seat = 0; seat < players; seat++) {
        t->hand[seat] = pack(deck + 7 * seat, 7);
        t->tableau[seat] = t->total[seat] = 0;
        laid |= 1ull << deck[7 * players + seat];
    }
    for (int seat = 0; seat < players; seat++) {
        word card = deck[7 * players + seat];
        t->row |= card << (BITS * __builtin_popcountll(laid & ((1ull << card) - 1)));
    }
    t->drawn[0] = pack(deck + 8 * players, players);
    t->drawn[1] = pack(deck + 9 * players, players);
    return rng;
}

INLINE bits play_turns(table *t, int players, int turns, bits rng) {
    word hand[MOST], tableau[MOST], pick[MOST], row = t->row;
    for (int seat = 0; seat < players; seat++) hand[seat] = t->hand[seat], tableau[seat] = 0;
    for (int laid = 0; laid < turns; laid++) {
        word chance = fraction(rng += GOLDEN), above = row;
        bits played = 0;
#pragma GCC unroll 6
        for (int seat = 0; seat < players; seat++) {
            int at = BITS * below(&chance, turns + 1 - laid);
            word card = hand[seat] >> at & MASK;
            hand[seat] = (hand[seat] ^ (card ^ (hand[seat] & MASK)) << at) >> BITS;
            pick[seat] = card;
            played |= 1ull << card;
        }
        row = 0;
#pragma GCC unroll 6
        for (int seat = 0; seat < players; seat++) {
            int rank = BITS * __builtin_popcountll(played & ((1ull << pick[seat]) - 1));
            tableau[seat] |= (above >> rank & MASK) << (BITS * laid);
            row |= pick[seat] << rank;
        }
    }
    for (int seat = 0; seat < players; seat++) {
        t->hand[seat] = hand[seat];
        t->tableau[seat] = tableau[seat];
    }
    t->row = row;
    return rng;
}

INLINE int count(word reading, int colour) { return reading >> (6 + LANE * colour) & 15; }

INLINE int column(word reading, int colour) {
    return WHERE[reading >> COLOUR_AT] >> (3 * colour) & 7;
}

INLINE int value(word reading, int colour, word order) {
    return (order << BITS) >> (BITS * column(reading, colour)) & MASK;
}

static int with(word reading, int cards) {
    int colours = 0;
    for (int colour = 0; colour < 5; colour++) colours += count(reading, colour) == cards;
    return colours;
}

static int longest(word reading) {
    int most = 0;
    for (int colour = 0; colour < 5; colour++)
        if (count(reading, colour) > most) most = count(reading, colour);
    return most;
}

static int met(int number, word mine, const int *bounds, word order) {
    int n;
    switch (number) {
    case 1: n = count(mine, ORANGE); return n == 1 || n == 3;
    case 2: n = value(mine, ORANGE, order); return n == 1 || n == 2;
    case 3: n = count(mine, BLUE); return n == 2 || n == 4;
    case 4: return count(mine, BLUE) == longest(mine);
    case 5: return count(mine, PINK) == bounds[0];
    case 6: return count(mine, PINK) == bounds[1];
    case 7: return column(mine, GREEN) == 5 - with(mine, 0);
    case 8: n = value(mine, GREEN, order); return n == 4 || n == 5;
    case 9: return count(mine, PURPLE) >= count(mine, ORANGE);
    case 10: return count(mine, PURPLE) == bounds[2];
    case 11: return with(mine, 0) == 0;
    case 12: return with(mine, 0) == 2;
    default: return with(mine, number - 10) > 0;
    }
}

static void score_objectives(table *t, int players, int round, const word *readings) {
    int bounds[3] = {12, 0, 0};
    for (int seat = 0; seat < players; seat++) {
        int pink = count(readings[seat], PINK), purple = count(readings[seat], PURPLE);
        if (pink < bounds[0]) bounds[0] = pink;
        if (pink > bounds[1]) bounds[1] = pink;
        if (purple > bounds[2]) bounds[2] = purple;
    }
    for (int seat = 0; seat < players; seat++)
        for (word rest = t->objectives[round]; rest; rest >>= BITS)
            if (met(rest & MASK, readings[seat], bounds, t->order[round])) t->total[seat] += VALUE[rest & MASK];
}

INLINE void end_round(table *t, int players, int round) {
    int size = 7 + round;
    word readings[MOST];
    for (int seat = 0; seat < players; seat++) {
        word tableau = t->tableau[seat] |= t->hand[seat] << (BITS * (size - 1));
        word cards = 0, by_column = 0;
        bits sequence = 0;
        for (; tableau; tableau >>= BITS) {
            word card = CARD[tableau & MASK], step = NEXT[sequence + (card >> COLOUR_AT)];
            cards += card;
            by_column += step;
            sequence = step & 0xffff;
        }
        readings[seat] = (cards & 0xffffffff) | (word)sequence << COLOUR_AT;
        t->total[seat] += ((by_column >> 16) * t->order[round] >> 24 & MASK) + (cards & MASK) - size;
    }
    if (t->objectives[round]) score_objectives(t, players, round, readings);
    if (round == ROUNDS - 1) return;
    for (int seat = 0; seat < players; seat++)
        t->hand[seat] = t->tableau[seat] | (t->drawn[round] >> (BITS * seat) & MASK) << (BITS * size);
}

INLINE void play(int players, int objectives, word seed, int games, int64_t *totals) {
    table t;
    bits base = (bits)fraction((bits)seed + GOLDEN) << (64 - FRACTION);
    for (bits game = 0; game < (bits)games; game++) {
        bits rng = deal(&t, players, objectives, base + game * 64 * GOLDEN);
        for (int round = 0; round < ROUNDS; round++) {
            rng = play_turns(&t, players, 6 + round, rng);
            end_round(&t, players, round);
        }
        for (int seat = 0; seat < players; seat++) *totals++ = t.total[seat];
    }
}

int main(int argc, char **argv) {
    if (argc != 5) return fputs("usage: mindup PLAYERS OBJECTIVES SEED GAMES\n", stderr), 2;
    int players = atoi(argv[1]), objectives = atoi(argv[2]), games = atoi(argv[4]);
    if (players < 3 || players > 6 || objectives < 0 || objectives > 5 || games < 1)
        return fputs("3 to 6 players, 0 to 5 objectives, 1 game or more\n", stderr), 2;
    word seed = atoll(argv[3]);
    int64_t *totals = calloc((size_t)games * (size_t)players, sizeof *totals);
    if (!totals) return 1;
    prepare();
    struct timespec begin, end;
    for (int pass = 0; pass < 2; pass++) { /* the first warms caches and memory */
        clock_gettime(CLOCK_MONOTONIC, &begin);
        switch (players) {
        case 3: play(3, objectives, seed, games, totals); break;
        case 4: play(4, objectives, seed, games, totals); break;
        case 5: play(5, objectives, seed, games, totals); break;
        default: play(6, objectives, seed, games, totals);
        }
        clock_gettime(CLOCK_MONOTONIC, &end);
    }
    bits checksum = 0;
    double sums[MOST] = {0};
    for (int64_t i = 0; i < (int64_t)games * players; i++) {
        checksum = checksum * 31 + (bits)totals[i];
        sums[i % players] += (double)totals[i];
    }
    double seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    printf("{\"seconds\":%.9f,\"checksum\":\"%016llx\",\"means\":[", seconds, (unsigned long long)checksum);
    for (int seat = 0; seat < players; seat++) printf("%s%.4f", seat ? "," : "", sums[seat] / games);
    puts("]}");
    free(totals);
    return 0;
}
