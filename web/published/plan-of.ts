import type { Candidate, Plan } from '../../workers/model/plan';
import type { PublishedSource } from '../../workers/model/published';

const uncompressed: Candidate = { format: 'raw', implementation: 'formatlab', options: {}, codec: null };

/** The source's experiment as a plan for this page: its data in a size that fits a tab, each of its systems that runs here, and the uncompressed baseline. */
export function planOf({ workload, systems }: PublishedSource): Plan {
  const candidates = systems.flatMap(({ candidate }) => (candidate === null ? [] : [candidate]));
  return {
    datasets: [{ source: 'workload', workload: workload.id, knobs: workload.knobs, size: workload.sizeHere, seed: workload.seed }],
    candidates: [uncompressed, ...candidates],
    // Store and load are what the source's clocks include.
    operations: ['encode', 'decode', 'store', 'load'],
    // The first answer within half a minute or so; who wants verdicts chooses more rounds.
    effort: 'quick',
    seed: 1,
  };
}
