import { CompressionType } from 'apache-arrow';
import { keyedColumns, rowsByKey, lookupValueOfRow } from '../../model/columnar-keys';
import { isNestedJson, toColumnarLayout, fromColumnarLayout, readTable } from '../../model/columnar-layout';
import { tableNoteOf } from '../../model/table-note';
import type { Dataset, LookupValue } from '../../model/dataset';
import type { FormatContext, FormatLookup, FormatModule, FormatSession } from '../../model/entry';
import { FormatlabError, type Stage, toErrorRecord } from '../../model/errors';
import { rowValues } from '../../model/table-row';
import { compressLz4Frame, decompressLz4Frame } from './ipc/lz4-frame';
import { ArrowSource, type DecompressBuffer } from './ipc/read';
import { type WriteSettings, writeArrow } from './ipc/write';
import { loadZstd, type Zstd } from '../zstd-wasm';
import { decompressZstd } from './ipc/zstd';

export const format: FormatModule = {
  async open(context) {
    return new ApacheArrowSession(context, context.innerCodec?.id === 'zstd' ? await loadZstd() : null);
  },
};

class ApacheArrowSession implements FormatSession {
  readonly #context: FormatContext;
  readonly #settings: WriteSettings;
  /** Absent if the candidate uses no WASM. */
  readonly wasmMemoryBytes?: () => number;
  readonly #decompress: DecompressBuffer;

  constructor(context: FormatContext, zstd: Zstd | null) {
    this.#context = context;
    if (zstd !== null) this.wasmMemoryBytes = () => zstd.memoryBytes();
    this.#decompress = (codec, input, sizeBytes) => {
      if (codec === 'lz4') return decompressLz4Frame(input, sizeBytes);
      return decompressZstd(requireZstd(zstd), input, sizeBytes);
    };
    const { container, batchRows } = context.options;
    this.#settings = {
      container: container === 'stream' ? 'stream' : 'file',
      batchRows: Number(batchRows ?? 65_536),
      compression: compressionOf(context.innerCodec, zstd),
    };
  }

  encode(dataset: Dataset): Uint8Array<ArrayBuffer> {
    return guard('encode', () => writeArrow(toColumnarLayout(dataset, isNestedJson), this.#settings));
  }

  decode(file: Uint8Array<ArrayBuffer>): Dataset {
    return guard('decode', () => {
      const source = new ArrowSource(file, this.#decompress);
      return fromColumnarLayout({ rowCount: source.rowCount, columns: source.columns(null), note: source.note });
    });
  }

  project(file: Uint8Array<ArrayBuffer>, column: string): Dataset {
    return guard('project', () => {
      const source = new ArrowSource(file, this.#decompress);
      const columns = source.columns([column]);
      if (columns.length === 0) throw failed('project', `The file has no column “${column}”.`);
      return readTable(source.rowCount, columns, tableNoteOf(source.note));
    });
  }

  openLookup(file: Uint8Array<ArrayBuffer>): FormatLookup {
    return guard('lookup', () => {
      const source = new ArrowSource(file, this.#decompress);
      const { kind } = this.#context.schema;
      const keyed = keyedColumns(kind);
      const rowOfKey = keyed === null ? null : rowsByKey(source.columns([keyed.key]), keyed);
      const note = tableNoteOf(source.note);
      const read = source.rowReader(keyed === null ? null : [keyed.value]);
      return {
        get: (key) =>
          guard('lookup', (): LookupValue => {
            const row = rowOfKey === null ? key : rowOfKey.get(key);
            const columns = typeof row === 'number' ? read(row) : null;
            if (columns === null) throw failed('lookup', `The file has no row “${key}”.`);
            return rowOfKey === null ? rowValues(readTable(1, columns, note), 0) : lookupValueOfRow(columns, kind);
          }),
      };
    });
  }
}

function compressionOf(innerCodec: FormatContext['innerCodec'], zstd: Zstd | null): WriteSettings['compression'] {
  switch (innerCodec?.id) {
    case undefined:
      return null;
    case 'lz4':
      return { type: CompressionType.LZ4_FRAME, compress: compressLz4Frame };
    case 'zstd': {
      const { level } = innerCodec ?? { level: null };
      if (level === null)
        throw new FormatlabError({
          tag: 'invalidPlan',
          stage: 'setUp',
          format: 'arrow',
          codec: 'zstd',
          message: 'Zstandard needs a level.',
        });
      return { type: CompressionType.ZSTD, compress: (bytes) => requireZstd(zstd).compress(bytes, level) };
    }
    default:
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'setUp',
        format: 'arrow',
        message: `Arrow IPC has no codec “${innerCodec?.id}”.`,
      });
  }
}

/** The Zstandard decompressor, which is loaded only if the candidate's inner codec is Zstandard. @throws if it is not loaded */
function requireZstd(zstd: Zstd | null): Zstd {
  if (zstd === null)
    throw failed('decode', 'The file’s buffers are compressed with Zstandard, but the candidate does not use it.');
  return zstd;
}

const failed = (stage: Stage, message: string) =>
  new FormatlabError({ tag: 'decodeFailed', stage, format: 'arrow', message });

function guard<T>(stage: Stage, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof FormatlabError) throw thrown;
    throw new FormatlabError(
      toErrorRecord(thrown, { tag: stage === 'encode' ? 'encodeFailed' : 'decodeFailed', stage, format: 'arrow' }),
      { cause: thrown },
    );
  }
}
