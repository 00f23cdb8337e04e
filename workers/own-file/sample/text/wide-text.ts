import type { TextSource } from './blocks';

const [newline, byteOrderMark] = [0x0a, 0xfeff];
/** Stands for a character that no scan looks for. */
const otherCharacter = 0x7f;

/** How a text begins that has a byte of 0: as UTF-16, whose first characters are mostly Latin. Null for another one, such as UTF-32. */
function isLittleEndian(head: Uint8Array): boolean | null {
  const zeros = (parity: number) => head.filter((byte, at) => at % 2 === parity && byte === 0).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (head[0] === 0xff && head[1] === 0xfe) return head[2] === 0 && head[3] === 0 ? null : true;
  if (head[0] === 0xfe && head[1] === 0xff) return false;
  const few = Math.min(even, odd);
  // Few characters have 0 as their lower byte.
  if (Math.max(even, odd) < Math.max(head.length / 4, 4 * few)) return null;
  return odd > even;
}

/**
 * The text as a scan for ASCII characters sees it: as it is, or UTF-16 with a byte for each 16 bits. Null if it has another encoding, in which a byte may
 * be half of a character.
 */
export async function textOfUnits(file: TextSource): Promise<TextSource | null> {
  const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
  const hasMark = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (!hasMark && !head.includes(0)) return file;
  const littleEndian = isLittleEndian(head);
  if (littleEndian === null) return null;
  return {
    size: Math.floor(file.size / 2),
    slice: (from, to) => file.slice(2 * from, 2 * to),
    ranges: file.ranges.map(({ from, to }) => ({ from: Math.floor(from / 2), to: Math.floor(to / 2) })),
    read: async (from, to) => {
      const bytes = await file.slice(2 * from, 2 * to).arrayBuffer();
      const view = new DataView(bytes);
      return Uint8Array.from({ length: bytes.byteLength >> 1 }, (_, index) => {
        const unit = view.getUint16(2 * index, littleEndian);
        return unit < 0x80 ? unit : unit === byteOrderMark ? newline : otherCharacter;
      });
    },
  };
}
