import { columnSchemaOf, type ColumnSchema } from '../../../model/column-schema';
import type { ColumnarLayout } from '../../../columns/columnar-layout';
import type { LaidOutColumn } from '../../../columns/laid-out-column';
import { listItemColumnName } from '../../../model/column';
import type { FormatContext } from '../../../model/entry';
import { FormatlabError } from '../../../model/errors';
import type { OptionValues } from '../../../model/options';
import { parseColumnSettings } from '../settings/column-settings';
import { encodingApplies, encodingOf, encodings, type ParquetEncoding } from '../settings/encodings';
import { parseSortedBy, proveSorted } from '../settings/sorted-by';
import type { ParquetModule } from './module';

/** The numbers of the settings in `workers/wasm/rust/parquet/src/properties.rs`. */
const setting = {
  rowGroupRows: 0,
  pageBytes: 1,
  pageRows: 2,
  dataPageVersion: 3,
  statistics: 4,
  dictionary: 5,
  dictionaryBytes: 6,
  encoding: 7,
  uncompressed: 8,
  snappy: 9,
  gzip: 10,
  lz4: 11,
  zstd: 12,
  brotli: 13,
  bloomFilter: 14,
} as const;

/** The numbers of the Parquet format's enum Encoding. */
const encodingNumber: Readonly<Record<Exclude<ParquetEncoding, 'DICTIONARY'>, number>> = {
  PLAIN: 0,
  RLE: 3,
  DELTA_BINARY_PACKED: 5,
  DELTA_LENGTH_BYTE_ARRAY: 6,
  DELTA_BYTE_ARRAY: 7,
  BYTE_STREAM_SPLIT: 9,
  ALP: 10,
};

const statisticsNumber: Readonly<Record<string, number>> = { none: 0, columnChunk: 1, page: 2 };

const isCodec = (id: string): id is 'snappy' | 'gzip' | 'lz4' | 'zstd' | 'brotli' =>
  id === 'snappy' || id === 'gzip' || id === 'lz4' || id === 'zstd' || id === 'brotli';

/**
 * The address of the properties of a file with these options. The call that writes the file consumes them.
 * @throws `invalidPlan` if the library refuses a setting; `unsupported` if the rows are not in the order that the file would declare
 */
