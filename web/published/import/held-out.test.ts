import { expect, test } from 'vitest';
import { telling } from '../../../workers/model/testing/telling';
import {
  benchmarkDotNet,
  benchstat,
  criterion,
  drawnTable,
  foryJmh,
  foryReadme,
  fstReadme,
  goTable,
  goTest,
  hyperfineText,
  jmhProfiled,
  klauspostReadme,
  lzbenchCsv,
  lzbenchText,
  microbenchmark,
  pandasSizes,
  pandasTimeit,
  pytestText,
  rustReadme,
  tampReadme,
} from './test-tables/held-out-tables';
import { makeImportedSet } from './set/make-set';
import { guessMapping, orientTable } from './columns/mapping';
import { tablesIn, testDetails } from './test-tables/pasted-for-tests';

async function readOf(text: string, tableIndex = 0) {
  const table = (await tablesIn(text))[tableIndex];
  if (table === undefined) throw new Error('There are fewer tables in it.');
  const mapping = guessMapping(table);
  const { set, missing, problems } = makeImportedSet(table, mapping, testDetails);
  if (set === null) throw new Error(missing ?? 'nothing');
  const { columns } = orientTable(table, mapping);
  const figure = (system: string, metric: string, dataset = set.datasets[0]?.label) => {
    const ids = [
      set.systems.find(({ label }) => label === system)?.id,
      set.metrics.find(({ label }) => label === metric)?.id,
      set.datasets.find(({ label }) => label === dataset)?.id,
    ];
    return set.figures.find((each) => each.system === ids[0] && each.metric === ids[1] && each.dataset === ids[2]);
  };
  const roles = mapping.columns.map(
    (column, index) =>
      `${columns[index]}: ${column.role === 'figure' ? `${column.quantity} ${column.unit}` : column.role}`,
  );
  return {
    table,
    set,
    problems,
    figure,
    systemsIn: mapping.systemsIn,
    roles,
    systems: set.systems.map(({ label }) => label),
    datasets: set.datasets.map(({ label }) => label),
  };
}

test('names that sound like figures are systems where the headings have units, and how often they ran is no figure', async () => {
  const { systemsIn, roles, systems, figure } = await readOf(fstReadme);
  expect(systemsIn).toBe('rows');
  expect(roles).toEqual([
    'Method: system',
    'Format: out',
    'Time (ms): time ms',
    'Size (MB): fileSize MB',
    'Speed (MB/s): speed MB/s',
    'N: out',
  ]);
  expect(systems).toEqual(['readRDS', 'saveRDS', 'fread', 'read_fst']);
  expect(figure('read_fst', 'Time (ms)')?.value).toBe(0.457);
});

test('printed units decide which way a table lies; iterations are no figures, and allocated bytes are memory', async () => {
  const { systemsIn, roles, problems, figure } = await readOf(goTable);
  expect(systemsIn).toBe('rows');
  expect(roles.slice(1)).toEqual([
    'iter: out',
    'time/iter: time ns',
    'bytes/op: memorySize B',
    'allocs/op: number 1',
    'tt.time: time s',
    'tt.bytes: memorySize kB',
    'time/alloc: time ns',
  ]);
  expect(figure('BenchmarkMsgpMarshal-8', 'time/iter')?.value).toBeCloseTo(171e-9, 15);
  expect(problems).toEqual([]);
});

test('BenchmarkDotNet: what is scaled is a factor, and what is allocated is memory', async () => {
  const { systemsIn, roles, figure } = await readOf(benchmarkDotNet);
  expect(systemsIn).toBe('rows');
  expect(roles).toEqual([
    'Method: system',
    'Mean: time ns',
    'Error: out',
    'Scaled: factor 1',
    'Gen 0: out',
    'Allocated: memorySize B',
  ]);
  expect(figure('MsgPackCliMap', 'Mean')?.value).toBeCloseTo(1_355.26e-9, 15);
  const ratio = await readOf(benchmarkDotNet.replace('Scaled', ' Ratio'));
  expect(ratio.roles[3]).toBe('Ratio: factor 1');
});

