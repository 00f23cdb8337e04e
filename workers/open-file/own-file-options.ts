import type { ChosenType } from '../model/chosen-type';
import type { FileSample, MalformedChoice, OwnFileType } from '../model/plan';
import type { ReadingOptions } from '../model/reading-options';
import type { OwnFileResult } from './report';

/** How a user's file is to be read. */
export interface OwnFileOptions {
  readonly fileName: string;
  /** Null if it is to be detected. */
  readonly type: OwnFileType | null;
  readonly columnTypes: readonly ChosenType[] | null;
  readonly malformed?: MalformedChoice;
  readonly reading?: ReadingOptions;
  /** How a large file is sampled. Null or absent if all of it is read, whatever its size. */
  readonly sample?: FileSample | null;
  /** Whether the report is to say what other choices would do; true if absent. */
  readonly countsEffects?: boolean;
  /** True if only the data are wanted: the report then has neither the file's settings nor what its values have in common. */
  readonly onlyData?: boolean;
  /** Called before the effects of other choices are counted, if this takes a while. */
  readonly onRead?: (result: OwnFileResult) => Promise<void>;
  /** `share` is as in `ReadOptions`. */
  readonly onStage?: (stage: string, share?: number) => void;
}
