import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import streamSlices from '../../../fixtures/streams/slices.json';
import slices from '../../../fixtures/table/slices.json';
import type { Table } from '../../model/dataset';
import { toCanonical } from '../../model/canonical';
import type { CellValue } from '../../model/column';
import { completeOptions, type OptionValues } from '../../model/options';
import { cellValue, rowValues } from '../../model/table-row';
import { meta as logsMeta } from '../logs/meta';
import { workload as logs } from '../logs/index';
import { meta as sensorsMeta } from '../sensors/meta';
import { workload as sensors } from '../sensors/index';
import { distinctCount, fewestDistinct, permutation } from './distinct';
import { blockRows } from './draws';
import { workload } from './index';
import { meanNameBytes, meanNoteBytes, meta } from './meta';
import { nullableColumns } from './nulls';

/** Enough for shares within a few per cent. */
const rows = 20_000;
const firstMicroseconds = Date.UTC(2024, 0, 1) * 1_000;
const intervalMicroseconds = 30_000_000;

function table(given: OptionValues = {}, { seed = 42, from = 0, to = rows } = {}): Table {
  const parameters = completeOptions(meta.parameters, given, meta.label);
  return workload.generate({ parameters, seed, from, to }) as Table;
}

function valuesOf(of: Table, name: string): CellValue[] {
  const column = of.columns.find((each) => each.name === name);
  if (column === undefined) throw new Error(`There is no column ${name}.`);
  return Array.from({ length: of.rowCount }, (_, row) => cellValue(column, row));
}

const numbersOf = (of: Table, name: string): number[] => valuesOf(of, name).map(Number);

/** `found` of `draws` draws with the probability `share`, within five standard deviations. */
function expectShare(found: number, draws: number, share: number): void {
  expect(Math.abs(found - draws * share)).toBeLessThanOrEqual(5 * Math.sqrt(draws * share * (1 - share)));
}

const changes = (values: readonly CellValue[]): number =>
  values.filter((value, row) => row > 0 && value !== values[row - 1]).length;

describe('the share of distinct values', () => {
  it.each([0, 0.01, 0.3, 1])('%f gives exactly so many names and amounts', (distinctShare) => {
    const made = table({ distinctShare, nullShare: 0 });
    const expected = Math.max(fewestDistinct, Math.floor(distinctShare * (rows - 1)) + 1);
    expect(distinctCount(rows, distinctShare)).toBe(expected);
    expect(new Set(valuesOf(made, 'name')).size).toBe(expected);
    expect(new Set(valuesOf(made, 'amount')).size).toBe(expected);
  });

  it('makes the oldest values the most frequent', () => {
    const names = valuesOf(table({ distinctShare: 0.1, nullShare: 0 }), 'name');
    const counts = new Map<CellValue, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    const [first = 0, , , , , , , , , tenth = 0] = [...counts.values()];
    const median = [...counts.values()].sort((a, b) => a - b)[counts.size / 2] ?? 0;
    expect(first).toBeGreaterThan(2 * tenth);
    expect(tenth).toBeGreaterThan(10 * median);
  });

  it('leaves no more amounts than the decimal digits allow', () => {
    expect(new Set(valuesOf(table({ distinctShare: 1, decimalDigits: 0 }), 'amount')).size).toBe(10_000);
  });

  it('numbers names when the 212,992 plain ones are used up', () => {
    const made = table({ distinctShare: 1, nullShare: 0 }, { from: 212_990, to: 212_994 });
    const names = valuesOf(made, 'name');
    expect(names.map((name) => / \d+$/u.exec(String(name))?.[0] ?? '')).toEqual(['', '', ' 2', ' 2']);
  });
});

describe('sortedness', () => {
  const longer = table({ regularity: 1 }, { to: blockRows });

  it('1 gives ascending ids and times', () => {
    for (const name of ['id', 'created']) {
      const values = numbersOf(longer, name);
      expect(values.every((value, row) => row === 0 || value > (values[row - 1] ?? 0))).toBe(true);
    }
  });

  it.each([0, 0.5, 0.9])(
    '%f leaves that share of rows in their places, and the others in their block',
    (sortedness) => {
      const made = table({ sortedness, regularity: 1 });
      const places = numbersOf(made, 'created').map((value) => (value - firstMicroseconds) / intervalMicroseconds);
      const inPlace = places.filter((place, row) => place === row).length;
      // A row that left its place may come back to it by chance.
      if (sortedness === 0) expect(inPlace).toBeLessThan(10);
      else expectShare(inPlace, rows, sortedness);
      expect(new Set(places).size).toBe(rows);
      expect(places.every((place, row) => Math.floor(place / blockRows) === Math.floor(row / blockRows))).toBe(true);
      const ids = numbersOf(longer, 'id');
      // The last block exchanges rows with those that the table would have if it were longer.
      expect(numbersOf(made, 'id')).toEqual(places.map((place) => ids[place]));
    },
  );
});

