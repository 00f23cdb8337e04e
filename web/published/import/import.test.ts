import { expect, test } from 'vitest';
import { telling } from '../../../workers/model/testing/telling';
import { FormatlabError } from '../../../workers/model/errors';
import { importedSetSchema } from '../../../workers/model/imported-set';
import { parseWithSchema } from '../../../workers/model/parse';
import type { RawTable } from './readers/given-table';
import { scopeIn } from './columns/heading';
import { type ImportedSetResult, makeImportedSet } from './set/make-set';
import { guessMapping, guessMappingFor } from './columns/mapping';
import { parseImportedSet, recogniseImport } from './readers/recognise';
import {
  clickBench,
  dataFrames,
  jvmSerializers,
  lzbench,
  timeSeries,
  vectors,
  zstdReadme,
} from './test-tables/test-tables';
import { tableIn, testDetails, testReaders } from './test-tables/pasted-for-tests';

const make = (table: RawTable): ImportedSetResult => makeImportedSet(table, guessMapping(table), testDetails);

async function madeOf(text: string) {
  const made = make(await tableIn(text));
  if (made.set === null) throw new Error(made.missing ?? 'nothing');
  const { set } = made;
  const value = (system: string, metric: string, dataset = set.datasets[0]?.label) => {
    const ids = [
      set.systems.find(({ label }) => label === system)?.id,
      set.metrics.find(({ label }) => label === metric)?.id,
      set.datasets.find(({ label }) => label === dataset)?.id,
    ];
    return set.figures.find(
      (figure) => figure.system === ids[0] && figure.metric === ids[1] && figure.dataset === ids[2],
    )?.value;
  };
  return {
    ...made,
    set,
    value,
    metrics: set.metrics.map(({ label, quantity, unit }) => [label, quantity, unit]),
    systems: set.systems.map(({ label }) => label),
  };
}

const roles = (table: RawTable) =>
  guessMapping(table).columns.map((column) =>
    column.role === 'figure' ? `${column.quantity} ${column.unit}` : column.role,
  );

test('lzbench: speeds by the cells’ units, sizes in bytes, and a ratio that is a share in per cent', async () => {
  const { metrics, systems, value } = await madeOf(lzbench);
  expect(metrics).toEqual([
    ['Compression', 'writeSpeed', 'MB/s'],
    ['Decompress.', 'readSpeed', 'MB/s'],
    ['Compr. size', 'fileSize', 'B'],
    ['Ratio', 'sizeShare', '%'],
  ]);
  expect(systems).toEqual([
    'memcpy',
    'lz4 1.9.2',
    'snappy 2019-09-30',
    'zstd 1.4.3 -1',
    'zstd 1.4.3 -22',
    'xz 5.2.4 -6',
  ]);
  expect(value('zstd 1.4.3 -1', 'Ratio')).toBeCloseTo(0.3468, 10);
  expect(value('zstd 1.4.3 -22', 'Compression')).toBe(2_280_000);
});

test('the README of zstd: links and bold are words, the ratio is data over file', async () => {
  const { metrics, systems, value, set } = await madeOf(zstdReadme);
  expect(set.title).toBe('Test');
  expect((await tableIn(zstdReadme)).title).toBe('Zstandard');
  expect(metrics).toEqual([
    ['Ratio', 'ratio', '1'],
    ['Compression', 'writeSpeed', 'MB/s'],
    ['Decompress.', 'readSpeed', 'MB/s'],
  ]);
  expect(systems).toEqual(['zstd 1.5.7 -1', 'brotli 1.1.0 -1', 'zlib 1.3.1 -1', 'lz4 1.10.0', 'snappy 1.2.1']);
  expect(value('lz4 1.10.0', 'Decompress.')).toBe(3_850_000_000);
});

test('queries in rows and systems in columns are turned, and what ran out of memory has no figure', async () => {
  const table = await tableIn(clickBench);
  expect(guessMapping(table).systemsIn).toBe('columns');
  const { metrics, systems, set, value, problems } = await madeOf(clickBench);
  expect(systems).toEqual(['ClickHouse', 'DuckDB', 'PostgreSQL']);
  expect(metrics).toEqual([
    ['Q0', 'time', 's'],
    ['Q1', 'time', 's'],
    ['Q2', 'time', 's'],
    ['Q3', 'time', 's'],
  ]);
  expect(set.figures).toHaveLength(11);
  expect(value('DuckDB', 'Q3')).toBe(0.09);
  expect(problems).toEqual([]);
});

