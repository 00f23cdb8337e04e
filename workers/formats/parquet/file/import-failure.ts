import { type ErrorTag, FormatlabError } from '../../../model/errors';

/** An error that says why a user's Parquet file cannot be cut or read. */
export const parquetImportError = (tag: ErrorTag, message: string, cause?: unknown): FormatlabError =>
  new FormatlabError({ tag, stage: 'import', message: message.slice(0, 2_000), format: 'parquet' }, { cause });
