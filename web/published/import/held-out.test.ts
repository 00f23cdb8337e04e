import { expect, test } from 'vitest';
import type { GivenTable } from './given-table';
import { benchmarkDotNet, foryReadme, fstReadme, goTable, lzbenchCsv, rustReadme } from './held-out-tables';
import { makeSet, type SetDetails } from './make-set';
import { guessMapping, oriented } from './mapping';
import { recognise } from './recognise';

const details: SetDetails = {
  id: 'test',
  title: 'Test',
  importedAt: '2026-11-22T10:00:00.000Z',
  provenance: { who: '', where: '', date: '', hardware: '', software: '', threads: '', repeats: '', clock: '' },
  scope: 'notStated',
  dataset: { label: 'the data', itemCount: null, dataBytes: null },
  baseline: null,
};

async function tablesIn(text: string): Promise<readonly GivenTable[]> {
  const arrival = await recognise(text, 'pasted text', { html: () => [], link: () => Promise.reject(new Error('No link is read here.')) });
  if (arrival.kind !== 'tables') throw new Error('There is no table in it.');
  return arrival.tables;
}

async function readOf(text: string, tableIndex = 0) {
  const table = (await tablesIn(text))[tableIndex];
  if (table === undefined) throw new Error('There are fewer tables in it.');
  const mapping = guessMapping(table);
  const { set, missing, problems } = makeSet(table, mapping, details);
  if (set === null) throw new Error(missing ?? 'nothing');
  const { columns } = oriented(table, mapping);
  const figure = (system: string, metric: string, dataset = set.datasets[0]?.label) => {
    const ids = [set.systems.find(({ label }) => label === system)?.id, set.metrics.find(({ label }) => label === metric)?.id, set.datasets.find(({ label }) => label === dataset)?.id];
    return set.figures.find((each) => each.system === ids[0] && each.metric === ids[1] && each.dataset === ids[2]);
  };
  const roles = mapping.columns.map((column, index) => `${columns[index]}: ${column.role === 'figure' ? `${column.quantity} ${column.unit}` : column.role}`);
  return { table, set, problems, figure, systemsIn: mapping.systemsIn, roles, systems: set.systems.map(({ label }) => label), datasets: set.datasets.map(({ label }) => label) };
}

test('names that sound like figures are systems where the headings have units, and how often they ran is no figure', async () => {
  const { systemsIn, roles, systems, figure } = await readOf(fstReadme);
  expect(systemsIn).toBe('rows');
  expect(roles).toEqual(['Method: system', 'Format: out', 'Time (ms): time ms', 'Size (MB): fileSize MB', 'Speed (MB/s): speed MB/s', 'N: out']);
  expect(systems).toEqual(['readRDS', 'saveRDS', 'read_feather', 'read_fst']);
  expect(figure('read_fst', 'Time (ms)')?.value).toBe(0.457);
});

test('printed units decide which way a table lies; iterations are no figures, and allocated bytes are memory', async () => {
  const { systemsIn, roles, problems, figure } = await readOf(goTable);
  expect(systemsIn).toBe('rows');
  expect(roles.slice(1)).toEqual(['iter: out', 'time/iter: time ns', 'bytes/op: memorySize B', 'allocs/op: number 1', 'tt.time: time s', 'tt.bytes: memorySize kB', 'time/alloc: time ns']);
  expect(figure('BenchmarkMsgpMarshal-8', 'time/iter')?.value).toBeCloseTo(171e-9, 15);
  expect(problems).toEqual([]);
});

test('BenchmarkDotNet: what is scaled is a factor, and what is allocated is memory', async () => {
  const { systemsIn, roles, figure } = await readOf(benchmarkDotNet);
  expect(systemsIn).toBe('rows');
  expect(roles).toEqual(['Method: system', 'Mean: time ns', 'Error: out', 'Scaled: factor 1', 'Gen 0: out', 'Allocated: memorySize B']);
  expect(figure('MsgPackCliMap', 'Mean')?.value).toBeCloseTo(1_355.26e-9, 15);
  const ratio = await readOf(benchmarkDotNet.replace('Scaled', ' Ratio'));
  expect(ratio.roles[3]).toBe('Ratio: factor 1');
});

