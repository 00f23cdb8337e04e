import { describe, expect, it } from 'vitest';
import { telling } from '../../workers/model/testing/telling';
import type { CompletedRow } from '../figures/rows';
import { namedSituations } from '../view/named-situations';
import type { Situation } from '../view/situation';
import type { Contender } from './contenders';
import { bestOf, requirementChanges } from './requirement-changes';

const contender = (key: string, sizeBytes: number, encodeMs: number): Contender => ({
  row: { key } as CompletedRow,
  figures: {
    sizeBytes,
    encodeMs,
    decodeMs: 1,
    columnMs: null,
    lookupMs: null,
    columnRequests: null,
    lookupRequests: null,
  },
  roundBestMs: {},
  neverWarm: new Set(),
  assumptions: [],
  unknownRequests: {},
});
const small = contender('small', 1_000_000, 100);
const quick = contender('quick', 2_000_000, 1);
const situation: Situation = { ...namedSituations.download.situation, readableBy: [] };

/** Only `quick` is readable by R and Java, neither is by Julia nor keeps single rows, and limits count. */
const contendersFor = ({ readableBy, needsOneRow, maxSizeBytes, maxWriteMs }: Situation) =>
  [small, quick].filter(
    ({ row, figures }) =>
      !(
        needsOneRow ||
        readableBy.includes('julia') ||
        ((readableBy.includes('r') || readableBy.includes('java')) && row.key === 'small')
      ) &&
      figures.sizeBytes <= (maxSizeBytes ?? Number.POSITIVE_INFINITY) &&
      figures.encodeMs <= (maxWriteMs ?? Number.POSITIVE_INFINITY),
  );

describe('what a further requirement changes', () => {
  it('names the tools, needs and limits that the best candidate fails, with the best of the others', () => {
    expect(bestOf([quick, small], situation)).toBe(small);
    const changes = requirementChanges(small, situation, contendersFor);
    expect(changes.map(({ condition, winner }) => [condition, winner?.row.key ?? null])).toEqual([
      [expect.stringMatching(telling('R', 'Java')), 'quick'],
      [expect.stringMatching(telling('Julia')), null],
      [expect.stringMatching(telling('row')), null],
      [expect.stringMatching(telling('100 ms')), 'quick'],
    ]);
  });

  it('says nothing of requirements that hold already', () => {
    const strict: Situation = { ...situation, readableBy: ['r'], needsOneRow: false };
    const changes = requirementChanges(quick, strict, contendersFor);
    expect(changes.map(({ condition }) => condition)).not.toContainEqual(expect.stringMatching(telling('R')));
  });
});
