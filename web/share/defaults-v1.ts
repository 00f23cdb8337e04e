import type { View } from '../app/view';

/**
 * What links of version 1 leave out. Frozen: a link says only what differs from this, so it must mean the same for ever, whatever the page
 * itself starts with later.
 */
export const defaultsV1: View = {
  page: 'explore',
  plan: {
    datasets: [
      {
        source: 'workload',
        workload: 'keyedVectors',
        knobs: { dimension: 1_280, elementType: 'float64', zeroShare: 0, duplicateShare: 0, distinctValues: 256, decimals: 'full' },
        size: 800,
        seed: 1,
      },
    ],
    candidates: [{ format: 'raw', implementation: 'formatlab', options: {}, codec: null }],
    operations: ['encode', 'decode', 'project', 'lookup', 'store', 'load'],
    effort: 'quick',
    seed: 1,
  },
  results: {
    dataset: 0,
    operation: 'encode',
    throughputScale: 'log',
    ratioScale: 'log',
    timeScale: 'log',
    hiddenFormats: [],
    hiddenCodecs: [],
    hiddenLevels: [],
    baseline: null,
    showPublished: true,
    sort: { column: 'ratio', descending: true },
  },
};
