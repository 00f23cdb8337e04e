import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';

/** A mark is drawn by SVG, or laid out by CSS. */
type MarkElement = Element & HTMLOrSVGElement;

/**
 * Keyboard and pointer for the marks of a chart, by a roving tab index: one mark is the tab stop, and arrow keys move
 * the focus along the given orders of mark ids. The mark under the pointer or with the focus is active: the chart shows
 * its tooltip. Escape makes it inactive.
 */
export function useMarkNavigation(orders: {
  readonly horizontal: readonly string[];
  readonly vertical: readonly string[];
  /** The mark that a key leads to, where the marks are a tree instead of two orders. */
  readonly next?: (id: string, key: string) => string | undefined;
}) {
  const [active, setActive] = useState<string | null>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const elements = useRef(new Map<string, MarkElement>());
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
    if (orders.next !== undefined) {
      focus(orders.next(tabStop, event.key));
      return;
    }
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

  /** The properties of a mark's element: `aria-label`, tab index and event handlers. */
  const mark = (id: string, label: string) => ({
    role: 'img',
    'aria-label': label,
    onKeyDown,
    ref: (element: MarkElement | null) => {
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

  /** The pointer handlers of an element that belongs to a mark but can't be focused, such as its label. */
  const hover = (id: string) => ({
    onPointerEnter: () => setActive(id),
    onPointerLeave: () =>
      setActive((shown) => (shown === id && document.activeElement !== elements.current.get(id) ? null : shown)),
  });

  useEffect(() => {
    if (active !== null && activeId === null) setActive(null);
  }, [active, activeId]);

  return {
    /**
     * The active mark. `element` is a function, because the chart may replace the mark's element while it is active.
     */
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
