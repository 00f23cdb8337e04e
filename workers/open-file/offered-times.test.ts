import { describe, expect, it } from 'vitest';
import type { ChosenType } from '../model/chosen-type';
import { columnTypeText } from '../model/column-type-text';
import { columnSchemaOf } from '../model/column-schema';
import type { Table } from '../model/dataset';
import { ValidityBuilder, VariableWidthBuilder } from '../own-file/column-builders';
import { importResult } from '../own-file/imported';
import { offerTimes } from './offered-times';
import { caughtErrorRecord, columnValues, readTestTable } from './testing/test-files';
import { telling } from '../model/testing/telling';
import { timesAsTextNote, offsetsLostNote } from '../own-file/notes';

function tableOf(columns: Readonly<Record<string, readonly (string | null)[]>>): Table {
  const rowCount = Object.values(columns)[0]?.length ?? 0;
  return {
    kind: 'table',
    rowCount,
    columns: Object.entries(columns).map(([name, rows]) => {
      const texts = new VariableWidthBuilder(rowCount);
      const validity = new ValidityBuilder(rowCount);
      for (const [row, text] of rows.entries())
        if (text === null) {
          texts.appendNothing();
          validity.setNull(row);
        } else texts.appendText(text);
      return texts.build(name, 'utf8', validity.build());
    }),
  };
}

const second = BigInt(Date.parse('2024-01-01T00:00:00Z')) * 1_000n;
const offered = (table: Table, types: readonly ChosenType[] | null = null) =>
  offerTimes(importResult(table), types, 'avro');

describe('texts that are all times', () => {
  const table = tableOf({
    at: ['2024-01-01T00:00:00Z', null, '2024-01-01 02:00:00.5+02:00'],
    local: ['2024-01-01 00:00', '2024-01-01', null],
    day: ['2024-01-01', '2024-01-02', null],
    word: ['2024-01-01T00:00:00Z', 'x', ''],
    none: [null, null, null],
  });

  it('stay texts, and a note says so', () => {
    const { dataset, notes, possibleTypes, found } = offered(table);
    expect(dataset).toEqual(table);
    expect(notes).toEqual([timesAsTextNote('at', 2), timesAsTextNote('local', 2)]);
    expect(possibleTypes).toEqual([['utf8', 'timestamp'], ['utf8', 'timestamp'], [], [], []]);
    expect(found?.typeEffects?.[0]).toEqual({ timestamp: { leftOut: 0, altered: 0 } });
  });

  it('become timestamps if the user chooses so, and a note says what is lost', () => {
    const { dataset, notes } = offered(table, ['timestamp', 'timestamp', 'utf8', 'utf8', 'utf8']);
    const read = dataset as Table;
    expect(columnValues(read, 'at')).toEqual([second, null, second + 500_000n]);
    expect(columnValues(read, 'local')).toEqual([second, second, null]);
    expect(read.columns.map((column) => columnTypeText(columnSchemaOf(column))).slice(0, 2)).toEqual([
      'timestamp (µs, UTC)',
      'timestamp',
    ]);
    expect(notes).toEqual([offsetsLostNote('at', 2, 2)]);
  });

  it('become nothing else', () => {
    expect(() => offered(table, ['int64', 'utf8', 'utf8', 'utf8', 'utf8'])).toThrow(telling('“at”', 'int64'));
    expect(() => offered(table, ['utf8', 'utf8', 'timestamp', 'utf8', 'utf8'])).toThrow(telling('“day”', 'timestamp'));
    expect(() => offered(table, ['utf8'])).toThrow(telling(1, '5 columns'));
  });
});

describe('a pickle', () => {
  // pickle.dumps([{"t": "2024-01-01T00:00:00Z", "n": 1, "w": "x", "d": timedelta(1)}, {"t": "2024-01-01 02:00:00.123456789+02:00", …}, {"t": None, …}], 2)
  const rows =
    'gAJdcQAofXEBKFgBAAAAdHECWBQAAAAyMDI0LTAxLTAxVDAwOjAwOjAwWnEDWAEAAABucQRLAVgBAAAAd3EFWAEAAAB4cQZYAQAAAGRxB2NkYXRldGltZQp0aW1lZGVsdGEKcQhLAUsASwCHcQlScQp1fXELKGgCWCMAAAAyMDI0LTAxLTAxIDAyOjAwOjAwLjEyMzQ1Njc4OSswMjowMHEMaARLAmgFTmgHaAhLAksASwCHcQ1ScQ51fXEPKGgCTmgESwNoBVgBAAAAeXEQaAdOdWUu';
  const bytes = Uint8Array.from(atob(rows), (character) => character.charCodeAt(0));

  it('offers its texts beside columns whose types have no word', async () => {
    const { report } = await readTestTable(bytes, 'rows.pkl');
    expect(report.notes).toEqual([timesAsTextNote('t', 2)]);
    expect(report.possibleTypes[0]).toEqual(['utf8', 'timestamp']);
    const columnTypes: ChosenType[] = ['timestamp', 'int64', 'utf8', 'utf8'];
    const { table, report: chosen } = await readTestTable(bytes, 'rows.pkl', { columnTypes });
    expect(columnValues(table, 't')).toEqual([second * 1_000n, second * 1_000n + 123_456_789n, null]);
    expect(table.columns.map(({ type }) => type)).toEqual(['timestamp', 'int64', 'utf8', 'duration']);
    expect(chosen.notes).toEqual([offsetsLostNote('t', 2, 2)]);
    expect(await caughtErrorRecord(bytes, 'rows.pkl', { columnTypes: ['utf8'] })).toMatchObject({ tag: 'invalidPlan' });
  });
});