test('one unit in each row: rates, memory, disk and latencies', async () => {
  const { metrics, systems, value } = await madeOf(timeSeries);
  expect(systems).toEqual(['VictoriaMetrics', 'TimescaleDB', 'InfluxDB']);
  expect(metrics).toEqual([
    ['Ingestion rate (rows/s)', 'rate', '/s'],
    ['RAM usage', 'memorySize', 'GB'],
    ['Disk usage', 'fileSize', 'B'],
    ['Query latency, ms', 'time', 'ms'],
  ]);
  expect(value('TimescaleDB', 'Ingestion rate (rows/s)')).toBe(840_000);
  expect(value('TimescaleDB', 'RAM usage')).toBe(2.5e9);
  expect(value('InfluxDB', 'Query latency, ms')).toBeCloseTo(0.0098, 12);
});

test('columns aligned by spaces', async () => {
  const table = await tableIn(`system  ${jvmSerializers.trimStart()}`);
  expect(table.columns).toEqual(['system', 'create', 'ser', 'deser', 'total', 'size', '+dfl']);
  const mapped = roles(table);
  expect([mapped[0], mapped[5]]).toEqual(['system', 'fileSize B']);
});

test('decimal commas between semicolons, and a system that takes two columns to name', async () => {
  const { metrics, systems, value } = await madeOf(dataFrames);
  expect(systems).toEqual(['Parquet · snappy', 'Parquet · gzip', 'Feather · lz4', 'CSV · keine']);
  expect(metrics).toEqual([
    ['Schreiben (s)', 'time', 's'],
    ['Lesen (s)', 'time', 's'],
    ['Größe (MB)', 'fileSize', 'MB'],
  ]);
  expect(value('CSV · keine', 'Größe (MB)')).toBeCloseTo(1_048.3e6, 3);
});

test('systems that come again at several sizes, spreads, ranges and words', async () => {
  const { metrics, set, value } = await madeOf(vectors);
  expect(set.datasets.map(({ label, itemCount }) => [label, itemCount])).toEqual([
    ['1000', 1_000],
    ['10000', 10_000],
  ]);
  expect(metrics).toEqual([
    ['write time (ms)', 'writeTime', 'ms'],
    ['read time (ms)', 'readTime', 'ms'],
  ]);
  expect(value('HDF5', 'write time (ms)', '10000')).toBeUndefined();
  expect(value('HDF5', 'read time (ms)', '10000')).toBeCloseTo(0.1025, 12);
  expect(set.figures.find(({ printed }) => printed === '130 ± 4')?.range).toEqual({ low: 0.126, high: 0.134 });
});

