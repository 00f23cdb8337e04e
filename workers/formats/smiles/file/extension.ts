const bar = 0x7c;
const lastBlank = 0x20;

/**
 * Finds the end of a CXSMILES extension, which has labels, coordinates, radicals and more between two `|` after the SMILES and white space. Its content is not read. Returns its end, or
 * `from` if there is no extension between `from` (the position after the white space) and `end`.
 */
export function extensionEnd(text: Uint8Array, from: number, end: number): number {
  if (from >= end || text[from] !== bar) return from;
  const last = text.indexOf(bar, from + 1);
  if (last < 0 || last >= end) return from;
  // A title may contain vertical bars, so a bar alone does not end the extension.
  return last + 1 === end || (text[last + 1] as number) <= lastBlank ? last + 1 : from;
}
