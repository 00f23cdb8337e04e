import type { Candidate } from './plan';

/** The Parquet settings of one column. */
export interface ColumnSetting {
  readonly encoding: string;
  /** Null: uncompressed. */
  readonly codec: { readonly id: string; readonly level: number | null } | null;
}

/** One column, written alone with one setting. */
export interface TriedSetting {
  readonly column: string;
  readonly setting: ColumnSetting;
  /** True if all rows were written, false if a sample of them was. */
  readonly allRows: boolean;
  /** The column's bytes in the file: its pages with their headers, without the footer. */
  readonly sizeBytes: number;
  readonly encodeMs: number;
  readonly decodeMs: number;
}

/** What a search does, told before its first trial. */
export interface SearchPlan {
  readonly rows: number;
  /** The rows of the sample. Null if every setting is tried on all rows. */
  readonly sampleRows: number | null;
  readonly columns: readonly string[];
  /** The settings that fit each column. */
  readonly settings: Readonly<Record<string, number>>;
  readonly trials: number;
}

export type SearchEvent =
  | { readonly type: 'plan'; readonly plan: SearchPlan }
  | {
      readonly type: 'trial';
      readonly trial: TriedSetting;
      readonly done: number;
      readonly remainingMs: number | null;
    };

/** What a search found. */
export interface SearchResult {
  /** Why the search ended: all that it planned is tried, or its time was over. */
  readonly end: 'complete' | 'budget';
}

/** The codecs and levels that are tried, from the cheapest to the dearest. ALP is left out as an encoding, since few readers know it. */
export const searchedCodecs: readonly ColumnSetting['codec'][] = [
  { id: 'zstd', level: 1 },
  null,
  { id: 'snappy', level: null },
  { id: 'lz4', level: null },
  { id: 'zstd', level: 3 },
  { id: 'gzip', level: 6 },
  { id: 'zstd', level: 9 },
  { id: 'brotli', level: 9 },
  { id: 'zstd', level: 19 },
];

export const settingKey = ({ encoding, codec }: ColumnSetting): string =>
  `${encoding}/${codec === null ? 'uncompressed' : `${codec.id}@${codec.level}`}`;

/** What one unit of each figure is worth, so that a choice can add them. */
export interface SearchWeights {
  readonly perByte: number;
  readonly perEncodeMs: number;
  readonly perDecodeMs: number;
}

export const weighed = (
  { sizeBytes, encodeMs, decodeMs }: Pick<TriedSetting, 'sizeBytes' | 'encodeMs' | 'decodeMs'>,
  { perByte, perEncodeMs, perDecodeMs }: SearchWeights,
): number => sizeBytes * perByte + encodeMs * perEncodeMs + decodeMs * perDecodeMs;

/**
 * The best trial of each column. Columns lie apart in a Parquet file, so the best file for a sum of size and times consists of each column's
 * best setting. Only trials of all rows are chosen.
 */
export function bestTrials(trials: readonly TriedSetting[], weights: SearchWeights): ReadonlyMap<string, TriedSetting> {
  const best = new Map<string, TriedSetting>();
  for (const trial of trials) {
    if (!trial.allRows) continue;
    const known = best.get(trial.column);
    if (known === undefined || weighed(trial, weights) < weighed(known, weights)) best.set(trial.column, trial);
  }
  return best;
}

/** The candidate whose columns have these settings. What most columns share is the file's setting, the rest is listed by column. */
export function candidateOf(settings: ReadonlyMap<string, ColumnSetting>): Candidate {
  const usual = (textOf: (setting: ColumnSetting) => string): ColumnSetting | undefined => {
    const counts = new Map<string, { count: number; setting: ColumnSetting }>();
    for (const setting of settings.values()) {
      const text = textOf(setting);
      counts.set(text, { count: (counts.get(text)?.count ?? 0) + 1, setting });
    }
    return [...counts.values()].sort((one, other) => other.count - one.count)[0]?.setting;
  };
  const codec = usual((setting) => codecText(setting.codec))?.codec ?? null;
  const encoding = 'DICTIONARY';
  const columns = [...settings].flatMap(([name, setting]) => {
    const own = [
      ...(setting.encoding === encoding ? [] : [setting.encoding]),
      ...(codecText(setting.codec) === codecText(codec) ? [] : [codecText(setting.codec)]),
    ];
    return own.length === 0 ? [] : [`${nameText(name)}: ${own.join(', ')}`];
  });
  return {
    format: 'parquet',
    implementation: 'arrow-rs',
    options: { encoding, columns: columns.join('; ') },
    codec: codec === null ? null : { ...codec, granularity: 'page', implementation: null },
  };
}

const codecText = (codec: ColumnSetting['codec']): string =>
  codec === null ? 'uncompressed' : codec.level === null ? codec.id : `${codec.id} ${codec.level}`;

/** A name as the option “Settings by column” takes it. */
const nameText = (name: string): string => (/^[^:;"\s](?:[^:;"]*[^:;"\s])?$/u.test(name) ? name : JSON.stringify(name));
