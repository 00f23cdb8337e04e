import { useEffect, useState, useSyncExternalStore } from 'react';
import { tableAtAddress } from '../state/address-state';
import type { Services } from '../state/services';
import { type DrawerId, drawers } from '../view/view';

/** A text field applies what was typed when it loses the focus. */
export function applyTypedText(): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement && focused.closest('[data-plan-of]') !== null) focused.blur();
}

interface DrawersOptions {
  /** What the panel of the data must show, since the user has to read or choose something there. Null if there is nothing. */
  readonly needsPanel: object | null;
  readonly onClosed: () => void;
}

/** The panels over the page. The address keeps which one is open; a link that asks for a file at an address opens that of the data. */
export function useDrawers(services: Services, inAddress: DrawerId | null, { needsPanel, onClosed }: DrawersOptions) {
  const { view: views, address } = services;
  const asked = useSyncExternalStore(address.subscribe, address.get);
  const link = asked.status === 'none' ? asked.fromLink : null;
  const [answered, setAnswered] = useState<string | null>(null);
  const isAsking = link !== null && link !== answered;
  const show = (drawer: DrawerId) => {
    const { view } = views.get();
    if (view.drawer !== drawer) views.set({ ...view, drawer });
  };
  const [shownFor, setShownFor] = useState<object | null>(null);
  useEffect(() => {
    if (needsPanel === shownFor) return;
    setShownFor(needsPanel);
    const { view } = views.get();
    if (needsPanel !== null && view.page === 'explore' && view.drawer === null) views.set({ ...view, drawer: 'data' });
  }, [needsPanel, shownFor, views]);
  // What was found at an address stands on the page, below the panel.
  const foundAt = tableAtAddress(asked)?.table.place.url ?? null;
  useEffect(() => {
    if (foundAt !== null) views.closeDrawer({ byUser: false });
  }, [foundAt, views]);
  return {
    open: isAsking ? 'data' : inAddress,
    openData: () => show('data'),
    openSituation: () => show('situation'),
    openPlan: () => show('plan'),
    close: () => {
      if (isAsking) setAnswered(link);
      views.closeDrawer();
      onClosed();
    },
    /** Opens the panel with a field whose text is invalid, whose last valid value is still in the plan. False if there is none. */
    showInvalidField: (): boolean => {
      const field = document.querySelector<HTMLElement>('[data-plan-of] [aria-invalid="true"]');
      const drawer = drawers.find((each) => each === field?.closest<HTMLElement>('[data-plan-of]')?.dataset.planOf);
      if (field === null || drawer === undefined) return false;
      field.closest('details')?.setAttribute('open', '');
      show(drawer);
      requestAnimationFrame(() => field.focus());
      return true;
    },
  };
}
