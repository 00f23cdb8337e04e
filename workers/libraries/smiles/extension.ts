const bar = 0x7c;
const lastBlank = 0x20;

/**
 * CXSMILES has labels, coordinates, radicals, groups of configurations and more behind the SMILES: white space, then all between two `|` (which are escaped inside). None of it is read.
 * Gives where it ends, or `from` where no extension stands from `from`, the place behind the white space, to `end`.
 */
export function extensionEnd(text: Uint8Array, from: number, end: number): number {
  if (from >= end || text[from] !== bar) return from;
  const last = text.indexOf(bar, from + 1);
  if (last < 0 || last >= end) return from;
  // A title may have bars of its own.
  return last + 1 === end || (text[last + 1] as number) <= lastBlank ? last + 1 : from;
}
