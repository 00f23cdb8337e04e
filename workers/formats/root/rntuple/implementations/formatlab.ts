import { compressorFor, inStage, requireTable } from '../../file/format-session';
import { loadBlockDecompressor } from '../../file/native-blocks';
import { tableSink } from '../../file/table-sink';
import { countReads } from '../../file/count-reads';
import { rootNetworkReads } from '../../file/network-reads';
import { MemorySource } from '../../file/source';
import type { FormatModule } from '../../../../model/entry';
import type { Stage } from '../../../../model/errors';
import { loadChecksum } from '../file/checksum';
import { defaultPageBytes } from '../file/ntuple-writer';
import { TableFile } from '../read-table';
import { writeTable } from '../write-table';

const guard = <T>(stage: Stage, work: () => T): T => inStage('rntuple', stage, work);

export const format: FormatModule = {
  async open({ options, innerCodec }) {
    const [compressor, decompressor, checksum] = await Promise.all([
      compressorFor(innerCodec),
      loadBlockDecompressor(),
      loadChecksum(),
    ]);
    const pageBytes = Number(options.pageBytes ?? defaultPageBytes);
    const opened = (file: Uint8Array) => new TableFile(new MemorySource(file), decompressor, checksum);
    return {
      encode: (dataset) =>
        guard('encode', () => {
          const table = requireTable(dataset, 'RNTuple');
          const sink = tableSink(table, compressor);
          writeTable(table, sink, compressor, checksum, pageBytes);
          return sink.take();
        }),
      decode: (file) => guard('decode', () => opened(file).readTable()),
      project: (file, column) => guard('project', () => opened(file).readColumn(column)),
      openLookup: (file, cache = 'none') =>
        guard('lookup', () => {
          const table = opened(file);
          const rows = cache === 'all' ? table.rowsInMemory() : table.rowsFromPages();
          return { get: (key) => guard('lookup', () => rows(Number(key))) };
        }),
      countsOf: (file, columnIndex) =>
        guard('decode', () => ({
          ...opened(file).counts(),
          ...countReads(file, columnIndex, (source) => new TableFile(source, decompressor, checksum)),
        })),
      networkReads: (file, columnIndex) =>
        guard('decode', () =>
          rootNetworkReads(file, columnIndex, (source) => new TableFile(source, decompressor, checksum), {
            column: (table, name) => table.pagesOfColumn(name),
            row: (table, row) => table.pagesAround(row),
          }),
        ),
      wasmMemoryBytes: () => decompressor.memoryBytes() + (compressor?.memoryBytes() ?? 0),
    };
  },
};
