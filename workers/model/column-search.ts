import { searchedWriter } from './searched-writer';
import { type Narrowing, narrowingText } from './narrowing';
import type { OptionValues } from './options';
import type { Candidate } from './plan';
import type { ColumnParts } from './remote/parquet-reads';
import type { SortKey } from './sort-rows';

/** The Parquet settings of one column. */
export interface ColumnSetting {
  /** One for the whole column, or those of its parts: see {@link partEncodings}. */
  readonly encoding: string;
  /** Null: uncompressed. */
  readonly codec: { readonly id: string; readonly level: number | null } | null;
  /** The narrower type in which the column is written. Null: its own type. */
  readonly narrowing: Narrowing | null;
}

/** The settings that all columns of a file share. */
export interface FileLayout {
  readonly rowGroupRows: number;
  readonly pageKiB: number;
  readonly pageRows: number;
  readonly dictionaryKiB: number;
}

/** pyarrow's defaults, which are also those of the candidates. */
export const defaultLayout: FileLayout = {
  rowGroupRows: 1_048_576,
  pageKiB: 1_024,
  pageRows: 20_000,
  dictionaryKiB: 1_024,
};

/** What all columns of a file have in common: the order of the rows, and the layout. */
export interface FileVariant {
  /** The columns that the rows are sorted by, the first first. Empty: the rows are in the order of the data. */
  readonly order: readonly SortKey[];
  /** How long it took to sort all rows of all columns. 0 if they are not sorted; null if only a sample was. */
  readonly sortMs: number | null;
  readonly layout: FileLayout;
}

/** One column, written alone with one setting. */
export interface TriedSetting {
  readonly column: string;
  readonly setting: ColumnSetting;
  readonly variant: FileVariant;
  /** True if all rows were written, false if a sample of them was. */
  readonly allRows: boolean;
  /** The column's bytes in the file: its pages with their headers, without the footer. */
  readonly sizeBytes: number;
  /** The other bytes of the file with this column alone. */
  readonly footerBytes: number;
  readonly encodeMs: number;
  readonly decodeMs: number;
  /** The time to look up the middle row. Null on a sample. */
  readonly lookupMs: number | null;
  readonly parts: ColumnParts;
}

/** What the user lets the search change. */
export interface SearchPermissions {
  /** Rows may be sorted. */
  readonly reorder: boolean;
  /** Columns may have a narrower type that holds each of their values. */
  readonly narrow: boolean;
}

/** The bytes of a file's footer that columns do not add: a file has them once, however many columns it has. */
export interface SharedFooter {
  /** With every column in its own type. */
  readonly ownBytes: number;
  /** With every column in its narrower type, where it has one. */
  readonly narrowBytes: number;
}

/** What a search does, told before its first trial. */
export interface SearchPlan {
  readonly rows: number;
  /** The rows of the sample. Null if every setting is tried on all rows. */
  readonly sampleRows: number | null;
  readonly columns: readonly string[];
  /** The settings that fit each column, in its own type and in a narrower one. */
  readonly settings: Readonly<Record<string, number>>;
  /** The narrower types of the columns that have one, if the search may use them. */
  readonly narrowings: Readonly<Record<string, Narrowing>>;
  readonly sharedFooter: SharedFooter;
  /** How many columns are tried at the same time. */
  readonly workers: number;
}

export type SearchEvent =
  | { readonly type: 'plan'; readonly plan: SearchPlan }
  | {
      readonly type: 'trial';
      /** Null for a trial that only tells how promising an order of rows is: it is not chosen. */
      readonly trial: TriedSetting | null;
      readonly done: number;
      /** The trials that are made at most, as far as the search knows by now. */
      readonly planned: number;
      readonly remainingMs: number;
    }
  /** The orders of rows that are compared. */
  | { readonly type: 'orders'; readonly orders: readonly (readonly SortKey[])[] };

/** What a search found. */
export interface SearchResult {
  /** Why the search ended: all that it planned is tried, or its time was over. */
  readonly end: 'complete' | 'budget';
}

/** The codecs and levels that are tried with every encoding. ALP is left out as an encoding, since few readers know it. */
export const cheapCodecs: readonly ColumnSetting['codec'][] = [
  { id: 'zstd', level: 1 },
  null,
  { id: 'snappy', level: null },
  { id: 'lz4', level: null },
  { id: 'zstd', level: 3 },
];