test.each([
  [
    '| Format | Size | Write | Read |\n|---|---|---|---|\n| CSV | 1.2 GB | 32.1s | 12.5s |\n| Parquet (snappy) | 210 MB | 4.2s | 450ms |',
    'rows',
    ['system', 'fileSize GB', 'writeTime s', 'readTime s'],
  ],
  [
    'Benchmark,ns/op,B/op,allocs/op\nJSON,12345,4096,12\nGob,8000,2048,7',
    'rows',
    ['system', 'time ns', 'memorySize B', 'number 1'],
  ],
  [
    '| | Pandas | Polars |\n|---|---|---|\n| Read CSV | 12.3 s | 2.1 s |\n| Group by | 5.1 s | 0.4 s |\n| Peak memory | 8.2 GB | 4.1 GB |',
    'columns',
    ['system', 'readTime s', 'time s', 'memorySize GB'],
  ],
  [
    'Storage,Encode speed MB/s,Decode speed MB/s,Compression ratio,Level\nzstd,500,1500,2.9,1\nzstd,100,1400,3.4,9',
    'rows',
    ['system', 'writeSpeed MB/s', 'readSpeed MB/s', 'ratio 1', 'system'],
  ],
  [
    'Dataset;zlib;zstd;lz4\ndickens;37,8;35,9;61,2\nmozilla;37,3;36,1;51,5\n',
    'columns',
    ['system', 'number 1', 'number 1'],
  ],
  [
    'Compression  Size (GB)  Load time (min)  Query p99 (ms)\nNone  100  45  120\nZSTD  31.5  52  140',
    'rows',
    ['system', 'fileSize GB', 'readTime min', 'time ms'],
  ],
  [
    'database | load time | data size | cold run\n---|---|---|---\nA | 2 min 10 s | 13.9 GiB | 45.2\nB | 3 h 12 min | 72.1 GiB | 4500',
    'rows',
    ['system', 'readTime s', 'fileSize GiB', 'time s'],
  ],
  [
    'Codec\tTime (lower is better)\t% of original\nzstd\t1.5\t33.2%\nlz4\t0.4\t47.1%',
    'rows',
    ['system', 'time s', 'sizeShare %'],
  ],
])('further shapes are read as their headings and cells say', async (text, systemsIn, expected) => {
  const table = await tableIn(text);
  expect(guessMapping(table).systemsIn).toBe(systemsIn);
  expect(roles(table)).toEqual(expected);
  expect(make(table).set).not.toBeNull();
});

test('quoted fields with commas, quotation marks and line breaks (RFC 4180)', async () => {
  const { systems, set } = await madeOf('name,time (s)\r\n"a, ""b""\nc","1,024.5"\r\n"d","2"\r\n');
  expect(systems).toEqual(['a, "b" c', 'd']);
  expect(set.figures[0]?.value).toBe(1_024.5);
});

test('a heading of two lines with merged cells', async () => {
  const table = await tableIn(',Write,,Read,\nSystem,time (s),size (MB),time (s),memory (MB)\nA,1,2,3,4\nB,5,6,7,8\n');
  expect(table.columns).toEqual(['System', 'Write time (s)', 'Write size (MB)', 'Read time (s)', 'Read memory (MB)']);
  expect(roles(table)).toEqual(['system', 'writeTime s', 'fileSize MB', 'readTime s', 'memorySize MB']);
});

test('cells that are no figures are named by row and column, empty ones are not', async () => {
  const { problems, set } = await madeOf(
    'system,write time (ms),size (MB)\nA,1.5,NaN\nB,<2,-3\nC,fast,3 s\nD,,4\nA,7,8\n',
  );
  const problem = (row: number, column: string, ...facts: string[]) => ({
    row,
    column,
    says: expect.stringMatching(telling(...facts)),
  });
  expect(problems).toEqual([
    problem(3, 'write time (ms)', '“<2”'),
    problem(4, 'write time (ms)', '“fast”'),
    problem(4, 'size (MB)', '“3 s”', '“file size”'),
    problem(6, 'system', '“A”', '“A (2)”'),
  ]);
  expect(set.figures.find(({ printed }) => printed === '-3')?.value).toBe(-3e6);
});

test('a row with more cells than the heading is left out and said', async () => {
  const table = await tableIn('system,time (s)\nA,1\nB,1,234\nC,2\nD,3\n');
  expect(table.rows.map(({ cells }) => cells[0])).toEqual(['A', 'C', 'D']);
  expect(table.remarks).toEqual([expect.stringMatching(telling('Row 3', '3 cells', 2))]);
});

test('the user’s word goes before the guess', async () => {
  const table = await tableIn(clickBench);
  const mapping = guessMappingFor(table, 'rows', 'point');
  const { set } = makeImportedSet(table, mapping, testDetails);
  expect(set?.systems.map(({ label }) => label)).toEqual(['Q0', 'Q1', 'Q2', 'Q3']);
});

