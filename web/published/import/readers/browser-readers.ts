import { FormatlabError } from '../../../../workers/model/errors';
import type { RunResult } from '../../../../workers/model/result';
import { startView } from '../../../view/start-view';
import { readFragment } from '../../../links/fragment';
import { htmlTables } from './html-table';

/** What {@link recognise} needs of the browser. */
export const browserReaders = { html: htmlTables, link: resultOfLink };

/** The results in a link; a link without any says so. */
async function resultOfLink(fragment: string): Promise<RunResult> {
  const { result, problem } = await readFragment(`#${fragment}`, startView());
  if (result !== null) return result;
  throw new FormatlabError({
    tag: 'malformedInput',
    stage: 'import',
    message: problem ?? 'This link holds a plan and no results.',
    ...(problem === null
      ? { remedy: 'Open it in the browser’s address bar to see the plan, or ask for a link with the results.' }
      : {}),
  });
}
