import { deviceMemoryGiB } from '../state/device-memory';

/** What a device must have for a run to start without a press of Run, GiB. */
const leastMemoryGiB = 4;

/** True if a run may start when the user has opened data: not where the device has little memory, or is asked to spare data. */
export function startsByItself(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  if (connection?.saveData === true || window.matchMedia('(prefers-reduced-data: reduce)').matches) return false;
  const memoryGiB = deviceMemoryGiB();
  return memoryGiB === null || memoryGiB >= leastMemoryGiB;
}
