/**
 * A notification of the system when a long run ends while its tab is not looked at. Only the user’s own act in the run’s settings asks the browser for
 * the permission; local storage keeps the choice.
 */

const key = 'formatlab.notifies';
/** A shorter run ends before somebody has turned to something else. */
export const longRunMs = 10_000;

interface NoticeParts {
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  /** Null where the browser has no notifications. */
  readonly notifications: () => {
    readonly permission: NotificationPermission;
    readonly ask: () => Promise<NotificationPermission>;
    readonly show: (title: string, body: string) => void;
  } | null;
  /** True if the user looks at another tab or window. */
  readonly isAway: () => boolean;
}

type EndOfRun = 'finished' | 'crashed';

export function createRunEndNotice({ storage, notifications, isAway }: NoticeParts) {
  const isWanted = () => {
    try {
      return storage().getItem(key) === 'yes';
    } catch {
      // Storage may be forbidden.
      return false;
    }
  };
  const isOn = () => isWanted() && notifications()?.permission === 'granted';
  return {
    /** True where the browser has notifications. */
    canNotify: () => notifications() !== null,
    isOn,
    /** Keeps the choice. Asks the browser for the permission if it has not been asked. Returns why it stays off; null if it is as wanted. */
    async choose(on: boolean): Promise<'refused' | 'notKept' | null> {
      const system = notifications();
      if (on && (system === null || (await system.ask()) !== 'granted')) return 'refused';
      try {
        storage().setItem(key, on ? 'yes' : 'no');
        return null;
      } catch {
        return 'notKept';
      }
    },
    /** Shows the notification, if it is wanted, allowed and of use. Returns whether it did. */
    tell(end: EndOfRun, tookMs: number): boolean {
      if (tookMs < longRunMs || !isAway() || !isOn()) return false;
      if (end === 'finished') notifications()?.show('Formatlab: measured', 'The answer is ready.');
      else notifications()?.show('Formatlab: the run ended early', 'The page says why. What was measured is kept.');
      return true;
    },
  };
}

/** True if the user looks at another tab or window. */
const isPageAway = (): boolean => document.hidden || !document.hasFocus();

function showNotification(title: string, body: string): void {
  try {
    const shown = new Notification(title, { body, tag: 'formatlab-run' });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
    });
  } catch {
    // Browsers on phones refuse the constructor: a service worker shows their notifications. Without one, the title of the tab still tells the end.
    void navigator.serviceWorker
      ?.getRegistration()
      .then((registration) => registration?.showNotification(title, { body, tag: 'formatlab-run' }))
      .catch(() => undefined);
  }
}

export const runEndNotice = createRunEndNotice({
  storage: () => localStorage,
  notifications: () =>
    'Notification' in window
      ? {
          permission: Notification.permission,
          ask: () => Notification.requestPermission(),
          show: showNotification,
        }
      : null,
  isAway: isPageAway,
});
