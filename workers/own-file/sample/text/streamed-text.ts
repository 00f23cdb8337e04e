import type { FileSample } from '../../../model/plan';
import { type Random, seededRandom } from '../../../model/random';
import { drawUnits } from '../../../model/strata';
import { blockCount, type TextSource } from './blocks';

/** So many blocks are kept before every other one is let go. */
const mostBlocks = 64;

/**
 * Keeps blocks of a text whose length is not known before its end: one of each stratum of `width` blocks, drawn by the seed. Once there are too many, of
 * each two neighbours one is drawn. So each block of a stratum is kept as likely as any other, and at most 80 blocks are held.
 */
export class StreamedText {
  readonly #blockBytes: number;
  readonly #random: Random;
  readonly #seed: number;
  /** The first blocks, which are the sample if others can't be told to begin inside or outside of quotes. */
  readonly #first: Blob[] = [];
  /** By their stratum, in order. */
  #kept: { readonly number: number; readonly bytes: Blob }[] = [];
  #width = 1;
  #pick = 0;
  #pieces: Uint8Array<ArrayBuffer>[] = [];
  #held = 0;
  #number = 0;

  constructor({ seed, targetBytes }: FileSample) {
    this.#seed = seed;
    this.#random = seededRandom(seed);
    this.#blockBytes = Math.ceil(targetBytes / blockCount);
  }

  /** Adds the next bytes of the text. They are kept, not copied. */
  add(piece: Uint8Array<ArrayBuffer>): void {
    let rest = piece;
    while (this.#held + rest.length >= this.#blockBytes) {
      const length = this.#blockBytes - this.#held;
      this.#pieces.push(rest.subarray(0, length));
      rest = rest.subarray(length);
      this.#endBlock();
    }
    if (rest.length === 0) return;
    this.#pieces.push(rest);
    this.#held += rest.length;
  }

  /** All of the text if all of its blocks are held; otherwise the blocks of a sample. */
  end(): Blob | TextSource {
    const size = this.#number * this.#blockBytes + this.#held;
    if (this.#held > 0) this.#endBlock();
    if (this.#width === 1) return new Blob(this.#kept.map(({ bytes }) => bytes));
    const later = this.#kept.filter(({ number }) => number > 0);
    const chosen = drawUnits(later.length, blockCount - 1, this.#seed).flatMap((index) => later[index] ?? []);
    const blocks = new Map(chosen.map(({ number, bytes }) => [number, bytes]));
    for (const [number, bytes] of this.#first.entries()) blocks.set(number, bytes);
    const rangeOf = (number: number) => ({
      from: number * this.#blockBytes,
      to: Math.min(size, (number + 1) * this.#blockBytes),
    });
    return {
      size,
      slice: (from: number, to: number) => this.#slice(blocks, from, to),
      ranges: [0, ...chosen.map(({ number }) => number)].map(rangeOf),
    };
  }

  /** The bytes from a place on, up to the end of the blocks that follow one another there. */
  #slice(blocks: ReadonlyMap<number, Blob>, from: number, to: number): Blob {
    const parts: Blob[] = [];
    for (let at = from; at < to; ) {
      const number = Math.floor(at / this.#blockBytes);
      const block = blocks.get(number);
      if (block === undefined) break;
      const start = number * this.#blockBytes;
      parts.push(block.slice(at - start, to - start));
      at = start + this.#blockBytes;
    }
    return new Blob(parts);
  }

  #endBlock(): void {
    const number = this.#number;
    const isFirst = this.#first.length < blockCount;
    if (number % this.#width === 0) this.#pick = number + this.#random.below(this.#width);
    if (isFirst || number === this.#pick) {
      const bytes = new Blob(this.#pieces);
      if (isFirst) this.#first.push(bytes);
      if (number === this.#pick) this.#kept.push({ number, bytes });
    }
    this.#pieces = [];
    this.#held = 0;
    this.#number += 1;
    if (this.#kept.length > mostBlocks) this.#thin();
  }

  /** Of each two neighbouring strata, one block is kept. The last stratum of an odd number stays, and is joined with the next one. */
  #thin(): void {
    const strata = new Map<number, { readonly number: number; readonly bytes: Blob }[]>();
    this.#width *= 2;
    for (const block of this.#kept) {
      const stratum = Math.floor(block.number / this.#width);
      strata.set(stratum, [...(strata.get(stratum) ?? []), block]);
    }
    this.#kept = [...strata.values()].flatMap((blocks) => blocks[this.#random.below(blocks.length)] ?? []);
    // The stratum that has just begun has its block.
    this.#pick = -1;
  }
}
