import { describe, expect, it } from 'vitest';
import { codecBenchSchema } from '../../workers/model/codec-bench';
import type { OptionValues } from '../../workers/model/options';
import { parseWithSchema } from '../../workers/model/parse';
import { telling } from '../../workers/model/testing/telling';
import {
  benchRows,
  buildsBeyondLimit,
  countEqualSizes,
  geometricMean,
  inputsInPlace,
  meanFactors,
  meanWithCopies,
  countRemeasured,
  benchPointsOf,
  reasonFor,
} from './bench-rows';
import { exampleBench, benchCell, exampleCodec, cellsOfAllBlocks } from './testing/test-evidence';

const codecs = new Map([[exampleCodec.id, exampleCodec]]);
const rowsOf = (
  given: ReturnType<typeof exampleBench>,
  ...shown: [Parameters<typeof benchRows>[2], Parameters<typeof benchRows>[3]]
) => {
  expect(parseWithSchema(codecBenchSchema, given, 'sample')).toEqual(given);
  return benchRows(given, codecs, ...shown);
};

describe('the codec benchmark', () => {
  const given = exampleBench([
    ...cellsOfAllBlocks('gone'),
    ...cellsOfAllBlocks('lz4js', { compress: { browserMs: 40, nativeMs: 10 } }),
    ...cellsOfAllBlocks('native'),
    ...cellsOfAllBlocks('native', { level: 12, nativeBytes: 999 }),
  ]);

  it('shows what is asked for in the registry’s order, what the registry lost at the end', () => {
    const rows = rowsOf(given, 'page', 'json');
    expect(rows.map(({ key, cells }) => [key, cells.length])).toEqual([
      ['lz4/native', 2],
      ['lz4/lz4js', 1],
      ['lz4/gone', 1],
    ]);
    expect(rows.map(({ isOurs }) => isOurs)).toEqual([true, false, false]);
    expect(rowsOf(given, 'bulk', null)[0]?.cells).toHaveLength(6);
  });

  it('makes factors, speeds and calls from times', () => {
    const [row] = rowsOf(given, 'record', 'json');
    const [point] = row === undefined ? [] : benchPointsOf(row, 'compress', codecs);
    expect(point).toMatchObject({ factor: 1.2, calls: 10_000 });
    expect(point?.browserBytesPerSecond).toBeCloseTo(7_000_000 / 0.012, 3);
    expect(
      benchPointsOf({ ...(row ?? fail()), cells: [benchCell('native', { compress: null })] }, 'compress', codecs),
    ).toEqual([]);
  });

  it('counts the calls of a codec whose blocks are whole elements, with its default options', () => {
    const elements = {
      ...(exampleCodec.implementations[0] ?? fail()),
      options: [{ type: 'integer', id: 'bytes', label: 'Bytes', min: 1, max: 8, default: 8 } as const],
      elementBytes: (options: OptionValues) => Number(options.bytes),
    };
    const known = new Map([[exampleCodec.id, { ...exampleCodec, implementations: [elements] }]]);
    const [row] = benchRows(
      exampleBench([benchCell('native', { block: 'record', dataBytes: 6_960 })]),
      known,
      'record',
      null,
    );
    // 700 bytes are no whole number of elements, 696 are.
    expect(benchPointsOf(row ?? fail(), 'compress', known).map(({ calls }) => calls)).toEqual([10]);
  });

  it('tells what copies make of it, where that was measured: in beside the time where the input was read in place, else inside it', () => {
    const times = { browserMs: 10, nativeMs: 10, copyInMs: 1, copyOutMs: 5 };
    const factors = (given: typeof times & { inPlace?: true }) => {
      const rows = rowsOf(exampleBench([benchCell('native', { compress: given, decompress: given })]), 'bulk', null);
      const [row = fail()] = rows;
      const [point = fail()] = benchPointsOf(row, 'decompress', codecs);
      expect(meanWithCopies(rows, 'compress', 'copiedFactor', codecs)).toBeCloseTo(point.copiedFactor ?? fail());
      expect(meanWithCopies(rows, 'compress', 'keptFactor', codecs)).toBeCloseTo(point.keptFactor ?? fail());
      return [point.factor, point.copiedFactor, point.keptFactor, inputsInPlace(rows)];
    };
    expect(factors(times)).toEqual([1, 1, 1.5, 'none']);
    expect(factors({ ...times, inPlace: true })).toEqual([1, 1.1, 1.6, 'all']);
    const mixed = rowsOf(
      exampleBench([
        benchCell('native', { decompress: { ...times, inPlace: true } }),
        benchCell('lz4js', { decompress: times }),
      ]),
      'bulk',
      null,
    );
    expect(inputsInPlace(mixed)).toBe('some');
    expect(
      meanWithCopies(
        rowsOf(exampleBench([benchCell('native'), benchCell('lz4js', { decompress: times })]), 'bulk', null),
        'decompress',
        'keptFactor',
        codecs,
      ),
    ).toBeNull();
  });

  it('counts what was measured a second time', () => {
    const rows = rowsOf(
      exampleBench([benchCell('native', { compress: { browserMs: 20, nativeMs: 10, spread: 1.01, again: true } })]),
      'bulk',
      null,
    );
    expect(countRemeasured(rows)).toEqual({ again: 1, all: 2 });
  });

  it('takes the mean of each implementation’s mean', () => {
    expect(geometricMean([])).toBeNull();
    expect(geometricMean([1, 4])).toBeCloseTo(2);
    const rows = rowsOf(
      exampleBench([
        ...cellsOfAllBlocks('lz4js', { compress: { browserMs: 40, nativeMs: 10 } }),
        ...cellsOfAllBlocks('native', { compress: { browserMs: 10, nativeMs: 10 } }),
        ...cellsOfAllBlocks('native', { compress: { browserMs: 10, nativeMs: 10 }, level: 3 }),
      ]),
      'bulk',
      null,
    );
    expect(meanFactors(rows, codecs)).toMatchObject({
      compress: expect.closeTo(2),
      decompress: expect.closeTo(0.8),
      count: 2,
    });
  });

  it('names our builds that are beyond the limit, by their worst case', () => {
    const slow = { compress: { browserMs: 20, nativeMs: 10 } };
    const rows = rowsOf(
      exampleBench(
        [
          benchCell('native', slow),
          benchCell('native', { ...slow, data: 'int64', compress: { browserMs: 30, nativeMs: 10 } }),
          benchCell('lz4js', { compress: { browserMs: 90, nativeMs: 10 } }),
        ],
        { 'lz4/native': 'wider vectors' },
      ),
      'bulk',
      null,
    );
    expect(
      buildsBeyondLimit(rows, codecs).map(({ row, worst, direction }) => [
        row.key,
        worst.cell.data,
        worst.factor,
        direction,
        row.reason,
      ]),
    ).toEqual([['lz4/native', 'int64', 3, 'compress', 'wider vectors']]);
    expect(buildsBeyondLimit(rowsOf(given, 'bulk', null), codecs)).toEqual([]);
  });

  it('gives the reason that is written down only where native without it is not as far ahead', () => {
    const said = (reason: Record<string, string>, plainMs?: number) => {
      const compress = { browserMs: 30, nativeMs: 10, ...(plainMs === undefined ? {} : { plainMs }) };
      const [row = fail()] = rowsOf(exampleBench([benchCell('native', { compress })], reason), 'bulk', null);
      return reasonFor(row, benchPointsOf(row, 'compress', codecs)[0] ?? fail());
    };
    const wide = { 'lz4/native': 'Wider vectors.' };
    const unknown = said({}, 20);
    expect(unknown).not.toContain('Wider');
    expect(said(wide)).toBe('Wider vectors.');
    expect(said(wide, 20)).toMatch(telling('Wider vectors.', '2.00', '1.50×'));
    expect(said(wide, 12)).toBe(unknown);
  });

  it('counts equal sizes among our builds alone', () =>
    expect(countEqualSizes(rowsOf(given, 'bulk', null))).toEqual({ equal: 3, all: 6 }));
});

function fail(): never {
  throw new Error('There is no row.');
}
