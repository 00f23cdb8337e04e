import { FormatlabError } from '../../../../workers/model/errors';
import type { RunResult } from '../../../../workers/model/result';
import { startView } from '../../../view/start-view';
import { readFragment } from '../../../links/fragment';
import { htmlTables } from './html-table';

/** The readers of {@link recognise} that need the browser. */
export const browserReaders = { html: htmlTables, link: resultOfLink };

/**
 * The results in a link.
 *
 * @throws {FormatlabError} if the link contains no results.
 */
async function resultOfLink(fragment: string): Promise<RunResult> {
  const { result, problem } = await readFragment(`#${fragment}`, startView());
  if (result !== null) return result;
  throw new FormatlabError({
    tag: 'malformedInput',
    stage: 'import',
    message: problem ?? 'This link contains a plan but no results.',
    ...(problem === null
      ? { remedy: 'Open it in the browser’s address bar to see the plan, or ask for a link with the results.' }
      : {}),
  });
}
