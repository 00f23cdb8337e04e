import type { ColumnarLayout } from '../../columns/columnar-layout';
import type { Dataset } from '../../model/dataset';
import type { Allocate, FormatSession } from '../../model/entry';
import { FormatlabError, type Stage, toErrorRecord } from '../../model/errors';
import type { LayoutToWrite } from '../../columns/uncopied-vectors';
import { placeTable, type TableInMemory } from './table-in-memory';
import { type MemorySpan, type TableCalls, TableModule } from './table-module';

type File = Uint8Array<ArrayBuffer>;

/** A dataset whose columns lie in the module's memory. */
export interface PlacedDataset {
  readonly dataset: Dataset;
  readonly layout: ColumnarLayout;
  readonly table: TableInMemory;
}

/** What was read from a file. */
export interface ReadDataset {
  readonly dataset: Dataset;
  /** Releases the arrays that the dataset may view. */
  release(): void;
}

/** The part of a file's columns to read, and whether the result may view the module's memory. */
export interface ReadRequest {
  /** The name of the single column to read. Null for all columns. */
  readonly column: string | null;
  readonly inPlace: boolean;
}

/** The names that errors of a session hold. */
interface SessionNames {
  readonly format: string;
  /** The library's name. */
  readonly label: string;
}

/**
 * The reader and writer of one candidate, with its own instance of a module. Tables lie in the module's memory before the clock starts, files are
 * read where they lie, and results are views of that memory. A trap corrupts the instance's memory, so the next call gets a new one.
 */
export abstract class TableSession<Calls extends TableCalls> implements FormatSession {
  protected readonly names: SessionNames;
  readonly #compiled: WebAssembly.Module;
  #module: TableModule<Calls>;
  #placed: PlacedDataset | null = null;
  /** Releases the arrays that the last result views. */
  #endView: (() => void) | null = null;
  #lastCallCopied = false;
  /** Where files lie that are read in place. */
  #room = { at: 0, sizeBytes: 0 };
  /** See `UncopiedVectors`. */
  #matrixRoom = new ArrayBuffer(0);

  constructor(compiled: WebAssembly.Module, names: SessionNames) {
    this.names = names;
    this.#compiled = compiled;
    this.#module = new TableModule<Calls>(compiled, names.format, names.label);
  }

  protected get module(): TableModule<Calls> {
    return this.#module;
  }

  /** The columns of a dataset as the format stores them. `room` is for vectors that are not copied yet. */
  protected abstract layoutOf(dataset: Dataset, room: ArrayBuffer): LayoutToWrite;

  /** Writes a file, which lies in the module's memory until the next call. Null if upstream failed. */
  protected abstract writeFile(placed: PlacedDataset): MemorySpan | null;

  /** Reads a file that lies in the module's memory. If it throws, it has released what it allocated, unless a trap ended it. */
  protected abstract readFile(file: MemorySpan, request: ReadRequest): ReadDataset;

  /** Throws if the library cannot read files of this size. */
  protected checkReadable(_file: File): void {}

  /** Forgets addresses in the memory of an instance that is gone. */
  protected moduleReplaced(): void {}

