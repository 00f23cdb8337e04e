import { type FilePart, maxFileParts } from '../model/errors';
import type { OwnFileType } from '../model/plan';
import type { DetectedReading } from '../model/protocol/coordinator';
import type { ReadingOptions } from '../model/reading-options';
import { unreadableFileError } from './refusal';

const maxNameLength = 200;

/** What a file holds several of: 'array' and 'arrays'. */
export interface PartNouns {
  readonly one: string;
  readonly several: string;
  /** What the file is, where its type does not say it: 'an AnnData file'. */
  readonly file?: string;
}

/**
 * The number of the dataset to read, of those that the file holds: the user's choice, or the only one.
 * @throws FormatlabError with all parts if the user must choose one; if there are none; or if the choice is none of them
 */
export function choosePart(
  found: readonly FilePart[],
  { part }: ReadingOptions,
  { one, several, file }: PartNouns,
  format: OwnFileType,
): Required<Pick<DetectedReading, 'parts'>>['parts'] {
  const count = found.length.toLocaleString('en');
  if (found.length === 0)
    throw unreadableFileError(`It holds no ${one} that Formatlab can read.`, 'Choose another file.', {
      tag: 'unsupported',
      format,
    });
  if (found.length > maxFileParts)
    throw unreadableFileError(
      `It holds ${count} ${several}; at most ${maxFileParts.toLocaleString('en')} can be listed.`,
      `Save the ${one} that you want to measure in a file of its own.`,
      { tag: 'tooLarge', format },
    );
  const parts = found.map(({ name, holds }) => ({
    name: name.slice(0, maxNameLength),
    holds: holds.slice(0, maxNameLength),
  }));
  if (part !== undefined && part >= parts.length)
    throw unreadableFileError(
      `The ${one} ${part + 1} cannot be read: it holds ${count} ${parts.length === 1 ? one : several}.`,
      `Choose the ${one} again.`,
      { tag: 'invalidPlan', format },
    );
  if (part === undefined && parts.length > 1)
    throw unreadableFileError(
      `It ${file === undefined ? '' : `is ${file} and `}holds ${count} ${several}.`,
      `Choose the ${one} to read.`,
      {
        tag: 'unsupported',
        format,
        parts,
      },
    );
  return { parts, chosen: part ?? 0 };
}
