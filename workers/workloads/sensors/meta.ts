import type { WorkloadMeta } from '../../model/entry';
import type { OptionValues } from '../../model/options';

/** The parameters of the workload. */
export interface SensorParameters {
  readonly sensors: number;
  readonly intervalSeconds: number;
  readonly jitterMs: number;
  readonly noise: number;
  readonly faultShare: number;
}

/** Reads the parameters from option values that the plan's parser has completed and checked. */
export function readParameters(parameters: OptionValues): SensorParameters {
  return {
    sensors: Number(parameters.sensors),
    intervalSeconds: Number(parameters.intervalSeconds),
    jitterMs: Number(parameters.jitterMs),
    noise: Number(parameters.noise),
    faultShare: Number(parameters.faultShare),
  };
}

export const statuses = ['ok', 'low battery', 'calibrating', 'fault'] as const;
/** What a sensor's name takes at most, with its offset. */
const nameBytes = 15;

export const meta: WorkloadMeta = {
  id: 'sensors',
  notInNativeScript: null,
  label: 'Sensor readings',
  kind: 'table',
  description:
    'Readings of the sensors of a building, one after the other: times with jitter, slowly changing temperatures, humidity and pressure with noise of whole steps, voltages that fall, and a status.',
  parameters: [
    {
      type: 'integer',
      id: 'sensors',
      label: 'Sensors',
      help: 'They are read in turn, so that neighbouring rows are of different sensors.',
      min: 1,
      max: 1_000,
      default: 24,
    },
    {
      type: 'integer',
      id: 'intervalSeconds',
      label: 'Interval',
      unit: 's',
      help: 'Each sensor is read once in this time.',
      min: 1,
      max: 3_600,
      default: 10,
    },
    {
      type: 'integer',
      id: 'jitterMs',
      label: 'Jitter',
      unit: 'ms',
      help: 'A reading is up to this much late.',
      min: 0,
      max: 1_000,
      default: 40,
    },
    {
      type: 'integer',
      id: 'noise',
      label: 'Noise',
      unit: 'steps',
      help: 'A value is up to so many steps of its sensor above or below the true one: 0.01 °C, 0.1 % and 0.1 hPa.',
      min: 0,
      max: 100,
      default: 2,
    },
    {
      type: 'number',
      id: 'faultShare',
      label: 'Share of faults',
      help: 'These readings have no temperature and no humidity.',
      min: 0,
      max: 1,
      step: 0.001,
      default: 0.002,
    },
  ],
  sizeUnit: 'rows',
  // The third row always has a fault, so that the schema does not depend on chance.
  size: { min: 10, max: 10_000_000, default: 100_000 },
  presets: [
    { label: '100,000', size: 100_000, note: '3.8 MB: 11 hours of 24 sensors.' },
    { label: '1 million', size: 1_000_000, note: '38 MB.' },
    { label: '10 million', size: 10_000_000, note: '380 MB.' },
  ],
  dataBytesApproximate: true,
  dataBytes: (parameters, size) => {
    const { sensors, faultShare } = readParameters(parameters);
    const names = sensors * nameBytes + 4 + statuses.join('').length + 4 * (statuses.length + 1);
    return (8 + 4 + 8 + 8 + 4 + 2 + 4) * size + names + (faultShare > 0 ? 2 * Math.ceil(size / 8) : 0);
  },
  schema: (parameters) => {
    const { sensors, faultShare } = readParameters(parameters);
    const item = { name: 'item', type: 'utf8', nullable: false } as const;
    const nullable = faultShare > 0;
    return {
      kind: 'table',
      columns: [
        { name: 'time', type: 'timestamp', nullable: false, unit: 'ms', timeZone: 'UTC' },
        { name: 'sensor', type: 'category', nullable: false, ordered: false, categories: sensors, item },
        { name: 'temperature', type: 'float64', nullable },
        { name: 'humidity', type: 'float64', nullable },
        { name: 'pressure', type: 'float32', nullable: false },
        { name: 'millivolts', type: 'int16', nullable: false },
        { name: 'status', type: 'category', nullable: false, ordered: false, categories: statuses.length, item },
      ],
    };
  },
};
