import type { FileSettings } from '../../model/file-settings';

/** RFC 1952, section 2.3.1: XFL is 2 for the slowest algorithm and 4 for the fastest. */
const hints: Readonly<Record<number, { readonly words: string; readonly level: number }>> = {
  2: { words: 'the slowest level', level: 9 },
  4: { words: 'the fastest level', level: 1 },
};
const usualLevel = 6;

const hintOf = (header: Uint8Array) => hints[header[8] ?? 0];

/** The compression level that gzip's header hints at; the usual one if it gives no hint. */
export const gzipLevel = (header: Uint8Array): number => hintOf(header)?.level ?? usualLevel;

export function gzipSettings(header: Uint8Array): FileSettings['facts'] {
  const hint = hintOf(header);
  return [{ name: 'Packed', value: hint === undefined ? 'gzip' : `gzip, at ${hint.words}` }];
}
