import { damageOf } from '../../../model/damaged-input';
import type { ErrorTag, Stage } from '../../../model/errors';
import { FormatlabError } from '../../../model/errors';

/** Constants of the AtomContainer stream (docs/atom-container-format.md). Multi-byte numbers are big-endian, as Java's DataOutputStream writes them. */

/** The magic bytes `ACS` and the version. */
export const fileMagic = 0x41_43_53_01;
/** The header's size: the magic, and a byte that says whether atoms have coordinates. */
export const headerBytes = 5;
/** The end mark, which takes the place of a molecule's flags; the number of molecules follows as an int. */
export const endOfFileMark = 0xff;
export const endBytes = 5;

/** Flags in the first byte of a molecule. */
export const moleculeFlags = {
  /** If set, counts are ints and indices are shorts; otherwise both are bytes. */
  wide: 1,
  /** If set, a title follows the counts: its length as unsigned short, and that many bytes of UTF-8. */
  title: 2,
  /** If set, the title's length is an int. */
  longTitle: 4,
} as const;

/** Flags in the second byte of an atom. */
export const atomFlags = {
  /** The lower four bits are the number of hydrogens; this value means that the number follows in its own byte. */
  hydrogens: 15,
  aromatic: 16,
  charge: 32,
  isotope: 64,
  map: 128,
} as const;

/** Flags in the four bits of a bond, whose lower three bits are its order. */
export const bondFlags = { order: 7, aromatic: 8 } as const;

/** The first byte of a stereo element: its kind in the upper bits, its configuration in the lower five bits. */
export const configurationBits = 5;

export function atomContainerFailure(tag: ErrorTag, stage: Stage, message: string): FormatlabError {
  return new FormatlabError({
    tag,
    stage,
    format: 'atom-container',
    message: `AtomContainer stream: ${message}.`,
  });
}

export const damagedAtomContainer = damageOf({ format: 'atom-container', subject: 'AtomContainer stream:' });
