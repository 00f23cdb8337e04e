import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './Tabs.module.css';

interface TabsProps<T extends string> {
  /** The name of the tabs, for screen readers. */
  readonly label: string;
  readonly tabs: readonly { readonly id: T; readonly label: string }[];
  readonly open: T;
  readonly onOpen: (tab: T) => void;
}

const tabId = (id: string) => `tab-${id}`;
const panelId = (id: string) => `panel-${id}`;

/** A row of tabs. It is one stop of the Tab key, and the arrow keys, Home and End open another tab. */
export function Tabs<T extends string>({ label, tabs, open, onOpen }: TabsProps<T>) {
  const row = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === open);
    const last = tabs.length - 1;
    const next = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    const tab = next === undefined ? undefined : tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    onOpen(tab.id);
    document.getElementById(tabId(tab.id))?.focus();
  };
  // On a phone, the row scrolls, and a link may open the last tab.
  useEffect(() => {
    const [list, tab] = [row.current, document.getElementById(tabId(open))];
    if (list === null || tab === null) return;
    list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  }, [open]);
  return (
    <div ref={row} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
      {tabs.map(({ id, label: text }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={tabId(id)}
          className={styles.tab}
          aria-selected={id === open}
          aria-controls={panelId(id)}
          tabIndex={id === open ? 0 : -1}
          onClick={() => onOpen(id)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

interface TabPanelProps {
  readonly id: string;
  readonly open: boolean;
  readonly children: ReactNode;
}

/**
 * What a tab shows. It is made when the tab first opens, and then keeps what was done in it. While it is closed, it is out of the order of the focus and
 * is not drawn again, however often the results change.
 */
export function TabPanel({ id, open, children }: TabPanelProps) {
  const [hasOpened, setHasOpened] = useState(open);
  if (open && !hasOpened) setHasOpened(true);
  return (
    <div
      role="tabpanel"
      id={panelId(id)}
      aria-labelledby={tabId(id)}
      className={styles.panel}
      hidden={!open}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the pattern of tabs has the panel as a stop, since it may begin with text.
      tabIndex={0}
    >
      {hasOpened && <WhileOpen open={open}>{children}</WhileOpen>}
    </div>
  );
}

const WhileOpen = memo(
  ({ children }: { readonly open: boolean; readonly children: ReactNode }) => children,
  (_, next) => !next.open,
);
