import { describe, expect, it } from 'vitest';
import type { Registry } from '../../figures/candidate-names';
import { resultRows } from '../../figures/rows';
import { candidate, codec, formatImplementation, formatMeta, type MadeCell, makeRun } from '../testing/test-results';
import { optionValueText } from '../../figures/option-value-text';
import { type NumericOption, optionSweeps } from './option-sweeps';

const pageSize: NumericOption = {
  type: 'integer',
  id: 'pageSize',
  label: 'Page size',
  unit: 'bytes',
  min: 1,
  max: 1e6,
  default: 8_130,
};
const treedbm = formatMeta('treedbm', 'TreeDBM', [
  formatImplementation(
    'formatlab',
    'Formatlab',
    [pageSize, { type: 'choice', id: 'crc', label: 'CRC', choices: [{ value: '0', label: 'none' }], default: '0' }],
    [{ id: 'zstd', label: 'Zstandard', family: 'zstd', granularity: 'page', levels: null }],
  ),
]);
const registry: Registry = { formats: new Map([['treedbm', treedbm]]), codecs: new Map() };
const tree = (size: number, zstd = false) =>
  candidate('treedbm', zstd ? codec('zstd', null) : null, { pageSize: size, crc: '0' });

function sweepsOf(
  cells: readonly MadeCell[],
  operations: readonly ('encode' | 'lookup' | 'warmLookup')[] = ['encode', 'lookup', 'warmLookup'],
) {
  const run = makeRun({ cells, operations });
  return optionSweeps(resultRows(run, false, registry), run.plan.candidates, registry);
}

describe('optionSweeps', () => {
  it('joins what differs in the option alone, a line for each codec, by rising value', () => {
    const [sweep, ...others] = sweepsOf([
      { candidate: tree(131_072, true), sizeBytes: 2_500_000, ms: { lookup: 40, warmLookup: 1 } },
      { candidate: tree(8_130, true), sizeBytes: 4_000_000, ms: { lookup: 4 } },
      { candidate: tree(8_130), sizeBytes: 10_000_000, ms: { lookup: 2, warmLookup: 1 } },
      { candidate: tree(131_072), sizeBytes: 10_000_000, ms: { lookup: 2, warmLookup: 1 } },
      { candidate: candidate('pickle'), ms: { lookup: 1 } },
    ]);
    expect(others).toEqual([]);
    expect(sweep).toMatchObject({ key: 'treedbm/pageSize', format: 'TreeDBM', option: { id: 'pageSize' } });
    expect(
      sweep?.lines.map(({ label, points }) => [
        label,
        points.map(({ value, ratio, cold, warm }) => [value, ratio, cold?.bestMs ?? null, warm?.bestMs ?? null]),
      ]),
    ).toEqual([
      [
        'Zstandard',
        [
          [8_130, 2.5, 0.04, null],
          [131_072, 4, 0.4, 0.01],
        ],
      ],
      [
        'no codec',
        [
          [8_130, 1, 0.02, 0.01],
          [131_072, 1, 0.02, 0.01],
        ],
      ],
    ]);
  });

  it('is nothing without look-ups, or with one value alone', () => {
    expect(
      sweepsOf(
        [
          { candidate: tree(4_096), ms: { encode: 1 } },
          { candidate: tree(8_192), ms: { encode: 1 } },
        ],
        ['encode'],
      ),
    ).toEqual([]);
    expect(
      sweepsOf([
        { candidate: tree(4_096), ms: { lookup: 1 } },
        { candidate: tree(8_192, true), ms: { lookup: 1 } },
      ]),
    ).toEqual([]);
  });
});

describe('optionValueText', () => {
  it('writes whole KiB as such, other byte counts in decimal units, and any other unit as it is', () => {
    expect(optionValueText('bytes', 131_072)).toBe('128 KiB');
    expect(optionValueText('bytes', 8_130)).toBe('8.13 kB');
    expect(optionValueText('rows', 1_000)).toBe('1,000 rows');
  });
});
