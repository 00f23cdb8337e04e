import { datasetOfElements } from '../../../own-file/elements';
import { type ImportResult, importResult } from '../../../own-file/imported';
import { parseNpyHeader } from './npy-header';
import { unreadableFileError } from '../../../own-file/refusal';

const remedy = 'Save the array again with numpy.save(file, array).';

/**
 * Reads NumPy's `.npy` (numpy/lib/format.py, versions 1 to 3). An array of numbers becomes an `array`; a structured array becomes a
 * `table`; any other array (float16, texts, times) becomes a table of one column, whose rows are lists if there is more than one dimension.
 * Values are converted to little-endian and C order.
 * @throws FormatlabError if the file is damaged or its type is unsupported.
 */
export function readNpy(bytes: Uint8Array<ArrayBuffer>): ImportResult {
  const { dtype, fortranOrder, shape, dataStart } = parseNpyHeader(bytes);
  const count = shape.reduce((product, length) => product * length, 1);
  const expectedBytes = count * dtype.itemBytes;
  const foundBytes = bytes.length - dataStart;
  if (dtype.itemBytes === 0) throw unreadableFileError('Its values take no bytes.', remedy, { format: 'npy' });
  if (!Number.isSafeInteger(expectedBytes))
    throw unreadableFileError(`Its shape (${shape.join(', ')}) is larger than any file.`, remedy, { format: 'npy' });
  if (foundBytes < expectedBytes)
    throw unreadableFileError(
      `It is cut short: its header says ${expectedBytes} bytes of values (shape ${shape.join(' × ') || 'scalar'}), but ${foundBytes} are there.`,
      remedy,
      { format: 'npy' },
    );
  const notes: string[] = [];
  if (foundBytes > expectedBytes) notes.push(`${foundBytes - expectedBytes} bytes after the values were left out.`);
  const data = bytes.subarray(dataStart, dataStart + expectedBytes);
  const dataset = datasetOfElements({ data, dtype, shape, fortranOrder }, { notes, format: 'npy', remedy });
  return importResult(dataset, notes);
}
