import { ByteStringBuffer } from '../../model/byte-string-buffer';
import type { Column, PlainColumn } from '../../model/column';
import type { Table } from '../../model/dataset';
import type { WorkloadModule } from '../../model/entry';
import { eachPair } from '../../model/generated-scalars';
import { readParameters, type SensorParameters, statuses } from './meta';

/**
 * Row r is the reading of sensor r mod n in the turn ⌊r / n⌋. `e2e/interop/formatlab_streams.py` makes the same in numpy. Key (seed, 0), counter (block, 0, column,
 * purpose), in pairs of words: with purpose 0 one pair for each row, with purpose 1 one for each knot of each sensor.
 */
const drawnColumn = { time: 0, temperature: 2, humidity: 3, pressure: 4, status: 6 } as const;
const purpose = { row: 0, knot: 1 } as const;

const twoTo32 = 2 ** 32;
const firstMs = Date.UTC(2025, 0, 6);
const daySeconds = 86_400;
const places = 'attic boiler cellar garage hall kitchen lab office roof stairs studio workshop'.split(' ');
const statusCode = { ok: 0, lowBattery: 1, calibrating: 2, fault: 3 } as const;
/** A sensor calibrates itself for as many turns. */
const turnsOfStatus = 64;
const calibratingShare = 0.01;
const [fullMillivolts, lowMillivolts, rangeMillivolts, spreadMillivolts] = [3_000, 2_450, 600, 40];
const stepSeconds = 1_800;

interface Readings extends SensorParameters {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
}

/** How a value changes: it lies on straight lines between knots, which are so many turns apart and within `range` steps of the middle. */
interface Course {
  readonly column: number;
  readonly turns: number;
  readonly middle: number;
  readonly range: number;
  /** How many steps the value is larger at noon than at midnight. */
  readonly noon: number;
  /** The pressure is the same for all sensors. */
  readonly isShared: boolean;
}
const temperature: Course = {
  column: drawnColumn.temperature,
  turns: 256,
  middle: 1_900,
  range: 300,
  noon: 500,
  isShared: false,
};
const humidity: Course = {
  column: drawnColumn.humidity,
  turns: 512,
  middle: 480,
  range: 120,
  noon: -60,
  isShared: false,
};
const pressure: Course = {
  column: drawnColumn.pressure,
  turns: 1_024,
  middle: 10_130,
  range: 120,
  noon: 0,
  isShared: true,
};

/** The whole steps of a value in each row. */
function stepsOf({ seed, from, to, sensors, intervalSeconds, noise }: Readings, course: Course): Int32Array {
  const { column, turns, middle, range, noon, isShared } = course;
  const width = isShared ? 1 : sensors;
  const firstKnot = Math.floor(Math.floor(from / sensors) / turns);
  const lastKnot = Math.floor(Math.floor(Math.max(from, to - 1) / sensors) / turns) + 1;
  const knots = new Int32Array((lastKnot + 1 - firstKnot) * width);
  eachPair(
    { seed, column, purpose: purpose.knot },
    firstKnot * width,
    (lastKnot + 1) * width,
    undefined,
    (index, word) => {
      knots[index] = Math.floor((word * (2 * range + 1)) / twoTo32) - range;
    },
  );
  const steps = new Int32Array(to - from);
  eachPair({ seed, column, purpose: purpose.row }, from, to, undefined, (index, word) => {
    const row = from + index;
    const turn = Math.floor(row / sensors);
    const knot = Math.floor(turn / turns);
    const after = turn - knot * turns;
    const at = (knot - firstKnot) * width + (isShared ? 0 : row % sensors);
    const line = (knots[at] as number) * (turns - after) + (knots[at + width] as number) * after;
    const second = (turn * intervalSeconds) % daySeconds;
    const day = Math.floor((4 * noon * second * (daySeconds - second)) / (daySeconds * daySeconds));
    steps[index] = middle + Math.floor(line / turns) + day + Math.floor((word * (2 * noise + 1)) / twoTo32) - noise;
  });
  return steps;
}

function times({ seed, from, to, sensors, intervalSeconds, jitterMs }: Readings): Column {
  const values = new BigInt64Array(to - from);
  // BigInt arithmetic is many times slower. Typed arrays are little-endian in all browsers.
  const halves = new Uint32Array(values.buffer);
  const stepMs = Math.floor((1_000 * intervalSeconds) / sensors);
  eachPair({ seed, column: drawnColumn.time }, from, to, undefined, (index, word) => {
    const row = from + index;
    const sensor = row % sensors;
    const ms =
      firstMs +
      ((row - sensor) / sensors) * 1_000 * intervalSeconds +
      sensor * stepMs +
      Math.floor((word * (jitterMs + 1)) / twoTo32);
    halves[2 * index] = ms;
    halves[2 * index + 1] = Math.floor(ms / twoTo32);
  });
  return { name: 'time', type: 'timestamp', unit: 'ms', timeZone: 'UTC', validity: null, values };
}

