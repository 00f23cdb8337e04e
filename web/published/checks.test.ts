import { expect, test } from 'vitest';
import { runChecks } from './checks';
import { loadPublishedSources } from './sources';

const sources = await loadPublishedSources();
const outcomes = new Map(sources.flatMap((source) => runChecks(source).map((outcome) => [`${source.id}/${outcome.check.id}`, outcome])));

test('recomputes what source 000 prints of memory and bulk size, to the last digit', () => {
  for (const count of [10_000, 50_000, 100_000, 500_000]) {
    expect(outcomes.get(`000/memory/${count}`)?.agrees).toBe(true);
    expect(outcomes.get(`000/bulk-size/${count}`)?.agrees).toBe(true);
  }
});

test('recomputes the ideal times of source 004 as size over 500 MB/s', () => {
  expect(outcomes.get('004/ideal/zstd')?.recomputed).toBeCloseTo(1.64, 10);
  for (const system of ['none', 'snappy', 'lz4', 'zstd', 'root-lz4', 'root-zstd']) expect(outcomes.get(`004/ideal/${system}`)?.agrees).toBe(true);
});

test('says where a source does not bear itself out', () => {
  const disagreeing = [...outcomes].filter(([, { agrees }]) => !agrees).map(([id]) => id);
  expect(disagreeing).toEqual(['000/again/write/50000', '004/root/write/lz4', '004/root/read/lz4', '004/near-ideal/read']);
  expect(outcomes.get('004/root/write/lz4')?.recomputed).toBeCloseTo(37 / 11, 10);
});

test('keeps the rounding of terms apart from a disagreement', () => {
  const outcome = outcomes.get('000/gzip/read-factor/10000');
  expect(outcome?.low).toBeCloseTo(0.65 / 0.065, 10);
  expect(outcome?.high).toBeCloseTo(0.75 / 0.055, 10);
});

test('a changed figure is caught', () => {
  const source = structuredClone(sources.find(({ id }) => id === '004'));
  if (source === undefined) throw new Error('Source 004 is missing.');
  const figure = source.tables.flatMap(({ rows }) => rows.flat()).find((cell) => typeof cell !== 'string' && cell.id === 'table/ideal/zstd');
  if (figure === undefined || typeof figure === 'string') throw new Error('The figure is missing.');
  figure.value = 1.7;
  expect(runChecks(source).find(({ check }) => check.id === 'ideal/zstd')?.agrees).toBe(false);
});