test('flags are part of the name, the data’s size is the dataset’s, and a ratio is told by the sizes within each dataset', async () => {
  const { roles, systems, set, figure } = await readOf(lzbenchCsv);
  expect(roles).toEqual([
    'compressor_library: system',
    'compressor_codec: out',
    'compressor_version: out',
    'compressor_flags: system',
    'compression_speed: writeSpeed MB/s',
    'decompression_speed: readSpeed MB/s',
    'original_size: dataBytes',
    'compressed_size: fileSize B',
    'compression_ratio: sizeShare %',
    'dataset: dataset',
  ]);
  expect(systems).toEqual(['brotli · -0', 'brotli · -1', 'snappy']);
  expect(set.datasets.map(({ label, dataBytes }) => [label, dataBytes])).toEqual([
    ['silesia/dickens', 10_192_446],
    ['silesia/xml', 5_345_280],
  ]);
  expect(figure('snappy', 'compression_ratio', 'silesia/xml')?.value).toBeCloseTo(0.2299, 12);
  // Without the data's size it is told by the files' alone.
  const without = await readOf(lzbenchCsv.replaceAll(/,(10192446|5345280|original_size)\b/g, ''));
  expect(without.roles.at(-2)).toBe('compression_ratio: sizeShare %');
});

test.each([
  ['a row of what is not compressed, at 100', 'codec,ratio\nmemcpy,100\nzstd,34.7\nlz4,47.6\n', 'sizeShare %'],
  ['a row of what is not compressed, at 1', 'codec,ratio\nnone,1.0\nzstd,0.35\nlz4,0.48\n', 'sizeShare 1'],
  ['the data divided by the file', 'codec,ratio\nnone,1.0\nzstd,2.9\nlz4,2.1\n', 'ratio 1'],
  ['large figures, of which nothing tells the way', 'codec,ratio\nours,34.7\ntheirs,47.6\nxz,23.1\n', 'number 1'],
  ['figures that grow with the size', 'codec,size (MB),ratio\na,10,2\nb,20,3\nc,30,3.5\nd,40,5\n', 'number 1'],
  ['what codecs do, as a share', 'codec,ratio\nzstd -3,34.7\nlz4,47.6\nxz,23.1\n', 'sizeShare %'],
  ['what codecs do, as data over file', 'codec,ratio\nzstd -3,14.7\nlz4,13.6\nxz,23.1\n', 'ratio 1'],
  [
    'what codecs do, where a per cent is of what is saved',
    'codec,ratio\nzstd,99.9%\nlz4,99.5%\nsnappy,95.0%\n',
    'number %',
  ],
  [
    'what codecs do, where a per cent is of what is left',
    'codec,ratio\nzstd,79.9%\nlz4,89.5%\nsnappy,95.0%\n',
    'sizeShare %',
  ],
  ['levels of one codec, in per cent', 'codec,ratio %\nmine -1,46.7\nmine -3,42.6\nmine -9,35.5\n', 'sizeShare %'],
  ['levels of one codec', 'codec,ratio\nmine -1,2.1\nmine -3,13.5\nmine -9,14.1\n', 'ratio 1'],
  ['LZ4 and its high compression', 'codec,ratio %\nLZ4 1.9.4,47.60\nLZ4HC 1.9.4 -9,36.75\n', 'sizeShare %'],
  ['nothing, in per cent', 'format,ratio\nArrow,56.1%\nParquet,48.7%\n', 'number %'],
  ['the whole, in per cent', 'format,ratio\nnone,100%\nParquet,48.7%\n', 'sizeShare %'],
  ['nothing, in per cent of any size', 'format,size\nArrow,56.1%\nParquet,100%\n', 'number %'],
  ['words', 'format,% of original\nArrow,56.1%\nParquet,48.7%\n', 'sizeShare %'],
  ['a colon', 'format,ratio\nArrow,~2.1:1\nParquet,3:1\n', 'ratio ×'],
  ['space that is saved', 'codec,space savings\nzstd,66%\nlz4,53%\n', 'number %'],
  ['a rate of which nobody knows', 'codec,compression rate\nzstd,66\nlz4,53\n', 'number 1'],
])('a ratio whose way is told by %s', async (_, text, expected) => {
  expect((await readOf(text)).roles.at(-1)?.split(': ')[1]).toBe(expected);
});

test('sizes that hardly differ agree with a ratio either way: it is the one that agrees far better', async () => {
  expect((await readOf('method,ratio,file_size_mb\ngzip_9,28.9,69.2\nblosc,30.1,66.5\n')).roles[1]).toBe(
    'ratio: ratio 1',
  );
  expect((await readOf('method,ratio,file_size_mb\ngzip_9,34.60,69.2\nblosc,33.25,66.5\n')).roles[1]).toBe(
    'ratio: sizeShare %',
  );
});

