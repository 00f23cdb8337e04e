import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { linkWords } from '../links/link-words';
import styles from './ShareMenu.module.css';
import type { LinkState } from './use-link';

interface CopyLinkProps {
  readonly label: string;
  readonly primary?: boolean;
  readonly state: LinkState;
}

/** A link with how far it gets. Where the clipboard is closed to the page, the link is there to be copied by hand. */
export function CopyLink({ label, primary = false, state }: CopyLinkProps) {
  const [outcome, setOutcome] = useState<'copied' | 'byHand' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const url = state.status === 'made' ? state.link.url : null;
  const [copied, setCopied] = useState<string | null>(null);
  // A link that has changed since has not been copied.
  const shown = copied === url ? outcome : null;

  useEffect(() => {
    if (shown === 'byHand') field.current?.select();
  }, [shown]);

  const copy = async () => {
    if (url === null) return;
    try {
      await navigator.clipboard.writeText(url);
      setOutcome('copied');
    } catch {
      setOutcome('byHand');
    }
    setCopied(url);
  };

  return (
    <div className={styles.link}>
      <Button
        variant={primary ? 'primary' : 'secondary'}
        className={styles.wide}
        disabled={url === null}
        onClick={copy}
      >
        {shown === 'copied' && <Icon name="check" />}
        {shown === 'copied' ? 'Copied' : label}
      </Button>
      <p className={styles.note} role="status">
        {state.status === 'making' && 'Making the link…'}
        {state.status === 'failed' && `The link could not be made: ${state.message}`}
        {state.status === 'made' && linkWords(state.link)}
      </p>
      {shown === 'byHand' && url !== null && (
        <label className={styles.byHand}>
          The browser keeps the clipboard closed. Copy it from here:
          <input ref={field} className={styles.url} readOnly value={url} />
        </label>
      )}
    </div>
  );
}
