import { useEffect, useState } from 'react';
import { toErrorRecord } from '../../workers/model/errors';
import type { RunResult } from '../../workers/model/result';
import { datasetName } from '../figures/dataset-words';
import { formatDateTime } from '../figures/figures';
import type { Services } from '../state/services';
import styles from './Intro.module.css';

interface LastRunProps {
  readonly services: Pick<Services, 'runStore' | 'notice'>;
  readonly onShow: (result: RunResult) => void;
}

/** Offers the newest run that this browser keeps. Its results do not show by themselves, since nothing is open. */
export function LastRun({ services: { runStore, notice }, onShow }: LastRunProps) {
  const [last, setLast] = useState<RunResult | null>(null);
  useEffect(() => {
    runStore
      .latest()
      .then(setLast, (thrown) => notice.say(toErrorRecord(thrown, { tag: 'storageFailed', stage: 'retrieve' })));
  }, [runStore, notice]);
  const [data] = last?.plan.datasets ?? [];
  if (last === null || data === undefined) return null;
  return (
    <p className={styles.last}>
      <button type="button" className={styles.link} onClick={() => onShow(last)}>
        Your last run
      </button>
      {`: ${datasetName(data)}, ${formatDateTime(last.startedAt)}`}
    </p>
  );
}
