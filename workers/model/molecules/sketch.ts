import type { ErrorRecord } from '../errors';

/** A molecule as the page shows it. */
export interface MoleculeSketch {
  /** Index of the molecule in the dataset, from 0. */
  readonly molecule: number;
  readonly title: string;
  readonly smiles: string;
  readonly atomCount: number;
  readonly bondCount: number;
  /** An SVG drawing on a transparent background, with `rgb(…)` colours by element. Null if drawing failed; `drawingError` then says why. */
  readonly svg: string | null;
  readonly drawingError: string | null;
}

/** The maximum number of bytes of a file that the page shows. */
export const shownFileBytes = 1_200;

/** One molecule encoded alone by a candidate. */
export type MoleculeFile =
  | {
      readonly status: 'encoded';
      readonly sizeBytes: number;
      /** The first bytes of the file, at most {@link shownFileBytes}. */
      readonly head: Uint8Array;
    }
  | { readonly status: 'failed'; readonly error: ErrorRecord };
