import { FormatlabError, type Stage, toErrorRecord } from '../model/errors';

/** Does the work of a stage of a format. What it throws becomes an error of the stage, unless it is a FormatlabError already. */
export function inStage<T>(format: string, stage: Stage, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof FormatlabError) throw thrown;
    throw new FormatlabError(
      toErrorRecord(thrown, { tag: stage === 'encode' ? 'encodeFailed' : 'decodeFailed', stage, format }),
      { cause: thrown },
    );
  }
}
