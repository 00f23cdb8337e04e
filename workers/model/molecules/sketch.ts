import type { ErrorRecord } from '../errors';

/** A molecule as the page shows it. */
export interface MoleculeSketch {
  /** Its place in the dataset, from 0. */
  readonly molecule: number;
  readonly title: string;
  readonly smiles: string;
  readonly atomCount: number;
  readonly bondCount: number;
  /** A drawing in the colours of elements, as `rgb(…)`, on nothing; null where it could not be drawn, with the reason in `drawingError`. */
  readonly svg: string | null;
  readonly drawingError: string | null;
}

/** Bytes of a file that are shown at most. */
export const shownFileBytes = 1_200;

/** One molecule alone as a candidate's file. */
export type MoleculeFile =
  | {
      readonly status: 'encoded';
      readonly sizeBytes: number /** At most {@link shownFileBytes}. */;
      readonly head: Uint8Array;
    }
  | { readonly status: 'failed'; readonly error: ErrorRecord };