  /** Places tables only. All other datasets must first be converted to columns, which is part of every format's encoding. */
  place(dataset: Dataset): void {
    if (dataset.kind !== 'table' || this.#placed?.dataset === dataset) return;
    this.guard('encode', () => {
      this.#placed?.table.release();
      this.#placed = null;
      this.#placed = this.#placedDataset(dataset);
    });
  }

  lastCallCopied(): boolean {
    return this.#lastCallCopied;
  }

  encode(dataset: Dataset, allocate?: Allocate): File {
    const view = this.encodeView(dataset);
    this.#lastCallCopied = true;
    if (allocate === undefined) return view.slice();
    const file = allocate(view.length);
    file.set(view);
    return file;
  }

  encodeView(dataset: Dataset): File {
    return this.guard('encode', () => {
      this.#releaseView();
      this.#lastCallCopied = this.#placed?.dataset !== dataset;
      if (this.#placed?.dataset === dataset) return this.#write(this.#placed);
      const placed = this.#placedDataset(dataset);
      const module = this.#module;
      try {
        return this.#write(placed);
      } finally {
        if (module === this.#module) placed.table.release();
      }
    });
  }

  decode(file: File): Dataset {
    return this.#read(file, { column: null, inPlace: false });
  }

  decodeView(file: File): Dataset {
    return this.#read(file, { column: null, inPlace: true });
  }

  project(file: File, column: string): Dataset {
    return this.#read(file, { column, inPlace: false });
  }

  projectView(file: File, column: string): Dataset {
    return this.#read(file, { column, inPlace: true });
  }

  fileRoom(sizeBytes: number): File {
    if (sizeBytes > this.#room.sizeBytes) {
      if (this.#room.at !== 0) this.#module.release(this.#room.at, this.#room.sizeBytes);
      this.#room = { at: 0, sizeBytes: 0 };
      this.#room = { at: this.#module.allocate(sizeBytes), sizeBytes };
    }
    return this.#module.bytes.subarray(this.#room.at, this.#room.at + sizeBytes);
  }

  wasmMemoryBytes(): number {
    return this.#module.buffer.byteLength;
  }

  #placedDataset(dataset: Dataset): PlacedDataset {
    const { layout, vectors } = this.layoutOf(dataset, this.#matrixRoom);
    if (vectors !== null) this.#matrixRoom = vectors.buffer;
    return { dataset, layout, table: placeTable(this.#module, layout, vectors) };
  }

  #write(placed: PlacedDataset): File {
    const span = this.writeFile(placed);
    if (span === null) throw this.failure('encode');
    return this.#module.bytesOf(span);
  }

  #read(file: File, request: ReadRequest): Dataset {
    this.checkReadable(file);
    return this.guard(request.column === null ? 'decode' : 'project', () => {
      this.#releaseView();
      const module = this.#module;
      const isPlaced = file.buffer === module.buffer;
      this.#lastCallCopied = !isPlaced || !request.inPlace;
      const at = isPlaced ? file.byteOffset : module.allocate(file.length);
      if (!isPlaced) module.bytes.set(file, at);
      let trapped = false;
      try {
        const { dataset, release } = this.readFile({ at, sizeBytes: file.length }, request);
        if (request.inPlace) this.#endView = release;
        else release();
        return dataset;
      } catch (thrown) {
        // After a trap, the memory can't be used any more, not even to release parts of it.
        trapped = thrown instanceof WebAssembly.RuntimeError;
        throw thrown;
      } finally {
        if (!isPlaced && !trapped) module.release(at, file.length);
      }
    });
  }

  #releaseView(): void {
    const release = this.#endView;
    this.#endView = null;
    release?.();
  }

  /** Upstream's last failure. */
  protected failure(stage: Stage): FormatlabError {
    const did = stage === 'encode' ? 'write' : 'read';
    return new FormatlabError({
      tag: stage === 'encode' ? 'encodeFailed' : 'decodeFailed',
      stage,
      format: this.names.format,
      message: `${this.names.label} could not ${did} it: ${this.#module.failureReason()}`,
    });
  }

  /** Runs a call, and starts over with a new instance after a trap. */
  protected guard<T>(stage: Stage, work: () => T): T {
    try {
      return work();
    } catch (thrown) {
      const memoryBytes = this.#module.buffer.byteLength;
      const trapped = thrown instanceof WebAssembly.RuntimeError;
      if (trapped) this.#replaceModule();
      if (thrown instanceof FormatlabError) throw thrown;
      const record = toErrorRecord(thrown, {
        tag: stage === 'encode' ? 'encodeFailed' : 'decodeFailed',
        stage,
        format: this.names.format,
      });
      throw new FormatlabError(trapped ? trapRecord(record, memoryBytes, this.names.label) : record, { cause: thrown });
    }
  }

  #replaceModule(): void {
    this.#module = new TableModule<Calls>(this.#compiled, this.names.format, this.names.label);
    this.#placed = null;
    this.#endView = null;
    this.#room = { at: 0, sizeBytes: 0 };
    this.moduleReplaced();
  }
}

/** Near the limit of 4 GiB of 32-bit WASM, a trap is most likely a failed allocation. */
const nearlyFullBytes = 3 * 2 ** 30;

type ErrorRecord = ReturnType<typeof toErrorRecord>;

function trapRecord(record: ErrorRecord, memoryBytes: number, label: string): ErrorRecord {
  if (memoryBytes > nearlyFullBytes)
    return {
      ...record,
      tag: 'outOfMemory',
      message: `${label} ran out of its 4 GiB of memory.`,
      remedy: 'Choose fewer rows.',
    };
  const message =
    record.stage === 'encode'
      ? `${label} stopped while it wrote (${record.message}).`
      : `${label} stopped while it read (${record.message}): the file is damaged in a way that its reader does not check, or claims more than it holds.`;
  return { ...record, tag: record.stage === 'encode' ? 'encodeFailed' : 'decodeFailed', message };
}
