import { FormatlabError } from '../../workers/model/errors';
import type { Candidate, Plan } from '../../workers/model/plan';
import type { PublishedSource, PublishedWorkload } from '../../workers/model/published';
import { checkCandidate } from '../../workers/registry/check-plan';
import { workloads } from '../../workers/registry/metadata';

const uncompressed: Candidate = { format: 'raw', implementation: 'formatlab', options: {}, codec: null };

/**
 * The plan that repeats a source's experiment on one workload here: data that fits in a tab, each system that this
 * build can run, and the uncompressed baseline.
 */
export function planForWorkload(source: PublishedSource, { workload, knobs, sizeHere, seed }: PublishedWorkload): Plan {
  return {
    datasets: [{ source: 'workload', workload, knobs, size: sizeHere, seed }],
    candidates: [uncompressed, ...supportedCandidates(source)],
    // Most sources' clocks include writing to and reading from a disk, as store and load do.
    operations: ['encode', 'decode', 'store', 'load'],
    // A quick run shows figures within about half a minute. A reader who wants verdicts chooses more rounds.
    effort: 'quick',
    seed: 1,
  };
}

/** The candidates for those systems of a source that this build can run. */
export function supportedCandidates({ systems }: PublishedSource): Candidate[] {
  return systems.flatMap(({ candidate }) => (candidate !== null && isKnownCandidate(candidate) ? [candidate] : []));
}

/** False if this build lacks the candidate's format, codec or option. */
export function isKnownCandidate(candidate: Candidate): boolean {
  try {
    checkCandidate(candidate);
    return true;
  } catch (thrown) {
    if (thrown instanceof FormatlabError && thrown.record.tag === 'invalidPlan') return false;
    throw thrown;
  }
}

export const isKnownWorkload = ({ workload }: PublishedWorkload): boolean => workloads.has(workload);
