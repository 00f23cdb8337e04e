import type { DatasetSchema } from '../../workers/model/dataset';
import type { Situation } from './situation';

/**
 * Situations that most people recognise. Links name one of them and what differs from it, so their values must never change; a better
 * value needs a new id.
 */

/** A link. Where its figures come from, `web/explore/situation/link-sources.ts` says. */
interface LinkPreset {
  readonly id: string;
  readonly label: string;
  readonly uploadBytesPerSecond: number | null;
  readonly downloadBytesPerSecond: number | null;
  readonly latencyMs: number;
}

export const linkPresets = [
  {
    id: 'none',
    label: 'None (memory)',
    uploadBytesPerSecond: null,
    downloadBytesPerSecond: null,
    latencyMs: 0,
  },
  {
    id: 'nvme',
    label: 'NVMe disk',
    uploadBytesPerSecond: 3e9,
    downloadBytesPerSecond: 3e9,
    latencyMs: 0.1,
  },
  {
    id: 'sata',
    label: 'SATA disk',
    uploadBytesPerSecond: 5e8,
    downloadBytesPerSecond: 5e8,
    latencyMs: 0.1,
  },
  {
    id: 'disk',
    label: 'Hard disk',
    uploadBytesPerSecond: 2e8,
    downloadBytesPerSecond: 2e8,
    latencyMs: 12,
  },
  {
    id: 'lan',
    label: 'LAN',
    uploadBytesPerSecond: 1.25e8,
    downloadBytesPerSecond: 1.25e8,
    latencyMs: 0.5,
  },
  {
    id: 'objectStore',
    label: 'Object store',
    uploadBytesPerSecond: 8.5e7,
    downloadBytesPerSecond: 8.5e7,
    latencyMs: 100,
  },
  {
    id: 'broadband',
    label: 'Broadband',
    uploadBytesPerSecond: 2.5e6,
    downloadBytesPerSecond: 1.25e7,
    latencyMs: 30,
  },
  {
    id: 'mobile',
    label: 'Mobile',
    uploadBytesPerSecond: 1.5e6,
    downloadBytesPerSecond: 1.5e6,
    latencyMs: 70,
  },
] as const satisfies readonly LinkPreset[];
export type LinkPresetId = (typeof linkPresets)[number]['id'];

function linkOf(id: LinkPresetId) {
  const found = linkPresets.find((preset) => preset.id === id) ?? linkPresets[0];
  const { uploadBytesPerSecond, downloadBytesPerSecond, latencyMs } = found;
  return { uploadBytesPerSecond, downloadBytesPerSecond, latencyMs };
}

/** The preset whose bandwidths and latency the situation has. Null if they are the user's own. */
export const linkPresetOf = (situation: Situation): (typeof linkPresets)[number] | null =>
  linkPresets.find(
    (preset) =>
      preset.uploadBytesPerSecond === situation.uploadBytesPerSecond &&
      preset.downloadBytesPerSecond === situation.downloadBytesPerSecond &&
      preset.latencyMs === situation.latencyMs,
  ) ?? null;

/** What counted before readers were modelled. */
const noReader = { reader: 'none', requestsAtOnce: 1, gapBytes: 65_536, keepsFooter: false } as const;

/** Figures of pyarrow's reader of datasets: `web/explore/situation/reader-presets.ts`. */
const pyarrowReader = { reader: 'pyarrow', requestsAtOnce: 8, gapBytes: 8_192, keepsFooter: true } as const;

const base: Situation = {
  goal: 'time',
  timesOf: 'browser',
  writes: 1,
  reads: 1,
  columnReads: 0,
  lookups: 0,
  ...linkOf('none'),
  pipelined: false,
  ...noReader,
  months: 12,
  amountBytes: null,
  storagePerGbMonth: 0.023,
  egressPerGb: 0.09,
  corePerHour: 0.045,
  per1000Reads: 0,
  per1000Writes: 0,
  retrievalPerGb: 0,
  readableBy: [],
  needsOneColumn: false,
  needsOneRow: false,
  needsEveryValue: false,
  maxSizeBytes: null,
  maxMemoryBytes: null,
  maxWriteMs: null,
};

export const namedSituationIds = [
  'archive',
  'download',
  'cache',
  'analytics',
  'lookupStore',
  'message',
  'columnAnalytics',
] as const;
export type NamedSituationId = (typeof namedSituationIds)[number];

interface NamedSituation {
  readonly label: string;
  /** What the situation is, in one sentence. */
  readonly description: string;
  readonly situation: Situation;
}

export const namedSituations: Readonly<Record<NamedSituationId, NamedSituation>> = {
  archive: {
    label: 'Archive',
    description: 'Written once, kept for seven years, read twice. The lowest cost wins.',
    situation: {
      ...base,
      ...linkOf('objectStore'),
      goal: 'money',
      reads: 2,
      months: 84,
      storagePerGbMonth: 0.004,
      needsEveryValue: true,
    },
  },
  download: {
    label: 'Download',
    description:
      'Written once, then downloaded and read a thousand times over broadband. The shortest total time wins.',
    situation: { ...base, ...linkOf('broadband'), reads: 1_000 },
  },
  cache: {
    label: 'Cache',
    description: 'Written once and read ten times on a local NVMe disk. The shortest total time wins.',
    situation: { ...base, ...linkOf('nvme'), reads: 10 },
  },
  analytics: {
    label: 'Analytics by the fastest way',
    description:
      'Written once to an object store; single columns are read a hundred times, by the fastest way, and everything five times. The shortest total time wins.',
    situation: { ...base, ...linkOf('objectStore'), reads: 5, columnReads: 100 },
  },
  lookupStore: {
    label: 'Look-up store',
    description:
      'Written once to a local NVMe disk, then single rows or keys are looked up 100,000 times. The shortest total time wins.',
    situation: { ...base, ...linkOf('nvme'), reads: 0, lookups: 100_000, needsOneRow: true },
  },
  message: {
    label: 'Message',
    description: 'Written, sent over a LAN and read, once each. The shortest total time wins.',
    situation: { ...base, ...linkOf('lan') },
  },
  columnAnalytics: {
    label: 'Analytics',
    description:
      'Written once to an object store; pyarrow reads single columns a hundred times, and everything five times. The shortest total time wins.',
    situation: { ...base, ...linkOf('objectStore'), ...pyarrowReader, reads: 5, columnReads: 100 },
  },
};

/** Those that the page offers. A better one has taken the place of the first Analytics, which links still name. */
export const offeredSituationIds = [
  'archive',
  'download',
  'cache',
  'columnAnalytics',
  'lookupStore',
  'message',
] as const satisfies readonly NamedSituationId[];

/** The situation of data other than tables. Links omit it (`web/links/defaults-v1.ts`). */
export const defaultSituation: Situation = namedSituations.download.situation;

/** The situation of data that somebody opens: what most people do with such data. */
export const defaultSituationOf = (kind: DatasetSchema['kind']): Situation =>
  kind === 'table' ? namedSituations.columnAnalytics.situation : defaultSituation;

/** The named situation with the same figures. The amount of data and the choice of times may differ. Null if the situation is the user's own. */
export function namedSituationOf(situation: Situation): NamedSituationId | null {
  const textOf = (of: Situation) => JSON.stringify({ ...of, timesOf: 'browser', amountBytes: null });
  const text = textOf(situation);
  return namedSituationIds.find((id) => textOf(namedSituations[id].situation) === text) ?? null;
}
