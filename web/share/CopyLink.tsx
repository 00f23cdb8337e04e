import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { linkLengthText } from '../links/link-words';
import styles from './ShareMenu.module.css';
import type { LinkState } from './use-link';

interface CopyLinkProps {
  readonly label: string;
  readonly primary?: boolean;
  readonly state: LinkState;
}

/**
 * A link with a sentence on where it works. If the browser denies access to the clipboard, the link is shown for
 * copying by hand.
 */
export function CopyLink({ label, primary = false, state }: CopyLinkProps) {
  const [outcome, setOutcome] = useState<'copied' | 'byHand' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const url = state.status === 'made' ? state.link.url : null;
  const [copied, setCopied] = useState<string | null>(null);
  // The outcome applies only to the copied link, not to a link that has changed since.
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
        {state.status === 'making' && 'Creating the link…'}
        {state.status === 'failed' && `The link could not be created: ${state.message}`}
        {state.status === 'made' && linkLengthText(state.link)}
      </p>
      {shown === 'byHand' && url !== null && (
        <label className={styles.byHand}>
          The browser denied access to the clipboard. Copy the link here:
          <input ref={field} className={styles.url} readOnly value={url} />
        </label>
      )}
    </div>
  );
}
