import { useCallback } from 'react';
import { FormatlabError } from '../../workers/model/errors';
import type { Plan } from '../../workers/model/plan';
import type { OwnFile, OwnFileStore } from '../state/own-file';
import { arrowOfDataset, downloadEncodedFile, mapEncodedFile } from './download-encoded-file';
import { openFileOf } from './plan-checks';

/** What is done with the files of the cells of the plan shown, which are encoded again for it. */
export function useEncodedFiles(shownPlan: Plan | null, files: OwnFileStore) {
  /** Does something with the file of a cell, which is encoded again. */
  const withEncodedFile = useCallback(
    async <T>(
      dataset: number,
      candidate: number,
      work: (plan: Plan, dataset: number, candidate: number, ownFile: OwnFile | null) => Promise<T>,
    ): Promise<T> => {
      if (shownPlan === null) throw new Error('No run is shown.');
      // This reads the current file when it is called. As a dependency, the file would redraw all charts at each stage of its reading.
      const file = openFileOf(shownPlan, files.get());
      if (shownPlan.datasets[dataset]?.source === 'ownFile' && file === null) {
        throw new FormatlabError({
          tag: 'unsupported',
          stage: 'import',
          message: 'The encoded file is made from the file that was measured, which is not open here.',
          remedy: 'Choose that file again under Data.',
        });
      }
      return work(shownPlan, dataset, candidate, file);
    },
    [shownPlan, files],
  );
  const onEncodedFile = useCallback(
    (dataset: number, candidate: number) => withEncodedFile(dataset, candidate, downloadEncodedFile),
    [withEncodedFile],
  );
  const onByteMap = useCallback(
    (dataset: number, candidate: number) => withEncodedFile(dataset, candidate, mapEncodedFile),
    [withEncodedFile],
  );
  const onArrowData = useCallback((dataset: number) => withEncodedFile(dataset, 0, arrowOfDataset), [withEncodedFile]);
  return { onEncodedFile, onByteMap, onArrowData };
}
