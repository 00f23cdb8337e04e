import { describe, expect, it } from 'vitest';
import fixture from '../../fixtures/torture/torture.json';
import { parseWithSchema } from '../../workers/model/parse';
import { type Torture, type TortureSystem, tortureSchema } from '../../workers/model/torture';
import { telling } from '../../workers/model/testing/telling';
import { tortureCases } from '../../workers/registry/torture/cases';
import {
  lostCases,
  sortByFidelity,
  tortureCaseGroups,
  outcomeCountsOf,
  systemName,
  tortureSentence,
} from './torture-table';

const system = (id: string, outcomes: TortureSystem['outcomes']): TortureSystem => ({
  id,
  kind: 'format',
  format: id.toUpperCase(),
  label: 'lib',
  library: 'lib 1',
  outcomes,
});
const refused = { outcome: 'refused', reason: 'It has no place.' } as const;
const changed = { outcome: 'changed' as const, what: ['The types.'], changedValues: 0 };
const some: Torture = {
  format: 'formatlab.torture',
  version: 1,
  cases: [
    { id: 'a', group: 'One', label: 'A' },
    { id: 'b', group: 'Two', label: 'B' },
    { id: 'c', group: 'One', label: 'C' },
  ],
  systems: [
    system('x', { a: { outcome: 'kept' }, b: refused, c: changed }),
    system('y', { a: { outcome: 'kept' }, b: refused, c: { outcome: 'kept' } }),
    system('z', { a: refused, b: { ...changed, changedValues: 2 } }),
  ],
};

describe('the matrix', () => {
  it('lists what one system does not keep', () => {
    const lost = (index: number) =>
      lostCases(some, some.systems[index] as TortureSystem).map(({ id, kind }) => [id, kind]);
    expect(lost(0)).toEqual([
      ['b', 'refused'],
      ['c', 'changed'],
    ]);
    expect(lost(2)).toEqual([
      ['a', 'refused'],
      ['b', 'changed'],
    ]);
  });

  it('groups cases, and says each reason once', () => {
    const groups = tortureCaseGroups(some, some.systems);
    expect(groups.map(({ group, rows }) => [group, rows.map(({ id }) => id)])).toEqual([
      ['One', ['a', 'c']],
      ['Two', ['b']],
    ]);
    expect(groups[1]?.rows[0]?.remarks).toEqual([
      { text: 'It has no place.', systems: ['X · lib', 'Y · lib'] },
      { text: expect.stringMatching(telling('The types.', '2 values')), systems: ['Z · lib'] },
    ]);
    expect(groups[0]?.rows[1]?.outcomes[2]).toBeNull();
    expect(groups[0]?.rows[1]?.remarks).toEqual([
      { text: expect.stringMatching(telling('The types.')), systems: ['X · lib'] },
    ]);
  });

  it('counts, orders and says who keeps the most', () => {
    expect(some.systems.map(outcomeCountsOf)).toEqual([
      { kept: 1, changed: 1, refused: 1 },
      { kept: 2, changed: 0, refused: 1 },
      { kept: 0, changed: 1, refused: 1 },
    ]);
    const ordered = sortByFidelity(some.systems);
    expect(ordered.map(({ id }) => id)).toEqual(['y', 'x', 'z']);
    expect(tortureSentence(ordered, 3)).toMatch(telling('Y · lib', '2 of 3', '2 systems'));
    expect(tortureSentence([], 3)).toBe('Nothing was tested.');
    expect(systemName(system('csv', {}))).toBe('CSV · lib');
  });
});

it('the matrix on record has the cases of today', () => {
  const torture = parseWithSchema(tortureSchema, fixture, 'torture matrix');
  expect(torture.cases.map(({ id }) => id)).toEqual(tortureCases.map(({ id }) => id));
  for (const { id, kind, outcomes } of torture.systems)
    if (kind === 'format') expect(Object.keys(outcomes), id).toHaveLength(tortureCases.length);
});
