import { useSyncExternalStore } from 'react';
import type { RunResult } from '../../workers/model/result';
import { datasetName } from '../figures/dataset-words';
import { measurementsDone } from '../figures/measurements-done';
import type { UnfinishedRunStore } from '../state/unfinished-run';
import { formatCount, formatDateTime } from '../figures/figures';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';

interface UnfinishedRunNoticesProps {
  readonly unfinished: UnfinishedRunStore;
  readonly onShow: (result: RunResult) => void;
  readonly onContinue: (result: RunResult) => void;
}

/** Offers the results of each run that did not finish, because its page was closed or crashed. */
export function UnfinishedRunNotices({ unfinished, onShow, onContinue }: UnfinishedRunNoticesProps) {
  const runs = useSyncExternalStore(unfinished.subscribe, unfinished.get);
  return runs.map((result) => {
    const { done, planned } = measurementsDone(result);
    const [dataset] = result.plan.datasets;
    return (
      <Notice
        key={result.startedAt}
        tone="info"
        title={`An unfinished run of ${formatDateTime(result.startedAt)}`}
        live
        actions={
          <>
            <Button
              size="small"
              onClick={() => {
                unfinished.keep(result);
                onShow(result);
                onContinue(result);
              }}
            >
              Continue
            </Button>
            <Button
              size="small"
              onClick={() => {
                unfinished.keep(result);
                onShow(result);
              }}
            >
              Show
            </Button>
            <Button size="small" variant="plain" onClick={() => unfinished.discard(result)}>
              Discard
            </Button>
          </>
        }
      >
        {dataset === undefined ? '' : `${datasetName(dataset)}. `}
        {formatCount(done)} of {formatCount(planned)} measurements were complete when its page was closed. They are kept
        in this browser.
      </Notice>
    );
  });
}
