import { type ReactNode, useId, useState } from 'react';
import styles from './Tooltip.module.css';

interface TooltipProps {
  readonly text: string;
  readonly children: (props: { readonly 'aria-describedby': string }) => ReactNode;
}

/** A few words on hover and on keyboard focus; Escape hides it. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const [hidden, setHidden] = useState(false);
  return (
    <span className={styles.anchor} onKeyDown={(event) => event.key === 'Escape' && setHidden(true)} onPointerLeave={() => setHidden(false)} onBlur={() => setHidden(false)}>
      {children({ 'aria-describedby': id })}
      <span role="tooltip" id={id} className={styles.tip} data-hidden={hidden}>
        {text}
      </span>
    </span>
  );
}
