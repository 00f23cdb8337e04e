import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from './Button';
import styles from './Drawer.module.css';
import { Icon } from './Icon';
import { LiveRegion } from './LiveRegion';

interface DrawerProps {
  readonly title: string;
  readonly open: boolean;
  /** Called when the user closes the drawer: by its button, by Escape, or by a click beside it. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A panel over the page, from the right. The focus goes into it, and back to what had it when it closes. Its content is made when it first opens, and
 * keeps what was typed in it.
 */
export function Drawer({ title, open, onClose, children }: DrawerProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [hasOpened, setHasOpened] = useState(open);
  if (open && !hasOpened) setHasOpened(true);
  useEffect(() => {
    const element = dialog.current;
    if (element === null || element.open === open) return;
    if (open) element.showModal();
    else element.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by keyboard.
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // A browser may close it without asking.
      onClose={() => {
        if (open) onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {hasOpened && (
        <div className={styles.sheet}>
          <header className={styles.head}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            <Button variant="plain" aria-label={`Close “${title}”`} onClick={onClose}>
              <Icon name="close" />
            </Button>
          </header>
          <div className={styles.content}>{children}</div>
          {/* Screen readers hear no announcement from the page below an open panel. */}
          {open && <LiveRegion />}
        </div>
      )}
    </dialog>
  );
}
