import { DamagedInput } from '../../../model/damaged-input';
import type { ScalarType } from '../../../model/dataset';
import { type Allocate, allocateBuffer } from '../../../model/entry';

/** The header of docs/destination-format.md. */
export const headerBytes = 64;
const version = 1;
const magicLow = 0x46534489;
const magicHigh = 0x0a1a0a0d;

const structureCodes = { array: 1, list: 2, dict: 3 } as const;
export type Structure = keyof typeof structureCodes;
const destinationCodes = { Python: 1, Julia: 2 } as const;
export type Destination = keyof typeof destinationCodes;
const scalarCodes: Readonly<Record<ScalarType, number>> = { int64: 1, float64: 2, utf8: 3 };

const structureOf: readonly (Structure | undefined)[] = [undefined, 'array', 'list', 'dict'];
const destinationOf: readonly (Destination | undefined)[] = [undefined, 'Python', 'Julia'];
const scalarOf: readonly (ScalarType | undefined)[] = [undefined, 'int64', 'float64', 'utf8'];

export interface Header {
  readonly structure: Structure;
  readonly destination: Destination;
  /** The type of a dictionary's values. */
  readonly elementType: ScalarType;
  /** The type of a dictionary's keys. Null unless the dataset is a dictionary. */
  readonly keyType: ScalarType | null;
  readonly length: number;
  readonly dataBytes: number;
  /** The offset of a dictionary's values from the beginning of the file; 0 for other kinds. */
  readonly valuesOffset: number;
}

export const malformedDestinationFile = (byte: number, problem: string) =>
  new DamagedInput(problem, {
    place: { byte },
    message: `At byte ${byte}, ${problem}.`,
    format: 'destination',
    remedy: 'Write the file again, or use an undamaged copy.',
  });

const low = (value: number) => value >>> 0;
const high = (value: number) => Math.floor(value / 2 ** 32);

/** Allocates a file and writes its header. The rest is zeros, unless only numbers follow, which leave no gaps. */
export function createFile(header: Header, allocate: Allocate): Uint8Array<ArrayBuffer> {
  const file = allocate(headerBytes + header.dataBytes);
  // A new buffer already contains zeros.
  if (allocate !== allocateBuffer) {
    const onlyNumbers = header.elementType !== 'utf8' && header.keyType !== 'utf8';
    file.fill(0, 0, onlyNumbers ? headerBytes : file.length);
  }
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  view.setUint32(0, magicLow, true);
  view.setUint32(4, magicHigh, true);
  view.setUint16(8, version, true);
  view.setUint16(10, headerBytes, true);
  view.setUint8(12, structureCodes[header.structure]);
  view.setUint8(13, destinationCodes[header.destination]);
  view.setUint8(14, scalarCodes[header.elementType]);
  view.setUint8(15, header.keyType === null ? 0 : scalarCodes[header.keyType]);
  for (const [index, value] of [header.length, header.dataBytes, header.valuesOffset].entries()) {
    view.setUint32(16 + 8 * index, low(value), true);
    view.setUint32(20 + 8 * index, high(value), true);
  }
  return file;
}

/** Reads the header of 64 bytes from a file of any length. @throws `malformedInput` */
export function readHeader(file: Uint8Array): Header {
  if (file.length < headerBytes)
    throw malformedDestinationFile(file.length, `the file ends within its header of ${headerBytes} bytes`);
  const view = new DataView(file.buffer, file.byteOffset, headerBytes);
  if (view.getUint32(0, true) !== magicLow || view.getUint32(4, true) !== magicHigh)
    throw malformedDestinationFile(0, 'the file does not begin like a file of this format');
  if (view.getUint16(8, true) !== version)
    throw malformedDestinationFile(8, `the version is ${view.getUint16(8, true)}; Formatlab reads version ${version}`);
  if (view.getUint16(10, true) !== headerBytes)
    throw malformedDestinationFile(
      10,
      `the header declares its length as ${view.getUint16(10, true)} bytes, not ${headerBytes}`,
    );
  const structure = structureOf[view.getUint8(12)];
  if (structure === undefined)
    throw malformedDestinationFile(
      12,
      `${view.getUint8(12)} is not a structure: 1 is an array, 2 a list, 3 a dictionary`,
    );
  const destination = destinationOf[view.getUint8(13)];
  if (destination === undefined)
    throw malformedDestinationFile(13, `${view.getUint8(13)} is not a destination: 1 is Python, 2 Julia`);
  if (structure === 'list' && destination === 'Julia')
    throw malformedDestinationFile(13, 'the file is a list for Julia, which has no built-in lists');
  const elementType = scalarOf[view.getUint8(14)];
  if (elementType === undefined)
    throw malformedDestinationFile(14, `${view.getUint8(14)} is not an element type: 1 is int64, 2 float64, 3 text`);
  const keyType = scalarOf[view.getUint8(15)] ?? null;
  if (structure === 'dict' ? keyType === null : view.getUint8(15) !== 0)
    throw malformedDestinationFile(15, `${view.getUint8(15)} is not a key type of this structure`);
  const count = (offset: number) => view.getUint32(offset, true) + view.getUint32(offset + 4, true) * 2 ** 32;
  const [length, dataBytes, valuesOffset] = [count(16), count(24), count(32)];
  if (dataBytes !== file.length - headerBytes)
    throw malformedDestinationFile(
      24,
      `the header declares ${dataBytes} bytes of data, but ${file.length - headerBytes} follow`,
    );
  if (
    structure === 'dict'
      ? valuesOffset % 8 !== 0 || valuesOffset < headerBytes || valuesOffset > file.length
      : valuesOffset !== 0
  )
    throw malformedDestinationFile(32, `the values can’t begin at byte ${valuesOffset} of ${file.length}`);
  for (let offset = 40; offset < headerBytes; offset += 4)
    if (view.getUint32(offset, true) !== 0)
      throw malformedDestinationFile(offset, 'the header’s unused bytes are not 0');
  return { structure, destination, elementType, keyType, length, dataBytes, valuesOffset };
}
