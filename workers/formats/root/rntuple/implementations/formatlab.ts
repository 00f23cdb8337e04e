import { type RootAlgorithm, rootAlgorithms } from '../../file/compression-setting';
import { rootFailure } from '../../file/failures';
import { type BlockCompressor, loadBlockCompressor, loadBlockDecompressor } from '../../file/native-blocks';
import { tableSink } from '../../file/table-sink';
import { countReads } from '../../file/count-reads';
import { rootNetworkReads } from '../../file/network-reads';
import { MemorySource } from '../../file/source';
import type { FormatContext, FormatModule } from '../../../../model/entry';
import { FormatlabError, type Stage, toErrorRecord } from '../../../../model/errors';
import { loadChecksum } from '../file/checksum';
import { defaultPageBytes } from '../file/ntuple-writer';
import { TableFile } from '../read-table';
import { writeTable } from '../write-table';

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
    if (thrown instanceof FormatlabError)
      throw new FormatlabError({ ...thrown.record, stage, format: 'rntuple' }, { cause: thrown });
    throw new FormatlabError(
      toErrorRecord(thrown, { tag: stage === 'encode' ? 'encodeFailed' : 'decodeFailed', stage, format: 'rntuple' }),
      { cause: thrown },
    );
  }
}

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
          if (dataset.kind !== 'table')
            throw rootFailure(
              'unsupported',
              'encode',
              `RNTuple stores only tables, but the dataset is of the kind ${dataset.kind}`,
            );
          const sink = tableSink(dataset, compressor);
          writeTable(dataset, sink, compressor, checksum, pageBytes);
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
