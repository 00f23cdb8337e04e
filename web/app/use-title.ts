import { useEffect, useSyncExternalStore } from 'react';
import { isActive, type RunLifecycle } from '../state/run-reducer';

const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** The state of a run, for somebody who looks at other tabs meanwhile. Null while nothing is to be told. */
function tellsOf(life: RunLifecycle): string | null {
  if (isActive(life)) return life.status === 'waiting' ? 'Waiting' : 'Measuring';
  if (life.status === 'finished') return 'Measured';
  return life.status === 'crashed' ? 'The run ended early' : null;
}

/** The title of the document. In a tab that is not looked at, the state of its run comes first. */
export function useTitle(title: string, life: RunLifecycle): void {
  const isHidden = useSyncExternalStore(onVisibility, () => document.hidden);
  const told = isHidden ? tellsOf(life) : null;
  useEffect(() => {
    document.title = told === null ? title : `${told} · ${title}`;
  }, [title, told]);
}
