import { useState } from 'react';
import { FormatlabError } from '../../workers/model/errors';
import { Button } from '../ui/Button';
import styles from './ResultsTable.module.css';
import type { CompletedRow } from '../figures/rows';

type State = { readonly status: 'idle' | 'busy' } | { readonly status: 'failed'; readonly message: string };

/** A cell that downloads the encoded file. A run doesn't keep its files, so the file is encoded again. */
export function DownloadCell({
  row,
  withHash,
  onEncodedFile,
}: {
  readonly row: CompletedRow;
  readonly withHash: boolean;
  readonly onEncodedFile: (dataset: number, candidate: number) => Promise<void>;
}) {
  const [state, setState] = useState<State>({ status: 'idle' });
  const download = async () => {
    setState({ status: 'busy' });
    try {
      await onEncodedFile(row.dataset, row.candidate);
      setState({ status: 'idle' });
    } catch (thrown) {
      const message =
        thrown instanceof FormatlabError
          ? [thrown.record.message, thrown.record.remedy].filter(Boolean).join(' ')
          : thrown instanceof Error
            ? thrown.message
            : String(thrown);
      setState({ status: 'failed', message });
    }
  };
  if (row.encodedSha256 === null) return <td className={styles.text}>–</td>;
  return (
    <td className={styles.text}>
      <div className={styles.download}>
        <Button
          size="small"
          disabled={state.status === 'busy'}
          onClick={download}
          aria-label={`Download the file of ${row.names.label}`}
        >
          {state.status === 'busy' ? 'Encoding…' : 'Download'}
        </Button>
        {withHash && (
          <details className={styles.hash}>
            <summary>SHA-256</summary>
            <code>{row.encodedSha256}</code>
          </details>
        )}
      </div>
      {state.status === 'failed' && (
        <span className={styles.rejected} role="alert">
          {state.message}
        </span>
      )}
    </td>
  );
}
