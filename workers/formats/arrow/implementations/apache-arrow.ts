import { CompressionType } from 'apache-arrow';
import { copied, type Placement } from '../../../columns/arrow-runs';
import { keyedColumns, rowsByKey, lookupValueOfRow } from '../../../columns/columnar-keys';
import { fromColumnarLayout, isNestedJson, readTable } from '../../../columns/columnar-layout';
import { tableNoteOf } from '../../../columns/table-note';
import type { Dataset, LookupValue } from '../../../model/dataset';
import {
  allocateBuffer,
  type FileCounts,
  type FormatContext,
  type FormatLookup,
  type FormatModule,
  type FormatSession,
} from '../../../model/entry';
import { FormatlabError, type Stage } from '../../../model/errors';
import { inStage } from '../../../libraries/in-stage';
import { ReusedMemory } from '../../../columns/reused-memory';
import { rowValues } from '../../../model/table-row';
import type { NetworkReads } from '../../../model/remote/network-requests';
import { type LayoutToWrite, uncopiedLayout } from '../../../columns/uncopied-vectors';
import { type BufferCodec, loadBufferCodec } from '../ipc/buffer-codec';
import type { FindBufferCodec } from '../ipc/batch-buffers';
import { arrowNetworkReads } from '../ipc/network-reads';
import { ArrowSource } from '../ipc/read';
import { type WriteSettings, writeArrow } from '../ipc/write';

export const format: FormatModule = {
  async open(context) {
    return new ApacheArrowSession(context, await codecOf(context.innerCodec));
  },
};

class ApacheArrowSession implements FormatSession {
  readonly #context: FormatContext;
  readonly #settings: WriteSettings;
  /** Absent if the candidate uses no WASM. */
  readonly wasmMemoryBytes?: () => number;
  readonly #codecOf: FindBufferCodec;
  /** The file of the last `encodeView`, and the columns of the last `decodeView` or `projectView`. */
  readonly #file = new ReusedMemory();
  readonly #columns = new ReusedMemory();
  /** See `UncopiedVectors`. */
  #matrixRoom = new ArrayBuffer(0);

  constructor(context: FormatContext, codec: BufferCodec | null) {
    this.#context = context;
    if (codec !== null) this.wasmMemoryBytes = () => codec.memoryBytes();
    this.#codecOf = (id) => {
      if (codec?.id !== id)
        throw failed('decode', `The file’s buffers are compressed with ${id}, but the candidate does not use it.`);
      return codec;
    };
    const { container, batchRows } = context.options;
    this.#settings = {
      container: container === 'stream' ? 'stream' : 'file',
      batchRows: Number(batchRows ?? 65_536),
      compression: codec === null ? null : { type: compressionTypes[codec.id], codec },
    };
  }

  encode(dataset: Dataset, allocate = allocateBuffer): Uint8Array<ArrayBuffer> {
    return guard('encode', () => writeArrow(this.#layoutOf(dataset), this.#settings, allocate));
  }

  encodeView(dataset: Dataset): Uint8Array<ArrayBuffer> {
    return this.encode(dataset, (sizeBytes) => this.#file.whole(sizeBytes));
  }

  #layoutOf(dataset: Dataset): LayoutToWrite {
    const made = uncopiedLayout(dataset, isNestedJson, this.#matrixRoom);
    if (made.vectors !== null) this.#matrixRoom = made.vectors.buffer;
    return made;
  }

  decode(file: Uint8Array<ArrayBuffer>): Dataset {
    return this.#decode(file, copied);
  }

  decodeView(file: Uint8Array<ArrayBuffer>): Dataset {
    return this.#decode(file, this.#viewPlacement());
  }

  #decode(file: Uint8Array<ArrayBuffer>, placement: Placement): Dataset {
    return guard('decode', () => {
      const source = new ArrowSource(file, this.#codecOf);
      const columns = source.columns(null, placement);
      return fromColumnarLayout({ rowCount: source.rowCount, columns, note: source.note });
    });
  }

  project(file: Uint8Array<ArrayBuffer>, column: string): Dataset {
    return this.#project(file, column, copied);
  }

  projectView(file: Uint8Array<ArrayBuffer>, column: string): Dataset {
    return this.#project(file, column, this.#viewPlacement());
  }

  /** Columns of one batch may view the file, unless they have nulls; others are joined in memory that each call uses again. */
  #viewPlacement(): Placement {
    this.#columns.begin();
    return { views: 'withoutNulls', memory: this.#columns };
  }

  #project(file: Uint8Array<ArrayBuffer>, column: string, placement: Placement): Dataset {
    return guard('project', () => {
      const source = new ArrowSource(file, this.#codecOf);
      const columns = source.columns([column], placement);
      if (columns.length === 0) throw failed('project', `The file has no column “${column}”.`);
      return readTable(source.rowCount, columns, tableNoteOf(source.note));
    });
  }

  /** What a reader touches that seeks: to open the file, for a whole column or the keys, and for the middle row or its value. */
  countsOf(file: Uint8Array<ArrayBuffer>, columnIndex: number): FileCounts {
    return guard('lookup', () => {
      const source = new ArrowSource(file, this.#codecOf);
      // Whose offsets are checked.
      source.columns(null);
      const { schema } = this.#context;
      const keyed = keyedColumns(schema.kind);
      const name = schema.kind === 'table' ? schema.columns[columnIndex]?.name : keyed?.key;
      return {
        bytesReadToOpen: file.length - source.bodyBytes,
        ...(name === undefined ? {} : { bytesReadForOneColumn: source.touchedBytesOf([name]) }),
        bytesReadForOneRow:
          source.touchedBytesOfRow(Math.floor(source.rowCount / 2), keyed === null ? null : [keyed.value]) ?? 0,
      };
    });
  }

  networkReads(file: Uint8Array<ArrayBuffer>, columnIndex: number): NetworkReads {
    return guard('lookup', () => {
      const source = new ArrowSource(file, this.#codecOf);
      const { schema } = this.#context;
      const keyed = keyedColumns(schema.kind);
      const name = keyed?.key ?? (schema.kind === 'table' ? schema.columns[columnIndex]?.name : undefined);
      const reads = arrowNetworkReads(file, source.placedBatches(name === undefined ? [] : [name]), {
        row: Math.floor(source.rowCount / 2),
        isKeyed: keyed !== null,
      });
      return name === undefined ? { ...reads, column: null } : reads;
    });
  }

  openLookup(file: Uint8Array<ArrayBuffer>): FormatLookup {
    return guard('lookup', () => {
      const source = new ArrowSource(file, this.#codecOf);
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

const compressionTypes = { lz4: CompressionType.LZ4_FRAME, zstd: CompressionType.ZSTD } as const;

/** @throws `invalidPlan` or `unsupported` if Arrow IPC has no such codec */
async function codecOf(innerCodec: FormatContext['innerCodec']): Promise<BufferCodec | null> {
  if (innerCodec === null || innerCodec === undefined) return null;
  const { id, level } = innerCodec;
  if (id === 'lz4') return loadBufferCodec(id, null);
  if (id === 'zstd' && level !== null) return loadBufferCodec(id, level);
  throw new FormatlabError({
    tag: id === 'zstd' ? 'invalidPlan' : 'unsupported',
    stage: 'setUp',
    format: 'arrow',
    message: id === 'zstd' ? 'Zstandard needs a level.' : `Arrow IPC has no codec “${id}”.`,
  });
}

const failed = (stage: Stage, message: string) =>
  new FormatlabError({ tag: 'decodeFailed', stage, format: 'arrow', message });

const guard = <T>(stage: Stage, work: () => T): T => inStage('arrow', stage, work);
