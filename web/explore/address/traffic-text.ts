import type { Traffic } from '../../../workers/model/remote/remote-file';
import { formatBytes } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';

/** What was asked of hosts: `3 requests, 412 kB of 1 GB`. Some bytes may have come more than once. */
export function trafficText({ requests, bytes }: Traffic, sizeBytes: number | null): string {
  const fetched = `${plural(requests, 'request')}, ${formatBytes(bytes)}`;
  if (sizeBytes === null) return fetched;
  return `${fetched}${bytes <= sizeBytes ? ' of' : ', more than the file’s'} ${formatBytes(sizeBytes)}`;
}
