import { type BlockCompressor, loadBlockCompressor, loadBlockDecompressor } from '../../file/native-blocks';
import { type RootAlgorithm, rootAlgorithms } from '../../file/compression-setting';
import { rootFailure } from '../../file/failures';
import { tableSink } from '../../file/table-sink';
import { countReads } from '../../file/count-reads';
import { rootNetworkReads } from '../../file/network-reads';
import { MemorySource } from '../../file/source';
import type { FormatContext, FormatModule } from '../../../../model/entry';
import { FormatlabError, type Stage, toErrorRecord } from '../../../../model/errors';
import { TableFile } from '../read-table';
import { writeTable } from '../write-table';
import { defaultBasketBytes } from '../file/tree-writer';

const isAlgorithm = (id: string): id is RootAlgorithm => (rootAlgorithms as readonly string[]).includes(id);

async function compressorFor(innerCodec: FormatContext['innerCodec']): Promise<BlockCompressor | null> {
  if (innerCodec === null) return null;
  const { id, level } = innerCodec;
  if (!isAlgorithm(id) || level === null)
    throw rootFailure('invalidPlan', 'setUp', `ROOT has no compression ${id} with level ${level}`);
  return loadBlockCompressor({ algorithm: id, level });
}

function guard<T>(stage: Stage, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof FormatlabError) throw new FormatlabError({ ...thrown.record, stage }, { cause: thrown });
    throw new FormatlabError(
      toErrorRecord(thrown, { tag: stage === 'encode' ? 'encodeFailed' : 'decodeFailed', stage, format: 'root' }),
      { cause: thrown },
    );
  }
}

export const format: FormatModule = {
  async open({ options, innerCodec }) {
    const [compressor, decompressor] = await Promise.all([compressorFor(innerCodec), loadBlockDecompressor()]);
    const basketBytes = Number(options.basketBytes ?? defaultBasketBytes);
    return {
      encode: (dataset) =>
        guard('encode', () => {
          if (dataset.kind !== 'table')
            throw rootFailure(
              'unsupported',
              'encode',
              `TTree stores only tables, but the dataset is of the kind ${dataset.kind}`,
            );
          const sink = tableSink(dataset, compressor);
          writeTable(dataset, sink, compressor, basketBytes);
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
