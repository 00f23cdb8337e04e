import type { RunResult } from '../../workers/model/result';
import type { Situation } from '../view/situation';

const situations = new WeakMap<RunResult, Situation>();

/** Keeps the situation that a result was answered for, as the command line tells it in its file, as long as the result is kept. */
export function tellSituation(result: RunResult, situation: Situation): void {
  situations.set(result, situation);
}

/** Null for a result that came without a situation. */
export const toldSituation = (result: RunResult): Situation | null => situations.get(result) ?? null;
