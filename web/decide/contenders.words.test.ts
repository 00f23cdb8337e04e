import { expect, it } from 'vitest';
import type { Operation } from '../../workers/model/plan';
import { resultRows } from '../figures/rows';
import { candidate, codec, type MadeCell, makeRun } from '../results/testing/test-results';
import { namedSituations } from '../view/named-situations';
import type { Situation } from '../view/situation';
import { contendersOf } from './contenders';

/** Why a candidate can't be the answer, in words. `contenders.test.ts` tests which can't. */

const pickle: MadeCell = {
  candidate: candidate('pickle'),
  sizeBytes: 1_000_000,
  ms: { encode: 10, decode: 5, project: 2, lookup: 100 },
};
const csv: MadeCell = { ...pickle, candidate: candidate('csv') };
const lossy: MadeCell = { ...pickle, loss: ['Types: all are text.'] };
const allOperations: readonly Operation[] = ['encode', 'decode', 'project', 'lookup'];

it.each<[string, readonly MadeCell[], Partial<Situation>, (readonly Operation[])?]>([
  ['“Decode” was not measured in this run.', [pickle], {}, ['encode']],
  ['Decode: This format has no decode.', [{ ...pickle, ms: { encode: 1 } }], {}],
  ['It is the uncompressed baseline, which does not compete.', [{ ...pickle, candidate: candidate('raw') }], {}],
  ['It makes no file.', [{ ...pickle, sizeBytes: null }], {}],
  ['Other implementations reject its files.', [{ ...pickle, rejectedBy: 'python' }], {}],
  [
    'Encode: its clock includes other work than those of the other candidates.',
    [
      pickle,
      { ...pickle, candidate: candidate('pickle', codec('zstd', 3, 'zstd')) },
      { ...csv, clock: { encode: ['generate', 'encode'] } },
    ],
    {},
  ],
  ['It can’t read one column alone: Not project.', [pickle], { needsOneColumn: true }],
  ['It can’t look up one row: Not lookup.', [pickle], { needsOneRow: true }],
  ['It takes 1.00 MB; the limit is 500 kB.', [pickle], { maxSizeBytes: 500_000 }],
  ['It takes 10.0 ms to write; the limit is 9.00 ms.', [pickle], { maxWriteMs: 9 }],
  ['Memory is limited, but that of its JavaScript can’t be measured.', [pickle], { maxMemoryBytes: 1e9 }],
  ['It does not keep every value: it loses types.', [lossy], { needsEveryValue: true }],
  ['It changes 3 values.', [{ ...lossy, changedValues: { changed: 3, total: 10 } }], { needsEveryValue: true }],
])('%s', (words, cells, situation, operations = allOperations) => {
  const run = makeRun({ cells, operations, rounds: 8 });
  const { excluded } = contendersOf(
    resultRows(run, false),
    { ...namedSituations.message.situation, ...situation },
    {
      candidates: run.plan.candidates,
      unreadableReason: () => null,
      unsupportedReason: (_, operation) => `Not ${operation}.`,
    },
  );
  expect(excluded.map(({ reason }) => reason)).toEqual([words]);
});
