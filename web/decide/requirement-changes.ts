import { tools } from '../../workers/model/tools';
import { formatBytes } from '../figures/figures';
import type { Situation } from '../view/situation';
import { formatDuration } from './answer-words';
import type { Contender } from './contenders';
import { toolNames } from './tool-names';
import { totalOf } from './totals';

/** A requirement that the situation does not have, and that the answer does not meet. */
export interface RequirementChange {
  /** The condition, in words that start a sentence: `If it must be readable by R`. */
  readonly condition: string;
  /** The best candidate with the requirement. Null if no candidate meets it. */
  readonly winner: Contender | null;
}

/** The contenders of a situation, in any order. */
type ContendersFor = (situation: Situation) => readonly Contender[];

/**
 * What each further requirement would change: the tools and needs that the best candidate fails, and each limit just below its figure.
 */
export function requirementChanges(
  best: Contender,
  situation: Situation,
  contendersFor: ContendersFor,
): readonly RequirementChange[] {
  const changes: RequirementChange[] = [];
  const tried = (condition: string, changed: Situation) => {
    const winner = bestOf(contendersFor(changed), changed);
    if (winner?.row.key !== best.row.key) changes.push({ condition, winner });
  };
  // Tools that change the answer to the same candidate share a line.
  const byWinner = new Map<string, { winner: Contender | null; names: string[] }>();
  for (const tool of tools) {
    if (situation.readableBy.includes(tool)) continue;
    const changed = { ...situation, readableBy: [...situation.readableBy, tool] };
    const winner = bestOf(contendersFor(changed), changed);
    if (winner?.row.key === best.row.key) continue;
    const line = byWinner.get(winner?.row.key ?? '') ?? { winner, names: [] };
    byWinner.set(winner?.row.key ?? '', line);
    line.names.push(toolWords[tool] ?? toolNames[tool]);
  }
  for (const { winner, names } of byWinner.values())
    changes.push({ condition: `If ${alternatives.format(names)} must read it`, winner });
  if (!situation.needsEveryValue) tried('If every value must be kept', { ...situation, needsEveryValue: true });
  if (!situation.needsOneColumn) tried('If one column must be readable alone', { ...situation, needsOneColumn: true });
  if (!situation.needsOneRow) tried('If one row must be readable alone', { ...situation, needsOneRow: true });
  const { sizeBytes, encodeMs } = best.figures;
  // A limit exactly at the figure is met, so the nearest one that is not is just below.
  const limited = (condition: string, changed: Situation) => {
    tried(condition, changed);
    // That nothing is smaller or faster than the best one says little.
    if (changes.at(-1)?.condition === condition && changes.at(-1)?.winner === null) changes.pop();
  };
  limited(`If the file must be smaller than ${formatBytes(sizeBytes)}`, { ...situation, maxSizeBytes: sizeBytes - 1 });
  if (situation.goal !== 'size' && Number.isFinite(encodeMs) && encodeMs > 0)
    limited(`If it must be written in less than ${formatDuration(encodeMs)}`, {
      ...situation,
      maxWriteMs: encodeMs * (1 - 1e-9),
    });
  return changes;
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

const toolWords: Partial<Record<(typeof tools)[number], string>> = {
  java: 'Java (or Spark)',
  browser: 'a browser',
  commandLine: 'the command line',
};

/** The contender with the smallest total. Null if there is none. */
export function bestOf(contenders: readonly Contender[], situation: Situation): Contender | null {
  let best: Contender | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const contender of contenders) {
    const total = totalOf(situation, contender.figures);
    if (!(total < least)) continue;
    best = contender;
    least = total;
  }
  return best;
}
