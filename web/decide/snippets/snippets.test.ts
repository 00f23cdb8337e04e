import { describe, expect, it } from 'vitest';
import type { ColumnSchema } from '../../../workers/model/column-schema';
import type { DatasetSchema } from '../../../workers/model/dataset';
import { completeOptions, type OptionValues } from '../../../workers/model/options';
import { type Candidate, type CandidateCodec, candidateKey } from '../../../workers/model/plan';
import { sqlIdentifier, sqlLiteral } from '../../../workers/model/sql';
import { hostileNames } from '../../../workers/model/testing/hostile-names';
import { telling } from '../../../workers/model/testing/telling';
import { unsupportedReason } from '../../../workers/model/unsupported-reason';
import { codecs, findFormatImplementation, formats } from '../../../workers/registry/metadata';
import { formatCases } from '../../../workers/registry/testing/contract-cases';
import { javaText, juliaText, pythonText, rText } from '../../../workers/snippets/literals';
import { otherSizeText, type Snippet } from '../../../workers/snippets/snippet';
import { nameByPlace, snippetsFor, withoutSnippet } from './snippets';
import { candidate, only } from './testing/snippet-of';

const table: DatasetSchema = {
  kind: 'table',
  columns: [
    { name: 'id', type: 'int64', nullable: false },
    { name: 'a "quoted" name', type: 'utf8', nullable: true },
    { name: "it's", type: 'float64', nullable: false },
    { name: 'when', type: 'timestamp', nullable: false, unit: 'us', timeZone: 'UTC' },
    { name: 'paid', type: 'bool', nullable: false },
  ],
};
const numbers: Extract<DatasetSchema, { kind: 'table' }> = {
  kind: 'table',
  columns: [{ name: 'x', type: 'int64', nullable: false }],
};
const schemas: readonly DatasetSchema[] = [
  table,
  numbers,
  { kind: 'keyedVectors', elementType: 'float64', dimension: 8 },
  { kind: 'array', elementType: 'float32', shape: [10, 3] },
  { kind: 'stringArray' },
  { kind: 'list', elementType: 'int64' },
  { kind: 'dict', keyType: 'utf8', valueType: 'float64' },
  { kind: 'records' },
  { kind: 'molecules', coordinates: true, titles: true },
  { kind: 'bytes' },
];

const around = (
  id: string,
  level: number | null,
  options: OptionValues = {},
  implementation = 'native',
): CandidateCodec => ({
  id,
  level,
  implementation,
  granularity: 'file',
  options,
});
const inside = (id: string, level: number | null): CandidateCodec => ({
  id,
  level,
  implementation: null,
  granularity: 'page',
});

function allCandidates(): Candidate[] {
  const wrapped = [...codecs.values()].flatMap((codec) =>
    codec.implementations
      .filter(({ compresses }) => compresses)
      .flatMap(({ id, levels, options = [] }) =>
        (levels === null ? [null] : [levels.min, levels.default, levels.max]).map((level) =>
          around(codec.id, level, completeOptions(options, {}, codec.label), id),
        ),
      ),
  );
  return [...formats.values()].flatMap((format) =>
    format.implementations.flatMap((implementation) => [
      ...formatCases(format, implementation).map(({ options, innerCodec }) => ({
        format: format.id,
        implementation: implementation.id,
        options,
        codec: innerCodec === null ? null : inside(innerCodec.id, innerCodec.level),
      })),
      ...wrapped.map((codec) => ({ ...candidate(format.id, {}, codec), implementation: implementation.id })),
    ]),
  );
}

