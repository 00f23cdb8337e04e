import type { DatasetSpec } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import type { OwnFile } from '../state/own-file';
import type { ShownRun } from '../state/shown-run';

/** True if the run shown was begun in this browser and has not ended, so that it can go on. */
export const canContinue = ({ origin, result, running }: ShownRun): boolean =>
  !running && result.finishedAt === null && (origin.kind === 'here' || origin.kind === 'stored');

/**
 * What the user has to do before a run can go on, as a sentence; null if nothing. A run of a file needs the same file again, since no browser keeps it.
 * Whether its data are the same, the engine sees by their SHA-256.
 */
export function neededToContinue({ plan }: Pick<RunResult, 'plan'>, file: Pick<OwnFile, 'size'> | null): string | null {
  const data = plan.datasets.find((spec): spec is OwnFileSpec => spec.source === 'ownFile');
  if (data === undefined) return null;
  const name = data.fileName === null ? 'the file that was measured' : `“${data.fileName}”`;
  if (file === null) return `To go on, choose ${name} again under Data, then press Continue.`;
  return file.size === data.fileSizeBytes
    ? null
    : `The open file has another size than the one that was measured. To go on, choose ${name} again under Data, then press Continue.`;
}

type OwnFileSpec = Extract<DatasetSpec, { source: 'ownFile' }>;
