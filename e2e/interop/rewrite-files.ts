import { candidateOfRecipe } from '../../web/column-search/recipe';
import { type RewriteSnippet, rewriteSnippets } from '../../web/column-search/rewrite-snippets';
import { columnSource, tryColumn } from '../../workers/engine/column-trial';
import { builtInRegistry } from '../../workers/engine/registry';
import type { Column } from '../../workers/model/column';
import {
  type ColumnSetting,
  defaultLayout,
  type FileLayout,
  type TriedSetting,
} from '../../workers/model/column-search';
import { schemaOf, type Table } from '../../workers/model/dataset';
import { narrowest } from '../../workers/model/narrowing';
import { completeOptions } from '../../workers/model/options';
import { declaredKey, prepareTable, type RewriteRecipe, sortedByText } from '../../workers/model/rewrite';
import type { SortKey } from '../../workers/model/sort-rows';
import { findFormatImplementation } from '../../workers/registry/metadata';
import { encoded, type Save } from './snippet-files';

/** Tables that the browser rewrites, with the lines that rewrite them by other tools: what test_rewrites.py runs. */

const rowCount = 20_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function texts(name: string, textOf: (row: number) => string | null): Column {
  const values = Array.from({ length: rowCount }, (_, row) => textOf(row));
  const parts = values.map((text) => encoder.encode(text ?? ''));
  const offsets = new Int32Array(rowCount + 1);
  for (const [row, part] of parts.entries()) offsets[row + 1] = (offsets[row] ?? 0) + part.length;
  const data = new Uint8Array(offsets[rowCount] ?? 0);
  for (const [row, part] of parts.entries()) data.set(part, offsets[row]);
  if (!values.includes(null)) return { name, type: 'utf8', validity: null, offsets, data };
  const validity = new Uint8Array(Math.ceil(rowCount / 8));
  for (const [row, value] of values.entries())
    if (value !== null) validity[row >> 3] = (validity[row >> 3] ?? 0) | (1 << (row & 7));
  return { name, type: 'utf8', validity, offsets, data };
}

/** A number of 24 bits that looks drawn. */
const drawn = (row: number, salt: number) => Math.imul(row + 1, 0x9e3779b1 + 2 * salt) >>> 8;

const isoOf = (seconds: number) => new Date(seconds * 1_000).toISOString();

const table: Table = {
  kind: 'table',
  rowCount,
  columns: [
    {
      name: 'id',
      type: 'int64',
      validity: null,
      values: BigInt64Array.from({ length: rowCount }, (_, row) => BigInt(drawn(row, 0))),
    },
    texts('group', (row) => (drawn(row, 1) % 11 === 0 ? null : `été ${drawn(row, 1) % 40}`)),
    texts('day', (row) =>
      drawn(row, 2) % 7 === 0 ? null : isoOf(1.6e9 + 86_400 * (drawn(row, 2) % 900)).slice(0, 10),
    ),
    texts('seen', (row) =>
      isoOf(1.6e9 + (drawn(row, 3) % 1e6))
        .slice(0, 19)
        .replace('T', ' '),
    ),
    texts('stamped', (row) => isoOf(1.6e9 + (drawn(row, 4) % 1e6))),
    texts('code', (row) => String(drawn(row, 5) - 8_000_000)),
    // Few and long, so that they count in statistics, of which pyarrow shortens none.
    texts('story', (row) =>
      row % 100 === 0 ? `Chapter ${drawn(row, 7) % 20}: ${'so it went on, '.repeat(200)}` : null,
    ),
    {
      name: 'price',
      type: 'float64',
      validity: null,
      values: Float64Array.from({ length: rowCount }, (_, row) => (drawn(row, 6) % 4_000) / 4),
    },
    {
      name: 'moment',
      type: 'timestamp',
      unit: 'ns',
      timeZone: 'UTC',
      validity: null,
      values: BigInt64Array.from(
        { length: rowCount },
        (_, row) => 1_600_000_000_000_000_000n + BigInt(row) * 5_000_000n,
      ),
    },
  ],
};

/** The table with the groups as categories, in the order of their first rows, which is not that of their texts. */
function withCategories(): Table {
  const columns = table.columns.map((column): Column => {
    if (column.name !== 'group' || column.type !== 'utf8') return column;
    const { offsets, data, validity } = column;
    const numbers = new Map<string, number>();
    const indices = Int32Array.from({ length: rowCount }, (_, row) => {
      const text = decoder.decode(data.subarray(offsets[row], offsets[row + 1]));
      if (text === '') return 0;
      const known = numbers.get(text) ?? numbers.size;
      numbers.set(text, known);
      return known;
    });
    const parts = [...numbers.keys()].map((text) => encoder.encode(text));
    const ends = Int32Array.from([0, ...parts]);
    for (const [index, part] of parts.entries()) ends[index + 1] = (ends[index] ?? 0) + part.length;
    const joined = new Uint8Array(ends.at(-1) ?? 0);
    for (const [index, part] of parts.entries()) joined.set(part, ends[index]);
    const categories = { name: '', type: 'utf8', validity: null, offsets: ends, data: joined } as const;
    return { name: 'group', type: 'category', ordered: false, validity, indices, categories };
  });
  return { ...table, columns };
}

