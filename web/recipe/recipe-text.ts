import { narrowingText } from '../../workers/model/narrowing';
import {
  isParquetRecipe,
  type ParquetRecipe,
  type Recipe,
  type RecipeColumn,
  type RecipeRange,
} from '../../workers/model/recipe';
import { codecText } from '../../workers/model/column-search';
import { keysText } from '../column-search/setting-words';
import { bytesInFull, formatBytes, formatCount, formatMs } from '../figures/figures';

/** A recipe as text for people: one line for each thing that it says. */
export function recipeText({ writes, measuredOn, expected, formatlab }: Recipe): string {
  const { name, rows, measuredRows, fileBytes, sha256, by } = measuredOn;
  const data = name === null ? 'data without a name' : quoted(name);
  const bytes = fileBytes === null ? '' : `, ${bytesInFull(fileBytes)}`;
  const sample = measuredRows === rows ? '' : `, of which ${formatCount(measuredRows)} were measured`;
  return [
    `A recipe of Formatlab ${formatlab}`,
    '',
    ...(isParquetRecipe(writes) ? parquetLines(writes) : otherLines(writes)),
    '',
    `Measured by a ${by} on ${data}: ${formatCount(rows)} rows${sample}${bytes}`,
    ...(sha256 === null ? [] : [`SHA-256 of the data: ${sha256}`]),
    ...rangeLine('Size', expected.sizeBytes, formatBytes),
    ...rangeLine('Time to encode', expected.encodeMs, formatMs),
    ...rangeLine('Time to decode', expected.decodeMs, formatMs),
    '',
  ].join('\n');
}

/** Names are shown as they are but for what would look like another line. */
const quoted = (name: string) => `“${name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/gu, ' ')}”`;

function parquetLines({ columns, order, layout, pageVersion, statistics, bloomFilter }: ParquetRecipe): string[] {
  const keys = order.map((key) => ({ ...key, column: key.column.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/gu, ' ') }));
  return [
    'Format: Parquet',
    `Rows: ${order.length === 0 ? 'in their order' : `sorted by ${keysText(keys)}; nulls last`}`,
    `Row groups of ${formatCount(layout.rowGroupRows)} rows, pages of ${formatCount(layout.pageKiB)} KiB and at most ${formatCount(layout.pageRows)} rows, dictionaries of at most ${formatCount(layout.dictionaryKiB)} KiB`,
    `Pages of version ${pageVersion}; statistics: ${{ none: 'none', columnChunk: 'of column chunks', page: 'of pages' }[statistics]}; Bloom filters: ${bloomFilter ? 'yes' : 'no'}`,
    'Columns:',
    ...columns.flatMap(columnLines),
  ];
}

function columnLines({ name, type, narrowing, encoding, codec, parts }: RecipeColumn): string[] {
  const as = narrowing === null ? '' : `, stored as ${narrowingText(narrowing)}`;
  const start = `- ${quoted(name)} (${type}${as})`;
  if (parts === undefined) return [`${start}: ${encoding}, ${codecText(codec)}`];
  return [`${start}:`, ...parts.map((part) => `  - ${quoted(part.path)}: ${part.encoding}, ${codecText(part.codec)}`)];
}

const otherLines = ({ format, implementation, options, codec }: Exclude<Recipe['writes'], ParquetRecipe>): string[] => [
  `Format: ${format} by ${implementation}`,
  ...Object.entries(options).map(([option, value]) => `- ${option}: ${String(value)}`),
  `Codec: ${codecText(codec)}`,
];

function rangeLine(what: string, range: RecipeRange | null, written: (figure: number) => string): string[] {
  if (range === null) return [];
  const { likely, low, high } = range;
  const limits =
    low === null && high === null
      ? ', without limits'
      : `, from ${low === null ? 'any' : written(low)} to ${high === null ? 'any' : written(high)}`;
  return [`${what} to expect: ${written(likely)}${low === likely && high === likely ? ', as measured' : limits}`];
}
