import { describe, expect, it } from 'vitest';
import { libraryText } from '../../model/conformance';
import { parse } from '../../model/parse';
import { type Torture, type TortureSystem, tortureSchema } from '../../model/torture';
import { formatCases } from '../contract-cases';
import { formats } from '../metadata';
import { tortureCases } from './cases';
import { formatOutcome } from './run-case';

const hasTables = [...formats.values()].filter(({ isBaseline }) => isBaseline !== true);

it('has cases that differ in name', () => {
  expect(new Set(tortureCases.map(({ id }) => id)).size).toBe(tortureCases.length);
});

/** The matrix of every format; `vitest -u` writes it anew. */
async function matrix(faults: string[]): Promise<Torture> {
  const systems: TortureSystem[] = [];
  for (const format of hasTables) {
    for (const implementation of format.implementations) {
      const [test] = formatCases(format, implementation);
      if (test === undefined) continue;
      const outcomes: TortureSystem['outcomes'] = {};
      for (const { id, make } of tortureCases) {
        try {
          outcomes[id] = await formatOutcome(test, make());
        } catch (thrown) {
          faults.push(`${id}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
        }
      }
      // What has no place for any table has no row.
      if (Object.values(outcomes).every(({ outcome }) => outcome === 'refused')) continue;
      systems.push({
        id: `${format.id}/${implementation.id}`,
        kind: 'format',
        format: format.label,
        label: implementation.label,
        library: libraryText(implementation.library),
        outcomes,
      });
    }
  }
  const cases = tortureCases.map(({ id, group, label }) => ({ id, group, label }));
  return parse(tortureSchema, { format: 'formatlab.torture', version: 1, cases, systems }, 'torture matrix');
}

describe('the torture table', () => {
  it('comes back as the matrix says, in every format', { tags: ['full'], timeout: 600_000 }, async () => {
    const faults: string[] = [];
    const found = await matrix(faults);
    expect(faults).toEqual([]);
    await expect(`${JSON.stringify(found, null, 1)}\n`).toMatchFileSnapshot('../../../fixtures/torture/torture.json');
  });
});
