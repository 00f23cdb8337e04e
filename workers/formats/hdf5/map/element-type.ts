import type { ReadableBytes } from '../../../byte-map/file-bytes';
import type { Message } from '../file/object-header';

/** The type of a dataset's elements, in words. */
export interface ElementType {
  readonly name: string;
  /** The bytes of an element. Null if the type is elsewhere in the file. */
  readonly bytes: number | null;
  /** Whether elements are numbers of several bytes, which shuffling helps to compress. */
  readonly isNumber: boolean;
}

const signedBit = 8;

/** Reads a datatype message (HDF5 File Format Specification 3.0, IV.A.2.d). */
export function readElementType(file: ReadableBytes, { at }: Pick<Message, 'at'>): ElementType {
  const classBits = file.u8(at) & 15;
  const bits = file.u8(at + 1);
  const bytes = file.u32(at + 4);
  const named = (name: string, isNumber = false): ElementType => ({ name, bytes, isNumber: isNumber && bytes > 1 });
  switch (classBits) {
    case 0:
      return named(`${(bits & signedBit) === 0 ? 'uint' : 'int'}${8 * bytes}`, true);
    case 1:
      return named(`float${8 * bytes}`, true);
    case 2:
      return named('time');
    case 3:
      return named(`text of ${bytes} bytes`);
    case 4:
      return named(`bit field of ${bytes} bytes`);
    case 5:
      return named(`opaque, ${bytes} bytes`);
    case 6:
      return named(`compound of ${file.u16(at + 1)} members, ${bytes} bytes`);
    case 7:
      return named('reference');
    case 8:
      return named('enumeration');
    case 9:
      return named((bits & 15) === 1 ? 'text of variable length' : 'sequence of variable length');
    case 10:
      return named(`array of ${bytes} bytes`);
    case 11:
      return named(`complex${8 * bytes}`, true);
    default:
      return named(`type ${classBits}`);
  }
}
