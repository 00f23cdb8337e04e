import type { ColumnMetaData, SchemaElement } from 'hyparquet';
import type { ColumnFacts } from '../../../model/byte-map';
import { sum } from '../../../byte-map/finding-words';
import { minMaxValueOf, outermostMinMax } from './bounds';
import type { StoredMinMax } from './footer';
import { count } from '../file/page-header';
import type { ChunkPages } from './pages';

/** A column of the schema that holds values. */
export interface Leaf {
  readonly name: string;
  readonly element: SchemaElement;
  readonly maxRepetition: number;
  readonly maxDefinition: number;
}

/** A column chunk with its pages. */
export interface MappedColumnChunk extends StoredMinMax {
  readonly group: number;
  readonly column: ColumnMetaData;
  readonly pages: ChunkPages;
}

const isDictionaryEncoding = (encoding: string) => encoding.endsWith('_DICTIONARY');

/** How a chunk uses its dictionary. It overflowed if later pages store their values without it. */
export function dictionaryUse({ pages }: MappedColumnChunk): 'none' | 'whole' | 'overflowed' {
  if (pages.dictionary === null) return 'none';
  return [...pages.encodings.keys()].every(isDictionaryEncoding) ? 'whole' : 'overflowed';
}

export function columnFacts({ name, element }: Leaf, chunks: readonly MappedColumnChunk[]): ColumnFacts {
  const encodings = new Map<string, number | null>();
  for (const { pages } of chunks)
    for (const [encoding, pageCount] of pages.encodings) {
      const before = encodings.get(encoding);
      encodings.set(encoding, pageCount === null || before === null ? null : (before ?? 0) + pageCount);
    }
  const nullCounts = chunks.map(({ column }) => column.statistics?.null_count);
  const bounds = (side: 'min' | 'max') =>
    outermostMinMax(
      chunks.filter((chunk) => !isAllNull(chunk)).map((chunk) => minMaxValueOf(chunk[side], element)),
      side,
    )?.text ?? null;
  return {
    name,
    type: typeText(element),
    codecs: [...new Set(chunks.map(({ column }) => column.codec))],
    encodings: [...encodings].map(([encoding, pages]) => ({ name: encoding, pages })),
    compressedBytes: sum(chunks.map(({ column }) => count(column.total_compressed_size, name))),
    uncompressedBytes: sum(chunks.map(({ column }) => count(column.total_uncompressed_size, name))),
    values: sum(chunks.map(({ column }) => count(column.num_values, name))),
    nulls: nullCounts.every((nulls) => nulls !== undefined) ? sum(nullCounts.map((nulls) => count(nulls, name))) : null,
    distinct: distinctOf(chunks),
    min: bounds('min'),
    max: bounds('max'),
  };
}

const isAllNull = ({ column }: MappedColumnChunk) => column.statistics?.null_count === column.num_values;

/** What the metadata tells: exact if one dictionary has all values; else there are at least as many as in the largest dictionary. */
function distinctOf(chunks: readonly MappedColumnChunk[]): ColumnFacts['distinct'] {
  const [first, ...others] = chunks;
  if (first === undefined) return null;
  const told = first.column.statistics?.distinct_count;
  if (others.length === 0 && told !== undefined) return { count: Number(told), isExact: true };
  const entries = chunks.flatMap(({ pages }) => pages.dictionary?.values ?? []);
  if (entries.length === 0) return null;
  const largest = entries.reduce((most, count) => Math.max(most, count), 0);
  return { count: largest, isExact: others.length === 0 && dictionaryUse(first) === 'whole' };
}

function typeText({
  type,
  type_length: length,
  logical_type: logical,
  converted_type: converted,
  precision,
  scale,
}: Leaf['element']): string {
  const physical = length === undefined ? String(type) : `${type}(${length})`;
  const unit = logical?.type === 'TIMESTAMP' || logical?.type === 'TIME' ? ` in ${logical.unit}` : '';
  const digits = converted === 'DECIMAL' ? `(${precision}, ${scale ?? 0})` : '';
  const meaning = logical?.type ?? converted;
  return meaning === undefined ? physical : `${meaning}${digits}${unit}, ${physical}`;
}
