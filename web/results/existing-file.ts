import type { RunResult } from '../../workers/model/result';
import { formatBytes, formatFactor, formatPercent } from './figures';

/** The file that the user already has: what every candidate has to be better than. */
export interface ExistingFile {
  readonly sizeBytes: number;
  /** Data in memory over the file; null before the data stands. */
  readonly ratio: number | null;
}

/** Null where the data was generated. */
export function existingFile({ plan, datasets }: RunResult, dataset: number): ExistingFile | null {
  const spec = plan.datasets[dataset];
  if (spec?.source !== 'ownFile' || spec.fileSizeBytes === 0) return null;
  const info = datasets[dataset];
  const sizeBytes = spec.fileSizeBytes;
  return {
    sizeBytes,
    ratio: info?.status === 'ready' ? info.dataBytes / sizeBytes : null,
  };
}

/** `23 % smaller than your file`; as large where they differ by less than a thousandth. */
export function againstExisting(sizeBytes: number, existing: ExistingFile): string {
  const factor = sizeBytes / existing.sizeBytes;
  if (1_000 * Math.abs(sizeBytes - existing.sizeBytes) < existing.sizeBytes) return 'as large as your file';
  // From twice on a factor says it better.
  if (factor >= 2) return `${formatFactor(factor)} the size of your file`;
  return `${formatPercent(Math.abs(factor - 1))} ${factor < 1 ? 'smaller' : 'larger'} than your file`;
}

/** For the sentence: with the file's own size. */
export const againstExistingInFull = (sizeBytes: number, existing: ExistingFile): string =>
  `${againstExisting(sizeBytes, existing)} of ${formatBytes(existing.sizeBytes)}`;
