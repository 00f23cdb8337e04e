import { describe, expect, it } from 'vitest';
import { columnTypeText } from '../model/column-type-text';
import { columnSchemaOf } from '../model/column-schema';
import type { ChosenType } from '../model/chosen-type';
import { tableOfCells } from './cells/table-of-cells';
import { serveRecords, tableOfTestRecords } from '../open-file/testing/json-records';
import { columnByName, columnValues } from '../open-file/testing/test-files';
import { parseTimestampText, timestampTicks } from './timestamp-texts';
import { telling } from '../model/testing/telling';
import { instantsKeptNote, oneOffsetNote, differentOffsetsKeptNote, timesAsTextNote, offsetsLostNote } from './notes';

serveRecords();

const ofJson = async (texts: readonly unknown[], types: readonly ChosenType[] | null = null) => {
  const { read, countEffects } = await tableOfTestRecords(
    texts.map((t) => ({ t })),
    types,
  );
  if (read.dataset.kind !== 'table') throw new Error('It is no table.');
  const type = columnTypeText(columnSchemaOf(columnByName(read.dataset, 't')));
  return { ...read, type, values: columnValues(read.dataset, 't'), effects: countEffects()[0] };
};

const ofCells = (texts: readonly string[], types: readonly ChosenType[] | null = null) => {
  const rows = () => texts.map((text) => [text]);
  const read = tableOfCells({ format: 'sqlite', names: ['t'], rowCount: texts.length, firstRow: 1, rows }, types, []);
  if (read.dataset.kind !== 'table') throw new Error('It is no table.');
  const type = columnTypeText(columnSchemaOf(columnByName(read.dataset, 't')));
  return { ...read, type, values: columnValues(read.dataset, 't'), effects: read.found?.typeEffects?.[0] };
};

describe('the text of a time', () => {
  it.each<[string, string, bigint, string | null]>([
    ['2020-01-01 00:00:00+00', '2020-01-01T00:00:00Z', 0n, '+00'],
    ['2020-01-01T00:00:00.123456789Z', '2020-01-01T00:00:00Z', 123_456_789n, 'Z'],
    ['2020-01-01T00:00:00.5000000000 UTC', '2020-01-01T00:00:00Z', 500_000_000n, 'UTC'],
    ['2020-01-01T02:30+0230', '2020-01-01T00:00:00Z', 0n, '+0230'],
    ['1969-12-31T23:59:59.999999999-00:00', '1969-12-31T23:59:59Z', 999_999_999n, '-00:00'],
    ['0099-01-01', '0099-01-01T00:00:00Z', 0n, null],
    ['9999-12-31T23:59:59', '9999-12-31T23:59:59Z', 0n, null],
  ])('%s', (text, iso, more, offset) => {
    expect(parseTimestampText(text)).toEqual({ nanoseconds: BigInt(Date.parse(iso)) * 1_000_000n + more, offset });
  });

  it.each([
    '2023-02-29T00:00:00Z',
    '2023-13-01T00:00:00Z',
    '2024-01-31T24:00:00Z',
    '2024-01-01T00:00:60Z',
    '2024-01-01T00:00:00.1234567891Z',
    '2024-01-01T00:00:00+25:00',
    '12024-01-01T00:00:00Z',
    '2024-01-01Z',
    '',
  ])('%s is none', (text) => {
    expect(parseTimestampText(text)).toBeNull();
  });

  it('fits a unit only exactly', () => {
    expect(timestampTicks('2020-01-01T00:00:00.123456789Z', 'us')).toBeUndefined();
    expect(timestampTicks('2300-01-01T00:00:00Z', 'ns')).toBeUndefined();
    expect(timestampTicks('2300-01-01T00:00:00Z', 'us')).toBe(BigInt(Date.UTC(2300, 0)) * 1_000n);
  });
});

const second = 1_577_836_800n;

