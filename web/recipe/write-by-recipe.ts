import { toErrorRecord } from '../../workers/model/errors';
import type { Plan } from '../../workers/model/plan';
import { type ParquetRecipe, rewriteOf } from '../../workers/model/recipe';
import { bytesInFull } from '../figures/figures';
import { withCoordinator } from '../state/coordinator';
import { beginMeasuring, waitingReason } from '../state/measuring-job';
import type { OwnFile } from '../state/own-file';
import type { PageNotice } from '../state/page-notice';
import { saveFile } from '../ui/save-file';

interface OpenData {
  readonly plan: Plan;
  readonly ownFile: OwnFile | null;
}

/** Writes the open data by a recipe, with its order of rows and its narrower types, verifies each value, and saves the file. */
export async function writeByRecipe(
  writes: ParquetRecipe,
  { plan, ownFile }: OpenData,
  notice: PageNotice,
): Promise<void> {
  const tell = (message: string) => notice.say({ tag: 'unsupported', stage: 'encode', message });
  const endMeasuring = beginMeasuring('rewrite');
  if (endMeasuring === null) {
    tell(waitingReason('rewrite') ?? '');
    return;
  }
  const abort = new AbortController();
  try {
    notice.say({
      tag: 'unsupported',
      stage: 'encode',
      message: 'The file is written by the recipe and verified…',
      action: { label: 'Stop', onClick: () => abort.abort() },
    });
    const made = await withCoordinator(
      (coordinator) => coordinator.rewriteTable({ plan, dataset: 0, ownFile, recipe: rewriteOf(writes) }, abort.signal),
      abort.signal,
    );
    saveFile(made.fileName, made.file);
    tell(
      `${made.fileName} is saved. It has ${bytesInFull(made.sizeBytes)}. It was decoded, and each value equals the data.`,
    );
  } catch (thrown) {
    if (abort.signal.aborted) notice.dismiss();
    else notice.say(toErrorRecord(thrown, { tag: 'internal', stage: 'encode' }));
  } finally {
    endMeasuring();
  }
}
