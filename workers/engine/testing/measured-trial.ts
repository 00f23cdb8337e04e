import type { MeasuredTrial } from '../../model/protocol/measure';
import type { RoundSamples } from '../../model/result';

/** The result of a trial that encoded the data once. */
export const measuredTrial = (samples: RoundSamples, sizeBytes = 900): MeasuredTrial => ({
  status: 'measured',
  sizeBytes,
  encodedSha256: 'b'.repeat(64),
  verification: { verifiedBy: 'self', reason: null, loss: [], rejectedBy: [] },
  operations: {
    encode: {
      status: 'measured',
      samples,
      clock: ['encode'],
      wasmCopyInClock: null,
      detail: null,
      itemsPerCall: 800,
    },
  },
  setUpMs: 1,
  wasmPeakBytes: null,
  sink: 0,
});
