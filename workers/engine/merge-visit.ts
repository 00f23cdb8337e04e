import type { Operation } from '../model/plan';
import type { VisitOperation, VisitResult } from '../model/protocol/measure';
import type { CompletedCell, OperationResult } from '../model/result';

function asResult(operation: VisitOperation): OperationResult {
  if (operation.status !== 'measured') return operation;
  const { samples, ...rest } = operation;
  return { ...rest, rounds: [samples] };
}

/** An operation that failed once stays failed: its other rounds are no figure to show. */
function mergeOperation(before: OperationResult, visited: VisitOperation): OperationResult {
  if (before.status !== 'measured') return before;
  if (visited.status !== 'measured') return visited;
  return { ...before, rounds: [...before.rounds, visited.samples] };
}

/** The cell with another visit's samples. Size, hash and verification are the first visit's, which asked the second decoders. */
export function mergeVisit(
  before: CompletedCell | null,
  visit: Extract<VisitResult, { status: 'measured' }>,
  place: { readonly dataset: number; readonly candidate: number; readonly discardedRounds: number },
): CompletedCell {
  const entries = Object.entries(visit.operations) as [Operation, VisitOperation][];
  if (before === null) {
    return {
      status: 'completed',
      dataset: place.dataset,
      candidate: place.candidate,
      sizeBytes: visit.sizeBytes,
      encodedSha256: visit.encodedSha256,
      ...(visit.counts === undefined ? {} : { counts: visit.counts }),
      ...(visit.sample === undefined ? {} : { sample: visit.sample }),
      verification: visit.verification,
      operations: Object.fromEntries(entries.map(([name, operation]) => [name, asResult(operation)])),
      setUpMs: visit.setUpMs,
      wasmPeakBytes: visit.wasmPeakBytes,
      discardedRounds: place.discardedRounds,
    };
  }
  const operations = entries.map(([name, operation]): [string, OperationResult] => {
    const earlier = before.operations[name];
    return [name, earlier === undefined ? asResult(operation) : mergeOperation(earlier, operation)];
  });
  return {
    ...before,
    operations: Object.fromEntries(operations),
    setUpMs: Math.min(before.setUpMs, visit.setUpMs),
    wasmPeakBytes:
      visit.wasmPeakBytes === null ? before.wasmPeakBytes : Math.max(before.wasmPeakBytes ?? 0, visit.wasmPeakBytes),
    discardedRounds: place.discardedRounds,
  };
}