test('what every system was tried on is the dataset, and no part of its name', async () => {
  const { roles, systems, datasets } = await readOf(foryReadme);
  expect(roles).toEqual([
    'Lib: system',
    'Benchmark: dataset',
    'bufferType: dataset',
    'references: dataset',
    'Tps: rate /s',
  ]);
  expect(systems).toEqual(['Fst', 'Fory']);
  expect(datasets).toEqual([
    'serialize · array · False',
    'serialize · array · True',
    'serialize · directBuffer · False',
    'serialize · directBuffer · True',
  ]);
});

test('a number without a unit where others have one is left out and said', async () => {
  const { problems, set } = await readOf('tool,time\na,12 ms\nb,14 ms\nc,3\nd,0\n');
  expect(set.figures).toHaveLength(3);
  expect(problems).toMatchObject([{ row: 4, says: expect.stringMatching(telling('“3”')) }]);
  expect((await readOf('tool,time\na,12 ms\nb,14\nc,3\n')).problems).toEqual([]);
});

test('sizes under the names of codecs are sizes, whatever a caption of several kinds says; two numbers in a cell are told', async () => {
  const { roles, systems, problems } = await readOf(rustReadme);
  expect(roles).toEqual([
    'Crate: system',
    'Serialize: writeTime ms',
    'Deserialize: readTime ms',
    'Size: fileSize B',
    'Zlib: fileSize B',
    'Zstd: fileSize B',
  ]);
  expect(systems).toEqual(['bilrost 0.1015.0', 'bitcode 0.6.9', 'rkyv 0.8.18']);
  expect(problems.map(({ says }) => says)).toEqual([expect.stringMatching(telling('“443.14 µs* 418.68 µs*”'))]);
});

test('go test: units are headings, lines that say where it ran are no rows', async () => {
  const { roles, systems, table, figure } = await readOf(goTest);
  expect(table.title).toBe('github.com/alecthomas/go_serialization_benchmarks');
  expect(roles).toEqual(['benchmark: system', 'ns/op: time ns', 'B/op: memorySize B', 'allocs/op: number 1']);
  expect(systems).toEqual(['MsgpMarshal-8', 'JsonMarshal-8', 'GogoprotobufMarshal-8']);
  expect(figure('JsonMarshal-8', 'ns/op')?.value).toBeCloseTo(2_165e-9, 15);
});

test('IPython’s %timeit: what is called is the name, and a spread has its own unit', async () => {
  const { systems, figure, problems } = await readOf(pandasTimeit);
  expect(systems).toEqual(['test_sql_write(df)', 'test_hdf_fixed_write(df)', 'test_feather_write(df)']);
  expect(figure('test_sql_write(df)', 'time per loop')?.value).toBeCloseTo(3.29, 12);
  expect(figure('test_sql_write(df)', 'time per loop')?.range?.high).toBeCloseTo(3.3332, 12);
  expect(problems).toEqual([]);
});

test('a listing of files is their sizes', async () => {
  const { roles, systems } = await readOf(pandasSizes);
  expect(roles).toEqual(['name: system', 'size (bytes): fileSize B']);
  expect(systems).toEqual(['test.csv', 'test.feather', 'test.parquet']);
});

test('lzbench’s text: names of several words, columns one space apart, lines of words above', async () => {
  const { roles, systems, datasets, figure } = await readOf(lzbenchText);
  expect(roles).toEqual([
    'Compressor name: system',
    'Compress.: writeSpeed MB/s',
    'Decompress.: readSpeed MB/s',
    'Compr. size: fileSize B',
    'Ratio: sizeShare %',
    'Filename: dataset',
  ]);
  expect(systems).toEqual(['memcpy', 'zlib 1.2.11 -1', 'zlib 1.2.11 -2']);
  expect(datasets).toEqual(['./pack-c166dd1b.pack']);
  expect(figure('zlib 1.2.11 -1', 'Decompress.')?.value).toBe(450e6);
});

