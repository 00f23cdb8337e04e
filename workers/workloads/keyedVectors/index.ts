import type { KeyedVectors } from '../../model/dataset';
import type { WorkloadModule } from '../../model/entry';
import { philoxFill } from '../../model/philox';
import { type KeyedVectorParameters, readParameters } from './meta';
import { fillUniform, poolValues, purpose, roundSignificant, rowDistribution, wordsFor } from './values';

const twoTo32 = 2 ** 32;
const powersOfTen = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15] as const;
const progressEveryVectors = 1_000;

/** One multiplication, one floor and one division, each exactly rounded by IEEE 754, give the same bits in every programming language. */
function roundDecimals(values: Float64Array, decimals: number): void {
  const power = powersOfTen[decimals] ?? 1;
  for (let index = 0; index < values.length; index += 1)
    values[index] = Math.floor((values[index] ?? 0) * power + 0.5) / power;
}

/** Rounds to significant bits, then to decimals. */
function round(values: Float64Array, { significantBits, decimals }: KeyedVectorParameters): void {
  roundSignificant(values, significantBits);
  if (decimals !== null) roundDecimals(values, decimals);
}

function makePool(parameters: KeyedVectorParameters, seed: number): Float64Array {
  const pool = poolValues(parameters.distribution, parameters.distinctValues, seed);
  round(pool, parameters);
  return pool;
}

/** A function that generates one row. Each call overwrites `row`. */
function rowMaker(parameters: KeyedVectorParameters, seed: number): (rowNumber: number) => Float64Array {
  const { dimension, distribution, zeroShare, duplicateShare, distinctValues } = parameters;
  const row = new Float64Array(dimension);
  const words = new Uint32Array(wordsFor(dimension));
  const choices = new Uint32Array(4 * Math.ceil(dimension / 4));
  const pool = duplicateShare > 0 ? makePool(parameters, seed) : null;
  const zeroLimit = Math.floor(zeroShare * twoTo32);
  const duplicateLimit = zeroLimit + Math.floor(duplicateShare * (twoTo32 - zeroLimit));
  const distribute = rowDistribution(distribution, dimension, seed);
  return (rowNumber) => {
    fillUniform(row, words, { key: [seed, 0], counter: [rowNumber, 0, purpose.value] });
    distribute(row, rowNumber);
    round(row, parameters);
    if (duplicateLimit > 0) {
      philoxFill(choices, 0, { key: [seed, 0], counter: [rowNumber, 0, purpose.choice] });
      for (let index = 0; index < dimension; index += 1) {
        const choice = choices[index] as number;
        if (choice < zeroLimit) row[index] = 0;
        // The first word of the unused value selects the repeated value from the pool.
        else if (pool !== null && choice < duplicateLimit)
          row[index] = pool[Math.floor(((words[2 * index] as number) * distinctValues) / twoTo32)] as number;
      }
    }
    return row;
  };
}

export const workload: WorkloadModule = {
  generate({ parameters, seed, from, to, onProgress }) {
    const read = readParameters(parameters);
    const { dimension, elementType } = read;
    const makeRow = rowMaker(read, seed);
    const fill = <A extends Float64Array | Float32Array>(matrix: A): Map<string, A> => {
      const entries = new Map<string, A>();
      for (let row = from; row < to; row += 1) {
        const start = (row - from) * dimension;
        matrix.set(makeRow(row), start);
        entries.set(`seq${String(row).padStart(10, '0')}`, matrix.subarray(start, start + dimension) as A);
        if ((row - from) % progressEveryVectors === progressEveryVectors - 1) onProgress?.(row - from + 1);
      }
      return entries;
    };
    const elements = (to - from) * dimension;
    const dataset: KeyedVectors =
      elementType === 'float64'
        ? { kind: 'keyedVectors', elementType, dimension, entries: fill(new Float64Array(elements)) }
        : { kind: 'keyedVectors', elementType, dimension, entries: fill(new Float32Array(elements)) };
    onProgress?.(to - from);
    return dataset;
  },
};
