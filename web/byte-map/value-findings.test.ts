import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readByteMap } from '../../workers/open-file/read-byte-map';
import type { ByteMap, ColumnFacts } from '../../workers/model/byte-map';
import { telling } from '../../workers/model/testing/telling';
import { valueFindings } from './value-findings';

const column = (name: string, encoding: string): ColumnFacts => ({
  name,
  type: 'INT64',
  codecs: [],
  encodings: [{ name: encoding, pages: 1 }],
  compressedBytes: 10,
  uncompressedBytes: 10,
  values: 200,
  nulls: 0,
  distinct: null,
  min: null,
  max: null,
});

const map = (format: string): ByteMap => ({
  format,
  columnTerm: 'Columns',
  fileBytes: 20,
  parts: [],
  columns: [column('plain', 'PLAIN'), column('delta', 'DELTA_BINARY_PACKED')],
  findings: [],
});

it('says what the values have in common that the encoding does not use', () => {
  const facts = ['plain', 'delta', 'elsewhere'].map((name) => ({
    name,
    order: 'ascending' as const,
    whole: { unit: 'ns' as const, coarser: 's' as const },
  }));
  const whole = expect.stringMatching(telling('nanoseconds', 'seconds'));
  expect(valueFindings(map('Parquet'), facts)).toEqual([
    { column: 'plain', text: whole },
    { column: 'plain', text: expect.stringMatching(telling('ascending')) },
    { column: 'delta', text: whole },
  ]);
  expect(valueFindings(map('Arrow'), facts).map(({ text }) => text)).toEqual([whole, whole]);
});

it('says it of the map of a real file', async () => {
  const file = readFileSync(new URL('../../fixtures/golden/parquet/long.snappy.v2.parquet', import.meta.url));
  const real = await readByteMap(new Blob([file]));
  const plain = real.columns.find(({ encodings }) => !encodings.some(({ name }) => name.startsWith('DELTA_')));
  if (plain === undefined) throw new Error('A column has no delta encoding.');
  expect(valueFindings(real, [{ name: plain.name, order: 'ascending', whole: null }])).toHaveLength(1);
});
