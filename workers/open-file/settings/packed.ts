import type { FileSettings } from '../../model/file-settings';
import type { CandidateCodec } from '../../model/plan';
import { type Packing, packingLabels } from '../../own-file/packed/packings';

type Fact = FileSettings['facts'][number];

/** RFC 1952, section 2.3.1: XFL is 2 for the slowest algorithm and 4 for the fastest. */
const gzipHints: Readonly<Record<number, { readonly words: string; readonly level: number }>> = {
  2: { words: 'the slowest level', level: 9 },
  4: { words: 'the fastest level', level: 1 },
};
const usualGzipLevel = 6;

const gzipHintOf = (header: Uint8Array) => gzipHints[header[8] ?? 0];
/** The fourth byte of a bzip2 stream is its level, as a digit. */
const bzip2Level = (header: Uint8Array) => (header[3] ?? 0x39) - 0x30;

/** How the file is compressed, as far as its first bytes state it. */
export function packedFact(packing: Packing, header: Uint8Array): Fact {
  const value = packingLabels[packing];
  if (packing === 'bzip2') return { name: 'Packed', value: `${value}, level ${bzip2Level(header)}` };
  const hint = packing === 'gzip' ? gzipHintOf(header) : undefined;
  return { name: 'Packed', value: hint === undefined ? value : `${value}, at ${hint.words}` };
}

/** The codec with the settings of the file; null if its level is unknown, or if no codec writes such files. gzip only hints at its level. */
export function packedCodec(packing: Packing, header: Uint8Array): CandidateCodec | null {
  if (packing === 'gzip') {
    const level = gzipHintOf(header)?.level ?? usualGzipLevel;
    return { id: 'gzip', implementation: 'libdeflate', level, granularity: 'file' };
  }
  return packing === 'bzip2'
    ? { id: 'bzip2', implementation: 'native', level: bzip2Level(header), granularity: 'file' }
    : null;
}
