import { expect, it } from 'vitest';
import type { Torture, TortureOutcome, TortureSystem } from '../../workers/model/torture';
import { tortureCaseGroups, tortureSentence } from './torture-table';

/** The sentences on the torture tables. `torture-table.test.ts` tests what is counted. */

const system = (id: string, outcome: TortureOutcome): TortureSystem => ({
  id,
  kind: 'format',
  format: id.toUpperCase(),
  label: 'lib',
  library: 'lib 1',
  outcomes: { a: outcome },
});
const changed = (changedValues: number | null) =>
  ({ outcome: 'changed', what: ['The types.'], changedValues }) satisfies TortureOutcome;
const kept = system('y', { outcome: 'kept' });

it.each([
  ['Lost: The types. 2 values changed.', 2],
  ['Lost: The types. No value is changed.', 0],
  ['Lost: The types. Rows or columns are missing.', null],
])('%s', (text, changedValues) => {
  const systems = [system('x', changed(changedValues))];
  const torture: Torture = {
    format: 'formatlab.torture',
    version: 1,
    cases: [{ id: 'a', group: 'One', label: 'A' }],
    systems,
  };
  expect(tortureCaseGroups(torture, systems)[0]?.rows[0]?.remarks).toMatchObject([{ text }]);
});

const sentences: readonly (readonly [string, readonly TortureSystem[]])[] = [
  ['Nothing was tested.', []],
  ['Y · lib keeps the most: 1 of 3 cases, to the last bit. No format changes a value.', [kept]],
  [
    'Y · lib and Z · lib keep the most: 1 of 3 cases, to the last bit. 1 system changes some cases, as declared beforehand.',
    [kept, system('z', { outcome: 'kept' }), system('x', changed(1))],
  ],
];

it('who keeps the most', () =>
  expect(sentences.map(([, systems]) => tortureSentence(systems, 3))).toEqual(sentences.map(([words]) => words)));
