/**
 * A small seeded random generator for the order of cells, the bootstrap and the keys of look-ups: sfc32 (Chris Doty-Humphrey, PractRand),
 * with a state filled by splitmix32. Datasets use `philox.ts` instead.
 */
export interface Random {
  /** Uniform in [0, 1), a multiple of 2⁻³². */
  next(): number;
  /** A uniform integer in [0, `bound`). `bound` is at most 2³². */
  below(bound: number): number;
}

/** A generator whose numbers depend on the seed alone. */
export function seededRandom(seed: number): Random {
  let mix = seed >>> 0;
  const split = () => {
    mix = (mix + 0x9e3779b9) | 0;
    let z = mix;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) | 0;
  };
  let a = split();
  let b = split();
  let c = split();
  let counter = 1;
  const word = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round += 1) word();
  return { next: () => word() / 2 ** 32, below: (bound) => Math.floor((word() / 2 ** 32) * bound) };
}

/** A copy in random order (Fisher–Yates). */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result = [...items];
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = random.below(index + 1);
    const held = result[index] as T;
    result[index] = result[other] as T;
    result[other] = held;
  }
  return result;
}
