import { DamagedInput } from '../../model/damaged-input';
import { FormatlabError } from '../../model/errors';

/** Constants of Java’s Object Serialization Stream Protocol, version 5: the tags of contents, and the flags of a class descriptor. */

export const streamMagic = 0xaced;
export const streamVersion = 5;
/** The first handle; handles number everything that can be referred to. */
export const firstHandle = 0x7e0000;

export const contentTags = {
  null: 0x70,
  reference: 0x71,
  classDescriptor: 0x72,
  object: 0x73,
  string: 0x74,
  array: 0x75,
  class: 0x76,
  blockData: 0x77,
  endBlockData: 0x78,
  reset: 0x79,
  longBlockData: 0x7a,
  exception: 0x7b,
  longString: 0x7c,
  proxyClassDescriptor: 0x7d,
  enumConstant: 0x7e,
} as const;

export const classFlags = { writesItself: 1, serializable: 2, externalizable: 4, blockData: 8, isEnum: 16 } as const;

/** The stream violates the protocol or contradicts itself; `offset` is where this was found. */
export const malformedStream = (byte: number, problem: string) =>
  new DamagedInput(problem, {
    place: { byte },
    message: `The Java object stream is malformed at byte ${byte.toLocaleString('en')}: ${problem}.`,
    remedy: 'Copy or download the file again, and check that an ObjectOutputStream wrote all of it.',
  });

/** The stream is well-formed so far, but contains something that the reader does not support. */
export function unsupportedStream(offset: number, what: string): FormatlabError {
  return new FormatlabError({
    tag: 'unsupported',
    stage: 'decode',
    message: `The Java object stream can’t be read: at byte ${offset.toLocaleString('en')} it holds ${what}.`,
    remedy: 'Write the molecules again with CDK 1.5.11, or choose another format.',
  });
}

/** The maximum depth of nested objects. A longer chain (such as a linked list without its own writeObject) overflows Java's stack, too. */
const maxDepth = 200;

export function checkDepth(depth: number, offset: number): void {
  if (depth > maxDepth) throw malformedStream(offset, `objects are nested more than ${maxDepth} deep`);
}