test('sections of a text are tables of their own, and sentences between them are none', async () => {
  const tables = await tablesIn(klauspostReadme);
  expect(tables.map(({ title, rows }) => [title, rows.length])).toEqual([
    ['This package', 3],
    ['Highly compressible JSON file.', 2],
  ]);
  expect(tables[0]?.remarks).toEqual([expect.stringMatching(telling('Line 13'))]);
  for (const index of [0, 1]) {
    const { roles } = await readOf(klauspostReadme, index);
    expect(roles).toEqual(
      [
        'file: dataset',
        'out: system',
        'level: system',
        'insize: dataBytes',
        'outsize: fileSize B',
        'millis: time ms',
        'mb/s: speed MB/s',
      ].map((role) => (index === 1 ? role.replace('level: system', 'level: out') : role)),
    );
  }
});

test('pytest-benchmark’s text: the unit of all times is in the first heading', async () => {
  const { roles, figure } = await readOf(pytestText);
  expect(roles).toEqual([
    'Name: system',
    'Min (ms): out',
    'Max (ms): out',
    'Mean (ms): time ms',
    'StdDev (ms): error',
    'Outliers: out',
    'OPS: out',
    'Rounds: out',
    'Iterations: out',
  ]);
  expect(figure('test_load[orjson]', 'Mean (ms)')?.value).toBeCloseTo(0.0252505, 12);
});

test('JMH with a profiler’s lines: missing errors leave their column empty, and other units are told', async () => {
  const { systems, figure, problems } = await readOf(jmhProfiled);
  expect(systems).toEqual(['encode', 'decode']);
  expect(figure('encode', 'Score')?.range?.low).toBeCloseTo(17.958, 9);
  expect(problems.map(({ row }) => row)).toEqual([3, 4, 5]);
});

test('Criterion: the estimate in its interval, and the change is none of it', async () => {
  const { systems, figure } = await readOf(criterion);
  expect(systems).toEqual(['encode/zstd', 'encode/lz4']);
  expect(figure('encode/zstd', 'time')?.value).toBeCloseTo(0.00124, 12);
  expect(figure('encode/zstd', 'time')?.range?.high).toBeCloseTo(0.001246, 12);
  expect(figure('encode/lz4', 'throughput')?.value).toBe(3.2 * 2 ** 30);
});

test('hyperfine’s text', async () => {
  const { systems, figure } = await readOf(hyperfineText);
  expect(systems).toEqual(['zstd -1 corpus.tar', 'gzip -6 corpus.tar']);
  expect(figure('gzip -6 corpus.tar', 'time')?.range?.low).toBeCloseTo(6.164, 12);
});

test('R’s microbenchmark: the unit is above the table, and expressions have spaces', async () => {
  const { systems, figure, set } = await readOf(microbenchmark);
  expect(systems).toEqual(['write.csv(df, f)', 'fwrite(df)']);
  expect(set.metrics).toHaveLength(1);
  expect(figure('fwrite(df)', 'mean (milliseconds)')?.value).toBeCloseTo(0.0881212, 12);
});

test('tables that are drawn with lines', async () => {
  const { roles } = await readOf(drawnTable);
  expect(roles).toEqual(['format: system', 'write_ms: writeTime ms', 'size: fileSize MB']);
  const ascii = await readOf(
    '+-------+-----------+\n| codec | comp MB/s |\n+-------+-----------+\n| zstd  |       510 |\n| lz4   |       675 |\n+-------+-----------+\n2 rows in set\n',
  );
  expect(ascii.roles).toEqual(['codec: system', 'comp MB/s: writeSpeed MB/s']);
});

test.each([
  [
    'a name, a colon and a time',
    'Write Parquet: 8 038.80 ms\nWrite CSV: 750 304.05 ms\n',
    ['name: system', 'time: time ms'],
  ],
  [
    'several dimensions of one system',
    'Write time: 8.2 ms\nFile size: 12 MB\n',
    ['Metric: metricName', 'Value: value'],
  ],
  [
    'single spaces',
    'Format Write (s) Read (s) Size (MB)\nParquet 1.2 0.4 12\nFeather 0.5 0.2 16\n',
    ['Format: system', 'Write (s): writeTime s', 'Read (s): readTime s', 'Size (MB): fileSize MB'],
  ],
  [
    'an index without a heading',
    '            write_s  read_s\nparquet        1.25    0.41\nfeather        0.38    0.21\n',
    ['column 1: system', 'write_s: writeTime s', 'read_s: readTime s'],
  ],
  [
    'a commented CSV',
    '# name,time (s),ratio\n# a,1,2.5\n# b,2,3.5\n',
    ['name: system', 'time (s): time s', 'ratio: ratio 1'],
  ],
])('lines of %s are a table', async (_, text, expected) => {
  expect((await readOf(text)).roles).toEqual(expected);
});

