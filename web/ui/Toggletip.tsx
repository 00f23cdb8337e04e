import { type ReactNode, useId, useRef, useState } from 'react';
import { Icon } from './Icon';
import { placeTip } from './place-tip';
import styles from './Toggletip.module.css';

interface ToggletipProps {
  /** The subject of the text. The button's name for screen readers is “About” and the subject. */
  readonly about: string;
  readonly children: ReactNode;
}

/**
 * An ⓘ button that shows a text on click, Enter or Space, and hides it on the next. Focus alone does not show it, or the Enter that is to show it
 * would hide it. Escape, a click elsewhere or loss of focus hides it too. Browsers let Tab reach a text that is long enough to scroll, so the focus
 * may be on either.
 */
export function Toggletip({ about, children }: ToggletipProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has no action of its own; it hears the keys of the button and of the text.
    <span
      className={styles.root}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) tip.current?.hidePopover();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        // Escape normally stops a run. Here it only hides the text.
        event.preventDefault();
        tip.current?.hidePopover();
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={`About ${about}`}
        aria-expanded={open}
        aria-describedby={id}
        popoverTarget={id}
      >
        <Icon name="info" />
      </button>
      <span
        ref={tip}
        id={id}
        popover="auto"
        className={styles.tip}
        onToggle={({ newState }) => {
          setOpen(newState === 'open');
          if (newState === 'open') placeTip(tip.current, button.current);
        }}
      >
        {children}
      </span>
    </span>
  );
}