test('flags are part of the name, the data’s size is the dataset’s, and a ratio is told by the sizes within each dataset', async () => {
  const { roles, systems, set, figure } = await readOf(lzbenchCsv);
  expect(roles).toEqual([
    'compressor_library: system', 'compressor_codec: out', 'compressor_version: out', 'compressor_flags: system', 'compression_speed: writeSpeed MB/s', 'decompression_speed: readSpeed MB/s',
    'original_size: dataBytes', 'compressed_size: fileSize B', 'compression_ratio: sizeShare %', 'dataset: dataset',
  ]);
  expect(systems).toEqual(['brotli · -0', 'brotli · -1', 'snappy']);
  expect(set.datasets.map(({ label, dataBytes }) => [label, dataBytes])).toEqual([['silesia/dickens', 10_192_446], ['silesia/xml', 5_345_280]]);
  expect(figure('snappy', 'compression_ratio', 'silesia/xml')?.value).toBeCloseTo(0.2299, 12);
  // Without the data's size it is told by the files' alone.
  const without = await readOf(lzbenchCsv.replaceAll(/,(10192446|5345280|original_size)\b/g, ''));
  expect(without.roles.at(-2)).toBe('compression_ratio: sizeShare %');
});

test.each([
  ['a row of what is not compressed, at 100', 'codec,ratio\nmemcpy,100\nzstd,34.7\nlz4,47.6\n', 'sizeShare %'],
  ['a row of what is not compressed, at 1', 'codec,ratio\nnone,1.0\nzstd,0.35\nlz4,0.48\n', 'sizeShare 1'],
  ['the data divided by the file', 'codec,ratio\nnone,1.0\nzstd,2.9\nlz4,2.1\n', 'ratio 1'],
  ['large figures, of which nothing tells the way', 'codec,ratio\nzstd,34.7\nlz4,47.6\nxz,23.1\n', 'number 1'],
  ['figures that grow with the size', 'codec,size (MB),ratio\na,10,2\nb,20,3\nc,30,3.5\nd,40,5\n', 'number 1'],
  ['space that is saved', 'codec,space savings\nzstd,66%\nlz4,53%\n', 'number %'],
  ['a rate of which nobody knows', 'codec,compression rate\nzstd,66\nlz4,53\n', 'number 1'],
])('a ratio whose way is told by %s', async (_, text, expected) => {
  expect((await readOf(text)).roles.at(-1)?.split(': ')[1]).toBe(expected);
});

test('what every system was tried on is the dataset, and no part of its name', async () => {
  const { roles, systems, datasets } = await readOf(foryReadme);
  expect(roles).toEqual(['Lib: system', 'Benchmark: dataset', 'bufferType: dataset', 'references: dataset', 'Tps: rate /s']);
  expect(systems).toEqual(['Fst', 'Fory']);
  expect(datasets).toEqual(['serialize · array · False', 'serialize · array · True', 'serialize · directBuffer · False', 'serialize · directBuffer · True']);
});

test('a number without a unit where others have one is left out and said', async () => {
  const { problems, set } = await readOf('tool,time\na,12 ms\nb,14 ms\nc,3\nd,0\n');
  expect(set.figures).toHaveLength(3);
  expect(problems.map(({ row, says }) => `${row} ${says}`)).toEqual(['4 “3” has no unit where others of its column have one: it is left out; choose the column’s unit if that is meant']);
  expect((await readOf('tool,time\na,12 ms\nb,14\nc,3\n')).problems).toEqual([]);
});

test('sizes under the names of codecs are sizes, whatever a caption of several kinds says', async () => {
  const { roles } = await readOf(rustReadme);
  expect(roles).toEqual(['Crate: system', 'Serialize: writeTime ms', 'Deserialize: readTime ms', 'Size: fileSize B', 'Zlib: fileSize B', 'Zstd: fileSize B']);
});