test.each([
  '### Fastest\n\n- Duration: 89586.46 (89.59s)\n- Size: 36021824 (36.02MB)\n',
  'A sentence with 3 words and 4 more.\nAnother one, of 2019, says 5 things at once.\n',
  'I ran it on 2 cores.\n\nIt took a while, about 3 minutes.\n',
])('sentences are no table', async (text) => {
  await expect(tablesIn(text)).rejects.toThrow('contains no table');
});

test('where one table has figures, those without are passed over', async () => {
  const tables = await tablesIn(`| Branch | Status |\n|---|---|\n| dev | [![passing][badge]][ci] |\n\n${fstReadme}`);
  expect(tables.map(({ title }) => title)).toEqual(['Overview']);
});

test('parameters that every benchmark was tried with are the data, and benchmarks the systems', async () => {
  const { roles, systems, datasets } = await readOf(foryJmh);
  expect(roles).toEqual([
    'Benchmark: system',
    'Mode: out',
    'Threads: out',
    'Samples: out',
    'Score: rate /s',
    'Score Error (99.9%): error',
    'Unit: unit',
    'Param: bufferType: dataset',
    'Param: references: dataset',
  ]);
  expect(systems).toEqual(['fst_serialize', 'fory_serialize']);
  expect(datasets).toHaveLength(4);
});

test('whole numbers that come again in full for every library are sizes that were tried', async () => {
  const { roles, datasets, set } = await readOf(
    'Lib,Benchmark,array_size,Tps\nFst,serialize,50,100.5\nFst,serialize,200,50.5\nFst,deserialize,50,90.5\nFst,deserialize,200,40.5\nFory,serialize,50,300.5\nFory,serialize,200,250.5\nFory,deserialize,50,290\nFory,deserialize,200,140\n',
  );
  expect(roles).toEqual(['Lib: system', 'Benchmark: metricName', 'array_size: dataset', 'Tps: value']);
  expect(datasets).toEqual(['50', '200']);
  expect(set.figures).toHaveLength(8);
});

test.each([
  ['C MB/s', 'D MB/s'],
  ['Cspeed (MB/s)', 'Dspeed (MB/s)'],
  ['comp. MB/s', 'decomp. MB/s'],
  ['enc MB/s', 'dec MB/s'],
])('“%s” is of writing, “%s” of reading', async (forth, back) => {
  expect((await readOf(`name,${forth},${back}\na,1,2\nb,3,4\n`)).roles.slice(1)).toEqual([
    `${forth}: writeSpeed MB/s`,
    `${back}: readSpeed MB/s`,
  ]);
});

test.each([
  [
    'Scale,Format,Write Time\n1x,CSV,1.109s\n1x,Parquet,0.102s\n10x,CSV,11.359s\n10x,Parquet,1.019s\n',
    ['Scale: dataset', 'Format: system', 'Write Time: writeTime s'],
  ],
  [
    'Format,Read time Rank,File Size (MB)\nPickle,1,7\nFeather,2,2\n',
    ['Format: system', 'Read time Rank: out', 'File Size (MB): fileSize MB'],
  ],
  [
    'Window Size,Memory,Suitable For\n1 KB,20 KB,Microcontrollers\n16 KB,80 KB,Devices\n',
    ['Window Size: system', 'Memory: memorySize kB', 'Suitable For: out'],
  ],
  [
    'Format,Write Time,Read Time\nArrow,**0.025s** ✅,0.060s ⚡\nCSV,1.363s,❌\n',
    ['Format: system', 'Write Time: writeTime s', 'Read Time: readTime s'],
  ],
  [
    'Codec,Decompression Speed\nLZ4,4.5 GB/s per core\nXZ,200 MB/s per core\n',
    ['Codec: system', 'Decompression Speed: readSpeed GB/s'],
  ],
])('scales, ranks, sizes that were tried, pictures and cores', async (text, expected) => {
  const { roles, problems } = await readOf(text);
  expect(roles).toEqual(expected);
  expect(problems).toEqual([]);
});

