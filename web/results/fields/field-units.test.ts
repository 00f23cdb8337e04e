import { expect, test } from 'vitest';
import { candidate, codec } from '../testing/test-results';
import type { NumberField } from './field';
import { cellsAndFields } from './testing/test-cells';

const { fields } = cellsAndFields({
  cells: [
    {
      candidate: candidate('packed', codec('zstd', 3), { rows: 100 }),
      sizeBytes: 2_000_000,
      ms: { encode: 20, decode: 4, lookup: 1 },
    },
  ],
  operations: ['encode', 'decode', 'lookup'],
});
const numbers = fields.filter((field): field is NumberField => field.kind === 'number');

/** How many of the field's own units (bytes, bytes a second, milliseconds, a currency) one of each typed unit is. No unit is a power of 1,024. */
const factors: Readonly<Record<string, number>> = {
  '': 1,
  MB: 1e6,
  'MB/s': 1e6,
  ms: 1,
  s: 1_000,
  $: 1,
  'look-ups/s': 1,
};

test('every unit that a person types is of the field’s own unit', () => {
  const units = numbers.map(({ id, entry }) => [id, entry.unit, entry.factor]);
  expect(units).toEqual(numbers.map(({ id, entry }) => [id, entry.unit, factors[entry.unit]]));
  expect(new Set(numbers.map(({ entry }) => entry.unit)).size).toBeGreaterThanOrEqual(5);
});

test.each(numbers.filter(({ entry }) => entry.unit !== '').map((field) => [field.id, field] as const))(
  'a value typed for %s is shown as it was typed',
  (_id, { entry, format }) => {
    for (const typed of [2, 12, 50]) {
      const text = format(typed * entry.factor).replaceAll(/\u202f|\u00a0/gu, ' ');
      const [number] = /[\d.]+/u.exec(text) ?? [];
      expect(Number(number), text).toBe(typed);
      expect(text.replace(/[\d.]+/u, '').trim()).toBe(entry.unit);
    }
  },
);

test('of a time, a size or a price less is better, of a rate more', () => {
  const wanted = (unit: string) => (unit.endsWith('/s') ? 'larger' : 'smaller');
  const measured = numbers.filter(({ entry, better }) => entry.unit !== '' && better !== null);
  expect(measured.map(({ id, better }) => [id, better])).toEqual(
    measured.map(({ id, entry }) => [id, wanted(entry.unit)]),
  );
  expect(new Set(measured.map(({ better }) => better))).toEqual(new Set(['smaller', 'larger']));
});
