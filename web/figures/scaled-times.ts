import type { MeasuredOperation } from '../../workers/model/result';

const scaledOnce = new WeakMap<MeasuredOperation, { readonly scale: number; readonly operation: MeasuredOperation }>();

/** Scales the times of a sample to all items. */
export function scaledTimes(operation: MeasuredOperation, scale: number): MeasuredOperation {
  if (scale === 1) return operation;
  const known = scaledOnce.get(operation);
  if (known?.scale === scale) return known.operation;
  const rounds = operation.rounds.map((round) => ({
    ...round,
    coldMs: round.coldMs * scale,
    warmUpMs: round.warmUpMs * scale,
    samplesMs: round.samplesMs.map((ms) => ms * scale),
  }));
  const scaled = { ...operation, rounds };
  scaledOnce.set(operation, { scale, operation: scaled });
  return scaled;
}
