"""The workload `table` in numpy: equal seeds and knobs give the bytes that workers/workloads/table/ gives."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np

from formatlab_data import LOW_32, Column, Dataset, philox

HERE = Path(__file__).resolve().parents[2] / "workers/workloads/table"
#: Every module has it; mypy does not know.
__loader__: Any
# By the loader, since the script that the page exports carries this file with it.
VOCABULARY = json.loads(__loader__.get_data(str(HERE / "vocabulary.json")))
CATEGORIES = VOCABULARY["categories"].split("|")
FIRST_NAMES = VOCABULARY["firstNames"].split(" ")
SURNAMES = VOCABULARY["surnames"].split(" ")
WORDS = [word.encode() for word in VOCABULARY["words"].split(" ")]

ID, CATEGORY, NAME, CREATED, AMOUNT, QUANTITY, PAID, SHIPPED, NOTE = range(9)
ROWS = 0
VALUE, NULL, ORDER, DUPLICATE, POOL, KEYS = range(6)
NULLABLE = (NAME, QUANTITY, SHIPPED, NOTE)

TWO_TO_32 = 2.0**32
BLOCK_ROWS = 65_536
ORIGINAL_ROWS = 16
FEWEST_DISTINCT = 50
PLAIN_NAMES = 64 * 128 * 26
POOL_SENTENCES = 64
WORDS_PER_NOTE = 8
FEWEST_WORDS = 3
MOST_WORDS = 6
FIRST_MICROSECONDS = 1_704_067_200_000_000
FIRST_DAY = 19_723


def limit_of(share: float) -> int:
    return int(np.floor(share * TWO_TO_32))


class Rows:
    """Rows [start, end) of the table of a seed, before any of them is repeated."""

    def __init__(self, seed: int, start: int, end: int):
        self.seed, self.start, self.end = seed, start, end
        self.numbers = np.arange(start, end, dtype=np.int64)

    def pairs(self, column: int, purpose: int = VALUE, start: int | None = None, end: int | None = None) -> np.ndarray:
        """Two random words for each row, as int64."""
        first = self.start if start is None else start
        last = self.end if end is None else end
        blocks = np.arange(first // 2, (last + 1) // 2, dtype=np.uint64)
        words = philox(blocks, 0, column, purpose, (self.seed, 0)).reshape(-1, 2)
        return words[first % 2 :][: last - first].astype(np.int64)

    def null(self, column: int, share: float) -> np.ndarray | None:
        """True where the row is null; None if no row is."""
        limit = limit_of(share)
        if limit == 0:
            return None
        absent = (self.pairs(column, NULL)[:, 0] < limit) | (self.numbers == NULLABLE.index(column))
        return absent if absent.any() else None

    def runs(self, column: int, run_length: float) -> np.ndarray:
        """The word that decides each row's value: that of the row where its run started."""
        first = self.start - self.start % BLOCK_ROWS
        pairs = self.pairs(column, start=first)
        starts = (pairs[:, 0] < limit_of(1 / run_length)) | (np.arange(first, self.end) % BLOCK_ROWS == 0)
        since = np.maximum.accumulate(np.where(starts, np.arange(len(pairs)), 0))
        return pairs[since, 1][self.start - first :]

    def distinct(self, column: int, share: float) -> np.ndarray:
        """The numbers of the distinct values."""
        rows = np.arange(self.start - 1, self.end)
        newest = np.maximum(
            np.minimum(rows, FEWEST_DISTINCT - 1), np.floor(share * rows.astype(np.float64)).astype(np.int64)
        )
        last = newest[1:]
        uniform = self.pairs(column)[:, 1] / TWO_TO_32
        earlier = np.floor((last + 1) * (uniform * uniform * uniform)).astype(np.int64)
        return np.where(last > newest[:-1], last, earlier)

    def places(self, sortedness: float) -> np.ndarray:
        """The place of each row in the order of id and time."""
        limit = limit_of(sortedness)
        if limit >= TWO_TO_32:
            return self.numbers
        places = []
        first = self.start - self.start % BLOCK_ROWS
        for start in range(first, self.end, BLOCK_ROWS):
            pairs = self.pairs(ROWS, ORDER, start, start + BLOCK_ROWS)
            left = np.flatnonzero(pairs[:, 0] >= limit)
            of_block = np.arange(BLOCK_ROWS)
            of_block[left] = left[np.argsort(pairs[left, 1], kind="stable")]
            places.append(start + of_block)
        return np.concatenate(places)[self.start - first :][: self.end - self.start]

    def copied(self, duplicate_share: float) -> np.ndarray:
        """The row of which each row is a copy."""
        first = self.start - self.start % BLOCK_ROWS
        pairs = self.pairs(ROWS, DUPLICATE, first)
        numbers = np.arange(len(pairs))
        in_block = numbers % BLOCK_ROWS
        copies = (in_block >= ORIGINAL_ROWS) & (pairs[:, 0] < limit_of(duplicate_share))
        copied = np.where(copies, numbers - in_block + ((pairs[:, 1] * in_block) >> 32), numbers)
        # A row that is copied may be a copy itself.
        while (copied != copied[copied]).any():
            copied = copied[copied]
        return first + copied[self.start - first :]


