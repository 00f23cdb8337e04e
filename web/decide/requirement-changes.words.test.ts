import { expect, it } from 'vitest';
import type { CompletedRow } from '../figures/rows';
import { namedSituations } from '../view/named-situations';
import type { Situation } from '../view/situation';
import type { Contender } from './contenders';
import { requirementChanges } from './requirement-changes';

/** The words of each further requirement. `requirement-changes.test.ts` tests which change the answer. */

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
const best = contender('best', 1_000_000, 100);
const other = contender('other', 2_000_000, 1);
const plain: Situation = { ...namedSituations.download.situation, readableBy: [] };

/** Any further requirement leaves only the other one. */
const changes = requirementChanges(best, plain, () => [other]);

it.each([
  'If every value must be kept',
  'If one column must be readable alone',
  'If one row must be readable alone',
  'If the file must be smaller than 1.00 MB',
  'If it must be written in less than 100 ms',
])('%s', (words) => expect(changes.map(({ condition }) => condition)).toContain(words));

it('names the tools in a list', () => {
  const [tools] = requirementChanges(best, plain, ({ readableBy }) =>
    readableBy.some((tool) => ['r', 'java', 'browser', 'commandLine'].includes(tool)) ? [other] : [best],
  );
  expect(tools?.condition).toMatch(
    /^If (?=.*\bR\b)(?=.*\bJava \(or Spark\))(?=.*\ba browser\b)(?=.*\bthe command line\b).*, or .* must read it$/u,
  );
});