test.each([
  ['nothing', '  \n', 'is empty'],
  ['words', 'no table at all', 'contains no table'],
  ['a heading alone', 'a,b,c\n', 'contains no table'],
  ['an open quotation', 'name,time\n"a,1\nb,2\n', 'row 2 is not closed'],
  [
    '10⁵ rows',
    `name,time (s)\n${Array.from({ length: 100_000 }, (_, row) => `s${row},${row}`).join('\n')}`,
    'limit is 2,000',
  ],
  [
    '10⁵ rows of Markdown',
    `|name|time|\n|---|---|\n${Array.from({ length: 100_000 }, (_, row) => `|s${row}|${row}|`).join('\n')}`,
    'limit is 2,000',
  ],
  [
    '300 columns',
    `${Array.from({ length: 300 }, (_, column) => `c${column}`).join(',')}\n${Array.from({ length: 300 }, (_, column) => column).join(',')}\n`,
    'limit is 100',
  ],
  ['5 million characters', `name,time\n${'a'.repeat(5_000_000)},1\n`, '5.0 million characters'],
  ['JSON that is cut off', '{"format":"formatlab.imported",', 'is not JSON'],
  ['JSON of a newer version', '{"format":"formatlab.imported","version":3}', 'newer version of Formatlab'],
  ['other JSON', '{"hello":1}', 'not a result of Formatlab'],
])('%s is refused with its reason', async (_, text, says) => {
  const refused = await recogniseImport(text, 'pasted text', testReaders).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(refused).toBeInstanceOf(FormatlabError);
  expect(String(refused)).toContain(says);
});

test('a link is told by its fragment, and only its reader decides what is in it', async () => {
  const asked: string[] = [];
  const link = (fragment: string) => {
    asked.push(fragment);
    return Promise.reject(new Error('damaged'));
  };
  const broken = ['https://example.org/lab/#v1.abc\nde&r=AA\r\nAA', '> <https://example.org/lab/#v1.abc\n> de&r=AAAA>'];
  for (const text of ['https://example.org/lab/#v1.abcde&r=AAAA', '  #v1.abcde&r=AAAA\n', ...broken])
    await expect(recogniseImport(text, 'pasted text', { ...testReaders, link })).rejects.toThrow('damaged');
  expect(asked).toEqual(Array.from({ length: 4 }, () => 'v1.abcde&r=AAAA'));
});

test('a set goes out as JSON and comes back the same', async () => {
  for (const text of [lzbench, zstdReadme, clickBench, timeSeries, dataFrames, vectors]) {
    const { set } = await madeOf(text);
    expect(parseImportedSet(JSON.stringify(set), 'set.json')).toEqual(set);
  }
});

test('what contradicts itself is refused', async () => {
  const { set } = await madeOf(zstdReadme);
  const refuse = (changes: object, says: string) =>
    expect(() => parseWithSchema(importedSetSchema, { ...set, ...changes }, 'set')).toThrow(says);
  refuse({ baseline: 'nobody' }, 'baseline');
  refuse({ systems: set.systems.slice(1) }, 'does not list');
  refuse({ figures: [...set.figures, ...set.figures.slice(0, 1)] }, 'two figures');
  refuse({ figures: set.figures.map((figure) => ({ ...figure, unit: 's' })) }, 'unit does not fit its metric');
  refuse({ datasets: [...set.datasets, ...set.datasets] }, 'repeats an id');
  refuse({ title: 'x'.repeat(300) }, '200');
});

test.each([
  ['decode ms (in memory)', 'inMemory'],
  ['read from disk s', 'withStorage'],
  ['write_file_ms', 'withStorage'],
  ['encode time, w/o I/O', 'inMemory'],
  ['Encode (incl. I/O), s', 'withStorage'],
  ['decode (ms)', null],
  ['load time (s)', null],
])('the clock of “%s” is guessed as %s', (heading, scope) => {
  expect(scopeIn(heading)).toBe(scope);
});

test('each column of times has the scope of its own clock, else that of the table; sizes have none', async () => {
  const table = await tableIn(
    'format,decode ms (in memory),read from disk (s),encode time (ms),file size (MB)\nA,1,2,3,4\nB,2,3,4,5\n',
  );
  const { set } = makeImportedSet(table, guessMapping(table), { ...testDetails, scope: 'withStorage' });
  expect(set?.metrics.map(({ quantity, unit, scope }) => [quantity, unit, scope])).toEqual([
    ['readTime', 'ms', 'inMemory'],
    ['readTime', 's', 'withStorage'],
    ['writeTime', 'ms', 'withStorage'],
    ['fileSize', 'MB', null],
  ]);
});
