import type { Dataset } from '../model/dataset';

/** The original of a verification: a dataset and the SHA-256 of its canonical form. */
export interface VerificationSource {
  readonly dataset: Dataset;
  readonly sha256: string;
  readonly dataBytes: number;
}
