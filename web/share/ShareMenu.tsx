import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../ui/Button';
import styles from './ShareMenu.module.css';
import { Loaded } from '../ui/Loaded';
import type { SharePanelProps } from './SharePanel';

/** The panel loads after the first paint. */
const loadPanel = () => import('./SharePanel');

type ShareMenuProps = SharePanelProps & { readonly onImport: NonNullable<SharePanelProps['onImport']> };

/** The menu for links, downloads and import. Opening the menu stores nothing and sends nothing. */
export function ShareMenu({ shown, view, ownFile, onImport }: ShareMenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Escape also stops a run. In the open menu it only closes the menu.
      event.preventDefault();
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [open]);

  return (
    <div ref={root} className={styles.root}>
      <Button
        ref={button}
        aria-expanded={open}
        aria-controls={id}
        aria-haspopup="dialog"
        onClick={() => setOpen(!open)}
      >
        Share
      </Button>
      {open && (
        <div id={id} role="dialog" aria-label="Share" className={styles.panel}>
          <Loaded load={loadPanel} what="share menu">
            {({ SharePanel }) => (
              <SharePanel
                shown={shown}
                view={view}
                ownFile={ownFile}
                onImport={(result, fileName) => {
                  setOpen(false);
                  onImport(result, fileName);
                }}
              />
            )}
          </Loaded>
        </div>
      )}
    </div>
  );
}
