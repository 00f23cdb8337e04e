/**
 * What the reader in WASM found of the values of a column, or of a part of one. A count that is absent is 0. `workers/wasm/rust/records`
 * writes it.
 */
export interface ValueCounts {
  readonly name: string;
  /** How many records, objects or lists have it, also as null. */
  readonly present?: number;
  readonly booleans?: number;
  /** Whole numbers that float64 counts, and those that are written with all their digits. */
  readonly integers?: number;
  readonly fractions?: number;
  /** Numbers that float64 does not hold as they are written. */
  readonly written?: number;
  readonly texts?: number;
  readonly lists?: number;
  readonly objects?: number;
  readonly nulls?: number;
  /** The smallest whole number if it is below 0, and the largest if it is above. */
  readonly min?: string;
  readonly max?: string;
  /** Numbers that float64 alters, and the first of them as it is written. */
  readonly altered?: number;
  readonly firstAltered?: string;
  /** Whole numbers beyond 2^53 that float32 alters. */
  readonly alteredSingle?: number;
  readonly ofTexts?: TextCounts;
  readonly item?: ValueCounts;
  /** The fields of objects, in the order in which JavaScript finds them. */
  readonly fields?: readonly ValueCounts[];
}

/** Counts of the times among texts. */
export interface TimeCounts {
  readonly times?: number;
  /** Times with more than six digits of a second. */
  readonly finer?: number;
  /** Times that nanoseconds of 64 bits do not hold. */
  readonly beyond?: number;
  /** 1 if some time has no offset from UTC. */
  readonly withoutOffset?: 1;
  readonly offsets?: readonly string[];
}

/** For each type as which all of the first 200 texts can be read: how many texts cannot. */
export interface TextCounts extends TimeCounts {
  readonly seen: number;
  readonly date?: number;
  readonly timestamp?: number;
  readonly int64?: number;
  readonly float64?: number;
  readonly bool?: number;
  /** Numbers in texts that float64 alters. */
  readonly altered?: number;
  /** 1 if a text is longer than a date. */
  readonly hasClock?: 1;
}

/** What the first reading of a file found. */
export interface FileCounts {
  readonly rows: number;
  readonly infinite?: number;
  readonly inARow?: number;
  readonly repeatedNames?: number;
  readonly brokenTexts?: number;
  readonly columns: readonly ValueCounts[];
}

/** What the second reading of a file found of the columns that it read; null for those that it did not. */
export interface SecondPassCounts {
  /** The first records that were left out: the place of the column whose type does not hold the value, and the value as JSON. */
  readonly leftOut: readonly {
    readonly row: number;
    readonly line: number;
    readonly column: number;
    readonly json: string;
  }[];
  readonly columns: readonly (
    | (TimeCounts & { readonly present: number; readonly altered?: number; readonly firstAltered: string })
    | null
  )[];
}
