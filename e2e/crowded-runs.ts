import { readFileSync } from 'node:fs';

/** Runs of many candidates, made from the committed example run, to see how charts stand it. */

export interface Run {
  startedAt: string;
  readonly plan: { effort: string; candidates: Candidate[]; datasets: Dataset[] };
  readonly environment: { machineLabel: string | null; kernelMsBefore: number | null };
  readonly datasets: { sha256: string; itemCount: number; dataBytes: number }[];
  readonly noiseFloor: unknown;
  cells: Cell[];
}
export interface Candidate {
  readonly format: string;
  readonly codec: { id: string; level: number | null; implementation: string; granularity: string } | null;
}
interface Dataset {
  readonly size: number;
  readonly knobs: Readonly<Record<string, number>>;
}
interface Cell {
  dataset: number;
  candidate: number;
  readonly status: string;
  sizeBytes: number;
  /** Without rounds, if a candidate does not support the operation. */
  readonly operations: Record<string, { readonly rounds?: { samplesMs: number[] }[] }>;
}

export const exampleRun = () => JSON.parse(readFileSync('fixtures/example/result.json', 'utf8')) as Run;

/** What the datasets of a run differ by. */
export type Swept = 'nothing' | 'size' | 'nullShare';

const sweptDatasets: Readonly<Record<Swept, readonly number[]>> = {
  nothing: [1],
  size: [0.1, 0.3, 1],
  nullShare: [0, 0.25, 0.5, 0.75, 1],
};

/** The example run with this many candidates: levels of several codecs whose sizes and times are close to each other. */
export function crowdedRun(count: number, swept: Swept = 'nothing'): Run {
  const run = exampleRun();
  const plain = run.plan.candidates.find(({ format }) => format === 'pickle');
  const cell = run.cells.find(({ candidate }) => run.plan.candidates[candidate] === plain);
  const [dataset] = run.plan.datasets;
  const [ready] = run.datasets;
  if (plain === undefined || cell === undefined || dataset === undefined || ready === undefined)
    throw new Error('The example has a dataset, and a candidate without a codec.');
  const codecs = [
    { id: 'zstd', implementation: 'bokuweb', levels: 22 },
    { id: 'gzip', implementation: 'fflate', levels: 9 },
    { id: 'brotli', implementation: 'native', levels: 11 },
    { id: 'lzma', implementation: 'native', levels: 9 },
    { id: 'bzip2', implementation: 'native', levels: 9 },
  ].flatMap(({ levels, ...codec }) => Array.from({ length: levels }, (_, index) => ({ ...codec, level: index + 1 })));
  const candidates = Array.from({ length: count }, (_, index): Candidate => {
    const codec = codecs[(index * 7) % codecs.length];
    if (codec === undefined) throw new Error('There are enough levels.');
    return { ...plain, codec: { ...codec, granularity: 'file' } };
  });
  const values = sweptDatasets[swept];
  const shareOf = (value: number) => (swept === 'size' ? value : 1);
  const cells = values.flatMap((value, at) =>
    candidates.map((_, index): Cell => {
      const copy = structuredClone(cell);
      copy.dataset = at;
      copy.candidate = index;
      // What is swept changes the order of the candidates a little.
      copy.sizeBytes = Math.round((cell.sizeBytes * shareOf(value)) / (1.2 + 0.6 * Math.sin(index + at) ** 2));
      for (const { rounds = [] } of Object.values(copy.operations))
        for (const round of rounds)
          round.samplesMs = round.samplesMs.map((ms) => ms * shareOf(value) * (1 + ((index + at) % 12)));
      return copy;
    }),
  );
  const datasets = values.map(
    (value): Dataset => ({
      ...dataset,
      size: Math.round(dataset.size * shareOf(value)),
      ...(swept === 'nullShare' ? { knobs: { ...dataset.knobs, nullShare: value } } : {}),
    }),
  );
  return {
    ...run,
    noiseFloor: null,
    plan: { ...run.plan, candidates, datasets },
    datasets: values.map((value, at) => ({
      ...ready,
      itemCount: Math.round(ready.itemCount * shareOf(value)),
      dataBytes: Math.round(ready.dataBytes * shareOf(value)),
      sha256: at.toString(16).repeat(64),
    })),
    cells,
  };
}
