import initialize, { Table } from 'parquet-wasm/esm';
import wasmUrl from 'parquet-wasm/esm/parquet_wasm_bg.wasm?url';
import { readCDataColumns } from '../../../columns/arrow-c-data';
import { fromColumnarLayout } from '../../../columns/columnar-layout';
import { noteDeclaresVectors, tableNoteKey } from '../../../columns/table-note';
import { inStage } from '../../../libraries/in-stage';
import type { Dataset } from '../../../model/dataset';
import type { FormatModule } from '../../../model/entry';

/** arrow-rs's reader of IPC streams, used as second decoder. */
export const format: FormatModule = {
  async open() {
    const { memory } = await initialize({ module_or_path: wasmUrl });
    return {
      decode: (file) => inStage('arrow', 'decode', () => read(file, memory)),
      wasmMemoryBytes: () => memory.buffer.byteLength,
    };
  },
};

const magic = [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31] as const;

function read(file: Uint8Array, memory: WebAssembly.Memory): Dataset {
  // An IPC file is an IPC stream after 8 bytes of magic; its footer follows the stream's end.
  const table = Table.fromIPCStream(magic.every((byte, index) => file[index] === byte) ? file.subarray(8) : file);
  const schema = table.schema;
  const found: unknown = schema.metadata().get(tableNoteKey);
  const note = typeof found === 'string' ? found : null;
  schema.free();
  const stream = table.intoFFI();
  try {
    const arrayAddresses = Array.from({ length: stream.numArrays() }, (_, index) => stream.arrayAddr(index));
    const { rowCount, columns } = readCDataColumns({
      memory: memory.buffer,
      schemaAddress: stream.schemaAddr(),
      arrayAddresses,
      vectors: noteDeclaresVectors(note),
    });
    return fromColumnarLayout({ rowCount, columns, note });
  } finally {
    stream.free();
  }
}
