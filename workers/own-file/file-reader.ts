import type { FileSample } from '../model/plan';
import type { ImportResult, ReadOptions } from './imported';
import type { Cut, CutSample } from './sample/cut';
import type { TextSource } from './sample/text/blocks';
import type { DetectedWriting } from './settings/file-writing';

/** What `open.ts` of a format's folder says of one type of file. Each loads what it needs when it is called. */
export interface FileReader {
  /** Reads a user's file. */
  readonly read: (file: Blob, options: ReadOptions) => Promise<ImportResult>;
  /** True if columns of texts that are all times are offered as timestamps. */
  readonly offersTimes?: true;
  /** Cuts a sample from a file; absent if no part of it can be read alone. */
  readonly cut?: Cut;
  /** True if `read` itself reads only a sample of a file of any size. */
  readonly readsSamples?: true;
  /** Cuts blocks of a text that is unpacked, so that it may have any size. */
  readonly cutText?: (source: TextSource, sample: FileSample) => Promise<CutSample | null>;
  /** The settings with which a file was written; absent if the reader states the facts. `dialect` says how the reader parsed a text. */
  readonly writing?: (content: Blob, dialect: string | null) => Promise<DetectedWriting>;
}

/** The readers in a folder, by the ids of its `fileTypes`. */
export type FileReaders = Readonly<Record<string, FileReader>>;
