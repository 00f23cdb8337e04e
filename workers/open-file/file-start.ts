import type { OwnFileType } from '../model/plan';
import type { ZipEntry } from '../own-file/packed/zip-directory';

/** What is read of a user's file to find out what it is. It is read once, and handed on. */
export interface FileStart {
  readonly file: Blob;
  readonly fileName: string;
  /** The type as which the user wants the file to be read; null if it is to be found out. */
  readonly chosen: OwnFileType | null;
  /** The first `typeDetectionBytes`; empty of a file that is read as bytes. */
  readonly head: Uint8Array;
  /** The members of a Zip archive. Null of another file, of one that is read as bytes, and if its directory can't be read completely. */
  readonly entries: readonly ZipEntry[] | null;
}
