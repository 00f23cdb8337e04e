import { useEffect, useEffectEvent } from 'react';

/** Keyboard shortcuts: Ctrl+Enter (⌘+Enter on a Mac) starts a run, Escape stops it. */
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
    // Escape closes a panel over the page first.
    if (event.key === 'Escape' && active && document.querySelector('dialog[open]') === null) {
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
