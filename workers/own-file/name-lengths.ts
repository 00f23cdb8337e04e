import { maxColumnNameLength } from '../model/column-schema';
import { plural } from '../model/plural';
import { unreadableFileError } from './refusal';

/** @throws FormatlabError for a name that is too long. */
export function checkNameLengths(names: readonly string[]): void {
  const index = names.findIndex(({ length }) => length > maxColumnNameLength);
  const name = names[index];
  if (name === undefined) return;
  throw unreadableFileError(
    `The name of its column ${(index + 1).toLocaleString('en')}, “${name.slice(0, 60)}…”, has ${plural(name.length, 'character')}, and a name here has at most ${plural(maxColumnNameLength, 'character')}.`,
    'Shorten it. If it is a value, choose under “Reading options” that there is no header, or another delimiter.',
    { tag: 'unsupported' },
  );
}
