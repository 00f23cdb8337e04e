import { beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '../model/dataset';
import type { FittedParameterId, FittedTable } from '../model/fitted-table';
import { completeOptions, type OptionValues } from '../model/options';
import { workload } from '../workloads/table/index';
import { meta } from '../workloads/table/meta';
import { fitTable, fittedRowsOf } from './fit-table';

const rows = 20_000;

function generated(given: OptionValues): Table {
  const parameters = completeOptions(meta.parameters, given, meta.label);
  return workload.generate({ parameters, seed: 7, from: 0, to: rows }) as Table;
}

const fittedOf = ({ parameters }: FittedTable, id: FittedParameterId): number => {
  const fitted = parameters[id];
  return fitted.isEstimated ? fitted.value : Number.NaN;
};
const fittedValue = (table: Table, id: FittedParameterId): number => fittedOf(fitTable(table), id);

/** How far an estimate may be from the parameter of the table: in its unit, or as a share of it. */
const tolerances: Readonly<Record<FittedParameterId, { readonly absolute: number; readonly relative: number }>> = {
  distinctShare: { absolute: 0.02, relative: 0.1 },
  sortedness: { absolute: 0.03, relative: 0 },
  // At 20,000 rows, chance alone moves the mean of 66 runs by an eighth.
  runLength: { absolute: 0, relative: 0.25 },
  nullShare: { absolute: 0.01, relative: 0 },
  decimalDigits: { absolute: 0, relative: 0 },
  textRepetition: { absolute: 0.05, relative: 0 },
  // Of tables that lack rows of their order, only times of at least 0.5 are told.
  regularity: { absolute: 0.1, relative: 0 },
  duplicateShare: { absolute: 0.01, relative: 0 },
};

const tables: readonly OptionValues[] = [
  {},
  { distinctShare: 0.3, sortedness: 0.5, runLength: 20, nullShare: 0.2, decimalDigits: 0 },
  { distinctShare: 0.01, sortedness: 0.9, runLength: 5, nullShare: 0, decimalDigits: 5, textRepetition: 0.8 },
  { distinctShare: 0.9, sortedness: 0.1, runLength: 300, nullShare: 0.4, textRepetition: 0, regularity: 1 },
  { regularity: 0, textRepetition: 1 },
  { regularity: 0.7, duplicateShare: 0.2 },
  { regularity: 0.8, duplicateShare: 0.5, runLength: 3, decimalDigits: 9 },
];

describe.each(tables)('of a table with %j', (given) => {
  let fitted: FittedTable;
  beforeAll(() => {
    fitted = fitTable(generated(given));
  }, 180_000);
  const known = completeOptions(meta.parameters, given, meta.label);
  it.each(Object.entries(tolerances))('%s is estimated within its tolerance', (id, { absolute, relative }) => {
    const value = Number(known[id]);
    const error = Math.abs(fittedOf(fitted, id as FittedParameterId) - value);
    expect(error).toBeLessThanOrEqual(Math.max(absolute, relative * value) + 1e-9);
  });
});

describe('the estimate', () => {
  it('needs no digits for NaN and infinities', () => {
    const values = Float64Array.from({ length: 100 }, (_, row) => (row % 3 === 0 ? Number.NaN : row / 4));
    const table: Table = {
      kind: 'table',
      rowCount: 100,
      columns: [{ name: 'a', type: 'float64', validity: null, values }],
    };
    expect(fittedValue(table, 'decimalDigits')).toBe(2);
  });

  it('tells equal bytes in consecutive rows', () => {
    const data = Uint8Array.from({ length: 1_000 }, (_, row) => Math.floor(row / 10) % 7);
    const offsets = Int32Array.from({ length: 1_001 }, (_, row) => row);
    const ids = Int32Array.from({ length: 1_000 }, (_, row) => row);
    const columns: Table['columns'] = [
      { name: 'a', type: 'binary', validity: null, offsets, data },
      { name: 'id', type: 'int32', validity: null, values: ids },
    ];
    expect(fittedValue({ kind: 'table', rowCount: 1_000, columns }, 'runLength')).toBeCloseTo(9, 0);
  });

  it('takes fewer rows of a table with many columns', () => {
    expect([
      fittedRowsOf(20_000, 0),
      fittedRowsOf(1_000_000, 9),
      fittedRowsOf(20_000, 9),
      fittedRowsOf(20_000, 2_000),
    ]).toEqual([20_000, 262_144, 20_000, 8_389]);
  });

  it('is made of a table with many columns', { tags: ['full'] }, () => {
    const values = new Int8Array(20_000);
    const columns: Table['columns'] = Array.from({ length: 2_000 }, (_, index) => ({
      name: `c${index}`,
      type: 'int8',
      validity: null,
      values,
    }));
    expect(fitTable({ kind: 'table', rowCount: 20_000, columns }).fittedRows).toBe(8_389);
  });

  it('tells a row with NaN from one with null', () => {
    const columns: Table['columns'] = [
      {
        name: 'a',
        type: 'float64',
        validity: Uint8Array.of(0b0101),
        values: Float64Array.of(Number.NaN, Number.NaN, 1, 1),
      },
    ];
    expect(fittedValue({ kind: 'table', rowCount: 4, columns }, 'duplicateShare')).toBe(0.25);
  });

  it('says which parameters no column shows', () => {
    const flags: Table = {
      kind: 'table',
      rowCount: 4,
      columns: [{ name: 'secret', type: 'bool', validity: null, values: Uint8Array.of(0, 1, 1, 0) }],
    };
    const { parameters } = fitTable(flags);
    expect(
      Object.entries(parameters)
        .filter(([, { isEstimated }]) => !isEstimated)
        .map(([id]) => id),
    ).toEqual(['distinctShare', 'sortedness', 'decimalDigits', 'textRepetition', 'regularity']);
  });

  it('holds numbers alone, and no value or name of the table', () => {
    const { parameters, ...counts } = fitTable(generated({}));
    expect(counts).toEqual({ rows, fittedRows: rows });
    for (const parameter of Object.values(parameters))
      expect(parameter).toEqual({ isEstimated: true, value: expect.any(Number) });
  });
});
