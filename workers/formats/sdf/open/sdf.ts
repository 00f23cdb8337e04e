import { readSdf } from '../file/read';
import { FormatlabError } from '../../../model/errors';
import { type ImportResult, importResult, listedBadRows, type ReadOptions } from '../../../own-file/imported';
import { unreadableFileError } from '../../../own-file/refusal';
import { asUtf8 } from '../../../own-file/text-encoding';

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/**
 * Reads MDL's SDF and molfiles (V2000 and V3000): titles, graphs, two-dimensional coordinates and configurations. A note says that data
 * items and the third dimension are left out.
 * @throws FormatlabError if the file holds no molecule, or if a molecule is malformed and `malformed` is `fatal`.
 */
export async function readSdfFile(file: Blob, { fileName, malformed, onStage }: ReadOptions): Promise<ImportResult> {
  const { file: utf8, encoding, note } = await asUtf8(file);
  onStage('Parsing the connection tables');
  const bytes = new Uint8Array(await utf8.arrayBuffer());
  const { molecules, leftOut, problems, solidCount, itemCount } = attempt(bytes, malformed, fileName);
  if (molecules.moleculeCount === 0) {
    const [first] = problems;
    throw unreadableFileError(
      first === undefined
        ? 'It has no molecules.'
        : `None of its molecules can be read. Line ${first.line.toLocaleString('en')}: ${first.message}.`,
      'Check that it is an SDF file of version V2000 or V3000.',
      { format: 'sdf' },
    );
  }
  const notes = note === null ? [] : [note];
  if (itemCount > 0)
    notes.push(
      `${itemCount.toLocaleString('en')} data items (> <NAME>) are left out: a dataset of molecules has titles only.`,
    );
  if (solidCount > 0)
    notes.push(
      `${solidCount.toLocaleString('en')} molecules have three dimensions: x and y are kept, and the configurations that the coordinates show.`,
    );
  return {
    ...importResult(molecules, notes),
    dialect: `connection tables, ${encoding}`,
    badRows: problems.slice(0, listedBadRows).map(({ line, message }) => ({ line, message: sentence(message) })),
    badRowCount: leftOut,
  };
}

function attempt(bytes: Uint8Array, malformed: 'fatal' | 'skip', fileName: string) {
  try {
    return readSdf(bytes, { malformed, openEnd: true });
  } catch (thrown) {
    if (!(thrown instanceof FormatlabError) || thrown.record.tag !== 'malformedInput') throw thrown;
    throw unreadableFileError(
      `A molecule of ${fileName} cannot be read. ${thrown.message}`,
      'Correct it and choose the file again, or choose to leave malformed molecules out and count them.',
      { format: 'sdf' },
    );
  }
}
