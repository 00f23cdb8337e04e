import { describe, expect, it } from 'vitest';
import type { Column } from '../column';
import { valueCounter, valueIds } from '../../engine/distinct-values';
import type { DatasetSample } from '../result';
import { mulberry } from '../testing/mulberry';
import {
  type DictionaryColumn,
  distinctInRows,
  growths,
  mayExceedLimit,
  type SampledLayout,
  wholeColumnBytes,
} from './dictionary-size';
import { errorOfQuotient, predictedSize } from './predicted-size';
import { brokenUnits, partRanges, unitRanges } from './sample-parts';

const sampleOf = (changes: Partial<DatasetSample> = {}): DatasetSample => ({
  unitKind: 'rows',
  unitItems: Array.from({ length: 16 }, () => 10_000),
  unitCount: 400,
  totalItems: 4_000_000,
  isTotalEstimated: false,
  isFirstPart: false,
  fileBytes: 1_000,
  ...changes,
});

describe('the parts of a sample', () => {
  it.each([
    [16, 8, 2],
    [8, 8, 1],
    [3, 3, 1],
    // Fewer groups, of as many units each.
    [12, 6, 2],
    [10, 5, 2],
    // No four to eight groups of as many units each.
    [13, 8, 1],
    [1_000, 8, 125],
  ])('are groups of %i units: %i of them', (units, parts, unitsEach) => {
    const ranges = partRanges(
      Array.from({ length: units }, () => 10),
      units * 10,
    );
    expect(ranges).toHaveLength(parts);
    expect(ranges[0]).toEqual({ from: 0, to: unitsEach * 10 });
    expect(ranges.at(-1)?.to).toBe(units * 10);
    for (const [index, { from }] of ranges.entries()) if (index > 0) expect(from).toBe(ranges[index - 1]?.to);
  });

  it('are equal pieces of a single unit, and leave out units without items', () => {
    expect(unitRanges([80], 80)).toHaveLength(8);
    expect(partRanges([0, 80, 0], 80)[7]).toEqual({ from: 70, to: 80 });
    expect(unitRanges([30, 0, 50], 80)).toEqual([
      { from: 0, to: 30 },
      { from: 30, to: 80 },
    ]);
    expect(unitRanges([], 0)).toEqual([]);
  });

  it('are scaled to what a slow candidate measures of the sample', () =>
    expect(unitRanges([300, 100], 40)).toEqual([
      { from: 0, to: 30 },
      { from: 30, to: 40 },
    ]));
});

describe('broken units', () => {
  it('are all first halves, then all second ones', () =>
    expect(brokenUnits([4, 3], 7)).toEqual([
      { from: 0, to: 2 },
      { from: 4, to: 6 },
      { from: 2, to: 4 },
      { from: 6, to: 7 },
    ]));
});