/** What a snippet must not hold: values that were missing when it was written. */
const missing = /undefined|NaN|\[object|\bnull\b/u;

function faultsOf(snippets: readonly Snippet[]): string[] {
  return snippets.flatMap(({ tool, language, write, read, tested, readsOnly }) => [
    ...(write?.trim() === '' || read.trim() === '' ? [`${tool} is empty`] : []),
    ...(missing.test(write ?? '') || missing.test(read) ? [`${tool} lacks a value: ${write}\n${read}`] : []),
    ...((write ?? '').split('\n').length > 36 ? [`${tool} is long: ${write}`] : []),
    ...((write === null) === (readsOnly === undefined) ? [`${tool} does not write and does not say why`] : []),
    ...(tested && ['r', 'julia', 'java'].includes(language) ? [`${tool} is not tested`] : []),
    ...(readsOnly !== undefined && !readsOnly.endsWith('.') ? [`${tool} has no sentence: ${readsOnly}`] : []),
  ]);
}

describe('snippetsFor', () => {
  it('gives complete lines, one snippet for a tool, for every candidate and kind of data', () => {
    const faults: string[] = [];
    let count = 0;
    for (const each of allCandidates()) {
      const implementation = findFormatImplementation(each.format, each.implementation)?.implementation;
      for (const schema of schemas) {
        const context = {
          options: each.options,
          innerCodec: each.codec?.implementation === null ? each.codec.id : null,
        };
        if (implementation === undefined || unsupportedReason(implementation, 'encode', schema, context) !== null)
          continue;
        const snippets = snippetsFor(each, schema);
        count += snippets.length;
        const place = `${candidateKey(each)} of ${schema.kind}`;
        if (new Set(snippets.map(({ tool }) => tool)).size < snippets.length) faults.push(`${place}: a tool twice`);
        faults.push(...faultsOf(snippets).map((fault) => `${place}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(1_000);
  });

  it('has none for files that no other tool writes', () => {
    for (const [each, schema] of [
      [candidate('raw'), table],
      [candidate('raw', {}, around('zstd', 3)), table],
      [candidate('csv', {}, { ...around('zstd', 3), granularity: 'page' }), table],
      [candidate('csv', {}, around('lz4', null, {}, 'lz4js')), table],
      [candidate('csv', {}, around('fsst', null)), table],
      [candidate('destination'), { kind: 'list', elementType: 'int64' }],
      [candidate('hashdbm', {}, { ...inside('zstd-dictionary', null), granularity: 'record' }), { kind: 'records' }],
    ] as const)
      expect(snippetsFor(each, schema), candidateKey(each)).toEqual([]);
  });

  it('says why there are none: which readers know ALP, or who reads the file', () => {
    expect(withoutSnippet(candidate('parquet', { encoding: 'ALP' }), table)).toMatch(
      telling('ALP', '2.14', 'crate parquet', '60', 'pyarrow 26.0', 'DuckDB 2.0'),
    );
    expect(withoutSnippet(candidate('raw'), table)).not.toMatch(/undefined|reads it/u);
    const binary: DatasetSchema = { kind: 'table', columns: [{ name: 'b', type: 'binary', nullable: false }] };
    expect(withoutSnippet(candidate('root'), binary)).toMatch(telling('uproot', '“b”', 'binary'));
    const beside = { ...binary, columns: [...numbers.columns, ...binary.columns] };
    expect(withoutSnippet(candidate('root'), beside)).toMatch(telling('uproot', '“b”', 'binary'));
  });

  it('says the unit of times, which pyarrow reads from CSV files as nanoseconds', () => {
    const ofTimes = (...units: ('s' | 'ms' | 'us' | 'ns')[]): DatasetSchema => ({
      kind: 'table',
      columns: units.map((unit, index) => ({ name: `t${index}`, type: 'timestamp', nullable: false, unit })),
    });
    const written = (format: string, schema: DatasetSchema) =>
      only(snippetsFor(candidate(format), schema), 'pyarrow').write;
    expect(written('parquet', ofTimes('ms', 'ms'))).toContain('coerce_timestamps="ms"');
    for (const schema of [ofTimes('ns'), ofTimes('s'), ofTimes('us', 'ms'), numbers])
      expect(written('parquet', schema)).not.toContain('coerce_timestamps');
    expect(written('arrow', table)).toContain('pa.timestamp("us", field.type.tz)');
    expect(written('arrow', numbers)).not.toContain('timestamp');
  });

  it('says Parquet’s settings to pyarrow, and leaves out its defaults', () => {
    const plain = snippetsFor(candidate('parquet', {}, inside('zstd', 3)), numbers);
    expect(only(plain, 'pyarrow').write?.split('\n').at(-1)).toBe(
      'pq.write_table(table, "data.parquet", compression="zstd", compression_level=3)',
    );
    const options = {
      encoding: 'BYTE_STREAM_SPLIT',
      rowGroupRows: 5_000,
      pageVersion: '2',
      pageKiB: 64,
      pageRows: 100,
      dictionaryKiB: 8,
      statistics: 'page',
    };
    const { write } = only(snippetsFor(candidate('parquet', options), numbers), 'pyarrow');
    for (const each of [
      'row_group_size=5000',
      'use_dictionary=False',
      'column_encoding={"x": "BYTE_STREAM_SPLIT"}',
      'data_page_version="2.0"',
      'data_page_size=65536',
      'max_rows_per_page=100',
      'dictionary_pagesize_limit=8192',
      'write_page_index=True',
    ])
      expect(write).toContain(each);
  });

  it('has pyarrow store short decimals as integers, as the page does', () => {
    const ofDigits = (precision: number): DatasetSchema => ({
      kind: 'table',
      columns: [{ name: 'price', type: 'decimal', precision, scale: 2, nullable: false }],
    });
    const written = (precision: number) =>
      only(snippetsFor(candidate('parquet'), ofDigits(precision)), 'pyarrow').write;
    expect(written(18)).toContain('store_decimal_as_integer=True');
    expect(written(19)).not.toContain('store_decimal_as_integer');
  });

  it('sets Parquet’s columns one by one', () => {
    const columns = '"a \\"quoted\\" name": PLAIN, uncompressed; id: DELTA_BINARY_PACKED, brotli 5';
    const { write } = only(snippetsFor(candidate('parquet', { columns }, inside('zstd', 3)), table), 'pyarrow');
    expect(write).toContain('"a \\"quoted\\" name": "none"');
    expect(write).toContain('"id": "brotli"');
    expect(write).toContain('"it\'s": 3');
    expect(write).toContain('column_encoding={"id": "DELTA_BINARY_PACKED"}');
    const filters = only(snippetsFor(candidate('parquet', { bloomFilter: true }), table), 'pyarrow').write;
    expect(filters).toMatch(/\{"fpp": 0\.05\} [^}]* not in \[\s+"paid"\s+\]\}/u);
    expect(snippetsFor(candidate('parquet', { columns }), table).map(({ tool }) => tool)).toEqual([
      'pyarrow',
      'pandas',
      'duckdb',
    ]);
  });

  it('leaves a tool out that does not make the settings', () => {
    const tools = (options: OptionValues) => snippetsFor(candidate('parquet', options), table).map(({ tool }) => tool);
    expect(tools({})).toEqual(['pyarrow', 'pandas', 'duckdb', 'r', 'java']);
    expect(tools({ encoding: 'DELTA_BINARY_PACKED' })).toEqual(['pyarrow', 'pandas', 'duckdb']);
    const adds = snippetsFor(candidate('parquet'), table).flatMap(({ tool, addedBytesPerColumn }) =>
      addedBytesPerColumn === undefined ? [] : [tool],
    );
    expect(adds).toEqual(['pandas']);
    expect(tools({ columns: 'id: PLAIN' })).toEqual(['pyarrow', 'pandas', 'duckdb']);
    expect(tools({ encoding: 'ALP' })).toEqual([]);
    expect(snippetsFor(candidate('json', { layout: 'columns' }), table).map(({ tool }) => tool)).toEqual(['python']);
    expect(snippetsFor(candidate('json', { layout: 'lines' }), table).map(({ tool }) => tool)).toEqual([
      'python',
      'duckdb',
    ]);
  });

  it('says what DuckDB has no setting for, and how far the size of its file differs by that', () => {
    const of = (options: OptionValues, codec: CandidateCodec | null = null) =>
      only(snippetsFor(candidate('parquet', options, codec), table), 'duckdb');
    const cases: readonly (readonly [reason: string, OptionValues, CandidateCodec | null, line: string])[] = [
      ['one column', { columns: 'id: zstd 9' }, inside('zstd', 3), 'COMPRESSION zstd, COMPRESSION_LEVEL 3'],
      ['encoding DELTA_BINARY_PACKED', { encoding: 'DELTA_BINARY_PACKED' }, null, 'PARQUET_VERSION v2'],
      ['a dictionary', { dictionaryKiB: 64 }, inside('lz4', null), 'STRING_DICTIONARY_PAGE_SIZE_LIMIT 65536'],
      ['pages', { encoding: 'PLAIN', pageKiB: 64 }, inside('gzip', 3), 'COMPRESSION gzip'],
      ['version', { encoding: 'PLAIN', pageVersion: '2' }, null, 'COMPRESSION uncompressed'],
      ['statistics', { encoding: 'PLAIN', statistics: 'page' }, null, 'DICTIONARY_SIZE_LIMIT 0'],
      ['Bloom filter', { encoding: 'PLAIN', bloomFilter: true }, null, 'ROW_GROUP_SIZE 1048576'],
    ];
    for (const [reason, options, codec, line] of cases) {
      const duckdb = of(options, codec);
      expect(duckdb.otherSize?.because).toContain(reason);
      expect(duckdb.write).toContain(line);
      expect(duckdb.read).toContain("read_parquet('data.parquet')");
    }
    for (const codec of [null, inside('zstd', 9)]) expect(of({ encoding: 'PLAIN' }, codec).otherSize).toBeUndefined();
  });

  it('gives a data frame the types that pandas does not read from text', () => {
    const schema: DatasetSchema = {
      kind: 'table',
      columns: [
        { name: 'id', type: 'int64', nullable: false },
        { name: 'units', type: 'int64', nullable: true },
        { name: 'open', type: 'bool', nullable: true },
        { name: 'day', type: 'date', nullable: false },
        { name: 'at', type: 'timestamp', nullable: false },
        { name: 'seen', type: 'timestamp', nullable: true, unit: 'ms', timeZone: 'UTC' },
      ],
    };
    const written = (format: string) => only(snippetsFor(candidate(format), schema), 'pandas').write ?? '';
    for (const format of ['parquet', 'csv'])
      for (const each of [
        '"units": "Int64"',
        '"open": "boolean"',
        '"at": "datetime64[us]"',
        '"seen": "datetime64[ms, UTC]"',
      ])
        expect(written(format)).toContain(each);
    expect(written('parquet')).toContain('"day": "date32[pyarrow]"');
    expect(written('csv')).not.toContain('"day"');
    expect(written('csv')).not.toContain('"id"');
  });

  it('quotes names as each language does', () => {
    const snippets = snippetsFor(candidate('csv'), table);
    expect(only(snippets, 'duckdb').read).toContain(`'it''s': 'DOUBLE'`);
    expect(only(snippets, 'pandas').read).toContain('"a \\"quoted\\" name": "str"');
  });

  it('writes and reads columns under the names that they have in HDF5', () => {
    const h5py = (names: readonly string[]) => {
      const columns = names.map((name) => ({ name, type: 'int64', nullable: false }) as const);
      const [lines] = snippetsFor(candidate('hdf5'), { kind: 'table', columns });
      return `${lines?.write}\n${lines?.read}`;
    };
    expect(h5py(['a', 'b c'])).not.toContain('places');
    const other = h5py(['a', 'km/h']);
    expect(other.split('places = {\n    "km/h": "__column_1",\n}')).toHaveLength(3);
    expect(other).toContain('create_dataset(places.get(name, name), ');
    expect(other).toContain('names = ["a", "km/h"]');
    expect(other).toContain('file[places.get(name, name)][()]');
    const many = h5py(['km/h', ...Array.from({ length: 24 }, (_, index) => `c${index}`)]);
    expect(many).toContain('names = [*places] + [');
    expect(many).toContain(' if not name.startswith("__")]');
  });

  it('writes and reads tables of HDF5 with texts, times, categories and nulls', () => {
    const of = (nullable: boolean) =>
      only(
        snippetsFor(candidate('hdf5'), {
          kind: 'table',
          columns: [
            { name: 'id', type: 'int64', nullable: false },
            { name: 'note', type: 'utf8', nullable },
            { name: 'at', type: 'timestamp', nullable: false, unit: 'ms', timeZone: 'UTC' },
            {
              name: 'kind',
              type: 'category',
              nullable: false,
              ordered: false,
              categories: 3,
              item: { name: 'item', type: 'utf8', nullable: false },
            },
          ],
        }),
        'h5py',
      );
    const { write, read, otherSize } = of(true);
    for (const lines of [write, read]) {
      expect(lines).toContain('"at": [pa.timestamp("ms", "UTC"), pa.int64()]');
      expect(lines).toContain('categories = ["kind"]');
      expect(lines).toContain('__valid_{index}');
    }
    expect(write).toContain('nullable = ["note"]');
    expect(otherSize?.range[1]).toBe(0.08);
    expect(of(false).otherSize).toBeUndefined();
    expect(of(false).write).not.toContain('__valid');
  });

  it('writes only the kinds of columns that a nested table of HDF5 has, and names what HDF5 can’t name', () => {
    const of = (...columns: ColumnSchema[]) =>
      only(snippetsFor(candidate('hdf5', {}, inside('gzip', 4)), { kind: 'table', columns }), 'h5py');
    const bytes = of({ name: 'b', type: 'binary', nullable: false });
    for (const lines of [bytes.write, bytes.read]) {
      expect(lines).toContain('__offsets_{index}');
      expect(lines).not.toMatch(/__valid|is_struct|is_string|def place/u);
    }
    const item: ColumnSchema = { name: 'km/h', type: 'float32', nullable: true };
    const nested = of({
      name: 's',
      type: 'struct',
      nullable: false,
      fields: [{ name: 'l', type: 'list', nullable: false, item }, item],
    });
    for (const lines of [nested.write, nested.read])
      for (const part of ['__valid_{index}', 'is_struct', 'is_list', 'def place']) expect(lines).toContain(part);
    const codes = of({
      name: 'c',
      type: 'category',
      nullable: false,
      ordered: false,
      categories: 2,
      item: { ...item, name: 'item' },
    });
    expect(codes.write).toContain('is_dictionary');
  });

  it('reads columns of an RNTuple under their own names, where fields can’t have these', () => {
    const uproot = (format: string, names: readonly string[]) => {
      const columns = names.map((name) => ({ name, type: 'int64', nullable: false }) as const);
      return only(snippetsFor(candidate(format), { kind: 'table', columns }), 'uproot').read;
    };
    expect(uproot('rntuple', ['a', 'the_"q"'])).not.toContain('renamed');
    const other = uproot('rntuple', ['a', 'the_"q"', 'a/b', 'a_b', 'x.y']);
    expect(other).toContain('renamed = {\n    "a_b_": "a/b",\n    "x_y": "x.y",\n}\n');
    expect(other).toContain('{renamed.get(name, name): columns[name].to_numpy() ');
    expect(other).toContain(' in columns.fields}');
    expect(uproot('root', ['a/b'])).not.toContain('renamed');
  });

  it('writes times with the digits that the page writes: none of a whole second, all of their unit otherwise', () => {
    const of = (tool: Snippet['tool'], unit: 's' | 'ms' | 'us' | 'ns', timeZone?: string) => {
      const zone = timeZone === undefined ? {} : { timeZone };
      const times: DatasetSchema = {
        kind: 'table',
        columns: [{ name: 't', type: 'timestamp', nullable: false, unit, ...zone }],
      };
      return only(snippetsFor(candidate('csv'), times), tool).write;
    };
    expect(of('pandas', 'us')).toContain('lambda time: time.isoformat()\n');
    expect(of('pandas', 'us', 'Europe/Zurich')).toContain('{"t": "datetime64[us, UTC]"}');
    expect(of('pandas', 'us', 'Europe/Zurich')).toContain('.isoformat().replace("+00:00", "Z")');
    expect(of('pandas', 'ms')).toContain('.isoformat(timespec="milliseconds").replace(".000", "")');
    expect(of('pandas', 'ns')).toContain('.isoformat(timespec="nanoseconds").replace(".000000000", "")');
    expect(of('duckdb', 's')).toContain(`strftime("t", '%Y-%m-%dT%H:%M:%S') AS "t"`);
    expect(of('duckdb', 'us')).toContain(`replace(strftime("t", '%Y-%m-%dT%H:%M:%S.%f'), '.000000', '') AS "t"`);
    expect(of('duckdb', 'ms', 'UTC')).toContain(`replace(strftime("t", '%Y-%m-%dT%H:%M:%S.%gZ'), '.000', '')`);
    const json = only(snippetsFor(candidate('json', { layout: 'lines' }), table), 'python');
    expect(json.write).not.toContain('strftime');
  });

  it('keeps the types that pandas would lose', () => {
    const schema: DatasetSchema = {
      kind: 'table',
      columns: [
        { name: 'price', type: 'decimal', precision: 12, scale: 2, nullable: false },
        { name: 'at', type: 'timestamp', nullable: false, unit: 'us', timeZone: 'Europe/Zurich' },
        { name: 'l', type: 'list', nullable: false, item: { name: 'item', type: 'int16', nullable: true } },
      ],
    };
    const { write, read } = only(snippetsFor(candidate('parquet'), schema), 'pandas');
    expect(write).toContain('"price": pd.ArrowDtype(pa.decimal128(12, 2))');
    expect(write).toContain('"at": "datetime64[us, Europe/Zurich]"');
    expect(write).toContain('"l": pd.ArrowDtype(pa.list_(pa.int16()))');
    expect(read).toContain('dtype_backend="pyarrow"');
    expect(only(snippetsFor(candidate('parquet'), table), 'pandas').read).not.toContain('dtype_backend');
  });

  it('names nested columns of Parquet by their paths', () => {
    const point = { x: 'float64', in: 'bool' } as const;
    const fields = Object.entries(point).map(([name, type]) => ({ name, type, nullable: false }));
    const columns: DatasetSchema = {
      kind: 'table',
      columns: [
        { name: 'id', type: 'int64', nullable: false },
        { name: 'p', type: 'list', nullable: false, item: { name: 'item', type: 'struct', nullable: false, fields } },
      ],
    };
    const of = (options: OptionValues) =>
      only(snippetsFor(candidate('parquet', options, inside('zstd', 3)), columns), 'pyarrow').write;
    const set = of({ columns: 'p: BYTE_STREAM_SPLIT, zstd 9', bloomFilter: true });
    expect(set).toContain('paths = [*table.column_names, "p.list.element.x", "p.list.element.in"]');
    expect(set).toContain('column_encoding={"p.list.element.x": "BYTE_STREAM_SPLIT"}');
    expect(set).toMatch(/compression_level=\{\s*"id": 3, "p.list.element.x": 9, "p.list.element.in": 9\s*\}/u);
    expect(set).toMatch(/in \[\s*"p.list.element.in"\s*\]\}/u);
    expect(of({})).not.toContain('paths');
  });

  it('lists types only of as many columns as one can read', () => {
    const columns = Array.from(
      { length: 200 },
      (_, index) => ({ name: `c${index}`, type: 'int64', nullable: false }) as const,
    );
    const snippets = snippetsFor(candidate('csv'), { kind: 'table', columns });
    expect(only(snippets, 'pandas').read).toContain('# The types are guessed');
    expect(only(snippets, 'duckdb').read).toContain('-- The types are guessed');
  });

  it('adds the codec around the file, in Python and by its own program', () => {
    const snippets = snippetsFor(candidate('csv', {}, around('zstd', 19)), table, { baseName: 'my data; rm -rf' });
    expect(only(snippets, 'pandas').write).toContain('Path("mydatarm-rf.csv.zst")');
    expect(only(snippets, 'pandas').write).toContain('zstandard.ZstdCompressor(level=19)');
    expect(only(snippets, 'commandLine')).toMatchObject({
      write: expect.stringMatching(
        telling('\nzstd -19 ', ' --no-check --single-thread ', ' -c mydatarm-rf.csv > mydatarm-rf.csv.zst'),
      ),
      read: 'zstd -d -c mydatarm-rf.csv.zst > mydatarm-rf.csv',
      tested: true,
    });
    const commands = (codec: CandidateCodec) =>
      snippetsFor(candidate('raw', {}, codec), { kind: 'bytes' }).find(({ tool }) => tool === 'commandLine')?.write ??
      null;
    expect(commands(around('zstd', 22))).toContain('--ultra -22');
    expect(commands(around('zstd', -5, { checksum: true }))).toContain('--fast=5 --single-thread');
    expect(commands(around('xz', 6, { extreme: true }))).toContain('-6e --check=crc64');
    expect(commands(around('gzip', 9, { strategy: 'filtered' }, 'zlib'))).toBeNull();
    expect(commands(around('gzip', 12, {}, 'libdeflate'))).toContain('libdeflate-gzip -12');
    expect(commands(around('blosc', 5))).toBeNull();
  });

  it('writes gzip by the library of the candidate, or states how far the size differs', () => {
    const python = (level: number, implementation: string, format = 'raw') =>
      only(snippetsFor(candidate(format, {}, around('gzip', level, {}, implementation)), { kind: 'bytes' }), 'python');
    for (const level of [1, 6, 12]) {
      const byLibdeflate = python(level, 'libdeflate');
      expect(byLibdeflate.write).toContain(`deflate.gzip_compress(content, ${level})`);
      expect(byLibdeflate.read).toContain('import zlib');
      expect([byLibdeflate.otherSize, byLibdeflate.readsOnly]).toEqual([undefined, undefined]);
    }
    expect(python(6, 'zlib').otherSize).toBeUndefined();
    expect(python(6, 'fflate')).toMatchObject({ write: expect.stringContaining('zlib.compressobj(6,') });
    expect(python(6, 'fflate').otherSize?.range).toEqual([-0.08, 0.1]);
    const inner = only(snippetsFor(candidate('parquet', {}, inside('gzip', 6)), table), 'pyarrow');
    expect(inner.write).toContain('compression="gzip", compression_level=6');
    expect(inner.otherSize?.range).toEqual([-0.05, 0.07]);
    expect(only(snippetsFor(candidate('parquet'), table), 'pyarrow').otherSize).toBeUndefined();
    const both = candidate('parquet', {}, inside('gzip', 6));
    expect(only(snippetsFor({ ...both, implementation: 'hyparquet' }, table), 'pyarrow')).toMatchObject({
      write: null,
    });
  });

  it('states a size that differs in numbers', () =>
    expect(otherSizeText({ because: 'It is another library', range: [-0.05, 0.1] })).toMatch(
      telling('It is another library. ', '5 % less', '10 % more'),
    ));

  it('tells the names that only say where a column stands, in the lines that contain them', () => {
    const shared: DatasetSchema = {
      kind: 'table',
      columns: table.columns.map((column, index) => ({ ...column, name: `column ${index + 1}` })),
    };
    const named = (schema: DatasetSchema) =>
      snippetsFor(candidate('parquet'), schema).map((each) => [each.tool, nameByPlace(each, schema)]);
    expect(named(shared)).toContainEqual(['pandas', 'column 4']);
    expect(named(shared)).toContainEqual(['pyarrow', null]);
    for (const [, name] of named(table)) expect(name).toBeNull();
  });
});

describe('a hostile name', () => {
  const names = hostileNames(1_000);
  const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
  const unicode = (literal: string) =>
    literal.replaceAll(/\\U([0-9a-f]{8})/gu, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
  /** How each language reads its literals, by those of JSON. */
  const readers: readonly (readonly [
    name: string,
    write: (text: string) => string,
    read: (literal: string) => string,
  ])[] = [
    ['Python', pythonText, (literal) => JSON.parse(unicode(literal)) as string],
    ['R', rText, (literal) => JSON.parse(unicode(literal)) as string],
    [
      'Julia',
      juliaText,
      (literal) => {
        expect(literal.replaceAll(/\\./gsu, '')).not.toContain('$');
        return JSON.parse(
          unicode(literal.replaceAll(/\\([\\$])/gu, (all, next: string) => (next === '$' ? '$' : all))),
        ) as string;
      },
    ],
    [
      'Java',
      javaText,
      (literal) => {
        // Java reads these before all else, wherever they stand.
        expect(literal).not.toMatch(/(?<!\\)(?:\\\\)*\\u00(?:0a|0d|22|5c)/u);
        const octal = /\\(?:([0-7]{3})|(.))/gsu;
        const hexOf = (all: string, code: string | undefined) =>
          code === undefined ? all : `\\u${Number.parseInt(code, 8).toString(16).padStart(4, '0')}`;
        return JSON.parse(literal.replaceAll(octal, hexOf)) as string;
      },
    ],
    ['SQL, as a text', sqlLiteral, (literal) => literal.slice(1, -1).replaceAll("''", "'")],
    ['SQL, as a name', sqlIdentifier, (literal) => literal.slice(1, -1).replaceAll('""', '"')],
  ];
  it.each(readers)('is a text in %s', (language, write, read) => {
    for (const name of [...names, '\ud800', '\u0000']) expect(read(write(name)), JSON.stringify(name)).toBe(name);
    if (!language.startsWith('SQL')) for (const name of names) expect(hidden.test(write(name))).toBe(false);
    expect(new Set(names).size).toBe(1_000);
  });
});
