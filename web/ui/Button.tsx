import type { ComponentProps } from 'react';
import styles from './Button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
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