def permuted(values: np.ndarray, seed: int, column: int, count: int) -> np.ndarray:
    """A permutation of the whole numbers below `count`: a Feistel network, repeated until the result is below it."""
    bits = next(bits for bits in itertools.count(1) if 4**bits >= count)
    keys = philox(0, 0, column, KEYS, (seed, 0)).tolist()
    mask = np.uint64((1 << bits) - 1)
    found = values.astype(np.uint64)
    pending = np.ones(len(found), bool)
    while pending.any():
        halves = [found[pending] >> np.uint64(bits), found[pending] & mask]
        for turn, key in enumerate(keys):
            mixed = ((halves[(turn + 1) % 2] ^ np.uint64(key)) * np.uint64(0x9E3779B1)) & LOW_32
            mixed = mixed ^ (mixed >> np.uint64(15))
            mixed = (mixed * np.uint64(0x85EBCA6B)) & LOW_32
            mixed = mixed ^ (mixed >> np.uint64(13))
            halves[turn % 2] = halves[turn % 2] ^ (mixed & mask)
        found[pending] = (halves[0] << np.uint64(bits)) + halves[1]
        pending[pending] = found[pending] >= count
    return found.astype(np.int64)


def zipf_picks(count: int, offset: int) -> np.ndarray:
    weights = 1 / (np.arange(count) + np.float64(offset))
    # cumsum adds one by one; sum would add in pairs, and round otherwise.
    sums = np.cumsum(weights)
    ends = np.floor(sums / sums[-1] * 65_536).astype(np.int64)
    ends[-1] = 65_536
    return np.repeat(np.arange(count), np.diff(ends, prepend=0))


