import type { DatasetInfo } from '../../model/result';

/** An array of 100 numbers, as a run knows it once it is made. */
export const readyArray: Extract<DatasetInfo, { status: 'ready' }> = {
  status: 'ready',
  schema: { kind: 'array', elementType: 'float64', shape: [100] },
  sha256: 'a'.repeat(64),
  dataBytes: 800,
  itemCount: 100,
  generateMs: 1,
};
