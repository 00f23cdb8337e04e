import { type RefObject, useEffect, useRef } from 'react';

/** The ref of an element that takes the focus if a change of `state` removed the element that had it. */
export function useKeptFocus<T extends HTMLElement>(state: unknown): RefObject<T | null> {
  const element = useRef<T>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== state && document.activeElement === document.body)
      element.current?.focus({ preventScroll: true });
    before.current = state;
  }, [state]);
  return element;
}
