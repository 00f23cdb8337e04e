import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCandidate } from '../../workers/engine/candidate-session';
import { performanceClock } from '../../workers/engine/clock';
import { encodeParts } from '../../workers/engine/encode-parts';
import { builtInRegistry } from '../../workers/engine/registry';
import { toCanonical } from '../../workers/model/canonical';
import { type Dataset, itemCount, schemaOf } from '../../workers/model/dataset';
import { completeOptions, type OptionValues } from '../../workers/model/options';
import type { Candidate, CandidateCodec } from '../../workers/model/plan';
import { fromCanonical } from '../../workers/model/read-canonical';
import type { DatasetSample } from '../../workers/model/result';
import { type PredictedSize, predictedSize } from '../../workers/model/statistics/predicted-size';
import { trialCosts } from '../../workers/registry/trial-costs-table';

/** What make_samples.py tells of a table. */
interface WholeTable {
  readonly rows: number;
  /** The rows of the units of each sample. */
  readonly samples: readonly number[][];
  /** The true sizes by the candidate's name. */
  readonly bytes: Readonly<Record<string, number>>;
}

/** A candidate on a sample, with the size of the whole file as pyarrow writes it. */
export interface SampledCell {
  readonly candidate: string;
  readonly sample: number;
  readonly predicted: PredictedSize;
  readonly trueBytes: number;
  /** The time to encode and to decode all data once on the reference machine, in milliseconds. */
  readonly callsMs: number;
}

const inner = (id: string, level: number | null, granularity: CandidateCodec['granularity']): CandidateCodec => ({
  id,
  level,
  implementation: null,
  granularity,
});
const zstd3 = inner('zstd', 3, 'page');

function candidateOf(format: string, implementation: string, given: OptionValues, codec: CandidateCodec | null) {
  const meta = builtInRegistry.formats.get(format)?.implementations.find(({ id }) => id === implementation);
  if (meta === undefined) throw new Error(`There is no ${format} by ${implementation}.`);
  return { format, implementation, options: completeOptions(meta.options, given, format), codec };
}

const candidates: Readonly<Record<string, Candidate>> = {
  'parquet zstd 3': candidateOf('parquet', 'arrow-rs', {}, zstd3),
  'parquet snappy': candidateOf('parquet', 'arrow-rs', {}, inner('snappy', null, 'page')),
  'parquet uncompressed': candidateOf('parquet', 'arrow-rs', {}, null),
  'parquet zstd 3, row groups of 131,072': candidateOf('parquet', 'arrow-rs', { rowGroupRows: 131_072 }, zstd3),
  'parquet zstd 3, plain': candidateOf('parquet', 'arrow-rs', { encoding: 'PLAIN' }, zstd3),
  'arrow zstd 1': candidateOf('arrow', 'apache-arrow', {}, inner('zstd', 1, 'buffer')),
  'arrow lz4': candidateOf('arrow', 'apache-arrow', {}, inner('lz4', null, 'buffer')),
};

/** Reads the sample's file, into memory that the reader does not use again. */
async function readSample(path: string): Promise<Dataset> {
  const reader = await openCandidate(
    builtInRegistry,
    candidateOf('parquet', 'arrow-rs', {}, null),
    { kind: 'table', columns: [] },
    1e9,
    performanceClock,
  );
  try {
    const { parts } = toCanonical(await reader.decode(new Uint8Array(await readFile(path))));
    return fromCanonical(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  } finally {
    reader.close();
  }
}

function callsMs(candidate: Candidate, sample: Dataset, rows: number): number {
  const dataBytes = (toCanonical(sample).dataBytes * rows) / itemCount(sample);
  const cost = trialCosts.of(candidate, schemaOf(sample), dataBytes);
  if (cost === null) throw new Error(`The table of costs has no ${candidate.format}.`);
  return cost.encodeMs + cost.decodeMs;
}

/** Encodes the samples of a table with all candidates, and predicts the size of the whole. */
export async function sampledCells(
  folder: string,
  names: readonly string[] = Object.keys(candidates),
): Promise<SampledCell[]> {
  const whole = JSON.parse(await readFile(join(folder, 'whole.json'), 'utf8')) as WholeTable;
  const cells: SampledCell[] = [];
  for (const [index, unitItems] of whole.samples.entries()) {
    const dataset = await readSample(join(folder, `${index}.parquet`));
    const sample: DatasetSample = {
      unitKind: 'rows',
      unitItems,
      unitCount: unitItems.length,
      totalItems: whole.rows,
      isTotalEstimated: false,
      isFirstPart: false,
      fileBytes: 1,
    };
    for (const [name, candidate] of Object.entries(candidates)) {
      if (!names.includes(name)) continue;
      const session = await openCandidate(builtInRegistry, candidate, schemaOf(dataset), 1e9, performanceClock);
      try {
        const file = await session.encode(dataset);
        const parts = await encodeParts(session, { dataset, dataBytes: 1e9 }, sample, file, {
          registry: builtInRegistry,
          clock: performanceClock,
          onStage: () => undefined,
        });
        const predicted = predictedSize({ sizeBytes: file.length, ...parts }, sample);
        if (predicted !== null)
          cells.push({
            candidate: name,
            sample: index,
            predicted,
            trueBytes: whole.bytes[name] ?? Number.NaN,
            callsMs: callsMs(candidate, dataset, whole.rows),
          });
      } finally {
        session.close();
      }
    }
  }
  return cells;
}