export function writerProperties(
  module: ParquetModule,
  { rowCount, columns, note }: ColumnarLayout,
  noteKey: string,
  { options, innerCodec }: Pick<FormatContext, 'options' | 'innerCodec'>,
): number {
  const { calls } = module;
  const properties = calls.properties_new();
  const check = (result: number) => {
    if (result >= 0) return;
    throw new FormatlabError({
      tag: 'invalidPlan',
      stage: 'encode',
      format: 'parquet',
      message: `Parquet (arrow-rs) refuses a setting: ${module.failureReason()}.`,
    });
  };
  const set = (which: keyof typeof setting, value: number) =>
    check(calls.properties_set(properties, 0, 0, setting[which], value));
  const setColumn = (path: readonly string[], which: keyof typeof setting, value: number) =>
    check(
      module.withText(`${path.join('\0')}\0`, (at, bytes) =>
        calls.properties_set(properties, at, bytes, setting[which], value),
      ),
    );
  try {
    const encoding = encodingOf(options);
    const codec = innerCodec?.id ?? 'uncompressed';
    if (codec !== 'uncompressed' && !isCodec(codec))
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'encode',
        format: 'parquet',
        message: `Parquet has no codec “${codec}”.`,
      });
    set(codec, innerCodec?.level ?? 0);
    set('rowGroupRows', Number(options.rowGroupRows));
    set('dataPageVersion', options.pageVersion === '2' ? 2 : 1);
    set('pageBytes', Number(options.pageKiB) * 1024);
    set('pageRows', Number(options.pageRows));
    set('dictionaryBytes', Number(options.dictionaryKiB) * 1024);
    set('statistics', statisticsNumber[String(options.statistics)] ?? 1);
    if (options.bloomFilter === true) set('bloomFilter', 1);
    set('dictionary', encoding === 'DICTIONARY' ? 1 : 0);
    const settings = parseColumnSettings(options, Object.keys(encodings) as ParquetEncoding[]);
    if (typeof settings === 'string')
      throw new FormatlabError({ tag: 'invalidPlan', stage: 'encode', format: 'parquet', message: settings });
    for (const column of columns) {
      const whole = settings.find((each) => each.column === column.name);
      for (const { path, schema } of leavesOf(column)) {
        // A part of a nested column may have settings of its own, if no other column has its path as the name.
        const text = pathText(path);
        const part = columns.some(({ name }) => name === text) ? whole : settings.find((each) => each.column === text);
        const own = { encoding: part?.encoding ?? whole?.encoding, codec: part?.codec ?? whole?.codec };
        const wanted = own.encoding ?? encoding;
        const fits = wanted !== 'DICTIONARY' && encodingApplies(wanted, schema);
        setColumn(path, 'encoding', encodingNumber[fits ? wanted : 'PLAIN']);
        if (own.encoding != null) setColumn(path, 'dictionary', wanted === 'DICTIONARY' ? 1 : 0);
        if (own.codec != null) setColumn(path, own.codec.id, own.codec.level ?? 0);
      }
    }
    declareOrder(module, properties, rowCount, columns, options);
    if (note !== null)
      check(
        module.withText(noteKey, (keyAt, keyBytes) =>
          module.withText(note, (at, bytes) => calls.properties_note(properties, keyAt, keyBytes, at, bytes)),
        ),
      );
    return properties;
  } catch (thrown) {
    calls.properties_drop(properties);
    throw thrown;
  }
}

/** Declares the order that the options name, once it is proved. */
function declareOrder(
  { calls }: ParquetModule,
  properties: number,
  rowCount: number,
  columns: readonly LaidOutColumn[],
  options: OptionValues,
): void {
  const sortedBy = parseSortedBy(options);
  if (sortedBy === null) return;
  const index = columns.findIndex(({ name }) => name === sortedBy.column);
  const column = columns[index];
  const proved =
    column === undefined
      ? `The data has no column “${sortedBy.column}”, by which it would be sorted.`
      : proveSorted(column, rowCount, sortedBy);
  if (typeof proved === 'string')
    throw new FormatlabError({ tag: 'unsupported', stage: 'encode', format: 'parquet', message: proved });
  const leaf = columns.slice(0, index).flatMap(leavesOf).length;
  calls.properties_sorted_by(properties, leaf, sortedBy.descending ? 1 : 0, proved.nullsFirst ? 1 : 0);
}

/** The path as pyarrow writes it, whose lists have the part `element`. */
const pathText = (path: readonly string[]): string =>
  path.map((part, index) => (path[index - 1] === 'list' && part === listItemColumnName ? 'element' : part)).join('.');

interface Leaf {
  readonly path: readonly string[];
  readonly schema: ColumnSchema;
}

/** The leaf columns under a column, with their paths in the Parquet schema. */
function leavesOf(column: LaidOutColumn): readonly Leaf[] {
  if (column.type !== 'vector') return leavesBelow(columnSchemaOf(column), [column.name]);
  const { name, elementType } = column;
  return [
    {
      path: [name, 'list', listItemColumnName],
      schema: { name: listItemColumnName, type: elementType, nullable: false },
    },
  ];
}

function leavesBelow(schema: ColumnSchema, path: readonly string[]): readonly Leaf[] {
  switch (schema.type) {
    case 'list':
      return leavesBelow(schema.item, [...path, 'list', listItemColumnName]);
    case 'struct':
      return schema.fields.flatMap((field) => leavesBelow(field, [...path, field.name]));
    default:
      return [{ path, schema }];
  }
}