describe('the predicted size', () => {
  const equalParts = (bytes: number, fixed: number) => ({
    sizeBytes: fixed + 8 * bytes,
    partsBytes: Array.from({ length: 8 }, () => fixed + bytes),
  });

  it('has once what each file has, and the rest as often as the items', () => {
    const predicted = predictedSize(equalParts(20_000, 5_000), sampleOf());
    expect(predicted?.bytes).toBeCloseTo(5_000 + 160_000 * 25, 6);
    const { low = 0, high = 0 } = predicted?.limits ?? {};
    expect(low).toBeLessThan(4_005_000);
    expect(high).toBeGreaterThan(4_005_000);
  });

  it('never has less than nothing once, nor more than the file', () => {
    const less = { sizeBytes: 170_000, partsBytes: Array.from({ length: 8 }, () => 20_000) };
    expect(predictedSize(less, sampleOf())?.bytes).toBeCloseTo(170_000 * 25, 6);
    const more = { sizeBytes: 1_000, partsBytes: Array.from({ length: 8 }, () => 20_000) };
    expect(predictedSize(more, sampleOf())?.bytes).toBeCloseTo(1_000, 6);
  });

  it('is that of dictionaries where a cell has one, within its limits', () => {
    const wholeBytes = { low: 3_000_000, likely: 3_300_000, high: 3_400_000 };
    const predicted = predictedSize({ ...equalParts(20_000, 0), wholeBytes }, sampleOf());
    expect(predicted?.bytes).toBe(3_300_000);
    expect(predicted?.limits?.low).toBeLessThan(3_000_000);
    expect(predicted?.limits?.high).toBeGreaterThan(3_400_000);
  });

  it('is smaller by what neighbours save, of which broken units tell, and less certain', () => {
    const cell = equalParts(20_000, 0);
    const [plain, broken] = [cell, { ...cell, brokenBytes: 164_800 }].map((each) => predictedSize(each, sampleOf()));
    expect(broken?.bytes).toBeCloseTo(4_000_000 * 0.97, 3);
    const width = (predicted: typeof plain) => (predicted?.limits?.high ?? 0) - (predicted?.limits?.low ?? 0);
    expect(width(broken)).toBeGreaterThan(width(plain) * 1.2);
    expect(predictedSize({ ...cell, brokenBytes: 150_000 }, sampleOf())?.bytes).toBeCloseTo(4_000_000, 3);
  });

  it('has wider limits if the items were estimated, and none of a first part or without parts', () => {
    const width = (sample: DatasetSample) => {
      const limits = predictedSize(equalParts(20_000, 0), sample)?.limits;
      return limits == null ? null : limits.high - limits.low;
    };
    expect(width(sampleOf({ isTotalEstimated: true }))).toBeGreaterThan(width(sampleOf()) ?? 0);
    expect(width(sampleOf({ isFirstPart: true }))).toBeNull();
    expect(predictedSize({ sizeBytes: 160_000 }, sampleOf())).toMatchObject({ bytes: 4_000_000, limits: null });
    // Parts that are not those of the sample are not believed.
    expect(predictedSize({ sizeBytes: 160_000, partsBytes: [1, 2] }, sampleOf())?.limits).toBeNull();
  });

  it('is exact if all items were measured, and missing without a file', () => {
    const all = sampleOf({ totalItems: 160_000 });
    expect(predictedSize(equalParts(20_000, 0), all)).toMatchObject({
      bytes: 160_000,
      limits: { low: 160_000, high: 160_000 },
    });
    expect(predictedSize({ sizeBytes: null }, sampleOf())).toBeNull();
    expect(predictedSize({ sizeBytes: 10 }, sampleOf({ unitItems: [0] }))).toBeNull();
  });

  it('scales what a slow candidate measured of the sample', () => {
    const cell = {
      sizeBytes: 1_100,
      sample: { items: 1_600, dataBytes: 9, fixedBytes: 100 },
      partsBytes: Array.from({ length: 8 }, () => 225),
    };
    expect(predictedSize(cell, sampleOf())?.bytes).toBeCloseTo(100 + 1_000 * 2_500, 6);
  });

  it.each(['even', 'drifting', 'clustered'] as const)(
    'lies within its limits as often as it says: %s files',
    (kind) => {
      const next = mulberry(kind.length);
      const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      let covered = 0;
      const turns = 300;
      for (let turn = 0; turn < turns; turn += 1) {
        // Bytes of each of 400 units of the file, of which one of each 25 is read.
        let level = 0;
        const bytes = Array.from({ length: 400 }, (_, unit) => {
          level = 0.9 * level + normal();
          return (
            1_000 * (1 + 0.02 * normal() + (kind === 'drifting' ? unit / 400 : kind === 'clustered' ? 0.05 * level : 0))
          );
        });
        const whole = bytes.reduce((sum, each) => sum + each, 0);
        const read = Array.from(
          { length: 16 },
          (_, stratum) => bytes[stratum * 25 + Math.floor(next() * 25)] as number,
        );
        const partsBytes = Array.from({ length: 8 }, (_, part) =>
          Math.round((read[2 * part] as number) + (read[2 * part + 1] as number)),
        );
        const sizeBytes = partsBytes.reduce((sum, each) => sum + each, 0);
        const { low, high } = predictedSize({ sizeBytes, partsBytes }, sampleOf())?.limits ?? { low: 1, high: 0 };
        if (low <= whole && whole <= high) covered += 1;
      }
      expect(covered / turns).toBeGreaterThanOrEqual(0.95);
    },
  );

  it('may be as large as if its parts had nothing in common, since they stand nearer in the sample', () => {
    const partsBytes = Array.from({ length: 8 }, () => 15_000);
    const predicted = predictedSize({ sizeBytes: 100_000, partsBytes }, sampleOf());
    expect(predicted?.limits?.high).toBeGreaterThan(120_000 * 25);
    expect(predicted?.bytes).toBeLessThan(100_000 * 25);
  });

  it('is compared with another by the parts that both have', () => {
    const uneven = [90, 110, 60, 140, 100, 95, 105, 100];
    const of = (factor: number) =>
      predictedSize(
        {
          sizeBytes: 800 * factor,
          partsBytes: uneven.map((bytes) => bytes * factor),
        },
        sampleOf(),
      );
    const [a, b] = [of(100), of(120)];
    if (a === null || b === null) throw new Error('Both have a file.');
    const error = errorOfQuotient(a, b) ?? 0;
    expect(error).toBeGreaterThan(1);
    // The spread of the parts is the same in both, so it does not count.
    expect(error).toBeLessThan(1.05);
    expect((a.limits?.high ?? 0) / a.bytes).toBeGreaterThan(1.1);
    expect(errorOfQuotient(a, { ...b, limits: null })).toBeNull();
  });
});

