import type { MapNode, SpanKind } from '../model/byte-map';
import { failure, malformed } from './failures';
import type { ByteSource } from './source';

/** More spans than this would take too much memory in the page. Pages of 8 kB in a file of 1 GB make about as many. */
const maxSpans = 500_000;
/** More runs of claimed bytes than this would take too much memory in the worker. */
const maxRuns = 4_000_000;

/** Bytes that no part claims. */
export interface Gap {
  readonly offset: number;
  readonly bytes: number;
}

export interface GapPart {
  readonly name: string;
  readonly kind: SpanKind;
  /** The first bytes of the gap that are this part. Absent if all are. */
  readonly bytes?: number;
}

/** The spans that a file's parts claim. No byte may be claimed twice. */
export class SpanList {
  /** Claimed bytes: neighbours that are claimed one after the other are one run. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #spanCount = 0;

  #claim(offset: number, bytes: number): void {
    if (!(Number.isSafeInteger(offset) && Number.isSafeInteger(bytes) && offset >= 0 && bytes > 0))
      throw malformed(`A part of it would have ${bytes} bytes, from byte ${offset} on.`);
    const last = this.#ends.length - 1;
    if (last >= 0 && this.#ends[last] === offset) {
      this.#ends[last] = offset + bytes;
      return;
    }
    if (this.#starts.length === maxRuns) throw tooManyParts(maxRuns);
    this.#starts.push(offset);
    this.#ends.push(offset + bytes);
  }

  #count(): void {
    if (this.#spanCount === maxSpans) throw tooManyParts(maxSpans);
    this.#spanCount += 1;
  }

  /** A part that is one span. Null if it has no bytes. */
  leaf(name: string, kind: SpanKind, offset: number, bytes: number): MapNode | null {
    if (bytes === 0) return null;
    this.#count();
    this.#claim(offset, bytes);
    return { name, bytes, span: { kind, offset, bytes } };
  }

  /** A part whose pieces don't stand together. */
  pieces(name: string, kind: SpanKind): Pieces {
    return new Pieces(name, kind, {
      claim: (offset, bytes) => this.#claim(offset, bytes),
      count: () => this.#count(),
    });
  }

  /**
   * The bytes that no part claims: what `known` says, else padding if all are zero, else unknown.
   * @throws `malformedInput` if two parts claim the same byte, or one claims bytes outside the file.
   */
  async rest(source: ByteSource, known: (gap: Gap) => Promise<GapPart | null>): Promise<MapNode[]> {
    const parts: (MapNode | null)[] = [];
    for (const gap of this.gaps(source.sizeBytes)) {
      for (let left = gap; left.bytes > 0; ) {
        const found = (await known(left)) ?? ((await isAllZero(source, left)) ? padding : unknownBytes);
        const bytes = Math.min(left.bytes, found.bytes ?? left.bytes);
        parts.push(this.leaf(found.name, found.kind, left.offset, bytes));
        left = { offset: left.offset + bytes, bytes: left.bytes - bytes };
      }
    }
    return present(parts);
  }

  /**
   * The bytes that no part claims yet, in the order of the file.
   * @throws `malformedInput` if two parts claim the same byte, or one claims bytes outside the file.
   */
  gaps(fileBytes: number): Gap[] {
    const starts = Float64Array.from(this.#starts);
    const order = Uint32Array.from(starts, (_, index) => index);
    if (starts.some((start, index) => index > 0 && start < (starts[index - 1] ?? 0)))
      order.sort((one, other) => (starts[one] ?? 0) - (starts[other] ?? 0));
    const gaps: Gap[] = [];
    let end = 0;
    for (const index of order) {
      const start = starts[index] ?? 0;
      if (start < end) throw malformed(`Two of its parts claim byte ${start.toLocaleString('en')}.`);
      if (start > end) gaps.push({ offset: end, bytes: start - end });
      end = this.#ends[index] ?? 0;
    }
    if (end > fileBytes) throw malformed(`A part of it ends at byte ${end}, but the file has only ${fileBytes} bytes.`);
    if (end < fileBytes) gaps.push({ offset: end, bytes: fileBytes - end });
    return gaps;
  }
}

const tooManyParts = (limit: number) =>
  failure('tooLarge', `It has more than ${limit.toLocaleString('en')} parts, too many for a map.`);

/** A part whose pieces don't stand together. Adding a piece claims it. */
export class Pieces {
  readonly #name: string;
  readonly #kind: SpanKind;
  readonly #list: { readonly claim: (offset: number, bytes: number) => void; readonly count: () => void };
  #first = 0;
  #end = -1;
  #bytes = 0;
  #pieces = 0;

  constructor(
    name: string,
    kind: SpanKind,
    list: { readonly claim: (offset: number, bytes: number) => void; readonly count: () => void },
  ) {
    this.#name = name;
    this.#kind = kind;
    this.#list = list;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(offset: number, bytes: number): void {
    if (bytes === 0) return;
    this.#list.claim(offset, bytes);
    if (this.#pieces === 0 || offset < this.#first) this.#first = offset;
    if (offset !== this.#end) this.#pieces += 1;
    this.#end = offset + bytes;
    this.#bytes += bytes;
  }

  /** The part. Null if it has no bytes. Nothing may be added afterwards. */
  node(): MapNode | null {
    if (this.#bytes === 0) return null;
    this.#list.count();
    const span = { kind: this.#kind, offset: this.#first, bytes: this.#bytes };
    return { name: this.#name, bytes: this.#bytes, span: this.#pieces > 1 ? { ...span, pieces: this.#pieces } : span };
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
