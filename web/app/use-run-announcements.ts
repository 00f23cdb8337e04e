import type { OwnFileState } from '../state/own-file';
import type { RunState } from '../state/run-reducer';
import { useAnnouncement } from '../ui/LiveRegion';

/** What a run and a file announce: that the file is read, the first answer, and the end. What failed is announced by its notice. */
export function announcedOf({ life, shown }: RunState, file: OwnFileState['status']): string {
  if (life.status === 'finished') return 'Measured. The answer is ready.';
  if (life.status === 'waiting') return 'Waiting for another tab that measures.';
  if (life.status === 'running' && shown?.running === true) {
    const { plan, cells } = shown.result;
    const isFirst = cells.length >= plan.candidates.length * plan.datasets.length;
    return isFirst ? 'Each candidate is measured once. The first answer is there.' : 'Measuring.';
  }
  if (life.status !== 'idle') return '';
  return file === 'ready' ? 'The file is read.' : '';
}

export function useRunAnnouncements(run: RunState, file: OwnFileState['status']): void {
  useAnnouncement(announcedOf(run, file));
}
