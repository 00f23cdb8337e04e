/** Larger tables have one worker, since each worker keeps a copy of the table. */
const maxSharedBytes = 400_000_000;

/** How many workers a search has. More than two would leave a machine of two cores no times to measure. */
export const searchWorkerCount = (tableBytes: number, cores: number): number =>
  cores >= 2 && tableBytes <= maxSharedBytes ? 2 : 1;
