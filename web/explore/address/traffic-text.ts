import type { Traffic } from '../../../workers/model/remote/remote-file';
import { formatBytes, plural } from '../../figures/figures';

/** What was asked of hosts: `3 requests, 412 kB of 1 GB`. */
export const trafficText = ({ requests, bytes }: Traffic, sizeBytes: number | null): string =>
  `${plural(requests, 'request')}, ${formatBytes(bytes)}${sizeBytes === null ? '' : ` of ${formatBytes(sizeBytes)}`}`;
