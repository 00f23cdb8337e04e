"""The workload `dictionary` anew in Python: equal seeds give the bytes that workers/workloads/dictionary/ gives.

Only the lists of words and the fitted figures (language.json, tuning.json) are read from there; what is made of them is said again here.
Slow, a few hundred records a second: for tests.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from formatlab_data import Dataset, philox

HERE = Path(__file__).resolve().parents[2] / "workers/workloads/dictionary"
#: Every module has it; mypy does not know.
__loader__: Any
# By the loader, since the script that the page exports carries these files with it.
LISTS = json.loads(__loader__.get_data(str(HERE / "language.json")))
TUNING = json.loads(__loader__.get_data(str(HERE / "tuning.json")))

RECORD, FAMILY, GROUP, LANGUAGE = range(4)
LANGUAGE_KEY = 0x64696374
ROWS_PER_GROUP = 32
GROUPS_PER_VOLUME = 7_703
VOLUMES = ("", "á", "é", "í", "ó", "ú", "ý")
PARTS = ("noun", "verb", "adjective", "adverb")
LIST_LIMIT = 24
#: What follows the stem, and of a suffix its part of speech, sound and gloss.
Member = tuple[str, tuple[int, str, str] | None]


class Draws:
    """Random 32-bit words from Philox with key (key, 0) and counters (0, index, 0, purpose), (1, index, 0, purpose) …"""

    def __init__(self, key: int, index: int, purpose: int):
        self.key, self.index, self.purpose = (key, 0), index, purpose
        self.block = 0
        self.words: Iterator[int] = iter(())

    def word(self) -> int:
        word = next(self.words, None)
        if word is not None:
            return word
        blocks = np.arange(self.block, self.block + 64, dtype=np.uint64)
        self.words = iter(philox(blocks, self.index, 0, self.purpose, self.key).reshape(-1).tolist())
        self.block += 64
        return next(self.words)

    def below(self, bound: int) -> int:
        return self.word() * bound >> 32

    def happens(self, per_mille: int) -> bool:
        return self.below(1_000) < per_mille

    def of(self, items: Sequence) -> Any:
        return items[self.below(len(items))]

    def skewed(self, items: Sequence) -> Any:
        return items[min(self.below(len(items)), self.below(len(items)), self.below(len(items)))]

    def weighted(self, weights: list[int]) -> int:
        rest = self.below(sum(weights))
        for index, weight in enumerate(weights):
            if rest < weight:
                return index
            rest -= weight
        raise AssertionError("below the sum of the weights")

    def stratum(self, index: int, count: int, bound: int) -> int:
        start = index * bound // count
        return start + self.below((index + 1) * bound // count - start)


def per_mille_of(word: int) -> int:
    return (word & 0xFFFF) * 1_000 >> 16


def pairs(name: str) -> list[tuple[str, str]]:
    return [tuple(pair.split(":")) for pair in LISTS[name].split(" ")]


def zipf_picks(count: int, offset: int) -> list[int]:
    total = 0.0
    for rank in range(count):
        total += 1 / (rank + offset)
    picks: list[int] = []
    running = 0.0
    for rank in range(count):
        running += 1 / (rank + offset)
        end = 65_536 if rank == count - 1 else int(running / total * 65_536)
        picks += [rank] * (end - len(picks))
    return picks


def distinct(count: int, taken: list[str], make: Callable[[int], str]) -> list[str]:
    words = list(taken)
    seen = set(words)
    while len(words) < count:
        word = make(len(words))
        if word not in seen:
            seen.add(word)
            words.append(word)
    return words


class Language:
    def __init__(self) -> None:
        draws = Draws(LANGUAGE_KEY, 0, LANGUAGE)
        starts, inner, middles, ends, endings = (
            LISTS[name].split(" ") for name in ("wordStarts", "wordVowels", "wordMiddles", "wordEnds", "wordEndings")
        )

        def english_word(rank: int) -> str:
            word = draws.skewed(starts) + draws.skewed(inner)
            syllables = draws.below(2) if rank < 500 else 1 + draws.below(2)
            for more in range(syllables):
                word += draws.skewed(middles)
                word += draws.skewed(endings if more == syllables - 1 else inner)
            return word + draws.skewed(ends) if syllables == 0 else word

        def japanese_word(_rank: int) -> str:
            form = draws.below(100)
            if form < 18:
                length = 3 + draws.below(3)
                return "".join(draws.of(LISTS["katakana"]) for _ in range(length))
            length = 1 if form < 26 else 2 if form < 80 else 3 if form < 92 else 4
            word = "".join(draws.of(LISTS["kanji"]) for _ in range(length))
            return word + draws.of(LISTS["endings"].split(" ")) if draws.below(100) < 30 else word

        def collocation(_rank: int) -> str:
            length = 2 + draws.below(3)
            return " ".join(self.english[self.english_picks[draws.word() >> 16]] for _ in range(length))

        self.english = distinct(TUNING["englishWords"], LISTS["words"].split(" "), english_word)
        self.english_picks = zipf_picks(len(self.english), TUNING["englishZipfOffset"])
        self.japanese = distinct(TUNING["japaneseWords"], [], japanese_word)
        self.japanese_picks = zipf_picks(len(self.japanese), TUNING["japaneseZipfOffset"])
        self.collocations = distinct(TUNING["collocations"], LISTS["collocations"].split("|"), collocation)
        self.collocation_picks = zipf_picks(len(self.collocations), TUNING["collocationZipfOffset"])
        self.openings = LISTS["openings"].split("|")
        self.nouns = LISTS["nouns"].split(" ")
        self.tails = pairs("tails")
        self.beginnings = sorted(
            (a + b + c, x + y + z) for a, x in pairs("onsets") for b, y in pairs("vowels") for c, z in pairs("middles")
        )


@cache
def language() -> Language:
    return Language()


@cache
def sizes() -> list[int]:
    table: list[int] = []
    knots = TUNING["sizes"]
    for (start, low), (end, high) in itertools.pairwise(knots):
        table += [low + (high - low) * at // (end - start) for at in range(end - start)]
    return table


def english_word(draws: Draws, without: int) -> int:
    while True:
        word = language().english_picks[draws.word() >> 16]
        if word >= without:
            return word


def phrases_of(draws: Draws, count: int) -> list[str]:
    words = language()
    least, more = TUNING["familyPhraseWords"]
    phrases = []
    for _ in range(count):
        parts = []
        for _ in range(least + draws.below(more)):
            collocation = draws.happens(TUNING["phraseCollocationPerMille"])
            picked = draws.word() >> 16
            parts.append(
                words.collocations[words.collocation_picks[picked]]
                if collocation
                else words.english[words.english_picks[picked]]
            )
        phrases.append(" ".join(parts))
    return phrases


class Group:
    """32 rows in alphabetical order, divided into families."""

    def __init__(self, seed: int, number: int):
        draws = Draws(seed, number, GROUP)
        self.volume = number // GROUPS_PER_VOLUME
        self.beginning = number % GROUPS_PER_VOLUME * len(language().beginnings) // GROUPS_PER_VOLUME
        self.sizes: list[int] = []
        while sum(self.sizes) < ROWS_PER_GROUP:
            self.sizes.append(min(ROWS_PER_GROUP - sum(self.sizes), 1 + draws.weighted(TUNING["familySizes"])))
        self.topic_words = [english_word(draws, TUNING["functionWords"]) for _ in range(TUNING["topicWords"])]
        self.topic_phrases = phrases_of(draws, TUNING["topicPhrases"])
        self.families: dict[int, tuple[Family, Member]] = {}
        first = number * ROWS_PER_GROUP
        for index, size in enumerate(self.sizes):
            family = Family(seed, self, first, index)
            self.families |= {first + member: (family, family.members[member]) for member in range(size)}
            first += size


class Family:
    def __init__(self, seed: int, group: Group, first: int, number: int):
        words = language()
        draws = Draws(seed, first, FAMILY)
        size = group.sizes[number]
        letters, sound = words.tails[draws.stratum(number, len(group.sizes), len(words.tails))]
        beginning, beginning_sound = words.beginnings[group.beginning]
        self.group = group
        self.stem = VOLUMES[group.volume] + beginning + letters
        self.sound = beginning_sound + sound
        self.proper = draws.happens(TUNING["properPerMille"])
        self.part = draws.weighted(TUNING["partWeights"])
        phrases = sum(draws.happens(TUNING["phrasePerMille"]) for _ in range(size - 1))
        suffixes = size - 1 - phrases
        #: What follows the stem: nothing, a noun, or a suffix with its part of speech, sound and gloss.
        self.members: list[Member] = [("", None)]
        self.members += [
            (" " + words.nouns[draws.stratum(index, phrases, len(words.nouns))], None) for index in range(phrases)
        ]
        for index in range(suffixes):
            suffix, part, suffix_sound, gloss = LISTS["suffixes"][
                draws.stratum(index, suffixes, len(LISTS["suffixes"]))
            ]
            self.members.append((suffix, (PARTS.index(part), suffix_sound, gloss)))
        self.translations = [
            words.japanese[words.japanese_picks[draws.word() >> 16]] for _ in range(TUNING["familyTranslations"])
        ]
        self.synonyms = []
        for _ in range(TUNING["familySynonyms"]):
            second = (
                words.english[english_word(draws, TUNING["functionWords"])]
                if draws.happens(TUNING["synonymPhrasePerMille"])
                else None
            )
            synonym = words.english[english_word(draws, TUNING["functionWords"])]
            self.synonyms.append(synonym if second is None else f"{synonym} {second}")
        self.cooccurrence = []
        for _ in range(TUNING["cooccurrenceWords"]):
            topical = draws.happens(TUNING["cooccurrenceTopicPerMille"])
            word = group.topic_words[draws.below(len(group.topic_words))] if topical else english_word(draws, 0)
            self.cooccurrence.append(words.english[word])
        self.phrases = phrases_of(draws, TUNING["familyPhrases"])


class Record:
    def __init__(self, seed: int, row: int, family: Family, member: Member):
        self.words = language()
        self.family = family
        self.draws = Draws(seed, row, RECORD)
        self.translated: list[str] = []
        self.related: list[str] = []
        #: Bytes that `translated` and `related` will take.
        self.list_bytes = 0
        self.ending, self.suffix = member
        self.key = family.stem + self.ending
        self.value = self.make()

    def picked_english(self) -> str:
        return self.words.english[self.words.english_picks[self.draws.word() >> 16]]

    def make(self) -> str:
        draws, family = self.draws, self.family
        size = sizes()[draws.word() >> 20]
        self.favourite = draws.below(64)
        word = self.key
        if family.proper and word[0].isascii():
            word = word[0].upper() + word[1:]
        text = f'[{{"word":"{word}'
        part = family.part if self.suffix is None else self.suffix[0]
        if not self.ending.startswith(" ") and draws.happens(TUNING["pronunciationPerMille"]):
            text += f'","pronunciation":"{family.sound}{"" if self.suffix is None else self.suffix[1]}'
        text += '","item":['
        with_cooccurrence = size >= TUNING["cooccurrenceFromBytes"] and draws.happens(TUNING["cooccurrencePerMille"])
        self.list_bytes = 75 + (TUNING["cooccurrenceWords"] * 9 if with_cooccurrence else 0)

        def until(share: list[int]) -> int:
            return size * (share[0] + draws.below(share[1])) // 1_000

        wordnet_until = until(TUNING["wordnetShare"]) if draws.happens(TUNING["wordnetPerMille"]) else 0
        wiktionary_until = until(TUNING["wiktionaryShare"])
        at = len(text.encode())
        items: list[str] = []
        while not items or at + self.list_bytes < size:
            if items:
                at += 1
            if at + self.list_bytes < wordnet_until:
                item = self.wordnet(part)
            elif not items and self.suffix is not None:
                item = f'{{"label":"we","pos":"{PARTS[part]}","text":"{self.suffix[2].replace("~", family.stem)}"}}'
            elif at + self.list_bytes < wiktionary_until:
                item = self.wiktionary(part)
            else:
                item = f'{{"label":"wj","pos":"{PARTS[part]}","text":"{self.translations(self.favourite + len(items), 2, "、")}。"}}'
            items.append(item)
            at += len(item.encode())
        text += ",".join(items)
        probability = draws.below(1_000_000)
        related = self.related if self.ending == "" else [family.stem, *self.related]
        text += f'],"probability":".{probability >> draws.below(14):07d}","share":".{draws.below(1_000):03d}","translation":['
        text += (
            ",".join(f'"{word}"' for word in self.translated)
            + '],"related":['
            + ",".join(f'"{word}"' for word in related)
        )
        return text + '],"cooccurrence":[' + (self.cooccurrence() if with_cooccurrence else "") + "]}]"

    def wordnet(self, part: int) -> str:
        draws = self.draws
        text = f'{{"label":"wn","pos":"{PARTS[part]}","text":"{self.gloss()} [-] [translation]: '
        text += self.translations(
            self.favourite + draws.below(TUNING["translationsPerRecord"]), TUNING["translationsPerSense"], ", "
        )
        synonyms = draws.below(TUNING["synonymsPerSense"] + 1)
        if synonyms > 0:
            first = self.favourite + draws.below(TUNING["synonymsPerRecord"])
            text += " [-] [synonym]: " + ", ".join(self.relative(first + index) for index in range(synonyms))
        if draws.happens(TUNING["hypernymPerMille"]):
            text += " [-] [hypernym]: " + self.relative(self.favourite + draws.below(TUNING["synonymsPerRecord"]))
        synset = draws.below(1_000_000) * 15
        return text + f' [-] [synset]: {synset + draws.below(15):08d}-{"nvar"[part]}"}}'

    def wiktionary(self, part: int) -> str:
        draws = self.draws
        start = f'{{"label":"we","pos":"{PARTS[part]}","text":"'
        if draws.happens(TUNING["wiktionaryTranslationPerMille"]):
            phrase = self.family.phrases[
                (self.favourite + draws.below(TUNING["phrasesPerRecord"])) % TUNING["familyPhrases"]
            ]
            translations = self.translations(self.favourite + draws.below(TUNING["translationsPerRecord"]), 3, ", ")
            return f'{start}[translation]: ({phrase}) {translations}"}}'
        gloss = self.gloss()
        return f'{start}{gloss[0].upper()}{gloss[1:]}."}}'

    def gloss(self) -> str:
        draws, words, family = self.draws, self.words, self.family
        least, more = TUNING["glossSegments"]
        kinds = TUNING["segmentPerMille"]
        segments = least + draws.below(more)
        if draws.happens(TUNING["openingPerMille"]):
            parts = [draws.of(words.openings)]
        else:
            parts = [self.picked_english()]
            segments -= 1
        for _ in range(segments):
            word = draws.word()
            choice, pick = per_mille_of(word), word >> 16
            if choice < kinds["family"]:
                parts.append(
                    family.phrases[
                        (self.favourite + (pick * TUNING["phrasesPerRecord"] >> 16)) % TUNING["familyPhrases"]
                    ]
                )
            elif choice < kinds["family"] + kinds["topic"]:
                parts.append(family.group.topic_phrases[pick * TUNING["topicPhrases"] >> 16])
            elif choice < kinds["family"] + kinds["topic"] + kinds["collocation"]:
                parts.append(words.collocations[words.collocation_picks[pick]])
            else:
                parts.append(words.english[words.english_picks[pick]])
                glue = draws.word()
                if per_mille_of(glue) < TUNING["gluePerMille"]:
                    parts.append(
                        words.english[
                            min((glue >> 24) * TUNING["glueWords"] >> 8, (glue >> 16 & 0xFF) * TUNING["glueWords"] >> 8)
                        ]
                    )
        return " ".join(parts)

    def translations(self, first: int, most: int, comma: str) -> str:
        draws, words = self.draws, self.words
        named = []
        for index in range(1 + draws.below(most)):
            if draws.happens(TUNING["freshTranslationPerMille"]):
                word = words.japanese[words.japanese_picks[draws.word() >> 16]]
            else:
                word = self.family.translations[(first + index) % TUNING["familyTranslations"]]
            named.append(word)
            self.mention(self.translated, word, LIST_LIMIT)
        return comma.join(named)

    def relative(self, index: int) -> str:
        if self.draws.happens(TUNING["freshSynonymPerMille"]):
            word = self.words.english[english_word(self.draws, TUNING["functionWords"])]
        else:
            word = self.family.synonyms[index % TUNING["familySynonyms"]]
        # A word that is not a base form is related to that one first, which is not counted as the word that it may be by chance.
        self.mention(self.related, word, LIST_LIMIT if self.ending == "" else LIST_LIMIT - 1)
        return word

    def mention(self, among: list[str], word: str, limit: int) -> None:
        if len(among) < limit and word not in among:
            among.append(word)
            self.list_bytes += len(word.encode()) + 3

    def cooccurrence(self) -> str:
        draws, words = self.draws, self.words
        found: list[str] = []
        for index in range(TUNING["cooccurrenceWords"]):
            random = draws.word()
            kept = per_mille_of(random) < TUNING["cooccurrenceKeepPerMille"]
            word = self.family.cooccurrence[index] if kept else words.english[words.english_picks[random >> 16]]
            while word in found:
                word = self.picked_english()
            found.append(word)
        return ",".join(f'"{word}"' for word in found)


def dictionary(seed: int, size: int, start: int = 0) -> Dataset:
    """Records [start, start + size) of the dictionary of this seed."""
    records = []
    group = None
    for row in range(start, start + size):
        if group is None or row % ROWS_PER_GROUP == 0:
            group = Group(seed, row // ROWS_PER_GROUP)
        records.append(Record(seed, row, *group.families[row]))
    return Dataset(
        "records", size, keys=[record.key for record in records], values=[record.value for record in records]
    )
