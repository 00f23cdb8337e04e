import { expect, test } from 'vitest';
import { confirmingRange, verdicts } from '../../../workers/model/claim-verdict';
import { computePublished } from '../checks';
import { loadPublishedSources } from '../../sources/sources';
import { loadClaims } from './claims';
import type { ClaimOutcome } from './quotient';
import { type ScorecardGroup, scorecardGroups, countVerdicts } from './scorecard';

const claims = await loadClaims();
const sources = await loadPublishedSources();
const source = sources.find(({ id }) => {
  const quantities = (claims.get(id) ?? []).map(({ quantity }) => quantity);
  return quantities.includes('size') && quantities.includes('time');
});
if (source === undefined) throw new Error('No source has claims of both kinds.');
const own = claims.get(source.id) ?? [];

test('claims about sizes come first, then those about times', () => {
  const groups = scorecardGroups(source, own, null);
  expect(groups.map(({ id }) => id)).toEqual(['size', 'time']);
  expect(new Set(groups.map(({ title }) => title)).size).toBe(2);
  for (const { id, rows } of groups)
    expect(rows.map(({ claim }) => claim)).toEqual(own.filter(({ quantity }) => quantity === id));
});

test('a group without claims is left out', () =>
  expect(
    scorecardGroups(
      source,
      own.filter(({ quantity }) => quantity === 'time'),
      null,
    ).map(({ id }) => id),
  ).toEqual(['time']));

test('a claim has its published quotient and the band that confirms it, and no outcome before a test', () => {
  const [row] = scorecardGroups(source, own.slice(0, 1), null).flatMap(({ rows }) => rows);
  const [claim] = own;
  if (claim === undefined) throw new Error('There is a claim.');
  const published = computePublished(source, claim.published);
  expect(row).toEqual({ claim, published, band: confirmingRange(claim, published), outcome: null });
});

test('put to the test without a run, no claim is tested', () => {
  const groups = scorecardGroups(source, own, []);
  expect(groups.flatMap(({ rows }) => rows).every(({ outcome }) => outcome !== null)).toBe(true);
  expect(countVerdicts(groups).reduce((sum, { count }) => sum + count, 0)).toBe(own.length);
});

test('the axis goes a quarter beyond all quotients, and around 1', () => {
  for (const { rows, axis } of scorecardGroups(source, own, null)) {
    const quotients = rows.map(({ published }) => published);
    expect(axis.low).toBeCloseTo(Math.min(0.8, ...quotients) / 1.25, 12);
    expect(axis.high).toBeCloseTo(Math.max(1.25, ...quotients) * 1.25, 12);
  }
});

const outcome = (verdict: ClaimOutcome['verdict']) => ({ verdict }) as unknown as ClaimOutcome;

test('verdicts are counted in their order, those not put to the test left out', () => {
  const [first] = scorecardGroups(source, own.slice(0, 1), null);
  const [row] = first?.rows ?? [];
  if (first === undefined || row === undefined) throw new Error('There is a claim.');
  const groups: ScorecardGroup[] = [
    { ...first, rows: [row, { ...row, outcome: outcome('confirmed') }, { ...row, outcome: outcome('contradicted') }] },
    { ...first, rows: [{ ...row, outcome: outcome('confirmed') }] },
  ];
  expect(countVerdicts(groups)).toEqual(
    verdicts.map((verdict) => ({ verdict, count: { confirmed: 2, contradicted: 1 }[verdict as 'confirmed'] ?? 0 })),
  );
});