const sensorName = (sensor: number): string =>
  `${places[sensor % places.length]}-${String(Math.floor(sensor / places.length) + 1).padStart(2, '0')}`;

function category(name: string, indices: Int32Array, names: readonly string[]): Column {
  const categories: PlainColumn = {
    name: 'item',
    type: 'utf8',
    validity: null,
    ...ByteStringBuffer.of(names).finish(),
  };
  return { name, type: 'category', ordered: false, validity: null, indices, categories };
}

const sensorsOf = ({ from, to, sensors }: Readings): Column =>
  category(
    'sensor',
    Int32Array.from({ length: to - from }, (_, index) => (from + index) % sensors),
    Array.from({ length: sensors }, (_, sensor) => sensorName(sensor)),
  );

/** Falls by one every half hour, from another voltage for each sensor, until a new battery. */
function millivoltsAt(row: number, sensors: number, intervalSeconds: number): number {
  const sensor = row % sensors;
  const used = Math.floor((((row - sensor) / sensors) * intervalSeconds) / stepSeconds) + 97 * sensor;
  return fullMillivolts - (used % rangeMillivolts) - ((37 * sensor) % spreadMillivolts);
}

/** Of each row, whether the reading failed. The third row's always did, if any may. */
function faultsOf({ seed, from, to, faultShare }: Readings): Uint8Array {
  const faults = new Uint8Array(to - from);
  const limit = Math.floor(faultShare * twoTo32);
  if (limit > 0)
    eachPair({ seed, column: drawnColumn.status, purpose: purpose.row }, from, to, undefined, (index, word) => {
      if (word < limit || from + index === 2) faults[index] = 1;
    });
  return faults;
}

function statusOf(readings: Readings, faults: Uint8Array): Column {
  const { seed, from, to, sensors, intervalSeconds } = readings;
  const firstSpan = Math.floor(Math.floor(from / sensors) / turnsOfStatus);
  const lastSpan = Math.floor(Math.floor(Math.max(from, to - 1) / sensors) / turnsOfStatus);
  const calibrates = new Uint8Array((lastSpan + 1 - firstSpan) * sensors);
  const limit = Math.floor(calibratingShare * twoTo32);
  const of = { seed, column: drawnColumn.status, purpose: purpose.knot };
  eachPair(of, firstSpan * sensors, (lastSpan + 1) * sensors, undefined, (index, word) => {
    calibrates[index] = word < limit ? 1 : 0;
  });
  const indices = Int32Array.from({ length: to - from }, (_, index) => {
    const row = from + index;
    const span = Math.floor(Math.floor(row / sensors) / turnsOfStatus);
    if (faults[index] === 1) return statusCode.fault;
    if (calibrates[(span - firstSpan) * sensors + (row % sensors)] === 1) return statusCode.calibrating;
    return millivoltsAt(row, sensors, intervalSeconds) < lowMillivolts ? statusCode.lowBattery : statusCode.ok;
  });
  return category('status', indices, statuses);
}

/** The bitmap of the readings that did not fail. Null if none did. */
function validityOf(faults: Uint8Array): Uint8Array | null {
  if (!faults.includes(1)) return null;
  const present = new Uint8Array(Math.ceil(faults.length / 8));
  faults.forEach((fault, row) => {
    if (fault === 0) present[row >> 3] = (present[row >> 3] as number) | (1 << (row & 7));
  });
  return present;
}

export const workload: WorkloadModule = {
  generate({ parameters, seed, from, to, onProgress }): Table {
    const readings: Readings = { ...readParameters(parameters), seed, from, to };
    const { sensors, intervalSeconds } = readings;
    const rowCount = to - from;
    const faults = faultsOf(readings);
    const float = (name: string, course: Course, perUnit: number): Column => {
      const steps = stepsOf(readings, course);
      const values = Float64Array.from(steps, (each, row) => (faults[row] === 1 ? 0 : each / perUnit));
      return { name, type: 'float64', validity: validityOf(faults), values };
    };
    const makers: readonly (() => Column)[] = [
      () => times(readings),
      () => sensorsOf(readings),
      () => float('temperature', temperature, 100),
      () => float('humidity', humidity, 10),
      () => {
        const values = Float32Array.from(stepsOf(readings, pressure), (each) => each / 10);
        return { name: 'pressure', type: 'float32', validity: null, values };
      },
      () => {
        const values = Int16Array.from({ length: rowCount }, (_, index) =>
          millivoltsAt(from + index, sensors, intervalSeconds),
        );
        return { name: 'millivolts', type: 'int16', validity: null, values };
      },
      () => statusOf(readings, faults),
    ];
    const columns = makers.map((make, index) => {
      const column = make();
      onProgress?.(Math.floor((rowCount * (index + 1)) / makers.length));
      return column;
    });
    return { kind: 'table', rowCount, columns };
  },
};
