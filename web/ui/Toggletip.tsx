import { type ReactNode, useId, useRef, useState } from 'react';
import { Icon } from './Icon';
import styles from './Toggletip.module.css';

interface ToggletipProps {
  /** What it is about: the button's name for screen readers. */
  readonly about: string;
  readonly children: ReactNode;
}

const gap = 6;
const edge = 8;

/** An ⓘ that opens its words by click, Enter or keyboard focus, and closes by Escape, by a click elsewhere, or when focus leaves. */
export function Toggletip({ about, children }: ToggletipProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const place = () => {
    const [from, own] = [button.current?.getBoundingClientRect(), tip.current?.getBoundingClientRect()];
    if (from === undefined || own === undefined || tip.current === null) return;
    const left = Math.max(edge, Math.min(from.left, document.documentElement.clientWidth - own.width - edge));
    const below = from.bottom + gap;
    const top = below + own.height + edge > window.innerHeight ? Math.max(edge, from.top - gap - own.height) : below;
    tip.current.style.left = `${left}px`;
    tip.current.style.top = `${top}px`;
  };
  return (
    <span className={styles.root}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={`About ${about}`}
        aria-expanded={open}
        aria-describedby={id}
        popoverTarget={id}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) tip.current?.showPopover();
        }}
        onBlur={() => tip.current?.hidePopover()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !open) return;
          // Escape also stops a run: here it closes the words and no more.
          event.preventDefault();
          tip.current?.hidePopover();
        }}
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
          if (newState === 'open') place();
        }}
      >
        {children}
      </span>
    </span>
  );
}
