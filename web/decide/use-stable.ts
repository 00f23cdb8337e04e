import { useMemo } from 'react';
import type { Situation } from '../view/situation';

/** The same object as long as its content is the same. */
export function useStable(situation: Situation): Situation {
  const text = JSON.stringify(situation);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text holds all there is.
  return useMemo(() => situation, [text]);
}
