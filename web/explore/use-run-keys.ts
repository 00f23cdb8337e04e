import { useEffect, useEffectEvent } from 'react';

/** Ctrl+Enter (⌘ on a Mac) runs, Escape stops. */
export function useRunKeys({
  active,
  onRun,
  onStop,
}: {
  readonly active: boolean;
  readonly onRun: () => void;
  readonly onStop: () => void;
}) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (event.key === 'Escape' && active) {
      event.preventDefault();
      onStop();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !active) {
      event.preventDefault();
      onRun();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