it.each([2, 10, 500])('the run length %i is the mean number of rows between two draws', (runLength) => {
  const [drawn, repeated] = [table({ nullShare: 0 }), table({ runLength, nullShare: 0 })];
  for (const name of ['category', 'quantity', 'paid']) {
    const differing = changes(valuesOf(drawn, name)) / (rows - 1);
    const found = changes(valuesOf(repeated, name));
    expectShare(found, rows - 1, differing / runLength);
  }
});

it.each([0.01, 0.3, 0.99])('the share %f of nulls holds in each nullable column, and in no other', (nullShare) => {
  const made = table({ nullShare });
  for (const { name } of made.columns) {
    const absent = valuesOf(made, name).filter((value) => value === null).length;
    expectShare(absent, rows, (nullableColumns as string[]).includes(name) ? nullShare : 0);
  }
});

it('no nulls need no bitmap, and with 1 all values are null', () => {
  expect(table({ nullShare: 0 }).columns.every(({ validity }) => validity === null)).toBe(true);
  const none = table({ nullShare: 1 });
  for (const name of nullableColumns) expect(new Set(valuesOf(none, name))).toEqual(new Set([null]));
});

it('ten rows have a null in each nullable column, however small the share', () => {
  for (const seed of [0, 1, 2]) {
    const made = table({ nullShare: 0.01 }, { seed, to: meta.size.min });
    for (const name of nullableColumns) expect(valuesOf(made, name)).toContain(null);
  }
});

it.each([0, 2, 9])('amounts have %i decimal digits and no more', (decimalDigits) => {
  const amounts = numbersOf(table({ decimalDigits, distinctShare: 1 }), 'amount');
  expect(amounts.every((amount) => Number(amount.toFixed(decimalDigits)) === amount)).toBe(true);
  expect(amounts.every((amount) => amount >= 0 && amount < 100_000)).toBe(true);
  if (decimalDigits > 0) {
    const fewer = amounts.filter((amount) => Number(amount.toFixed(decimalDigits - 1)) === amount).length;
    expectShare(fewer, rows, 0.1);
  }
});

describe('text repetition', () => {
  const sentencesOf = (textRepetition: number) =>
    valuesOf(table({ textRepetition, nullShare: 0 }), 'note').flatMap((note) => String(note).match(/[^.]+\./gu) ?? []);
  const trimmed = (sentences: readonly string[]) => sentences.map((sentence) => sentence.trim());
  const standard = new Set(trimmed(sentencesOf(1)));

  it('1 leaves 64 standard sentences', () => {
    expect(standard.size).toBe(64);
  });

  it.each([0, 0.3, 0.9])('%f is the share of standard sentences', (textRepetition) => {
    const sentences = trimmed(sentencesOf(textRepetition));
    // Half of the notes have two sentences.
    expectShare(sentences.length - rows, rows, 0.5);
    // Words drawn by chance are hardly ever a standard sentence.
    expectShare(
      sentences.filter((sentence) => standard.has(sentence)).length,
      sentences.length,
      textRepetition + 0.0002,
    );
  });
});

describe('the regularity of times', () => {
  it.each([0, 0.5, 0.99, 1])('%f delays rows by a uniform part of the rest of 30 seconds', (regularity) => {
    const most = Math.floor((1 - regularity) * intervalMicroseconds);
    const delays = numbersOf(table({ regularity }), 'created').map(
      (value, row) => value - firstMicroseconds - row * intervalMicroseconds,
    );
    expect(delays.every((delay) => delay >= 0 && delay < Math.max(most, 1))).toBe(true);
    const mean = delays.reduce((sum, delay) => sum + delay, 0) / rows;
    expect(Math.abs(mean - most / 2)).toBeLessThanOrEqual((5 * most) / Math.sqrt(12 * rows) + 1);
  });
});

it.each([0, 0.1, 0.7])('the share %f of rows equal an earlier row in every column', (duplicateShare) => {
  const made = table({ duplicateShare });
  const seen = new Map<CellValue, CellValue[]>();
  let copies = 0;
  const unlike: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    const values = rowValues(made, row);
    const [id = null] = values;
    const earlier = seen.get(id);
    if (earlier === undefined) seen.set(id, values);
    else {
      copies += 1;
      if (values.some((value, column) => !Object.is(value, earlier[column]))) unlike.push(row);
    }
  }
  expect(unlike).toEqual([]);
  expectShare(copies, rows, duplicateShare);
});

it('slices on both sides of a block’s border equal the whole', () => {
  for (const given of [
    { runLength: 100 },
    { sortedness: 0.2 },
    { duplicateShare: 0.4, sortedness: 0.5, runLength: 7 },
  ]) {
    const whole = table(given, { to: blockRows + 2_000 });
    for (const [from, to] of [
      [blockRows - 20, blockRows + 20],
      [blockRows, blockRows + 3],
      [blockRows + 999, blockRows + 1_002],
    ] as const) {
      const slice = table(given, { from, to });
      for (let row = from; row < to; row += 1) expect(rowValues(slice, row - from)).toEqual(rowValues(whole, row));
    }
  }
});

