import { useRef } from 'react';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import styles from './Intro.module.css';

interface IntroProps {
  /** False once the page shows the user's own data or results. The heading then is for screen readers only. */
  readonly visible: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onExample: () => void;
}

/** The page's question, what the page does, and the two ways on: the user's file or an example. */
export function Intro({ visible, onFiles, onExample }: IntroProps) {
  const input = useRef<HTMLInputElement>(null);
  const heading = 'In which format, with which codec, should your data be kept?';
  if (!visible) return <h1 className="visually-hidden">{heading}</h1>;
  return (
    <header className={styles.intro}>
      <h1 className={styles.heading}>{heading}</h1>
      <p className={styles.text}>
        Formatlab writes your data in real formats with real codecs, here in the browser. It measures sizes and times,
        and names the best for your use. The example below was measured elsewhere.
      </p>
      <div className={styles.ways}>
        <Button variant="primary" onClick={() => input.current?.click()}>
          <Icon name="file" /> Choose a file
        </Button>
        <Button onClick={onExample}>Choose an example</Button>
        <span className={styles.note}>Or drop files or a folder anywhere. Nothing is uploaded.</span>
      </div>
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
    </header>
  );
}
