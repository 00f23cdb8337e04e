import type { OptionValues } from '../../../model/options';
import { encodings, type ParquetEncoding } from './encodings';

/** The settings of one column, which take precedence over those of the file. Null: as the file's. */
export interface ColumnSettings {
  readonly column: string;
  readonly encoding: ParquetEncoding | null;
  readonly codec: ColumnCodec | null;
}

interface ColumnCodec {
  readonly id: 'uncompressed' | 'snappy' | 'gzip' | 'lz4' | 'zstd' | 'brotli';
  /** The codec’s level. Null if it has no levels. */
  readonly level: number | null;
}

/** The levels of the codecs; null if a codec has none. The defaults are pyarrow's, except for those of gzip and brotli, which are those of the file. */
const levels: Readonly<
  Record<ColumnCodec['id'], { readonly min: number; readonly max: number; readonly default: number } | null>
> = {
  uncompressed: null,
  snappy: null,
  gzip: { min: 1, max: 9, default: 6 },
  lz4: null,
  zstd: { min: 1, max: 22, default: 1 },
  brotli: { min: 0, max: 11, default: 1 },
};

const example = 'Write for example: price: BYTE_STREAM_SPLIT, zstd 9; note: PLAIN, uncompressed';

/**
 * The settings by column that an option's text lists: `price: BYTE_STREAM_SPLIT, zstd 9; note: PLAIN`. A name with a colon, a semicolon or a quotation mark stands in
 * quotation marks, as in JSON. Returns a sentence if the text is something else.
 */
export function parseColumnSettings(
  { columns: text }: OptionValues,
  encodings: readonly ParquetEncoding[],
): readonly ColumnSettings[] | string {
  const parsed: ColumnSettings[] = [];
  let rest = typeof text === 'string' ? text.trim() : '';
  while (rest !== '') {
    const [whole, quoted, plain] = /^(?:("(?:[^"\\]|\\.)*")|([^:;"]+)):/u.exec(rest) ?? [];
    if (whole === undefined) return `“${rest.slice(0, 40)}” has no column name before a colon. ${example}.`;
    const column = quoted === undefined ? (plain ?? '').trim() : unquoted(quoted);
    if (column === null) return `${quoted} is not a text as in JSON. ${example}.`;
    if (parsed.some((each) => each.column === column)) return `The column “${column}” has settings twice. Join them.`;
    const end = rest.indexOf(';', whole.length);
    const settings = settingsOf(column, rest.slice(whole.length, end < 0 ? undefined : end), encodings);
    if (typeof settings === 'string') return settings;
    parsed.push(settings);
    rest = end < 0 ? '' : rest.slice(end + 1).trim();
  }
  return parsed;
}

/** The option's text with other names of columns, each in quotation marks. Null if the text is something else. */
export function renamedColumnSettings(text: string, rename: (column: string) => string): string | null {
  const parsed = parseColumnSettings({ columns: text }, Object.keys(encodings) as ParquetEncoding[]);
  if (typeof parsed === 'string') return null;
  return parsed
    .map(({ column, encoding, codec }) => {
      const codecText = codec === null ? null : codec.level === null ? codec.id : `${codec.id} ${codec.level}`;
      return `${JSON.stringify(rename(column))}: ${[encoding, codecText].filter((each) => each !== null).join(', ')}`;
    })
    .join('; ');
}

function unquoted(quoted: string): string | null {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return null;
  }
}

function settingsOf(column: string, list: string, encodings: readonly ParquetEncoding[]): ColumnSettings | string {
  let encoding: ParquetEncoding | null = null;
  let codec: ColumnCodec | null = null;
  for (const word of list.split(',').map((each) => each.trim())) {
    const found = encodings.find((each) => each === word);
    if (found !== undefined && encoding === null) {
      encoding = found;
      continue;
    }
    const [, name = '', level] = /^([a-z0-9]+)(?:\s+(\d{1,2}))?$/u.exec(word) ?? [];
    if (!Object.hasOwn(levels, name) || codec !== null)
      return `The column “${column}” has the setting “${word}”. It takes one encoding (${encodings.join(', ')}) and one codec (${Object.keys(levels).join(', ')}), with a level where the codec has levels. ${example}.`;
    const id = name as ColumnCodec['id'];
    const range = levels[id];
    if (level !== undefined && (range === null || Number(level) < range.min || Number(level) > range.max))
      return range === null
        ? `The column “${column}” asks for ${id} ${level}, but ${id} has no levels.`
        : `The column “${column}” asks for ${id} ${level}, but its levels are ${range.min} to ${range.max}.`;
    codec = { id, level: level === undefined ? (range?.default ?? null) : Number(level) };
  }
  return { column, encoding, codec };
}