test('R’s output as comments', async () => {
  const { systems, figure } = await readOf(
    '#> Unit: milliseconds\n#>     expr       min        lq      mean    median        uq        max neval cld\n#>  rstruct  1.024232  1.133172  1.460557  1.504055  1.644674   2.894455    50  a \n#>      r2r 81.494306 84.356345 93.083116 90.419758 96.557059 140.492647    50   b\n',
  );
  expect(systems).toEqual(['rstruct', 'r2r']);
  expect(figure('r2r', 'mean (milliseconds)')?.value).toBeCloseTo(0.093083116, 12);
});

test('names over groups of rows are datasets where the same systems come again, and nothing where they do not', async () => {
  const again = await readOf(
    '| Codec | Ratio | Speed |\n|---|---|---|\n| **silesia** | | |\n| zstd | 2.9 | 510 MB/s |\n| lz4 | 2.1 | 675 MB/s |\n| **enwik8** | | |\n| zstd | 2.7 | 410 MB/s |\n| lz4 | 1.9 | 575 MB/s |\n',
  );
  expect(again.systems).toEqual(['zstd', 'lz4']);
  expect(again.datasets).toEqual(['silesia', 'enwik8']);
  expect(again.figure('lz4', 'Ratio', 'enwik8')?.value).toBe(1.9);
  const once = await readOf(
    '| Codec | Ratio | Speed |\n|---|---|---|\n| Fast | | |\n| lz4 | 2.1 | 675 MB/s |\n| Strong | | |\n| zstd | 2.9 | 510 MB/s |\n',
  );
  expect(once.roles).toEqual(['Codec: system', 'Ratio: ratio 1', 'Speed: speed MB/s']);
  expect(once.systems).toEqual(['lz4', 'zstd']);
});

test('benchstat: values have the unit of their bars, with prefixes', async () => {
  const { systems, figure, set, table } = await readOf(benchstat);
  expect(table.remarks).toEqual([expect.stringMatching(telling('line 10'))]);
  expect(systems).toEqual(['NewMacaroon-8', 'Verify_large-8', 'EncodeToV2J-8']);
  expect(set.metrics.map(({ label, quantity }) => `${label} ${quantity}`)).toEqual([
    'libmacaroon sec/op time',
    'mack sec/op time',
  ]);
  expect(figure('Verify_large-8', 'mack sec/op')?.value).toBeCloseTo(7.402e-6, 15);
  expect(figure('NewMacaroon-8', 'libmacaroon sec/op')?.range?.high).toBeCloseTo(817.7e-9 * 1.06, 15);
});

test('bench::mark: the median alone, and what is allocated is memory', async () => {
  const { roles } = await readOf(
    '#  expression  min     median `itr/sec` mem_alloc `gc/sec` n_itr  n_gc total_time\n#  1 substr    1.39ms  1.76ms  542.     444.6KB    5.47    990    10   1.83s\n#  2 regex     1.58ms  1.82ms  519.     75.3KB     0.520   999     1   1.92s\n',
  );
  expect(roles).toEqual([
    'expression: system',
    'min: out',
    'median: time ms',
    '`itr/sec`: out',
    'mem_alloc: memorySize kB',
    '`gc/sec`: out',
    'n_itr: out',
    'n_gc: out',
    'total_time: out',
  ]);
});

test('a commented Markdown table, and settings that never change', async () => {
  const { roles } = await readOf(
    '# Comparison:\n# | Serializer | Batch | Size (bytes) |\n# |---|---|---|\n# | JSON | 100 | 152,000 |\n# | msgpack | 100 | 108,000 |\n# | cbor | 100 | 110,000 |\n',
  );
  expect(roles).toEqual(['Serializer: system', 'Batch: out', 'Size (bytes): fileSize B']);
});

test('sizes of each file in the columns of what packed it', async () => {
  const { systemsIn, systems, set, figure } = await readOf(tampReadme);
  expect(systemsIn).toBe('columns');
  expect(systems).toEqual(['raw', 'tamp', 'zlib', 'heatshrink']);
  expect(set.metrics.map(({ label, quantity, unit }) => `${label}: ${quantity} ${unit}`)).toEqual([
    'enwik8: fileSize B',
    'RPI_PICO (.uf2): fileSize B',
    'silesia/dickens: fileSize B',
  ]);
  expect(figure('zlib', 'enwik8')?.value).toBe(56_205_166);
  expect(figure('heatshrink', 'RPI_PICO (.uf2)')).toBeUndefined();
});
