import { philoxFill } from './philox';

const wordsAtOnce = 64;

/** A sequence of random 32-bit words from Philox with key (`key`, 0) and counters (0, index, 0, purpose), (1, index, 0, purpose) … */
export class PhiloxSequence {
  private readonly words = new Uint32Array(wordsAtOnce);
  private readonly key: [number, number];
  private readonly counter: [number, number, number] = [0, 0, 0];
  private used = 0;
  private block = 0;

  constructor(key: number) {
    this.key = [key, 0];
  }

  start(index: number, of: number): void {
    this.counter[0] = index;
    this.counter[2] = of;
    this.used = wordsAtOnce;
    this.block = 0;
  }

  /** The next word, in [0, 2³²). */
  word(): number {
    if (this.used === wordsAtOnce) {
      philoxFill(this.words, this.block, { key: this.key, counter: this.counter });
      this.block += wordsAtOnce / 4;
      this.used = 0;
    }
    const word = this.words[this.used] as number;
    this.used += 1;
    return word;
  }

  /** A random integer in [0, `bound`). `bound` is at most 2²⁰, so that the product is exact. */
  below(bound: number): number {
    return Math.floor((this.word() * bound) / 0x100000000);
  }

  /** True with a probability of `perMille` / 1000. */
  happens(perMille: number): boolean {
    return this.below(1_000) < perMille;
  }
}