describe('distinct values', () => {
  it('are counted by their bytes, without nulls', () => {
    const column: Column = {
      name: 'a',
      type: 'utf8',
      validity: Uint8Array.of(0b11101111),
      offsets: Int32Array.of(0, 1, 2, 4, 5, 5, 6, 6, 6),
      data: new TextEncoder().encode('abbbac'),
    };
    const ids = valueIds(column);
    expect([...(ids?.ids ?? [])]).toEqual([0, 1, 2, 0, -1, 3, 4, 4]);
    if (ids === null) throw new Error('Texts have values.');
    const count = valueCounter(ids);
    expect(count([{ from: 0, to: 8 }])).toEqual({ rows: 7, distinct: 5 });
    const twoParts = [
      { from: 0, to: 1 },
      { from: 3, to: 5 },
    ];
    expect(count(twoParts)).toEqual({ rows: 2, distinct: 1 });
    expect(count(twoParts)).toEqual({ rows: 2, distinct: 1 });
  });

  it('of many numbers are found in spite of equal hashes', () => {
    const next = mulberry(5);
    const values = Int32Array.from({ length: 20_000 }, () => Math.floor(next() * 3_000) * 65_536);
    expect(valueIds({ name: 'n', type: 'int32', validity: null, values })?.count).toBe(new Set(values).size);
  });
});