it('the expected bytes are within 2 % for every seed and share of repeated sentences', () => {
  for (const seed of [1, 2, 3, 20_261_121])
    for (const textRepetition of [0, 0.3, 1]) {
      const parameters = completeOptions(meta.parameters, { textRepetition }, meta.label);
      const { dataBytes } = toCanonical(table({ textRepetition }, { seed, to: 20_000 }));
      expect(Math.abs(meta.dataBytes(parameters, 20_000) / dataBytes - 1), `${seed} ${textRepetition}`).toBeLessThan(
        0.02,
      );
    }
});

it('names and notes are as long on average as the buffers expect', () => {
  const bytes = { name: 0, note: 0 };
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const made = table({ nullShare: 0 }, { seed, to: 20_000 });
    for (const name of ['name', 'note'] as const) {
      const column = made.columns.find((each) => each.name === name);
      if (column?.type === 'utf8') bytes[name] += column.data.length / 20_000 / 8;
    }
  }
  expect(Math.abs(bytes.name / meanNameBytes - 1), `${bytes.name}`).toBeLessThan(0.01);
  expect(Math.abs(bytes.note / meanNoteBytes - 1), `${bytes.note}`).toBeLessThan(0.02);
});

/** The records' options differ by slice, so that JSON types each as optional. */
const optionsOf = (knobs: object): OptionValues => Object.fromEntries(Object.entries(knobs));

// The Python generator is held to the same hashes (e2e/interop/test_references.py).
it.each(slices)(
  'rows $from to $to of seed $seed are those on record for $knobs',
  ({ knobs, seed, from, to, sha256 }) => {
    const hash = createHash('sha256');
    for (const part of toCanonical(table(optionsOf(knobs), { seed, from, to })).parts) hash.update(part);
    expect(hash.digest('hex')).toBe(sha256);
  },
);

describe('readings and log lines', () => {
  const of = { sensors: { meta: sensorsMeta, workload: sensors }, logs: { meta: logsMeta, workload: logs } };
  const made = (id: keyof typeof of, given: OptionValues = {}, { seed = 42, from = 0, to = rows } = {}) => {
    const { meta: about, workload: maker } = of[id];
    return maker.generate({ parameters: completeOptions(about.parameters, given, id), seed, from, to }) as Table;
  };

  it.each(streamSlices)('$workload $from to $to of seed $seed are those on record for $knobs', (slice) => {
    const { workload: id, knobs, seed, from, to, sha256 } = slice;
    const hash = createHash('sha256');
    const whole = made(id as keyof typeof of, optionsOf(knobs), { seed, from, to });
    for (const part of toCanonical(whole).parts) hash.update(part);
    expect(hash.digest('hex')).toBe(sha256);
  });

  it('a sensor is read in turn, a little late, and its values change slowly by whole steps', () => {
    const count = 24;
    const table = made('sensors', { sensors: count, noise: 2, faultShare: 0.01 });
    const own = (name: string) => valuesOf(table, name).filter((_, row) => row % count === 5);
    const times = own('time').map(Number);
    for (const [turn, time] of times.entries())
      expect(time - (times[0] ?? 0) - turn * 10_000, `${turn}`).toBeLessThanOrEqual(40);
    const steps = own('temperature').flatMap((value) => (value === null ? [] : [Math.round(Number(value) * 100)]));
    const changes = steps.slice(1).map((step, at) => Math.abs(step - (steps[at] ?? 0)));
    expect(Math.max(...changes)).toBeLessThan(20);
    expect(new Set(steps).size).toBeGreaterThan(100);
    const faults = valuesOf(table, 'status').filter((status) => status === 'fault').length;
    expectShare(faults, rows, 0.01);
    expect(valuesOf(table, 'humidity').filter((value) => value === null)).toHaveLength(faults);
  });

  it('lines of a request share its id and its service, and those that end it have a status', () => {
    const table = made('logs', { errorShare: 0.1 });
    const [ids, services, statuses, messages] = ['request_id', 'service', 'status', 'message'].map((name) =>
      valuesOf(table, name),
    ) as [CellValue[], CellValue[], CellValue[], CellValue[]];
    const serviceOf = new Map<CellValue, CellValue>();
    for (const [row, id] of ids.entries()) {
      expect(serviceOf.get(id) ?? services[row]).toBe(services[row]);
      serviceOf.set(id, services[row] ?? null);
    }
    expect(serviceOf.size).toBeGreaterThan(rows / 5);
    expect(serviceOf.size).toBeLessThanOrEqual(rows / 4);
    for (const [row, message] of messages.entries())
      expect(statuses[row] === null, `${row} ${message}`).toBe(
        !/completed|failed|timeout/u.test(String(message)) || row === 0,
      );
    expectShare(valuesOf(table, 'level').filter((level) => level === 'ERROR').length, rows, 0.1);
  });
});

it.each([1, 4, 5, 10_000, 212_992])('the permutation of %i numbers has each once', (count) => {
  const place = permutation(7, 2, count);
  const found = Array.from({ length: count }, (_, value) => place(value));
  expect([...found].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, value) => value));
  if (count > 100) expect(found.filter((value, index) => value === index).length).toBeLessThan(10);
});
