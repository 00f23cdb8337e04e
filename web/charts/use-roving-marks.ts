import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';

/**
 * Hover and keyboard for the marks of a chart: one mark is the tab stop, arrow keys move focus along the orders given, and the mark that has the
 * pointer or the focus is active. Escape hides its figures.
 */
export function useRovingMarks(orders: {
  readonly horizontal: readonly string[];
  readonly vertical: readonly string[];
}) {
  const [active, setActive] = useState<string | null>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const elements = useRef(new Map<string, SVGElement>());
  const tabStop = current !== null && orders.vertical.includes(current) ? current : (orders.horizontal[0] ?? null);
  const activeId = active !== null && orders.vertical.includes(active) ? active : null;

  const focus = useCallback((id: string | undefined) => {
    if (id === undefined) return;
    setCurrent(id);
    elements.current.get(id)?.focus();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (event.key === 'Escape' && active !== null) {
      event.stopPropagation();
      setActive(null);
      return;
    }
    if (step === undefined || tabStop === null) return;
    event.preventDefault();
    const order = orders[step.along];
    const at = order.indexOf(tabStop);
    const target =
      step.to === 'first'
        ? 0
        : step.to === 'last'
          ? order.length - 1
          : Math.min(order.length - 1, Math.max(0, at + step.to));
    focus(order[target]);
  };

  /** Name, tab stop and handlers of one mark. */
  const mark = (id: string, label: string) => ({
    role: 'img',
    'aria-label': label,
    onKeyDown,
    ref: (element: SVGElement | null) => {
      if (element === null) elements.current.delete(id);
      else elements.current.set(id, element);
    },
    tabIndex: id === tabStop ? 0 : -1,
    onFocus: () => {
      setCurrent(id);
      setActive(id);
    },
    onBlur: () => setActive((shown) => (shown === id ? null : shown)),
    ...hover(id),
  });

  /** Handlers of what belongs to a mark but is no tab stop: its label. */
  const hover = (id: string) => ({
    onPointerEnter: () => setActive(id),
    onPointerLeave: () =>
      setActive((shown) => (shown === id && document.activeElement !== elements.current.get(id) ? null : shown)),
  });

  useEffect(() => {
    if (active !== null && activeId === null) setActive(null);
  }, [active, activeId]);

  return {
    /** The mark as it is drawn when asked: a chart may draw it anew, in another element, while its figures are shown. */
    active: activeId === null ? null : { element: () => elements.current.get(activeId) ?? null },
    activeId,
    mark,
    hover,
  };
}

const steps: Readonly<
  Record<string, { readonly along: 'horizontal' | 'vertical'; readonly to: number | 'first' | 'last' } | undefined>
> = {
  ArrowRight: { along: 'horizontal', to: 1 },
  ArrowLeft: { along: 'horizontal', to: -1 },
  ArrowUp: { along: 'vertical', to: -1 },
  ArrowDown: { along: 'vertical', to: 1 },
  Home: { along: 'horizontal', to: 'first' },
  End: { along: 'horizontal', to: 'last' },
};
