import { useEffect, useSyncExternalStore } from 'react';
import { announcer } from './announcer';

/** The page’s one region that screen readers announce without being asked. What is wrong is announced where it stands. */
export function LiveRegion() {
  return (
    <span className="visually-hidden" role="status" aria-live="polite" data-testid="announced">
      {useSyncExternalStore(announcer.subscribe, announcer.get)}
    </span>
  );
}

/** Announces a text when it is set and when it changes. */
export function useAnnouncement(text: string): void {
  useEffect(() => announcer.say(text), [text]);
}