describe('a dictionary beyond the sample', () => {
  const layout: SampledLayout = {
    sampleRows: 160_000,
    partRows: 20_000,
    unitRows: 10_000,
    totalRows: 4_000_000,
    rowGroupRows: 1_000_000,
    limitBytes: 1_048_576,
    beyondLimit: 'rowsBefore',
  };
  const facts = (values: number, valueBytes: number, dataBytes: number) => ({
    dictionaries: 1,
    values,
    dictionaryBytes: values * valueBytes,
    dataBytes,
  });
  /** Of rows that all differ: 8 bytes for each value, and 17 bits to refer to it. */
  const unique: DictionaryColumn = {
    sample: facts(131_072, 8, 160_000 * 2.2 + 28_928 * 8),
    parts: { ...facts(160_000, 8, 160_000 * 2), dictionaries: 8 },
    distinct: {
      inSample: 160_000,
      inEverySecond: 80_000,
      inParts: Array.from({ length: 8 }, () => 20_000),
      inUnit: 10_000,
      inHalfUnit: 5_000,
      inQuarterUnit: 2_500,
      inFarHalves: 10_000,
    },
    valueBytes: 8,
    withoutBytes: 160_000 * 8,
  };
  /** Of 1,000 values, which every part has. */
  const few: DictionaryColumn = {
    ...unique,
    sample: facts(1_000, 8, 160_000 * 1.25),
    parts: { ...facts(8_000, 8, 160_000 * 1.25), dictionaries: 8 },
    distinct: {
      inSample: 1_000,
      inEverySecond: 1_000,
      inParts: Array.from({ length: 8 }, () => 1_000),
      inUnit: 1_000,
      inHalfUnit: 1_000,
      inQuarterUnit: 1_000,
      inFarHalves: 1_000,
    },
  };

  it('grows as the rows if all differ, and not at all if the values are few', () => {
    for (const growth of Object.values(growths)) {
      expect(distinctInRows(unique, layout, 1_000_000, growth)).toBeCloseTo(1_000_000, 3);
      expect(distinctInRows(few, layout, 1_000_000, growth)).toBeCloseTo(1_000, 3);
    }
    expect([unique, few].map((column) => mayExceedLimit(column, layout))).toEqual([true, false]);
  });

  it('ends within its limit, so that most rows are stored without it', () => {
    const within = 131_072;
    const expected = 4 * (within * 8 + within * 2 + (1_000_000 - within) * 8);
    expect(wholeColumnBytes(unique, layout, growths.likely)).toBeCloseTo(expected, -2);
    expect(wholeColumnBytes(unique, { ...layout, beyondLimit: 'none' }, growths.likely)).toBeCloseTo(32_000_000, 3);
  });

  it('comes once for each row group', () =>
    expect(wholeColumnBytes(few, layout, growths.likely)).toBeCloseTo(4 * 8_000 + 4_000_000 * 1.25, 3));

  it('does not count where the writer made none', () => {
    const none = { dictionaries: 0, values: 0, dictionaryBytes: 0, dataBytes: 1_600 };
    expect(wholeColumnBytes({ ...few, sample: none }, layout, growths.likely)).toBeCloseTo(40_000, 6);
  });

  it('grows less where values belong to places of the file', () => {
    const spread = { ...few.distinct, inSample: 8_000, inEverySecond: 4_000, inFarHalves: 1_500, inHalfUnit: 800 };
    const [apart, together] = [
      { ...spread, inFarHalves: 1_600 },
      { ...spread, inFarHalves: 1_000 },
    ].map((distinct) => distinctInRows({ distinct }, layout, 1_000_000, growths.slow));
    expect(apart).toBeLessThan(together ?? 0);
  });

  it('exceeds its limit in each row group where the sample has one, and a few rows more', () => {
    const rows = { ...layout, rowGroupRows: 150_000 };
    const sample = { ...facts(131_072 + 10_000, 8, 160_000 * 3), dictionaries: 2 };
    const bytes = wholeColumnBytes({ ...unique, sample }, rows, growths.likely);
    expect(bytes).toBeCloseTo(25 * (sample.dataBytes + sample.dictionaryBytes), 3);
  });

  it('is judged around each part: some row groups may exceed the limit, others not', () => {
    const uneven = { ...unique.distinct, inParts: [0, 0, 0, 0, 40_000, 40_000, 40_000, 40_000] };
    const half = wholeColumnBytes({ ...unique, distinct: uneven }, layout, growths.likely);
    expect(half).toBeLessThan(wholeColumnBytes(unique, layout, growths.likely));
    // A single row group has all of the file's places.
    const oneGroup = { ...layout, rowGroupRows: 4_000_000 };
    const ofAll = wholeColumnBytes({ ...unique, distinct: uneven }, oneGroup, growths.likely);
    expect(ofAll).toBeCloseTo(wholeColumnBytes(unique, oneGroup, growths.likely), 3);
  });

  it('goes on as its last doubling where a few frequent values stand beside many rare ones, with fast growth', () => {
    const distinct = { ...unique.distinct, inSample: 40_000, inEverySecond: 26_000, inUnit: 6_300, inHalfUnit: 3_400 };
    const ofRows = (rows: number) => distinctInRows({ distinct }, layout, rows, growths.fast);
    expect(ofRows(640_000) / ofRows(320_000)).toBeCloseTo(40 / 26, 6);
  });

  it.each([
    ['random walk', (at: number) => Math.round(Math.sqrt(at) * 20)],
    ['logarithmic', (at: number) => Math.round(1_000 * Math.log(at))],
  ])('of values that grow like a %s lies between slow and fast growth', (_, valuesOf) => {
    const distinct = {
      inSample: valuesOf(160_000),
      inEverySecond: valuesOf(80_000),
      inParts: Array.from({ length: 8 }, () => valuesOf(20_000)),
      inUnit: valuesOf(10_000),
      inHalfUnit: valuesOf(5_000),
      inQuarterUnit: valuesOf(2_500),
      inFarHalves: valuesOf(10_000),
    };
    const [slow, fast] = [growths.slow, growths.fast].map((growth) =>
      distinctInRows({ distinct }, layout, 1_000_000, growth),
    ) as [number, number];
    expect(slow).toBeLessThanOrEqual(valuesOf(1_000_000));
    expect(fast * 1.2).toBeGreaterThanOrEqual(valuesOf(1_000_000));
  });
});
