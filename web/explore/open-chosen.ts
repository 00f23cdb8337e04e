import { toErrorRecord } from '../../workers/model/errors';
import { arrivalOf } from '../state/arrival';
import { type ChosenFiles, ownFileOf } from '../state/file-set';
import type { OwnFile } from '../state/own-file';
import type { Services } from '../state/services';

interface Choice {
  /** False once the user has chosen something else. */
  readonly isCurrent: () => boolean;
  readonly onFile: (file: OwnFile) => void;
}

const isJson = (file: OwnFile | string): file is File => file instanceof File && file.name.endsWith('.json');

/** Opens several files, or those of folders, as one dataset, and a JSON file as what its content says: a result, or data. */
export async function openChosen(
  chosen: File | ChosenFiles,
  { open, notice }: Pick<Services, 'open' | 'notice'>,
  { isCurrent, onFile }: Choice,
): Promise<void> {
  const refuse = (message: string, remedy?: string) =>
    notice.say({ tag: 'malformedInput', stage: 'import', message, ...(remedy === undefined ? {} : { remedy }) });
  try {
    const found = chosen instanceof File ? chosen : await ownFileOf(chosen);
    const arrival = isJson(found) ? await arrivalOf(found, found.name) : null;
    if (!isCurrent()) return;
    if (typeof found === 'string') refuse(found);
    else if (arrival?.kind === 'run') open({ kind: 'import', fileName: arrival.name }, arrival.result);
    else if (arrival?.kind === 'set')
      refuse(
        `“${arrival.name}” is a set of results, “${arrival.set.title}”, not data.`,
        'Open it on the page “Published”, under “Import your own”.',
      );
    else onFile(found);
  } catch (thrown) {
    if (isCurrent())
      notice.say(
        toErrorRecord(thrown, {
          tag: 'malformedInput',
          stage: 'import',
          remedy: 'What you chose could not be read. Choose it again.',
        }),
      );
  }
}