def ids(rows: Rows, places: np.ndarray) -> Column:
    first = int(places.min()) // 64
    pairs = rows.pairs(ID, start=first, end=int(places.max()) // 64 + 1)
    group = places // 64
    beyond = places % 64 > (pairs[:, 0] % 64)[group - first]
    gap = np.where(beyond, 1 + (pairs[:, 1] % 8)[group - first], 0)
    return Column("id", "int64", None, 100_000 + places + 8 * group + gap)


def categories(rows: Rows, run_length: float) -> Column:
    items = Column("item", "utf8", None, [name.encode() for name in CATEGORIES])
    indices = zipf_picks(len(CATEGORIES), 1)[rows.runs(CATEGORY, run_length) >> 16].astype(np.int32)
    return Column("category", "category", None, indices, {"ordered": False, "categories": len(CATEGORIES)}, [items])


def names(rows: Rows, distinct_share: float, null_share: float) -> Column:
    absent = rows.null(NAME, null_share)
    values = rows.distinct(NAME, distinct_share)
    rounds = values // PLAIN_NAMES
    chosen = permuted(values % PLAIN_NAMES, rows.seed, NAME, PLAIN_NAMES)
    texts = [
        f"{FIRST_NAMES[one % 64]} {chr(65 + one // 8_192)}. {SURNAMES[one // 64 % 128]}{'' if again == 0 else f' {again + 1}'}".encode()
        for one, again in zip(chosen.tolist(), rounds.tolist(), strict=True)
    ]
    return text_column("name", texts, absent)


def text_column(name: str, texts: list[bytes], absent: np.ndarray | None) -> Column:
    if absent is None:
        return Column(name, "utf8", None, texts)
    return Column(
        name, "utf8", ~absent, [b"" if gone else text for text, gone in zip(texts, absent.tolist(), strict=True)]
    )


def created(rows: Rows, regularity: float, places: np.ndarray) -> Column:
    jitter = int(np.floor((1 - regularity) * 30 * 1_000_000))
    # As JavaScript: the product of the numbers can need more than 53 bits, and is rounded.
    delays = np.floor(rows.pairs(CREATED)[:, 1].astype(np.float64) * jitter / TWO_TO_32).astype(np.int64)
    values = FIRST_MICROSECONDS + places * 30_000_000 + delays
    return Column("created", "timestamp", None, values, {"unit": "us", "timeZone": "UTC"})


def amounts(rows: Rows, distinct_share: float, decimal_digits: int) -> Column:
    count = 10 ** (4 + decimal_digits)
    chosen = permuted(rows.distinct(AMOUNT, distinct_share) % count, rows.seed, AMOUNT, count).astype(np.float64)
    share = chosen / count
    return Column("amount", "float64", None, (chosen + 9 * np.floor(chosen * share * share)) / 10**decimal_digits)


def quantities(rows: Rows, run_length: float, null_share: float) -> Column:
    absent = rows.null(QUANTITY, null_share)
    uniform = rows.runs(QUANTITY, run_length) / TWO_TO_32
    values = (1 + np.floor(100 * (uniform * uniform * uniform))).astype(np.int32)
    return number_column("quantity", "int32", values, absent)


def number_column(name: str, kind: str, values: np.ndarray, absent: np.ndarray | None) -> Column:
    if absent is None:
        return Column(name, kind, None, values)
    return Column(name, kind, ~absent, np.where(absent, 0, values).astype(np.int32))


def paid(rows: Rows, run_length: float) -> Column:
    return Column("paid", "bool", None, (rows.runs(PAID, run_length) < limit_of(0.8)).astype(np.uint8))


def shipped(rows: Rows, null_share: float, places: np.ndarray) -> Column:
    days = places * 30 // 86_400 + 1 + ((rows.pairs(SHIPPED)[:, 1] * 14) >> 32)
    return number_column("shipped", "date", (FIRST_DAY + days).astype(np.int32), rows.null(SHIPPED, null_share))


def note_words(seed: int, first: int, count: int, purpose: int) -> tuple[np.ndarray, np.ndarray]:
    """The random words of notes, and of each word its low and its high half."""
    blocks = np.arange(2 * first, 2 * (first + count), dtype=np.uint64)
    words = philox(blocks, 0, NOTE, purpose, (seed, 0)).reshape(-1, WORDS_PER_NOTE).astype(np.uint32)
    return words, words.view(np.uint16)


def notes(rows: Rows, text_repetition: float, null_share: float) -> Column:
    picks = zipf_picks(len(WORDS), 3)

    def sentence(chosen: list[int]) -> bytes:
        first, *others = (WORDS[index] for index in chosen)
        return b" ".join([first[:1].upper() + first[1:], *others]) + b"."

    pool_words = picks[note_words(rows.seed, 0, POOL_SENTENCES, POOL)[1][:, 4:]].tolist()
    pool = [sentence(words[: FEWEST_WORDS + index % 4]) for index, words in enumerate(pool_words)]
    limit = int(np.floor(text_repetition * 65_536))
    words, halves = note_words(rows.seed, rows.start, rows.end - rows.start, VALUE)
    chosen = picks[halves[:, 4:]].tolist()
    texts = []
    for bits, repeated, vocabulary in zip(words[:, 0].tolist(), (halves[:, 2:4] < limit).tolist(), chosen, strict=True):
        sentences = []
        for each in range(1 + (bits >> 31)):
            length = FEWEST_WORDS + (bits >> 2 * each & 3)
            fresh = vocabulary[MOST_WORDS * each :][:length]
            sentences.append(pool[(bits >> 6 + 6 * each) % 64] if repeated[each] else sentence(fresh))
        texts.append(b" ".join(sentences))
    return text_column("note", texts, rows.null(NOTE, null_share))


def taken(column: Column, rows: np.ndarray) -> Column:
    """The rows of a column, in this order."""
    values = column.values
    validity = None if column.validity is None else column.validity[rows]
    return Column(
        column.name,
        column.type,
        None if validity is None or validity.all() else validity,
        [values[row] for row in rows.tolist()] if isinstance(values, list) else values[rows],
        column.parameters,
        column.parts,
    )


def table(
    seed: int,
    size: int,
    distinctShare: float = 0.05,
    sortedness: float = 1,
    runLength: int = 1,
    nullShare: float = 0.05,
    decimalDigits: int = 2,
    textRepetition: float = 0.3,
    regularity: float = 0.5,
    duplicateShare: float = 0,
    start: int = 0,
) -> Dataset:
    """Rows [start, start + size) of the table of this seed."""
    # A copy may be of any earlier row of its block.
    first = start - start % BLOCK_ROWS if duplicateShare > 0 else start
    rows = Rows(seed, first, start + size)
    places = rows.places(sortedness)
    columns = [
        ids(rows, places),
        categories(rows, runLength),
        names(rows, distinctShare, nullShare),
        created(rows, regularity, places),
        amounts(rows, distinctShare, decimalDigits),
        quantities(rows, runLength, nullShare),
        paid(rows, runLength),
        shipped(rows, nullShare, places),
        notes(rows, textRepetition, nullShare),
    ]
    if duplicateShare > 0:
        copied = Rows(seed, start, start + size).copied(duplicateShare) - first
        columns = [taken(column, copied) for column in columns]
    return Dataset("table", size, columns=columns)
