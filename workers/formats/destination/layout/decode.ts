import type { Dataset, Dict, List, ScalarType } from '../../../model/dataset';
import { readFixedWidth } from './fixed-width-texts';
import { type Destination, type Header, headerBytes, malformedDestinationFile, readHeader } from './header';
import { readJuliaTexts } from './julia-texts';
import { readPythonTexts } from './python-texts';

type File = Uint8Array<ArrayBuffer>;
type ScalarValues = Float64Array | BigInt64Array | string[];

/**
 * A typed array that is a view of the file, which takes the same time for any count. The file is copied if it does not begin at a multiple of 8 bytes in its buffer, because
 * typed arrays must be aligned.
 */
function numbersAt(file: File, type: 'int64' | 'float64', offset: number, count: number): Float64Array | BigInt64Array {
  const start = file.byteOffset + offset;
  const isAligned = start % 8 === 0;
  const buffer = isAligned ? file.buffer : file.slice(offset, offset + 8 * count).buffer;
  return type === 'int64'
    ? new BigInt64Array(buffer, isAligned ? start : 0, count)
    : new Float64Array(buffer, isAligned ? start : 0, count);
}

interface Section {
  readonly type: ScalarType;
  readonly destination: Destination;
  readonly count: number;
  readonly start: number;
  readonly limit: number;
}

/** Reads consecutive scalars and returns the offset after them. */
function readSection(
  file: File,
  { type, destination, count, start, limit }: Section,
): { values: ScalarValues; end: number } {
  if (type === 'utf8') {
    const { texts, end } = (destination === 'Python' ? readPythonTexts : readJuliaTexts)(file, count, start, limit);
    return { values: texts, end };
  }
  if (8 * count > limit - start)
    throw malformedDestinationFile(start, `${count} numbers of 8 bytes don’t fit ${limit - start} bytes`);
  return { values: numbersAt(file, type, start, count), end: start + 8 * count };
}

function readWhole(file: File, { elementType, destination, length }: Header): ScalarValues {
  const { values, end } = readSection(file, {
    type: elementType,
    destination,
    count: length,
    start: headerBytes,
    limit: file.length,
  });
  if (end !== file.length)
    throw malformedDestinationFile(
      end,
      `the data of ${length} elements end, but ${file.length - end} more bytes follow`,
    );
  return values;
}

function readDict(file: File, { elementType, keyType, destination, length, valuesOffset }: Header): Dict {
  if (keyType === null || keyType === 'float64')
    throw malformedDestinationFile(15, 'the keys are float64, which Formatlab’s dictionaries don’t support');
  const keys = readSection(file, {
    type: keyType,
    destination,
    count: length,
    start: headerBytes,
    limit: valuesOffset,
  });
  if (valuesOffset - keys.end >= 8)
    throw malformedDestinationFile(keys.end, `the keys end, but the values begin only at byte ${valuesOffset}`);
  for (let at = keys.end; at < valuesOffset; at += 1)
    if (file[at] !== 0) throw malformedDestinationFile(at, 'the bytes between keys and values are not 0');
  const values = readSection(file, {
    type: elementType,
    destination,
    count: length,
    start: valuesOffset,
    limit: file.length,
  });
  if (values.end !== file.length)
    throw malformedDestinationFile(values.end, `the values end, but ${file.length - values.end} more bytes follow`);
  const entries = new Map<unknown, unknown>();
  for (let index = 0; index < length; index += 1) {
    entries.set(keys.values[index], values.values[index]);
    if (entries.size <= index) {
      // Finds the offset of the repeated key for the error. Keys before it have any length, so they are read again.
      const { end } = readSection(file, {
        type: keyType,
        destination,
        count: index,
        start: headerBytes,
        limit: valuesOffset,
      });
      throw malformedDestinationFile(end, `key ${index} repeats an earlier key`);
    }
  }
  return { kind: 'dict', keyType, valueType: elementType, entries } as Dict;
}

/** @throws `malformedInput` with the offset if the file breaks the format, `tooLarge` if texts exceed the maximum length of a string */
export function decodeDestinationFile(file: File): Dataset {
  const header = readHeader(file);
  const { structure, elementType, destination, length, dataBytes } = header;
  if (structure === 'array' && elementType !== 'utf8') {
    if (8 * length !== dataBytes)
      throw malformedDestinationFile(16, `${length} numbers of 8 bytes don’t fit the ${dataBytes} bytes of data`);
    return { kind: 'array', elementType, shape: [length], values: numbersAt(file, elementType, headerBytes, length) };
  }
  // Texts are read as 2-byte and 4-byte units, so the file must be aligned for typed arrays.
  const aligned = file.byteOffset % 4 === 0 ? file : file.slice();
  if (structure === 'dict') return readDict(aligned, header);
  if (structure === 'array')
    return {
      kind: 'stringArray',
      values:
        destination === 'Python'
          ? readFixedWidth(aligned, length, headerBytes)
          : (readWhole(aligned, header) as string[]),
    };
  const values = readWhole(aligned, header);
  return {
    kind: 'list',
    elementType,
    values: Array.isArray(values) ? values : Array.from<number | bigint>(values),
  } as List;
}
