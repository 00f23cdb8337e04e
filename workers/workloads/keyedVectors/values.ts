import { normalQuantile } from '../../model/normal';
import { philoxFill, type PhiloxStream, uniform53 } from '../../model/philox';
import type { Distribution } from './meta';

/**
 * The values of the vectors, before zeros and repeated values take the place of some.
 *
 * What the random bits decide. `e2e/interop/formatlab_vectors.py` does the same in numpy. Key (seed, 0); counter words (block, row, 0,
 * purpose):
 * - `value`: block p holds the elements 2p (words 0, 1) and 2p + 1 (words 2, 3) of the row.
 * - `choice`: word w of block q decides whether element 4q + w is zero, a repeated value, or its own value.
 * - `pool`: the repeated values, computed like `value`, with row 0.
 * - `component`: the row's share in each common component, laid out like `value`.
 * - `dimension`: properties of the dimensions, laid out like `value`. Row k < 14 has their shares in component k, row 14 their scales, row
 *   15 decides which are larger than the others, and row 16 has their means.
 */
export const purpose = { value: 0, choice: 1, pool: 2, component: 3, dimension: 4 } as const;

/** Fills `out` with `out.length` uniform numbers of 53 bits. `words` is reused memory of at least {@link wordsFor} words. */
export function fillUniform(out: Float64Array, words: Uint32Array, stream: PhiloxStream): void {
  philoxFill(words, 0, stream);
  for (let index = 0, word = 0; index < out.length; index += 1, word += 2)
    out[index] = uniform53(words[word] as number, words[word + 1] as number);
}

export const wordsFor = (elements: number): number => 4 * Math.ceil(elements / 2);

/** Levels of the quantised values, as those of int8: 255, from −127 ÷ 32 to 127 ÷ 32. */
const levelsPerUnit = 32;
const lastLevel = 127;
const quantised = (value: number): number =>
  Math.max(-lastLevel, Math.min(lastLevel, Math.floor(value * levelsPerUnit + 0.5))) / levelsPerUnit;

/**
 * The model of values “like embeddings”. That embeddings of proteins use few directions is published: 2 to 14 by Hakim, Roy and Rahman (“A
 * look at the isotropy of pretrained protein language models”, arXiv 2510.10655), of which this model has the most. That one to three of 768
 * dimensions are far larger is from Timkey and van Schijndel (“All bark and no bite”, EMNLP 2021). Networks compute in float32, so the values
 * are rounded to it. The other figures are our choice and not fitted to any data.
 */
const componentCount = 14;
/** Of the variance, 81 % is common to the dimensions; the rest is each value's own. */
const commonDeviation = 0.9;
const ownDeviation = Math.sqrt(1 - commonDeviation * commonDeviation);
/** Scales are from 0.045 to 0.5, mostly small. */
const scaleOf = (uniform: number): number => 0.05 / (0.1 + uniform);
const largeShare = 1 / 256;
const largeFactor = 20;
/** The mean of a dimension in units of its scale, as the deviation over the dimensions. */
const meanDeviation = 0.5;
/** The repeated values have no dimension, so they have a scale in the middle. */
const poolScale = 0.1;

interface Dimensions {
  /** One row for each component. */
  readonly shares: readonly Float64Array[];
  readonly scales: Float64Array;
  readonly means: Float64Array;
}

function readDimensions(dimension: number, seed: number): Dimensions {
  const words = new Uint32Array(wordsFor(dimension));
  const row = (number: number) => {
    const uniform = new Float64Array(dimension);
    fillUniform(uniform, words, { key: [seed, 0], counter: [number, 0, purpose.dimension] });
    return uniform;
  };
  const perComponent = 1 / Math.sqrt(componentCount);
  const shares = Array.from({ length: componentCount }, (_, component) =>
    row(component).map((uniform) => normalQuantile(uniform) * perComponent),
  );
  const large = row(componentCount + 1);
  const scales = row(componentCount).map(
    (uniform, index) => scaleOf(uniform) * ((large[index] as number) < largeShare ? largeFactor : 1),
  );
  const means = row(componentCount + 2).map(
    (uniform, index) => normalQuantile(uniform) * meanDeviation * (scales[index] as number),
  );
  return { shares, scales, means };
}

/**
 * A function that turns the uniform numbers of one row into its values, in place. Each formula is written operation by operation in the same
 * order as in Python, since sums of floating-point numbers depend on their order.
 */
export function rowDistribution(
  distribution: Distribution,
  dimension: number,
  seed: number,
): (row: Float64Array, rowNumber: number) => void {
  if (distribution !== 'realLike') {
    const value = valueIn(distribution);
    return (row) => {
      if (value !== null) for (let index = 0; index < row.length; index += 1) row[index] = value(row[index] as number);
    };
  }
  const { shares, scales, means } = readDimensions(dimension, seed);
  const components = new Float64Array(componentCount);
  const words = new Uint32Array(wordsFor(componentCount));
  const common = new Float64Array(dimension);
  return (row, rowNumber) => {
    fillUniform(components, words, { key: [seed, 0], counter: [rowNumber, 0, purpose.component] });
    common.fill(0);
    shares.forEach((share, component) => {
      const weight = normalQuantile(components[component] as number);
      for (let index = 0; index < dimension; index += 1)
        common[index] = (common[index] as number) + weight * (share[index] as number);
    });
    for (let index = 0; index < dimension; index += 1) {
      const own = normalQuantile(row[index] as number);
      const sum = commonDeviation * (common[index] as number) + ownDeviation * own;
      row[index] = Math.fround((means[index] as number) + (scales[index] as number) * sum);
    }
  };
}

/** The value of a uniform number, without regard to its row and dimension; null if it is the number itself. */
function valueIn(distribution: Distribution): ((uniform: number) => number) | null {
  switch (distribution) {
    case 'uniform':
      return null;
    case 'normal':
      return normalQuantile;
    case 'quantised':
      return (uniform) => quantised(normalQuantile(uniform));
    case 'realLike':
      return (uniform) => Math.fround(poolScale * normalQuantile(uniform));
  }
}

/** `count` repeated values. */
export function poolValues(distribution: Distribution, count: number, seed: number): Float64Array {
  const pool = new Float64Array(count);
  fillUniform(pool, new Uint32Array(wordsFor(count)), { key: [seed, 0], counter: [0, 0, purpose.pool] });
  const value = valueIn(distribution);
  return value === null ? pool : pool.map(value);
}

const doubleBits = 53;
const lowBits = 32;

/**
 * Rounds each value to so many significant bits, of 53, in place. Half of the last bit rounds away from zero. It works on the bits, where a
 * carry into the exponent is right as it is.
 */
export function roundSignificant(values: Float64Array, significantBits: number): void {
  const dropped = doubleBits - significantBits;
  if (dropped <= 0) return;
  const halves = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
  const half = 2 ** ((dropped - 1) % lowBits);
  const inHigh = dropped > lowBits;
  const keptLow = dropped >= lowBits ? 0 : -(2 ** dropped);
  const keptHigh = inHigh ? -(2 ** (dropped - lowBits)) : -1;
  for (let low = 0; low < halves.length; low += 2) {
    const sum = (halves[low] as number) + (inHigh ? 0 : half);
    const high = (halves[low + 1] as number) + (inHigh ? half : sum >= 2 ** lowBits ? 1 : 0);
    halves[low] = sum & keptLow;
    halves[low + 1] = high & keptHigh;
  }
}
