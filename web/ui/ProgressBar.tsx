import styles from './ProgressBar.module.css';

interface ProgressBarProps {
  readonly label: string;
  /** The progress from 0 to 1. Null if it is not known yet. */
  readonly fraction: number | null;
}

export function ProgressBar({ label, fraction }: ProgressBarProps) {
  const percent = fraction === null ? undefined : Math.round(fraction * 100);
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div
        className={fraction === null ? styles.unknown : styles.bar}
        style={fraction === null ? undefined : { transform: `scaleX(${fraction})` }}
      />
    </div>
  );
}
