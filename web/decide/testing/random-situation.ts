import { tools } from '../../../workers/model/tools';
import { mulberry } from '../../../workers/model/testing/mulberry';
import type { RunResult } from '../../../workers/model/result';
import { namedSituations } from '../../view/named-situations';
import { goals, readerIds, type Situation } from '../../view/situation';

/** Random situations with requirements, by time, money and size in turn. Limits lie among the figures of the run, so that they decide. */
export function randomSituations(result: RunResult, seed: number, howMany: number): Situation[] {
  const next = mulberry(seed);
  const often = (max: number) => (next() < 0.3 ? 0 : Number((max ** next()).toPrecision(4)));
  const speed = () => (next() < 0.2 ? null : Number((1e4 * 1e6 ** next()).toPrecision(4)));
  const sizes = result.cells.flatMap((cell) => (cell.status === 'completed' ? [cell.sizeBytes ?? 0] : []));
  const medianBytes = [...sizes].sort((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 1e6;
  return Array.from({ length: howMany }, (_, turn) => ({
    ...namedSituations.message.situation,
    goal: goals[turn % goals.length] ?? 'time',
    writes: often(1_000),
    reads: often(1_000),
    columnReads: often(1_000),
    lookups: Math.round(often(1e6)),
    uploadBytesPerSecond: speed(),
    downloadBytesPerSecond: speed(),
    latencyMs: often(100),
    pipelined: next() < 0.5,
    months: often(100),
    storagePerGbMonth: Number((0.05 * next()).toPrecision(3)),
    egressPerGb: Number((0.1 * next()).toPrecision(3)),
    corePerHour: Number((0.1 * next()).toPrecision(3)),
    ...(next() < 0.5 ? { per1000Reads: Number((0.01 * next()).toPrecision(3)), per1000Writes: 0.005 } : {}),
    ...(next() < 0.3 ? { retrievalPerGb: Number((0.05 * next()).toPrecision(3)) } : {}),
    ...(next() < 0.5
      ? {
          reader: readerIds[1 + Math.floor(3 * next())] ?? 'none',
          requestsAtOnce: 1 + Math.floor(8 * next()),
          keepsFooter: next() < 0.5,
        }
      : {}),
    readableBy: tools.filter(() => next() < 0.08),
    needsOneColumn: next() < 0.25,
    needsOneRow: next() < 0.15,
    needsEveryValue: next() < 0.3,
    maxSizeBytes: next() < 0.3 ? Math.round(medianBytes * (0.9 + next())) : null,
    maxMemoryBytes: next() < 0.1 ? Math.round(2e7 + 4e7 * next()) : null,
    maxWriteMs: next() < 0.25 ? Number((10 * 100 ** next()).toPrecision(3)) : null,
  }));
}
