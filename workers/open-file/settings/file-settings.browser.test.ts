import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { fileSettingsSchema } from '../../model/file-settings';
import type { DatasetSpec } from '../../model/plan';
import { checkCandidate } from '../../registry/check-plan';
import { makeDataset } from '../../engine/make-dataset';
import { foreignFileBytes, readTestFile } from '../testing/test-files';
import { told } from '../testing/told';

async function writingOf(content: string | Uint8Array<ArrayBuffer>, fileName: string) {
  const { report } = await readTestFile(content, fileName);
  const { settings, candidate } = report;
  if (settings === null) throw new Error(`${fileName} has no settings.`);
  v.parse(fileSettingsSchema, settings);
  const facts = Object.fromEntries(settings.facts.map(({ name, value }) => [name, value]));
  // What is offered is a candidate as plans have it, with every option.
  if (candidate !== null) expect(checkCandidate(candidate)).toEqual(candidate);
  return { writer: settings.writer, facts, candidate };
}

async function gzip(content: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([content]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

const page = { implementation: null, granularity: 'page' } as const;

describe('Parquet of pyarrow', () => {
  it.each([
    ['snappy', 'SNAPPY', { ...page, id: 'snappy', level: null }],
    ['gzip', 'GZIP', { ...page, id: 'gzip', level: 6 }],
    ['brotli', 'BROTLI', { ...page, id: 'brotli', level: 1 }],
    ['zstd', 'ZSTD', { ...page, id: 'zstd', level: 1 }],
    ['none', 'UNCOMPRESSED', null],
  ])('%s: its writer, codec, encodings, row groups and pages', async (name, codec, own) => {
    const { writer, facts, candidate } = await writingOf(foreignFileBytes(`${name}.parquet`), `${name}.parquet`);
    expect(writer).toMatch(/^parquet-cpp-arrow version/u);
    expect(facts).toMatchObject({ Codec: codec, 'Data pages': 'version 1', Statistics: 'none' });
    expect(facts.Encodings).toMatch(/\bRLE_DICTIONARY\b/u);
    expect(facts['Row groups']).toMatch(/^1 of [\d,]+ rows?$/u);
    expect(candidate).toEqual({
      format: 'parquet',
      implementation: 'arrow-rs',
      options: {
        encoding: 'DICTIONARY',
        rowGroupRows: 1_048_576,
        pageVersion: '1',
        pageKiB: 1_024,
        pageRows: 20_000,
        dictionaryKiB: 1_024,
        statistics: 'none',
        bloomFilter: false,
        sortedBy: '',
        columns: '',
      },
      codec: own,
    });
  });
});

describe('Arrow of pyarrow', () => {
  it.each([
    ['stream', 'stream', 'not compressed'],
    ['lz4', 'file', 'LZ4'],
    ['zstd', 'stream', 'Zstandard'],
  ])('%s.arrow: its container, buffers, batches and dictionaries', async (name, container, buffers) => {
    const { facts, candidate } = await writingOf(foreignFileBytes(`${name}.arrow`), `${name}.arrow`);
    expect(facts).toMatchObject({ Container: container, Buffers: buffers, 'Record batches': '2 of up to 2 rows' });
    expect(Number(facts.Dictionaries)).toBeGreaterThan(0);
    // No option here makes batches of two rows.
    expect(candidate).toBeNull();
  });
});

describe('npy of NumPy', () => {
  const npy = { format: 'npy', implementation: 'formatlab', options: {}, codec: null };
  it.each([
    ['c.npy', { Version: '1.0', dtype: '<f8', Order: 'C' }, npy],
    ['fortran.npy', { Version: '1.0', Order: 'Fortran' }, null],
    ['big-endian-v2.npy', { Version: '2.0', dtype: '>i8' }, null],
    ['records-v3.npy', { Version: '3.0' }, null],
  ])('%s: its version, dtype and order', async (name, expected, candidate) => {
    const writing = await writingOf(foreignFileBytes(name), name);
    expect(writing.facts).toMatchObject(expected);
    expect(writing.candidate).toEqual(candidate);
  });
});

describe('texts', () => {
  const csv = { format: 'csv', implementation: 'csv-core', options: {}, codec: null };
  it('CSV: its dialect and line ends; another dialect than ours is no candidate', async () => {
    expect(await writingOf('a,b\n1,2\n3,4\n', 'a.csv')).toEqual({
      writer: null,
      facts: { Text: told('comma', 'double quotes', 'line 1', 'UTF-8'), 'Line ends': 'LF' },
      candidate: csv,
    });
    expect(await writingOf('a;b\r\n1;2\r\n3;4\r\n', 'a.csv')).toMatchObject({
      facts: { 'Line ends': 'CRLF' },
      candidate: null,
    });
  });

  it.each([
    ['[{"a":1},{"a":2}]', 'a.json', { Layout: 'one list', Indentation: 'none', Encoding: 'UTF-8' }, 'records'],
    ['[\n  {\n    "a": 1\n  }\n]\n', 'a.json', { Indentation: '2 spaces', 'Line ends': 'LF' }, null],
    ['{"a":[1,2],"b":[3,4]}', 'a.json', { Layout: 'one object of lists' }, 'columns'],
    ['{"rows":[{"a":1},{"a":2}]}', 'a.json', { Layout: 'one object' }, null],
    ['{"a":1}\n{"a":2}\n', 'a.ndjson', { Layout: 'a record a line', 'Line ends': 'LF' }, 'lines'],
  ])('JSON %j: its layout and indentation', async (content, name, expected, layout) => {
    const { facts, candidate } = await writingOf(content, name);
    expect(facts).toMatchObject(expected);
    expect(candidate?.options ?? null).toEqual(layout === null ? null : { layout });
  });

  it('packed as gzip: with the hint that its header has', async () => {
    const packed = await gzip('{"a":1}\n{"a":2}\n');
    packed[8] = 2;
    expect(await writingOf(packed, 'a.ndjson.gz')).toMatchObject({
      facts: { Packed: told('gzip', 'slowest'), Layout: 'a record a line' },
      candidate: { format: 'json', codec: { id: 'gzip', implementation: 'libdeflate', level: 9, granularity: 'file' } },
    });
    packed[8] = 0;
    expect(await writingOf(packed, 'a.ndjson.gz')).toMatchObject({
      facts: { Packed: 'gzip' },
      candidate: { codec: { level: 6 } },
    });
  });
});

it('plain bytes have none', async () => {
  const { report } = await readTestFile(new Uint8Array([0, 1, 2, 255]), 'a.bin', { type: 'bytes' });
  expect([report.settings, report.candidate]).toEqual([null, null]);
});

it('a run keeps them with its data', async () => {
  const file = new Blob(['{"a":1}\n{"a":2}\n']);
  const spec: DatasetSpec = {
    source: 'ownFile',
    type: 'ndjson',
    fileName: 'a.ndjson',
    fileSizeBytes: file.size,
    sha256: null,
    columnTypes: null,
  };
  const { info } = await makeDataset(spec, file, () => undefined);
  expect(info.status === 'ready' && info.fileSettings?.facts[0]).toEqual({ name: 'Layout', value: 'a record a line' });
});
