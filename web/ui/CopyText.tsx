import { useRef, useState } from 'react';
import { Button } from './Button';
import styles from './CopyText.module.css';
import { Icon } from './Icon';
import { ScrollRegion } from './ScrollRegion';

interface CopyTextProps {
  /** What the text does, such as “Write”. */
  readonly label: string;
  readonly text: string;
}

/** Lines of code with a button that copies them. If the browser denies access to the clipboard, the lines are selected for copying by hand. */
export function CopyText({ label, text }: CopyTextProps) {
  const [outcome, setOutcome] = useState<'copied' | 'byHand' | null>(null);
  const code = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      if (code.current !== null) window.getSelection()?.selectAllChildren(code.current);
      setOutcome('byHand');
    }
  };
  return (
    <div className={styles.block}>
      <div className={styles.head}>
        <h4 className={styles.label}>{label}</h4>
        <Button size="small" variant="plain" onClick={() => void copy()} aria-label={`Copy the lines: ${label}`}>
          {outcome === 'copied' && <Icon name="check" />}
          {outcome === 'copied' ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <ScrollRegion label={`Lines: ${label}`} className={styles.lines}>
        <pre>
          <code ref={code}>{text}</code>
        </pre>
      </ScrollRegion>
      <p className={styles.outcome} role="status">
        {outcome === 'byHand' &&
          'The browser denied access to the clipboard. The lines are selected: copy them by keyboard.'}
      </p>
    </div>
  );
}
