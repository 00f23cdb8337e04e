import type { FileMetaData } from 'hyparquet';
import { keyedColumns, rowsByKey, lookupValueOfRow } from '../../../columns/columnar-keys';
import { toColumnarLayout, fromColumnarLayout, readTable } from '../../../columns/columnar-layout';
import { tableNoteOf } from '../../../columns/table-note';
import type { Dataset, LookupValue } from '../../../model/dataset';
import type { FormatContext, FormatLookup, FormatModule, FormatSession } from '../../../model/entry';
import { FormatlabError, type Stage, toErrorRecord } from '../../../model/errors';
import { rowValues } from '../../../model/table-row';
import { readFooter, requireReadable } from '../footer/size-limit';
import { requireValidRunLengths } from '../file/check-runs';
import { pageCodec, type PageCodec } from '../js/compress';
import { readColumns } from '../js/read';
import { writeParquet } from '../js/write';
import { commonEncodingOf } from '../settings/encodings';
import { defaultRowGroupRows } from '../settings/options';

export const format: FormatModule = {
  async open(context) {
    return new HyparquetSession(context, await pageCodec(context.innerCodec));
  },
};

class HyparquetSession implements FormatSession {
  readonly #context: FormatContext;
  readonly #codec: PageCodec;
  readonly wasmMemoryBytes?: () => number;

  constructor(context: FormatContext, codec: PageCodec) {
    this.#context = context;
    this.#codec = codec;
    if (codec.wasmMemoryBytes !== undefined) this.wasmMemoryBytes = codec.wasmMemoryBytes;
  }

  encode(dataset: Dataset): Promise<Uint8Array<ArrayBuffer>> {
    const { options } = this.#context;
    return guard('encode', async () =>
      writeParquet(toColumnarLayout(dataset), {
        encoding: commonEncodingOf(options),
        rowGroupRows: Number(options.rowGroupRows ?? defaultRowGroupRows),
        codec: this.#codec.codec,
        compress: this.#codec.compress,
      }),
    );
  }

  decode(file: Uint8Array<ArrayBuffer>): Promise<Dataset> {
    return guard('decode', async () => fromColumnarLayout(await readColumns(file, footerOf(file), null, null)));
  }

  project(file: Uint8Array<ArrayBuffer>, column: string): Promise<Dataset> {
    return guard('project', async () => {
      const { rowCount, columns, note } = await readColumns(file, footerOf(file), [column], null);
      if (columns.length === 0)
        throw new FormatlabError({
          tag: 'decodeFailed',
          stage: 'project',
          format: 'parquet',
          message: `The file has no column “${column}”.`,
        });
      return readTable(rowCount, columns, tableNoteOf(note));
    });
  }

  async openLookup(file: Uint8Array<ArrayBuffer>): Promise<FormatLookup> {
    const metadata = requireDecodable(file);
    const { kind } = this.#context.schema;
    const keyed = keyedColumns(kind);
    const rowOfKey =
      keyed === null ? null : rowsByKey((await readColumns(file, metadata, [keyed.key], null)).columns, keyed);
    return {
      get: (key) =>
        guard('lookup', async (): Promise<LookupValue> => {
          const row = rowOfKey === null ? key : rowOfKey.get(key);
          if (typeof row !== 'number' || !Number.isInteger(row) || row < 0 || row >= Number(metadata.num_rows)) {
            throw new FormatlabError({
              tag: 'decodeFailed',
              stage: 'lookup',
              format: 'parquet',
              message: `The file has no row “${key}”.`,
            });
          }
          const range = { from: row, to: row + 1 };
          if (keyed !== null)
            return lookupValueOfRow((await readColumns(file, metadata, [keyed.value], range)).columns, kind);
          const { rowCount, columns, note } = await readColumns(file, metadata, null, range);
          return rowValues(readTable(rowCount, columns, tableNoteOf(note)), 0);
        }),
    };
  }
}

function requireDecodable(file: Uint8Array<ArrayBuffer>): FileMetaData {
  const metadata = requireReadable(file);
  requireValidRunLengths(file, metadata);
  return metadata;
}

/** Parses the footer, as every reading of a file does. Unlike Formatlab's own checks, this is part of the time of repeated calls. */
function footerOf(file: Uint8Array<ArrayBuffer>): FileMetaData {
  requireDecodable(file);
  return readFooter(file);
}

async function guard<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof FormatlabError) throw thrown;
    const record = toErrorRecord(thrown, {
      tag: stage === 'encode' ? 'encodeFailed' : 'decodeFailed',
      stage,
      format: 'parquet',
    });
    const what = stage === 'encode' ? 'hyparquet-writer could not write it' : 'hyparquet could not read it';
    throw new FormatlabError({ ...record, message: `${what}: ${record.message}` }, { cause: thrown });
  }
}
