import type { WorkloadMeta } from '../../model/entry';
import type { OptionValues } from '../../model/options';

/** The parameters of the workload. */
export interface LogParameters {
  readonly linesPerSecond: number;
  readonly services: number;
  readonly errorShare: number;
}

/** Reads the parameters from option values that the plan's parser has completed and checked. */
export function readParameters(parameters: OptionValues): LogParameters {
  return {
    linesPerSecond: Number(parameters.linesPerSecond),
    services: Number(parameters.services),
    errorShare: Number(parameters.errorShare),
  };
}

export const levels = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const;
/** Mean bytes of the messages of usual lines and of errors. The contract tests compare them with generated data. */
const [meanUsualBytes, meanErrorBytes] = [37.1, 42];
const requestIdBytes = 16;
/** All services' names, with their offsets. */
const serviceBytes = 130;

export const meta: WorkloadMeta = {
  id: 'logs',
  notInNativeScript: null,
  label: 'Log lines',
  kind: 'table',
  description:
    'The log of a web shop, line by line: times, levels, services, messages made of templates with numbers in them, ids that several lines of a request share, and the status and latency of requests that ended.',
  parameters: [
    {
      type: 'integer',
      id: 'linesPerSecond',
      label: 'Lines a second',
      help: 'The times are so far apart on average, to the microsecond.',
      min: 1,
      max: 100_000,
      default: 50,
    },
    {
      type: 'integer',
      id: 'services',
      label: 'Services',
      help: 'The first ones write far more lines than the last.',
      min: 1,
      max: 12,
      default: 8,
    },
    {
      type: 'number',
      id: 'errorShare',
      label: 'Share of errors',
      help: 'These lines have the level ERROR, and mostly a status of 500 or above.',
      min: 0,
      max: 1,
      step: 0.01,
      default: 0.02,
    },
  ],
  sizeUnit: 'rows',
  // The first line has neither status nor latency, so that the schema does not depend on chance.
  size: { min: 10, max: 10_000_000, default: 100_000 },
  presets: [
    { label: '100,000', size: 100_000, note: '8 MB: half an hour at 50 lines a second.' },
    { label: '1 million', size: 1_000_000, note: '80 MB.' },
    { label: '5 million', size: 5_000_000, note: '400 MB.' },
  ],
  dataBytesApproximate: true,
  dataBytes: (parameters, size) => {
    const { errorShare } = readParameters(parameters);
    const message = meanUsualBytes + (meanErrorBytes - meanUsualBytes) * errorShare;
    const fixed = 8 + 4 + 4 + (4 + message) + (4 + requestIdBytes) + 2 + 4;
    return Math.round(fixed * size + serviceBytes + 8 + 2 * Math.ceil(size / 8));
  },
  schema: (parameters) => {
    const item = { name: 'item', type: 'utf8', nullable: false } as const;
    const category = { type: 'category', nullable: false, ordered: false, item } as const;
    return {
      kind: 'table',
      columns: [
        { name: 'time', type: 'timestamp', nullable: false, unit: 'us', timeZone: 'UTC' },
        { name: 'level', ...category, categories: levels.length },
        { name: 'service', ...category, categories: readParameters(parameters).services },
        { name: 'message', type: 'utf8', nullable: false },
        { name: 'request_id', type: 'utf8', nullable: false },
        { name: 'status', type: 'int16', nullable: true },
        { name: 'latency_ms', type: 'int32', nullable: true },
      ],
    };
  },
};
