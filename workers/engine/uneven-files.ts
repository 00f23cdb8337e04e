import type { Candidate } from '../model/plan';

/** Sizes and hashes of a cell's files: of the rounds before, and of this one. */
interface Files {
  readonly before: { readonly sizeBytes: number | null; readonly encodedSha256: string | null };
  readonly now: { readonly sizeBytes: number | null; readonly encodedSha256: string | null };
}

/** Notices candidates whose files differ between rounds (rule 19). */
export class UnevenFiles {
  readonly #told = new Set<string>();

  /** A sentence if the candidate made another file than before; null if not, or if it was said of this cell already. */
  tell(cell: string, candidate: Candidate | undefined, round: number, { before, now }: Files): string | null {
    const isOther = before.sizeBytes !== now.sizeBytes || before.encodedSha256 !== now.encodedSha256;
    if (!isOther || this.#told.has(cell)) return null;
    this.#told.add(cell);
    const who = `${candidate?.format} (${candidate?.implementation})`;
    return before.sizeBytes === now.sizeBytes
      ? `${who} made other bytes in round ${round + 1} than before, of the same size.`
      : `${who} made a file of ${now.sizeBytes} bytes in round ${round + 1}, and of ${before.sizeBytes} bytes before.`;
  }
}
