import { useEffect, useSyncExternalStore } from 'react';
import type { SourceTest, SourceTestController } from '../../state/source-test-controller';

/** The minutes that a test may take unless the reader chooses another time. */
export const usualMinutes = '5';

export const busyWords = 'Another run is in progress. Stop it, or wait until it ends.';

/** The test of a source: the current one, or the stored results of an earlier one. Null if there is none. */
export function useSourceTest(tests: SourceTestController, source: string): SourceTest | null {
  const all = useSyncExternalStore(tests.subscribe, tests.get);
  useEffect(() => tests.recall(source), [tests, source]);
  return all.get(source) ?? null;
}
