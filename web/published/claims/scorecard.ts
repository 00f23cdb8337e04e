import type { Claim } from '../../../workers/model/claim';
import { confirmingRange, type ClaimVerdict, verdicts } from '../../../workers/model/claim-verdict';
import type { PublishedSource } from '../../../workers/model/published';
import type { TestRun } from '../../state/source-test-controller';
import { computePublished } from '../checks';
import { type ClaimOutcome, claimOutcomeOf } from './quotient';

export const verdictNames: Readonly<Record<ClaimVerdict, string>> = {
  confirmed: 'Confirmed',
  sameDirection: 'Same direction, other size',
  contradicted: 'Contradicted',
  inconclusive: 'Inconclusive',
  otherSize: 'Not tested at this size',
  otherMachine: 'Not tested on this machine',
  otherClock: 'Not tested by this clock',
  notMeasured: 'Not measured yet',
  notTestable: 'Not testable here',
};

/** True for verdicts that later rounds may still change. */
export const isOpen = (verdict: ClaimVerdict | undefined) =>
  verdict === 'notMeasured' || verdict === 'notTestable' || verdict === 'inconclusive';

/** A claim as the scorecard shows it. The outcome is null until the source has been tested. */
export interface ScorecardRow {
  readonly claim: Claim;
  readonly published: number;
  /** The range of quotients that confirm the claim. */
  readonly band: { readonly low: number; readonly high: number };
  readonly outcome: ClaimOutcome | null;
}

export interface ScorecardGroup {
  readonly id: 'size' | 'time';
  readonly title: string;
  readonly rows: readonly ScorecardRow[];
  /** The range of the axis, on a logarithmic scale. It covers everything drawn, and 1. */
  readonly axis: { readonly low: number; readonly high: number };
}

/** Groups the claims: those about sizes, which need no clock, and those about times. */
export function scorecardGroups(
  source: PublishedSource,
  claims: readonly Claim[],
  runs: readonly TestRun[] | null,
): ScorecardGroup[] {
  const rows = claims.map((claim): ScorecardRow => {
    const published = computePublished(source, claim.published);
    return {
      claim,
      published,
      band: confirmingRange(claim, published),
      outcome: runs === null ? null : claimOutcomeOf(source, claim, runs),
    };
  });
  const titles = { size: 'Sizes: exact, no clock', time: 'Times' } as const;
  return (['size', 'time'] as const).flatMap((id) => {
    const own = rows.filter(({ claim }) => claim.quantity === id);
    return own.length === 0 ? [] : [{ id, title: titles[id], rows: own, axis: axisOf(own) }];
  });
}

function axisOf(rows: readonly ScorecardRow[]): ScorecardGroup['axis'] {
  const values = rows.flatMap(({ published, outcome }) => [
    published,
    ...(outcome?.measured ? [outcome.measured.low, outcome.measured.high] : []),
  ]);
  const margin = 1.25;
  return { low: Math.min(1 / margin, ...values) / margin, high: Math.max(margin, ...values) * margin };
}

/** The number of claims with each verdict, in the order of {@link verdicts}. */
export function countVerdicts(
  groups: readonly ScorecardGroup[],
): { readonly verdict: ClaimVerdict; readonly count: number }[] {
  const given = groups.flatMap(({ rows }) =>
    rows.flatMap(({ outcome }) => (outcome === null ? [] : [outcome.verdict])),
  );
  return verdicts.map((verdict) => ({ verdict, count: given.filter((each) => each === verdict).length }));
}
