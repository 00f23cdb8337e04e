import { FormatlabError } from '../../model/errors';

/** Java’s Object Serialization Stream Protocol, version 5: what begins each content, and the flags of a class descriptor. */

export const streamMagic = 0xaced;
export const streamVersion = 5;
/** Everything that can be referred to has a handle, counted from here. */
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

/** A stream that breaks the protocol, or says what can’t be; `offset` is the byte at which that was seen. */
export function malformedStream(offset: number, what: string): FormatlabError {
  return new FormatlabError({
    tag: 'malformedInput',
    stage: 'decode',
    message: `The Java object stream is malformed at byte ${offset.toLocaleString('en')}: ${what}.`,
    remedy: 'Check that the file is whole, and that nothing but an ObjectOutputStream wrote it.',
  });
}

/** A stream that is well-formed as far as it was read, and holds what is not read here. */
export function unreadStream(offset: number, what: string): FormatlabError {
  return new FormatlabError({
    tag: 'unsupported',
    stage: 'decode',
    message: `The Java object stream holds, at byte ${offset.toLocaleString('en')}, ${what}.`,
  });
}

/** Objects inside of one another. A chain that is longer (a linked list that doesn’t write itself) overflows the stack in Java, too, sooner or later. */
const maxDepth = 200;

export function checkDepth(depth: number, offset: number): void {
  if (depth > maxDepth) throw malformedStream(offset, `objects inside of more than ${maxDepth} others`);
}
