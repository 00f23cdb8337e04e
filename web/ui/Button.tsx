import type { ComponentProps } from 'react';
import styles from './Button.module.css';

/** A button has no `title`, since tooltips of titles are not reachable by touch or keyboard. */
interface ButtonProps extends Omit<ComponentProps<'button'>, 'title'> {
  readonly variant?: 'primary' | 'secondary' | 'plain' | 'danger';
  readonly size?: 'small' | 'medium' | 'large';
}

export function Button({ variant = 'secondary', size = 'medium', type = 'button', className, ...props }: ButtonProps) {
  return (
    <button
      type={type}
      className={[styles.button, styles[variant], styles[size], className].filter(Boolean).join(' ')}
      {...props}
    />
  );
}