const zstd = (level: number): ColumnSetting['codec'] => ({ id: 'zstd', level });
const settings: Readonly<Record<string, Omit<ColumnSetting, 'narrowing'>>> = {
  id: { encoding: 'BYTE_STREAM_SPLIT', codec: zstd(3) },
  group: { encoding: 'DICTIONARY', codec: zstd(9) },
  day: { encoding: 'DICTIONARY', codec: zstd(9) },
  seen: { encoding: 'DELTA_BINARY_PACKED', codec: zstd(3) },
  stamped: { encoding: 'DELTA_BINARY_PACKED', codec: { id: 'brotli', level: 9 } },
  code: { encoding: 'PLAIN', codec: { id: 'gzip', level: 6 } },
  price: { encoding: 'DICTIONARY', codec: { id: 'snappy', level: null } },
  moment: { encoding: 'DELTA_BINARY_PACKED', codec: null },
};
/** For columns that keep their type: texts have no deltas of integers. */
const textSettings: typeof settings = {
  seen: { encoding: 'DELTA_BYTE_ARRAY', codec: zstd(19) },
  stamped: { encoding: 'DELTA_LENGTH_BYTE_ARRAY', codec: { id: 'brotli', level: 9 } },
};
const usual = { encoding: 'DICTIONARY', codec: zstd(1) };

const ascending = (column: string): SortKey => ({ column, descending: false });
const descending = (column: string): SortKey => ({ column, descending: true });

const cases: readonly {
  readonly name: string;
  readonly order: readonly SortKey[];
  readonly layout: FileLayout;
  readonly isNarrow: boolean;
  /** The groups are categories, which are a dictionary column in pyarrow. */
  readonly hasCategories?: true;
  readonly settingOf: (name: string) => Omit<ColumnSetting, 'narrowing'>;
}[] = [
  { name: 'the usual settings', order: [], layout: defaultLayout, isNarrow: false, settingOf: () => usual },
  {
    name: 'settings by column',
    order: [],
    layout: { ...defaultLayout, pageRows: 134_217_728, dictionaryKiB: 16_384 },
    isNarrow: false,
    settingOf: (name) => textSettings[name] ?? settings[name] ?? usual,
  },
  {
    name: 'rows sorted by two columns',
    order: [ascending('group'), descending('price')],
    layout: { ...defaultLayout, rowGroupRows: 6_000 },
    isNarrow: false,
    settingOf: (name) => textSettings[name] ?? settings[name] ?? usual,
  },
  {
    name: 'rows sorted by a number, descending',
    order: [descending('price'), ascending('id')],
    layout: defaultLayout,
    isNarrow: false,
    settingOf: () => usual,
  },
  {
    name: 'rows sorted by a category and a number',
    order: [descending('group'), ascending('id')],
    layout: defaultLayout,
    isNarrow: false,
    hasCategories: true,
    settingOf: () => usual,
  },
  {
    name: 'narrower types, rows sorted by a text that became a date',
    order: [descending('day'), ascending('group')],
    layout: { ...defaultLayout, pageRows: 134_217_728, pageKiB: 8_192 },
    isNarrow: true,
    settingOf: (name) => settings[name] ?? usual,
  },
];

export interface RewriteEntry {
  readonly name: string;
  readonly file: string;
  readonly order: readonly SortKey[];
  readonly hasCategories: boolean;
  readonly snippets: readonly RewriteSnippet[];
}

/** What the search knows of the columns of a file: the page's lines by pyarrow leave out what would make its file larger. */
async function triedColumns(
  { columns, rowCount: rows }: Table,
  { layout, columns: written }: RewriteRecipe,
): Promise<ReadonlyMap<string, TriedSetting>> {
  const machine = { registry: builtInRegistry, clock: performance };
  const variant = { order: [], sortMs: 0, layout };
  const trials = new Map<string, TriedSetting>();
  for (const [index, column] of columns.entries()) {
    const setting = written[index]?.setting;
    if (setting === undefined) throw new Error(`The recipe has no setting for ${column.name}.`);
    const trial = await tryColumn(await columnSource(column, rows), setting, variant, machine, 'once');
    trials.set(column.name, { ...trial, allRows: true });
  }
  return trials;
}

export async function writeRewrites(save: Save): Promise<RewriteEntry[]> {
  const arrow = findFormatImplementation('arrow', 'apache-arrow');
  if (arrow === null) throw new Error('There is no Arrow.');
  const arrowCandidate = {
    format: 'arrow',
    implementation: 'apache-arrow',
    options: completeOptions(arrow.implementation.options, {}, 'Arrow'),
    codec: null,
  };
  await save('rewrite-source.arrow', await encoded(arrowCandidate, table));
  const entries: RewriteEntry[] = [];
  for (const [number, { name, order, layout, isNarrow, hasCategories = false, settingOf }] of cases.entries()) {
    const source = hasCategories ? withCategories() : table;
    const schema = schemaOf(source);
    if (schema.kind !== 'table') throw new Error('There is no table.');
    const recipe: RewriteRecipe = {
      order,
      layout,
      columns: source.columns.map((column) => ({
        name: column.name,
        setting: {
          ...settingOf(column.name),
          narrowing: isNarrow ? (narrowest(column, rowCount)?.narrowing ?? null) : null,
        },
      })),
    };
    const prepared = prepareTable(source, recipe, () => performance.now());
    const file = `rewrite-${number}.parquet`;
    const candidate = candidateOfRecipe(recipe);
    const sortedBy = sortedByText(declaredKey(order, prepared.table.columns));
    const options = { ...candidate.options, sortedBy };
    const bytes = await encoded({ ...candidate, options }, prepared.table);
    await save(file, bytes);
    const found = { sizeBytes: bytes.length, trials: await triedColumns(prepared.table, recipe) };
    entries.push({ name, file, order, hasCategories, snippets: rewriteSnippets(recipe, schema, found) });
  }
  return entries;
}
