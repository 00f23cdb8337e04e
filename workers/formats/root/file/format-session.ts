import type { Dataset, Table } from '../../../model/dataset';
import type { FormatContext } from '../../../model/entry';
import { FormatlabError, type Stage, toErrorRecord } from '../../../model/errors';
import { type RootAlgorithm, rootAlgorithms } from './compression-setting';
import { rootFailure } from './failures';
import { type BlockCompressor, loadBlockCompressor } from './native-blocks';

const isAlgorithm = (id: string): id is RootAlgorithm => (rootAlgorithms as readonly string[]).includes(id);

export async function compressorFor(innerCodec: FormatContext['innerCodec']): Promise<BlockCompressor | null> {
  if (innerCodec === null) return null;
  const { id, level } = innerCodec;
  if (!isAlgorithm(id) || level === null)
    throw rootFailure('invalidPlan', 'setUp', `ROOT has no compression ${id} with level ${level}`);
  return loadBlockCompressor({ algorithm: id, level });
}

/** Does the work of a stage of a format. What it throws becomes an error of the stage and the format. */
export function inStage<T>(format: 'root' | 'rntuple', stage: Stage, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof FormatlabError)
      throw new FormatlabError({ ...thrown.record, stage, format }, { cause: thrown });
    throw new FormatlabError(
      toErrorRecord(thrown, { tag: stage === 'encode' ? 'encodeFailed' : 'decodeFailed', stage, format }),
      { cause: thrown },
    );
  }
}

/** @throws `unsupported` if the dataset is no table. `what` is the name of the format. */
export function requireTable(dataset: Dataset, what: string): Table {
  if (dataset.kind === 'table') return dataset;
  throw rootFailure(
    'unsupported',
    'encode',
    `${what} stores only tables, but the dataset is of the kind ${dataset.kind}`,
  );
}
