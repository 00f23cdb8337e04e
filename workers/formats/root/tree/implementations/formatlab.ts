import { loadBlockDecompressor } from '../../file/native-blocks';
import { compressorFor, inStage, requireTable } from '../../file/format-session';
import { tableSink } from '../../file/table-sink';
import { countReads } from '../../file/count-reads';
import { rootNetworkReads } from '../../file/network-reads';
import { MemorySource } from '../../file/source';
import type { FormatModule } from '../../../../model/entry';
import type { Stage } from '../../../../model/errors';
import { TableFile } from '../read-table';
import { writeTable } from '../write-table';
import { defaultBasketBytes } from '../file/tree-writer';

const guard = <T>(stage: Stage, work: () => T): T => inStage('root', stage, work);

export const format: FormatModule = {
  async open({ options, innerCodec }) {
    const [compressor, decompressor] = await Promise.all([compressorFor(innerCodec), loadBlockDecompressor()]);
    const basketBytes = Number(options.basketBytes ?? defaultBasketBytes);
    return {
      encode: (dataset) =>
        guard('encode', () => {
          const table = requireTable(dataset, 'TTree');
          const sink = tableSink(table, compressor);
          writeTable(table, sink, compressor, basketBytes);
          return sink.take();
        }),
      decode: (file) => guard('decode', () => new TableFile(new MemorySource(file), decompressor).readTable()),
      project: (file, column) =>
        guard('project', () => new TableFile(new MemorySource(file), decompressor).readColumn(column)),
      openLookup: (file, cache = 'none') =>
        guard('lookup', () => {
          const table = new TableFile(new MemorySource(file), decompressor);
          const rows = cache === 'all' ? table.rowsInMemory() : table.rowsFromBaskets();
          return { get: (key) => guard('lookup', () => rows(Number(key))) };
        }),
      countsOf: (file, columnIndex) =>
        guard('decode', () => ({
          ...new TableFile(new MemorySource(file), decompressor).counts(),
          ...countReads(file, columnIndex, (source) => new TableFile(source, decompressor)),
        })),
      networkReads: (file, columnIndex) =>
        guard('decode', () => rootNetworkReads(file, columnIndex, (source) => new TableFile(source, decompressor))),
      wasmMemoryBytes: () => decompressor.memoryBytes() + (compressor?.memoryBytes() ?? 0),
    };
  },
};
