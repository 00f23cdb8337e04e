import { describe, expect, it } from 'vitest';
import { telling } from '../../../workers/model/testing/telling';
import type { CellResult } from '../../../workers/model/result';
import { geometricMean } from '../../../workers/model/statistics/pareto';
import { loadNativeComparisons } from './comparisons';
import { meansByOperation, nativeRows } from './factors';
import { nativeCsv } from './native-csv';
import { comparison, completed, here, measured } from './testing/made-comparison';

describe('factors to native', () => {
  it('is the median of the rounds’ best samples, browser over native, with its interval', () => {
    const [row] = nativeRows(comparison([here], [completed(0, 100, measured([3, 2, 5]), measured([2, 2, 2]))]));
    expect(row).toMatchObject({ browserBytes: 110, nativeBytes: 100, by: 'Python', reasons: [] });
    expect(
      row?.factors.map(({ operation, browserMs, nativeMs, ratio }) => [operation, browserMs, nativeMs, ratio]),
    ).toEqual([
      ['encode', 6, 3, 2],
      ['decode', 1, 2, 0.5],
    ]);
    const [encode, decode] = row?.factors ?? [];
    expect(decode?.interval).toEqual({ kind: 'roundsRange', low: 0.5, high: 0.5 });
    expect(encode?.interval?.low).toBeGreaterThanOrEqual(4 / 5);
    expect(encode?.interval?.high).toBeLessThanOrEqual(8 / 2);
  });

  it('takes the first native run that has the cell, and tells why none has', () => {
    const missing: CellResult = { status: 'unsupported', dataset: 0, candidate: 0, reason: 'Python has none.' };
    const java = completed(0, 90, measured([2, 2, 2]), measured([1, 1, 1]));
    expect(nativeRows(comparison([here], [missing], [java]))[0]).toMatchObject({ by: 'Java', nativeBytes: 90 });
    expect(nativeRows(comparison([here], [missing]))[0]).toMatchObject({
      by: null,
      factors: [],
      reasons: ['Python has none.'],
    });
  });

  it('never compares times whose clocks included other work, or of other amounts', () => {
    const there = completed(
      0,
      100,
      measured([2, 2, 2], { clock: ['encode', 'write'] }),
      measured([1, 1, 1], { itemsPerCall: 1 }),
    );
    const [row] = nativeRows(comparison([here], [there]));
    expect(row?.factors).toEqual([]);
    expect(row?.reasons).toEqual([
      expect.stringMatching(telling('“Encode”', 'encode + write')),
      expect.stringMatching(telling('“Decode”', 100, 1)),
    ]);
  });

  it('sums up by the geometric mean', () => {
    expect(meansByOperation([])).toEqual([]);
    expect(geometricMean([2, 8])).toBeCloseTo(4, 12);
    const rows = nativeRows(
      comparison(
        [here, { ...here, candidate: 1 }],
        [
          completed(0, 1, measured([3, 3, 3]), measured([1, 1, 1])),
          completed(1, 1, measured([0.75, 0.75, 0.75]), measured([1, 1, 1])),
        ],
      ),
    );
    expect(meansByOperation(rows)[0]).toMatchObject({ operation: 'encode', min: 2, max: 8, count: 2 });
    expect(meansByOperation(rows)[0]?.mean).toBeCloseTo(4, 12);
  });

  it('has the same figures in the CSV', () => {
    const made = comparison([here], [completed(0, 100, measured([3, 2, 5]), measured([2, 2, 2]))]);
    const lines = nativeCsv(made, nativeRows(made)).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^10,[^,]+,Python,110,100,encode,6,3,2,/);
  });
});

describe('the runs that are shipped', () => {
  it('cover every source, and every factor is of both runs', async () => {
    const comparisons = await loadNativeComparisons();
    expect([...new Set(comparisons.map(({ source }) => source))].sort()).toEqual(['000', '001', '002', '003', '004']);
    for (const made of comparisons) {
      const rows = nativeRows(made);
      const compared = rows.filter(({ factors }) => factors.length > 0);
      expect(compared.length, `${made.source} ${made.workload}`).toBeGreaterThan(0);
      for (const { factors, reasons } of rows) {
        expect(factors.length + reasons.length).toBeGreaterThan(0);
        for (const { ratio, browserMs, nativeMs } of factors) expect(ratio).toBeCloseTo(browserMs / nativeMs, 9);
      }
    }
  });
});
