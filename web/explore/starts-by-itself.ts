import { deviceMemoryGiB } from '../state/device-memory';

/** What a device must have for a run to start without a press of Run, GiB. */
const leastMemoryGiB = 4;

/** Why a run does not start when the user has opened data, as a sentence. Null if it starts. */
export function whyNotByItself(): string | null {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  if (connection?.saveData === true || window.matchMedia('(prefers-reduced-data: reduce)').matches)
    return 'Not started by itself, since this browser is asked to spare data.';
  const memoryGiB = deviceMemoryGiB();
  return memoryGiB === null || memoryGiB >= leastMemoryGiB
    ? null
    : `Not started by itself, since this device has less than ${leastMemoryGiB} GiB of memory.`;
}
