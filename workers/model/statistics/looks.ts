import { type Budget, mostRoundsInBudget } from '../budget';

/** When a verdict may be taken: after this many common rounds, if p is below the level. */
export interface Look {
  readonly rounds: number;
  readonly level: number;
}

/**
 * The looks of a run that goes on until its answer is clear, or its time is over (rule 9 of docs/measurement.md). A test that is repeated after each
 * round finds a false difference far more often than its level says. So a verdict is taken only at these rounds, and their levels add up to 5 %: whatever
 * the rounds have in common, a false difference is then found at any look in at most 5 % of the cases (Bonferroni's inequality). That is alpha spending
 * ([Lan and DeMets 1983](https://doi.org/10.1093/biomet/70.3.659)) with most of it spent early, since a round costs time: .032 is the least that six
 * rounds can reach (2^(1-6) = .03125), .008 the least of eight (2^(1-8) = .0078). Of the rest, each later look has half of what is left.
 */
export const verdictLooks: readonly Look[] = [
  { rounds: 6, level: 0.032 },
  { rounds: 8, level: 0.008 },
  { rounds: 12, level: 0.005 },
  { rounds: 16, level: 0.002_5 },
  { rounds: 24, level: 0.001_25 },
  { rounds: 32, level: 0.000_625 },
  { rounds: 48, level: 0.000_312_5 },
  { rounds: 64, level: 0.000_156_25 },
  { rounds: mostRoundsInBudget, level: 0.000_078_125 },
];

/** No verdict can change after these rounds. */
export const lastLook = mostRoundsInBudget;

/** The looks at which a plan's verdicts are taken (rule 9); null if its number of rounds is fixed. */
export const looksOf = ({ budget }: { readonly budget?: Budget }): readonly Look[] | null =>
  budget === undefined ? null : verdictLooks;

/** The first look that has more than `rounds` rounds; the last one if there is none. */
export const nextLook = (rounds: number): number =>
  verdictLooks.find((look) => look.rounds > rounds)?.rounds ?? lastLook;
