import { expect } from 'vitest';
import type { Dataset } from '../../model/dataset';
import { columnValues } from './test-files';

/** The rows of a dataset as texts. */
export function rowTexts(dataset: Dataset): string[] {
  const inWords = (values: unknown[]) =>
    JSON.stringify(values, (_, value) =>
      typeof value === 'bigint' ? `${value}n` : Object.is(value, -0) ? '-0' : value,
    );
  if (dataset.kind === 'table') {
    const columns = dataset.columns.map(({ name }) => [name, columnValues(dataset, name)] as const);
    return Array.from({ length: dataset.rowCount }, (_, row) =>
      inWords(columns.map(([name, values]) => [name, values[row]])),
    );
  }
  if (dataset.kind === 'keyedVectors') return [...dataset.entries].map(([key, vector]) => inWords([key, ...vector]));
  if (dataset.kind !== 'array') throw new Error(`It is read as ${dataset.kind}.`);
  const [rows = 0, ...inner] = dataset.shape;
  const width = inner.reduce((product, length) => product * length, 1);
  return Array.from({ length: rows }, (_, row) =>
    inWords(Array.from<unknown>(dataset.values.subarray(row * width, (row + 1) * width))),
  );
}

/** Expects the units of a sample to be rows that follow one another in the whole, in the order of the whole. */
export function expectRowsOf(whole: Dataset, sample: Dataset, unitItems: readonly number[]): void {
  const [rows, all] = [rowTexts(sample), rowTexts(whole)];
  const itemsOfRow = unitItems.reduce((sum, items) => sum + items, 0) / rows.length;
  let [at, from] = [0, 0];
  for (const items of unitItems) {
    const unit = rows.slice(at, at + items / itemsOfRow);
    const place = all.findIndex((_, row) => row >= from && unit.every((text, index) => all[row + index] === text));
    expect(place).toBeGreaterThanOrEqual(from);
    at += unit.length;
    from = place + unit.length;
  }
  expect(at).toBe(rows.length);
}
