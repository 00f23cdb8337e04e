import { FormatlabError } from '../../workers/model/errors';
import type { Candidate, Plan } from '../../workers/model/plan';
import type { PublishedSource, PublishedWorkload } from '../../workers/model/published';
import { checkCandidate } from '../../workers/registry/check-plan';
import { workloads } from '../../workers/registry/metadata';

const uncompressed: Candidate = { format: 'raw', implementation: 'formatlab', options: {}, codec: null };

/** The source's experiment on one of its workloads as a plan for this page: data in a size that fits a tab, each of its systems that runs here, and the uncompressed baseline. */
export function planOf(source: PublishedSource, { workload, knobs, sizeHere, seed }: PublishedWorkload): Plan {
  return {
    datasets: [{ source: 'workload', workload, knobs, size: sizeHere, seed }],
    candidates: [uncompressed, ...candidatesHere(source)],
    // Store and load are what most sources' clocks include.
    operations: ['encode', 'decode', 'store', 'load'],
    // The first answer within half a minute or so; who wants verdicts chooses more rounds.
    effort: 'quick',
    seed: 1,
  };
}

/** The systems of a source that this build can run, as candidates. */
export function candidatesHere({ systems }: PublishedSource): Candidate[] {
  return systems.flatMap(({ candidate }) => (candidate !== null && isKnown(candidate) ? [candidate] : []));
}

/** False where this build has no such format, codec or option. */
export function isKnown(candidate: Candidate): boolean {
  try {
    checkCandidate(candidate);
    return true;
  } catch (thrown) {
    if (thrown instanceof FormatlabError && thrown.record.tag === 'invalidPlan') return false;
    throw thrown;
  }
}

export const isKnownWorkload = ({ workload }: PublishedWorkload): boolean => workloads.has(workload);
