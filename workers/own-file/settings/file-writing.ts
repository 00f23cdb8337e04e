import type { FileSettings } from '../../model/file-settings';
import type { Candidate } from '../../model/plan';

/** How a file is written, and what comes nearest to it here. */
export interface FileWriting {
  readonly settings: FileSettings;
  /** The candidate that writes so; null where no option here does. What a file does not tell, as the level of its codec, is as usual. */
  readonly candidate: Candidate | null;
}
