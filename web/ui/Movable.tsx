import { type ReactNode, useCallback, useState } from 'react';
import { createPortal } from 'react-dom';

/** An element that the page can put elsewhere, without losing the state of what it holds. */
export function useMovable(): HTMLElement {
  const [host] = useState(() => document.createElement('div'));
  return host;
}

/** What a movable element holds. It is rendered at one place of the tree, wherever the element stands. */
export function MovableContent({ host, children }: { readonly host: HTMLElement; readonly children: ReactNode }) {
  return createPortal(children, host);
}

/** A place for a movable element. The place that appears last has it. */
export function MovablePlace({ host }: { readonly host: HTMLElement }) {
  const ref = useCallback(
    (place: HTMLElement | null) => {
      place?.append(host);
    },
    [host],
  );
  return <div ref={ref} />;
}
