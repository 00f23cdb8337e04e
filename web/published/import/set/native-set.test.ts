import { expect, test } from 'vitest';
import example from '../../../../fixtures/example/result.json';
import type { ImportedSet } from '../../../../workers/model/imported-set';
import { importedFactorsOf } from '../../../decide/native/imported-factors';
import { resultRows } from '../../../figures/rows';
import { parseRunResult } from '../../../links/parse-result';
import { setFromRun } from './from-run';

const run = parseRunResult(example);
const rows = resultRows(run, false);

/** The example's own run as if a native script had measured it in half the time. */
function nativeSet(): ImportedSet {
  const cells = run.cells.map((cell) =>
    cell.status === 'completed'
      ? {
          ...cell,
          operations: Object.fromEntries(
            Object.entries(cell.operations).map(([name, operation]) => [
              name,
              operation?.status === 'measured'
                ? {
                    ...operation,
                    rounds: operation.rounds.map((round) => ({
                      ...round,
                      samplesMs: round.samplesMs.map((ms) => ms / 2),
                    })),
                  }
                : operation,
            ]),
          ),
        }
      : cell,
  );
  const native = { ...run, cells, environment: { ...run.environment, userAgent: 'CPython 3.11.7' } };
  return setFromRun(native, { title: 'Native', where: 'here', importedAt: '2026-11-24T00:00:00.000Z' }).set;
}

test('a native run of this machine gives each candidate its own factor, and no other run does', () => {
  const set = nativeSet();
  expect(set.native).toBe(true);
  const factors = importedFactorsOf([{ ...set, sameMachine: true }], run, rows, 0);
  expect(factors.size).toBeGreaterThan(8);
  for (const { encode, decode } of factors.values())
    for (const found of [encode, decode]) {
      expect(found?.factor).toBeCloseTo(2, 6);
      expect(found?.low).toBeLessThanOrEqual(2 + 1e-9);
      expect(found?.high).toBeGreaterThanOrEqual(2 - 1e-9);
    }
  expect(importedFactorsOf([set], run, rows, 0).size).toBe(0);
  const { native: _, ...browserSet } = set;
  expect(importedFactorsOf([{ ...browserSet, sameMachine: true }], run, rows, 0).size).toBe(0);
});