/** The codecs and levels that are slow to encode. They are tried with the best encodings of a column first. */
export const dearCodecs: readonly ColumnSetting['codec'][] = [
  { id: 'zstd', level: 9 },
  { id: 'brotli', level: 9 },
  { id: 'zstd', level: 19 },
  { id: 'gzip', level: 6 },
];

/**
 * The highest levels, which take the longest. They are tried late, on all rows, with the best encodings of the smallest file's columns: first the one that
 * finds the most.
 */
export const dearestCodecs: readonly NonNullable<ColumnSetting['codec']>[] = [
  { id: 'brotli', level: 11 },
  { id: 'zstd', level: 22 },
  { id: 'gzip', level: 9 },
];

/** How many encodings of a column dear codecs are tried with first: those that are the smallest with a cheap codec. */
export const encodingsOfDearCodecs = 2;

/**
 * The encodings of the parts of a nested column, which Parquet stores as columns of their own, by their paths: `[["place.x","PLAIN"],…]` as the encoding.
 * A part with another codec than the column’s has it behind its encoding: `PLAIN, zstd 19`.
 */
export const encodingOfParts = (parts: readonly (readonly [path: string, encoding: string])[]): string =>
  JSON.stringify(parts);

/** The encodings by path that {@link encodingOfParts} put together. Null: all parts have this encoding. */
export const partEncodings = (encoding: string): readonly (readonly [path: string, encoding: string])[] | null =>
  encoding.startsWith('[') ? (JSON.parse(encoding) as [string, string][]) : null;

export const codecKey = (codec: ColumnSetting['codec']): string =>
  codec === null ? 'uncompressed' : `${codec.id}@${codec.level}`;

export const settingKey = ({ encoding, codec, narrowing }: ColumnSetting): string =>
  `${encoding}/${codecKey(codec)}${narrowing === null ? '' : `/${narrowingText(narrowing)}`}`;

const layoutKeys = ['rowGroupRows', 'pageKiB', 'pageRows', 'dictionaryKiB'] as const;

export const layoutKey = (layout: FileLayout): string => layoutKeys.map((key) => layout[key]).join('/');

export const variantKey = ({ order, layout }: Pick<FileVariant, 'order' | 'layout'>): string =>
  `${layoutKey(layout)}/${JSON.stringify(order)}`;

/** The candidate whose columns have these settings. What most columns share is the file's setting, the rest is listed by column. */
export function candidateOf(
  settings: ReadonlyMap<string, Pick<ColumnSetting, 'encoding' | 'codec'>>,
  layout: FileLayout = defaultLayout,
): Candidate {
  const counts = new Map<string, { count: number; codec: ColumnSetting['codec'] }>();
  for (const { codec } of settings.values()) {
    const text = codecText(codec);
    counts.set(text, { count: (counts.get(text)?.count ?? 0) + 1, codec });
  }
  const codec = [...counts.values()].sort((one, other) => other.count - one.count)[0]?.codec ?? null;
  const encoding = 'DICTIONARY';
  const columns = [...settings].flatMap(([name, setting]) => {
    const parts = partEncodings(setting.encoding);
    const own = [
      ...(setting.encoding === encoding || parts !== null ? [] : [setting.encoding]),
      ...(codecText(setting.codec) === codecText(codec) ? [] : [codecText(setting.codec)]),
    ];
    const ofParts = (parts ?? []).map(([path, partEncoding]) => `${nameText(path)}: ${partEncoding}`);
    return [...(own.length === 0 ? [] : [`${nameText(name)}: ${own.join(', ')}`]), ...ofParts];
  });
  const changed: OptionValues = Object.fromEntries(
    layoutKeys.filter((key) => layout[key] !== defaultLayout[key]).map((key) => [key, layout[key]]),
  );
  return {
    ...searchedWriter,
    options: { encoding, columns: columns.join('; '), ...changed },
    codec: codec === null ? null : { ...codec, granularity: 'page', implementation: null },
  };
}

/** The encoding of a part, and the codec behind it; null if that is the column’s. */
export function partSetting(text: string): { readonly encoding: string; readonly codec: string | null } {
  const [encoding = '', codec = null] = text.split(', ');
  return { encoding, codec };
}

/** A codec as the option “Settings by column” takes it. */
export const codecText = (codec: ColumnSetting['codec']): string =>
  codec === null ? 'uncompressed' : codec.level === null ? codec.id : `${codec.id} ${codec.level}`;

/** A name as the option “Settings by column” takes it. */
const nameText = (name: string): string => (/^[^:;"\s](?:[^:;"]*[^:;"\s])?$/u.test(name) ? name : JSON.stringify(name));
