/**
 * A random number generator for tests (mulberry32): numbers from 0 to below 1, the same for the same seed. The product itself uses
 * random.ts and philox.ts.
 */
export type Mulberry = () => number;

export function mulberry(seed: number): Mulberry {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
