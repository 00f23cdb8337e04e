import type { FileSettings } from '../../model/file-settings';
import type { Candidate } from '../../model/plan';

/** The settings with which a file was written, and the closest candidate here. */
export interface DetectedWriting {
  readonly settings: FileSettings;
  /**
   * The candidate with the same settings; null if no options match. Settings that a file does not state, such as the codec's level, have
   * the usual value.
   */
  readonly candidate: Candidate | null;
}
