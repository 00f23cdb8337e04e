import { type Memo, memoKind } from './memo';
import { opcode } from './opcodes';
import { noneStart, type PlaceKind, type Places } from './values';

const frameHeaderBytes = 9;

/** The opcodes of values with a length of one byte, and of four. */
const shortCode: Record<PlaceKind, number> = { text: opcode.SHORT_BINUNICODE, bytes: opcode.SHORT_BINBYTES };
const longCode: Record<PlaceKind, number> = { text: opcode.BINUNICODE, bytes: opcode.BINBYTES };

function kindOfCode(code: number | undefined): PlaceKind | null {
  if (code === opcode.SHORT_BINUNICODE || code === opcode.BINUNICODE) return 'text';
  return code === opcode.SHORT_BINBYTES || code === opcode.BINBYTES ? 'bytes' : null;
}

/**
 * Reads items of a list of str or of bytes, with None for null, from an offset on, in one loop that makes no objects. Adds the items to `places`, and to `memo` those that the file
 * numbers. Returns the offset of the first opcode that such a list does not need, or that is not whole: the stack machine goes on there, and reports what is wrong.
 */
export function scanTexts(file: Uint8Array<ArrayBuffer>, from: number, places: Places, memo: Memo): number {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const fileBytes = file.length;
  let { kind, count, starts, ends } = places;
  const firstNumbered = memo.count;
  let { count: numbered, starts: memoStarts, ends: memoEnds } = memo;
  // Undefined as long as the kind is unknown, which no opcode is.
  let short = kind === null ? -1 : shortCode[kind];
  let long = kind === null ? -1 : longCode[kind];
  let at = from;
  for (;;) {
    const code = file[at];
    let start = noneStart;
    let end = noneStart;
    if (code === short || code === long) {
      start = at + (code === short ? 2 : 5);
      if (start > fileBytes) break;
      end = start + (code === short ? (file[at + 1] as number) : view.getUint32(at + 1, true));
      if (end > fileBytes) break;
      at = end;
      if (file[at] === opcode.MEMOIZE) {
        if (numbered === memoStarts.length) {
          memo.grow();
          ({ starts: memoStarts, ends: memoEnds } = memo);
        }
        memoStarts[numbered] = start;
        memoEnds[numbered] = end;
        numbered += 1;
        at += 1;
      }
    } else if (code === opcode.NONE) at += 1;
    else if (code === opcode.FRAME) {
      const next = at + frameHeaderBytes;
      if (next > fileBytes || view.getUint32(at + 5, true) > 0) break;
      if (view.getUint32(at + 1, true) > fileBytes - next) break;
      at = next;
      continue;
    } else {
      const isGet = code === opcode.BINGET || code === opcode.LONG_BINGET;
      const next = at + (code === opcode.BINGET ? 2 : 5);
      if (isGet && next > fileBytes) break;
      const index = code === opcode.BINGET ? (file[at + 1] as number) : isGet ? view.getUint32(at + 1, true) : -1;
      const isNew = index >= firstNumbered && index < numbered;
      const found = isNew ? kind : isGet ? memo.placeKind(index) : kindOfCode(code);
      if (found === null || (kind !== null && found !== kind)) break;
      if (kind === null) {
        kind = found;
        short = shortCode[kind];
        long = longCode[kind];
      }
      if (!isGet) continue;
      start = memoStarts[index] as number;
      end = memoEnds[index] as number;
      at = next;
    }
    if (count === starts.length) {
      places.grow();
      ({ starts, ends } = places);
    }
    starts[count] = start;
    ends[count] = end;
    count += 1;
  }
  // All that are new are of the list's kind.
  memo.kinds.fill(kind === 'text' ? memoKind.text : memoKind.bytes, firstNumbered, numbered);
  memo.count = numbered;
  places.kind = kind;
  places.count = count;
  return at;
}
