import { expect, test } from 'vitest';
import { loadPublishedSources } from '../../sources/sources';
import { loadClaims } from './claims';
import { scorecardGroups, verdictNames } from './scorecard';

test('verdicts have names', () =>
  expect(verdictNames).toEqual({
    confirmed: 'Confirmed',
    sameDirection: 'Same direction, other size',
    contradicted: 'Contradicted',
    inconclusive: 'Inconclusive',
    otherSize: 'Not tested at this size',
    otherMachine: 'Not tested on this machine',
    otherClock: 'Not tested by this clock',
    notMeasured: 'Not measured yet',
    notTestable: 'Not testable here',
  }));

test('groups have titles', async () => {
  const claims = await loadClaims();
  const groups = (await loadPublishedSources()).flatMap((source) =>
    scorecardGroups(source, claims.get(source.id) ?? [], null),
  );
  expect(new Map(groups.map(({ id, title }) => [id, title]))).toEqual(
    new Map([
      ['size', 'Sizes: exact, no clock'],
      ['time', 'Times'],
    ]),
  );
});
