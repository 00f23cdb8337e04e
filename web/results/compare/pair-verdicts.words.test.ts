import { expect, test } from 'vitest';
import { resultRows } from '../../figures/rows';
import { candidate, type MadeCell, makeRun } from '../testing/test-results';
import { pairVerdicts } from './pair-verdicts';

/** The sentences on a pair. `pair-verdicts.test.ts` tests the verdicts. */

const pairOf = (shown: Partial<MadeCell>, compared: Partial<MadeCell>) => {
  const rowsOf = (cell: Partial<MadeCell>) =>
    resultRows(makeRun({ cells: [{ candidate: candidate('a'), ms: { encode: 1 }, ...cell }] }), false, {
      formats: new Map(),
      codecs: new Map(),
    });
  return pairVerdicts(rowsOf(shown), rowsOf(compared), { operation: 'encode', seed: 7, margin: 0.03 })[0];
};
const zones = ['Time zones: none.'];

test.each<[string, readonly string[], readonly string[]]>([
  ['It loses time zones.', zones, zones],
  ['In this run it loses time zones; in the compared run nothing that is declared.', zones, []],
  ['In this run it loses nothing that is declared; in the compared run time zones.', [], zones],
])('%s', (words, shown, compared) => expect(pairOf({ loss: shown }, { loss: compared })?.losses).toBe(words));

test.each<[string, MadeCell['ms'], MadeCell['ms']]>([
  ['not measured in this run', {}, { encode: 1 }],
  ['not measured in the compared run', { encode: 1 }, {}],
  ['below the timer’s resolution', { encode: 0 }, { encode: 1 }],
])('%s', (reason, shown = {}, compared = {}) =>
  expect(pairOf({ ms: shown }, { ms: compared })?.time).toEqual({ status: 'none', reason }),
);
