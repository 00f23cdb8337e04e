import { type ReactNode, useRef } from 'react';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import styles from './Intro.module.css';

interface IntroProps {
  /** False once something is opened. The heading then is for screen readers only. */
  readonly visible: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  /** Called when the user is about to choose files. */
  readonly onChoosing: () => void;
  readonly onAddress: () => void;
  /** Opens an example, by the id of its workload. */
  readonly onExample: (workload: string) => void;
  /** What stands below the examples. */
  readonly children: ReactNode;
}

/** The generated data that stand for what people have, by the ids of their workloads. */
const examples = [
  { workload: 'table', label: 'Orders' },
  { workload: 'sensors', label: 'Sensor readings' },
  { workload: 'logs', label: 'Log lines' },
  { workload: 'keyedVectors', label: 'Embeddings' },
  { workload: 'dictionary', label: 'Dictionary' },
  { workload: 'molecules', label: 'Molecules' },
  { workload: 'events', label: 'Particle events' },
] as const;

/** The page’s question, a place for files, and examples to open. The answer of one of them stands below. */
export function Intro({ visible, onFiles, onChoosing, onAddress, onExample, children }: IntroProps) {
  const input = useRef<HTMLInputElement>(null);
  const heading = 'Which format should your data be in?';
  if (!visible) return <h1 className="visually-hidden">{heading}</h1>;
  return (
    <div className={styles.empty}>
      <h1 className={styles.heading}>{heading}</h1>
      <p className={styles.text}>
        Drop a file. In half a minute you know, with evidence measured here. Nothing is uploaded.
      </p>
      <div className={styles.drop}>
        <Button
          variant="primary"
          size="large"
          onClick={() => {
            input.current?.click();
            onChoosing();
          }}
        >
          <Icon name="file" /> Choose files
        </Button>
        <p className={styles.small}>
          or drop files or a folder, paste, or{' '}
          <button type="button" className={styles.link} onClick={onAddress}>
            enter an address
          </button>
        </p>
        <p className={styles.small}>CSV, JSON, Parquet, HDF5, Excel, SQLite and twelve more, also compressed</p>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Choose a file to measure"
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            // The same file can be chosen again.
            event.currentTarget.value = '';
            if (files.length > 0) onFiles(files);
          }}
        />
      </div>
      <fieldset className={styles.examples}>
        <legend className="visually-hidden">Examples to open</legend>
        <span className={styles.small} aria-hidden="true">
          Examples
        </span>
        {examples.map(({ workload, label }) => (
          <Button key={workload} onClick={() => onExample(workload)}>
            {label}
          </Button>
        ))}
      </fieldset>
      {children}
    </div>
  );
}
