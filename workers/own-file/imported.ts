import type { ChosenType } from '../model/chosen-type';
import type { Dataset } from '../model/dataset';
import type { MalformedChoice } from '../model/plan';
import type { ReadingOptions } from '../model/reading-options';
import type { OwnFileReport, ReadingFound } from '../model/protocol/coordinator';

export type BadRow = OwnFileReport['badRows'][number];

/** What reading one type of file yields. */
export interface Imported {
  readonly dataset: Dataset;
  readonly dialect: string | null;
  /** The first `listedBadRows`, in the order of their lines. */
  readonly badRows: readonly BadRow[];
  readonly badRowCount: number;
  readonly notes: readonly string[];
  readonly possibleTypes: readonly (readonly ChosenType[])[];
  readonly found?: ReadingFound;
}

export const listedBadRows = 100;

/** A reading without anything to complain about. */
export function imported(dataset: Dataset, notes: readonly string[] = []): Imported {
  return { dataset, dialect: null, badRows: [], badRowCount: 0, notes, possibleTypes: [] };
}

export interface ReadOptions {
  readonly fileName: string;
  /** Types that the user wants the columns read as, in order; null for the reader's own. */
  readonly columnTypes: readonly ChosenType[] | null;
  /** What else the user says. */
  readonly reading: ReadingOptions;
  /** What becomes of a molecule that can't be read. */
  readonly malformed: MalformedChoice;
  readonly onStage: (stage: string) => void;
}
