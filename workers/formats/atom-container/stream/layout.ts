import type { ErrorTag, Stage } from '../../../model/errors';
import { FormatlabError } from '../../../model/errors';

/** What the bytes of an AtomContainer stream mean, as docs/atom-container-format.md has it. Numbers of several bytes are big-endian, as Java's DataOutputStream writes them. */

/** `ACS` and the version. */
export const magic = 0x41_43_53_01;
/** The magic, and a byte that says whether atoms have coordinates. */
export const headerBytes = 5;
/** The end of the stream, in the place of a molecule's flags, and the number of its molecules as int. */
export const endMark = 0xff;
export const endBytes = 5;

/** The first byte of a molecule. */
export const moleculeFlags = {
  /** Counts are ints and indices are shorts; otherwise both are bytes. */
  wide: 1,
  /** A title follows the counts: its length as unsigned short, and that many bytes of UTF-8. */
  title: 2,
  /** The same with an int for its length. */
  longTitle: 4,
} as const;

/** The second byte of an atom. */
export const atomFlags = {
  /** The hydrogens in the lower four bits; this value where they follow in a byte of their own. */
  hydrogens: 15,
  aromatic: 16,
  charge: 32,
  isotope: 64,
  map: 128,
} as const;

/** Half a byte of a bond: its order in the lower three bits. */
export const bondFlags = { order: 7, aromatic: 8 } as const;

/** The first byte of a stereo element: its kind above, its configuration in the lower five bits. */
export const configurationBits = 5;

export function atomContainerFailure(
  tag: ErrorTag,
  stage: Stage,
  message: string,
  offset: number | null = null,
): FormatlabError {
  const place = offset === null ? '' : ` (at byte ${offset.toLocaleString('en')} of the file)`;
  return new FormatlabError({
    tag,
    stage,
    format: 'atom-container',
    message: `AtomContainer stream: ${message}${place}.`,
  });
}
