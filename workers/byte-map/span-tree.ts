import type { ByteSpan, MapNode, SpanKind } from '../model/byte-map';
import { failure, malformed } from './failures';
import type { ByteSource } from './source';

/** More spans than this would take too much memory in the page. Pages of 8 kB in a file of 1 GB make about as many. */
const maxSpans = 500_000;

/** Bytes that no part claims. */
export interface Gap {
  readonly offset: number;
  readonly bytes: number;
}

export interface GapPart {
  readonly name: string;
  readonly kind: SpanKind;
}

/** The spans that a file's parts claim. No byte may be claimed twice. */
export class SpanList {
  readonly #spans: ByteSpan[] = [];

  /** A part that is one span. Null if it has no bytes. */
  leaf(name: string, kind: SpanKind, offset: number, bytes: number): MapNode | null {
    if (bytes === 0) return null;
    if (this.#spans.length === maxSpans)
      throw failure('tooLarge', `It has more than ${maxSpans.toLocaleString('en')} parts, too many for a map.`);
    const span = { kind, offset, bytes };
    this.#spans.push(span);
    return { name, bytes, span };
  }

  /**
   * The bytes that no part claims: what `known` says, else padding if all are zero, else unknown.
   * @throws `malformedInput` if two parts claim the same byte, or one claims bytes outside the file.
   */
  async rest(source: ByteSource, known: (gap: Gap) => Promise<GapPart | null>): Promise<MapNode[]> {
    const claimed = [...this.#spans].sort((one, other) => one.offset - other.offset);
    const gaps: Gap[] = [];
    let end = 0;
    for (const { kind, offset, bytes } of claimed) {
      if (offset < end)
        throw malformed(`Two of its parts claim byte ${offset.toLocaleString('en')}; the second is of kind ${kind}.`);
      if (offset > end) gaps.push({ offset: end, bytes: offset - end });
      end = offset + bytes;
    }
    if (end > source.sizeBytes)
      throw malformed(`A part of it ends at byte ${end}, but the file has only ${source.sizeBytes} bytes.`);
    if (end < source.sizeBytes) gaps.push({ offset: end, bytes: source.sizeBytes - end });
    const parts: (MapNode | null)[] = [];
    for (const gap of gaps) {
      const { name, kind } = (await known(gap)) ?? ((await isAllZero(source, gap)) ? padding : unknownBytes);
      parts.push(this.leaf(name, kind, gap.offset, gap.bytes));
    }
    return present(parts);
  }
}

/** A part of parts. Null if none has bytes. */
export function branch(name: string, parts: readonly (MapNode | null)[]): MapNode | null {
  const kept = present(parts);
  if (kept.length === 0) return null;
  return { name, bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0), parts: kept };
}

export const present = (parts: readonly (MapNode | null)[]): MapNode[] => parts.filter((part) => part !== null);

const padding: GapPart = { name: 'Padding', kind: 'padding' };
const unknownBytes: GapPart = { name: 'Unknown bytes', kind: 'unknown' };
const pieceBytes = 1_048_576;

async function isAllZero(source: ByteSource, { offset, bytes }: Gap): Promise<boolean> {
  for (let at = 0; at < bytes; at += pieceBytes) {
    const piece = await source.read(offset + at, Math.min(pieceBytes, bytes - at));
    if (piece.some((byte) => byte !== 0)) return false;
  }
  return true;
}