describe('a column of times in JSON', () => {
  it('becomes instants if all have one offset, in the unit that its digits need', async () => {
    const utc = await ofJson(['2020-01-01 00:00:00+00', '2020-01-01 00:00:01.5+00', null]);
    expect([utc.type, utc.values]).toEqual([
      'timestamp (µs, UTC)',
      [second * 1_000_000n, second * 1_000_000n + 1_500_000n, null],
    ]);
    expect(utc.notes[0]).toBe(instantsKeptNote('t', '+00'));
    const nano = await ofJson(['2020-01-01T00:00:00.123456789Z', '2020-01-01T00:00:01Z']);
    expect([nano.type, nano.values]).toEqual([
      'timestamp (ns, UTC)',
      [second * 1_000_000_000n + 123_456_789n, (second + 1n) * 1_000_000_000n],
    ]);
    expect(nano.notes).toEqual([oneOffsetNote('t', 'Z')]);
    expect(nano.possibleTypes[0]).toEqual(['timestamp', 'utf8', 'json']);
    expect(nano.effects?.timestamp).toEqual({ leftOut: 0, altered: 0 });
    expect((await ofJson(['2020-01-01T00:00:00Z'], ['utf8'])).values).toEqual(['2020-01-01T00:00:00Z']);
  });

  it('stays text with a hint if its offsets differ or are absent', async () => {
    const mixed = await ofJson(['2020-01-01T00:00:00Z', '2020-01-01T02:00:00+02:00']);
    expect([mixed.type, mixed.notes]).toEqual(['utf8', [differentOffsetsKeptNote('t', 2, 2)]]);
    const local = await ofJson(['2020-01-01T00:00:00.123456789', '2020-01-01T00:00:00+02:00']);
    expect([local.type, local.notes]).toEqual(['utf8', [timesAsTextNote('t', 2)]]);
    expect((await ofJson(['2020-01-01T00:00:00.123456789'], ['timestamp'])).type).toBe('timestamp (ns)');
  });

  it('stays text if the unit cannot hold each, and counts those that a timestamp leaves out', async () => {
    const { type, effects, notes } = await ofJson(['2020-01-01T00:00:00.123456789Z', '2300-01-01T00:00:00Z']);
    expect([type, notes, effects?.timestamp]).toEqual(['utf8', [], { leftOut: 1, altered: 0 }]);
  });

  it('becomes instants inside lists and structs too', async () => {
    const { type, notes, values } = await ofJson([{ at: ['2020-01-01T00:00:00.000000001Z'] }, { at: null }]);
    expect(type).toMatch(telling('struct {at: list', 'timestamp (ns, UTC)}'));
    expect(values).toEqual([[[second * 1_000_000_000n + 1n]], [null]]);
    expect(notes).toEqual([oneOffsetNote('t.at.item', 'Z')]);
  });
});

describe('a column of texts in SQLite or a spreadsheet', () => {
  it('stays text with a hint, and becomes instants when chosen', () => {
    const texts = ['2020-01-01 00:00:00.123456789+00', '2020-01-01 00:00:00+00'];
    const kept = ofCells(texts);
    expect([kept.type, kept.possibleTypes[0], kept.notes]).toEqual([
      'utf8',
      ['utf8', 'timestamp'],
      [timesAsTextNote('t', 2)],
    ]);
    expect(kept.effects?.timestamp).toEqual({ leftOut: 0, altered: 0 });
    const chosen = ofCells(texts, ['timestamp']);
    expect([chosen.type, chosen.values]).toEqual([
      'timestamp (ns, UTC)',
      [second * 1_000_000_000n + 123_456_789n, second * 1_000_000_000n],
    ]);
    expect(chosen.notes[0]).toBe(instantsKeptNote('t', '+00'));
  });

  it('says that different offsets are lost', () => {
    expect(ofCells(['2020-01-01T00:00Z', '2020-01-01T00:00+01'], ['timestamp']).notes[0]).toBe(
      offsetsLostNote('t', 2, 2),
    );
  });
});
