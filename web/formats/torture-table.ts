import type { Torture, TortureOutcome, TortureSystem } from '../../workers/model/torture';
import { plural } from '../../workers/model/plural';

/** The torture matrix as rows and columns of a table. */

export type OutcomeKind = TortureOutcome['outcome'];

/** The meaning of each mark, in the order of the bars. */
export const outcomeLabels: Readonly<Record<OutcomeKind, { readonly word: string; readonly meaning: string }>> = {
  kept: { word: 'kept', meaning: 'decoding returns every bit and the type' },
  changed: { word: 'changed', meaning: 'decoding returns something else, as declared beforehand' },
  refused: { word: 'refused', meaning: 'the format does not write it, and states the reason' },
};

export interface TortureCaseRow {
  readonly id: string;
  readonly label: string;
  /** One outcome per system, in the order of the systems. Null if the system was not tested. */
  readonly outcomes: readonly (TortureOutcome | null)[];
  /** The reasons of the systems that did not keep the case. Each distinct sentence occurs once, with its systems. */
  readonly remarks: readonly { readonly text: string; readonly systems: readonly string[] }[];
}

interface TortureCaseGroup {
  readonly group: string;
  readonly rows: readonly TortureCaseRow[];
}

export const systemName = ({ format, label }: TortureSystem): string =>
  format === label ? format : `${format} · ${label}`;

/** The cases of a kind of systems, in groups. */
export function tortureCaseGroups(torture: Torture, systems: readonly TortureSystem[]): readonly TortureCaseGroup[] {
  const groups = new Map<string, TortureCaseRow[]>();
  for (const { id, group, label } of torture.cases) {
    const outcomes = systems.map((system) => system.outcomes[id] ?? null);
    const rows = groups.get(group) ?? [];
    rows.push({ id, label, outcomes, remarks: remarksOf(systems, outcomes) });
    groups.set(group, rows);
  }
  return [...groups].map(([group, rows]) => ({ group, rows }));
}

/** The cases that one system does not keep, each with the reason. */
export function lostCases(
  torture: Torture,
  system: TortureSystem,
): readonly { readonly id: string; readonly label: string; readonly kind: OutcomeKind; readonly reason: string }[] {
  return torture.cases.flatMap(({ id, label }) => {
    const outcome = system.outcomes[id];
    return outcome === undefined || outcome.outcome === 'kept'
      ? []
      : [{ id, label, kind: outcome.outcome, reason: reasonOf(outcome) }];
  });
}

const reasonOf = (outcome: Exclude<TortureOutcome, { outcome: 'kept' }>) =>
  outcome.outcome === 'refused' ? outcome.reason : changedText(outcome);

function remarksOf(
  systems: readonly TortureSystem[],
  outcomes: readonly (TortureOutcome | null)[],
): TortureCaseRow['remarks'] {
  const holds = new Map<string, string[]>();
  for (const [index, outcome] of outcomes.entries()) {
    const system = systems[index];
    if (system === undefined || outcome === null || outcome.outcome === 'kept') continue;
    const text = reasonOf(outcome);
    holds.set(text, [...(holds.get(text) ?? []), systemName(system)]);
  }
  return [...holds].map(([text, names]) => ({ text, systems: names }));
}

function changedText({ what, changedValues }: Extract<TortureOutcome, { outcome: 'changed' }>): string {
  const count =
    changedValues === null
      ? ' Rows or columns are missing.'
      : changedValues === 0
        ? ' No value is changed.'
        : ` ${plural(changedValues, 'value')} changed.`;
  return `Lost: ${what.join(' ')}${count}`;
}

export interface OutcomeCounts {
  readonly kept: number;
  readonly changed: number;
  readonly refused: number;
}

export function outcomeCountsOf({ outcomes }: TortureSystem): OutcomeCounts {
  const counts = { kept: 0, changed: 0, refused: 0 };
  for (const { outcome } of Object.values(outcomes)) counts[outcome] += 1;
  return counts;
}

/** The systems sorted by fidelity, the most faithful first. Ties keep the order of the matrix. */
export function sortByFidelity(systems: readonly TortureSystem[]): readonly TortureSystem[] {
  const rank = (system: TortureSystem) => outcomeCountsOf(system).kept * 1_000 + outcomeCountsOf(system).changed;
  return [...systems].sort((a, b) => rank(b) - rank(a));
}

/** A sentence that summarises the matrix. */
export function tortureSentence(systems: readonly TortureSystem[], caseCount: number): string {
  const [best] = systems;
  if (best === undefined) return 'Nothing was tested.';
  const maxKept = outcomeCountsOf(best).kept;
  const winners = systems.filter((system) => outcomeCountsOf(system).kept === maxKept).map(systemName);
  const lossy = systems.filter((system) => outcomeCountsOf(system).changed > 0).length;
  const keeps = winners.length === 1 ? 'keeps' : 'keep';
  return `${listed(winners)} ${keeps} the most: ${maxKept} of ${caseCount} cases, to the last bit. ${
    lossy === 0
      ? 'No format changes a value.'
      : `${plural(lossy, 'system')} change${lossy === 1 ? 's' : ''} some cases, as declared beforehand.`
  }`;
}

const listed = (names: readonly string[]) =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
