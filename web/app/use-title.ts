import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isActive, type RunLifecycle } from '../state/run-reducer';

const onAttention = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  window.addEventListener('focus', listener);
  window.addEventListener('blur', listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    window.removeEventListener('focus', listener);
    window.removeEventListener('blur', listener);
  };
};

type Attention = 'here' | 'otherWindow' | 'hidden';
const attention = (): Attention => (document.hidden ? 'hidden' : document.hasFocus() ? 'here' : 'otherWindow');

/** The state of a run, for somebody who looks at something else meanwhile. Null while nothing is to be told. */
function tellsOf(life: RunLifecycle, of: Attention): string | null {
  if (of === 'here') return null;
  // A hidden tab measures nothing.
  if (life.status === 'running' && of === 'hidden') return 'Paused';
  if (isActive(life)) return life.status === 'waiting' ? 'Waiting' : 'Measuring';
  if (life.status === 'finished') return 'Measured';
  return life.status === 'crashed' ? 'The run ended early' : null;
}

/**
 * The title of the document. In a tab or window that is not looked at, the state of its run comes first. A notification tells the end of a long run, if
 * the user allowed it.
 */
export function useTitle(title: string, life: RunLifecycle): void {
  const told = tellsOf(life, useSyncExternalStore(onAttention, attention));
  useEffect(() => {
    document.title = told === null ? title : `${told} · ${title}`;
  }, [title, told]);
  const startedAtMs = useRef<number | null>(null);
  const { status } = life;
  const active = isActive(life);
  useEffect(() => {
    if (active) {
      startedAtMs.current ??= performance.now();
      return;
    }
    const tookMs = startedAtMs.current === null ? null : performance.now() - startedAtMs.current;
    startedAtMs.current = null;
    if (tookMs === null || (status !== 'finished' && status !== 'crashed')) return;
    // Without its code there is no notification; the title tells the end.
    import('../state/run-end-notice').then(
      ({ runEndNotice }) => runEndNotice.tell(status, tookMs),
      () => undefined,
    );
  }, [active, status]);
}
