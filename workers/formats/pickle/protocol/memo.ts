import {
  doubled,
  type PickleBytes,
  type PickleText,
  type PickleValue,
  type PlaceKind,
  placeKindOf,
  PlaceObjects,
} from './values';

/** What a memo number stands for: an object, or a place in the file for which no object was made. */
export const memoKind = { object: 0, text: 1, bytes: 2 } as const;

const firstCapacity = 256;

/** The objects that a pickle has numbered. Texts and bytes of long lists are kept as places in the file. Its memory can serve one file after the other. */
export class Memo {
  count = 0;
  kinds: Uint8Array<ArrayBuffer> = new Uint8Array(firstCapacity);
  /** Where a place starts, or the index of an object in `objects`. */
  starts: Uint32Array<ArrayBuffer> = new Uint32Array(firstCapacity);
  ends: Uint32Array<ArrayBuffer> = new Uint32Array(firstCapacity);
  private objects: PickleValue[] = [];
  made = new PlaceObjects();

  /** Forgets all objects, and keeps the memory for their numbers. */
  clear(): void {
    this.count = 0;
    this.objects = [];
    this.made = new PlaceObjects();
  }

  add(value: PickleValue): void {
    if (this.count === this.starts.length) this.grow();
    this.kinds[this.count] = memoKind.object;
    this.starts[this.count] = this.objects.length;
    this.objects.push(value);
    this.count += 1;
  }

  /** The object with this number; undefined if there is none. */
  get(index: number): PickleValue | undefined {
    if (index >= this.count) return undefined;
    const start = this.starts[index] as number;
    const kind = this.kinds[index];
    if (kind === memoKind.object) return this.objects[start];
    return this.made.at(kind === memoKind.text ? 'text' : 'bytes', start, this.ends[index] as number);
  }

  /** Whether the number stands for a text or bytes, whose place is in `starts` and `ends` from then on; null if it does not. */
  placeKind(index: number): PlaceKind | null {
    if (index >= this.count) return null;
    if (this.kinds[index] === memoKind.object) {
      const object = this.objects[this.starts[index] as number];
      const kind = placeKindOf(object);
      if (kind === null) return null;
      const place = object as PickleText | PickleBytes;
      this.made.add(place);
      this.kinds[index] = memoKind[kind];
      this.starts[index] = place.start;
      this.ends[index] = place.end;
    }
    return this.kinds[index] === memoKind.text ? 'text' : 'bytes';
  }

  grow(): void {
    this.kinds = doubled(this.kinds);
    this.starts = doubled(this.starts);
    this.ends = doubled(this.ends);
  }
}
