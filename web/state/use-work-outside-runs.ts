import { type RefObject, useEffect, useRef } from 'react';

/** Holds the controller of some work. The work ends when a run begins, which it would disturb, and when its component is taken away. */
export function useWorkOutsideRuns(isRunActive: boolean): RefObject<AbortController | null> {
  const work = useRef<AbortController | null>(null);
  useEffect(() => {
    if (isRunActive) work.current?.abort();
  }, [isRunActive]);
  useEffect(() => () => work.current?.abort(), []);
  return work;
}
