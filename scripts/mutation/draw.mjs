import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryFolder = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @typedef {{ line: number, column: number }} Place
 * @typedef {{ fileName: string, location: { start: Place, end: Place }, mutatorName: string, replacement?: string }} Mutant
 * @typedef {object} MutantResult
 * @property {string} file
 * @property {number} line
 * @property {string} mutator
 * @property {string} original
 * @property {string} replacement
 * @property {string} outcome
 * @property {string | null} [reason] why no test can kill it
 * @typedef {{ seed: number, count: number, list: boolean, concurrency: number, path: string }} DrawOptions
 * @typedef {{ of: { files: number, mutants: number }, results: MutantResult[] }} Drawn
 */

/**
 * A mutant's key, the same in every process: file, position, mutator and replacement text.
 * @param {Mutant} mutant
 */
export function mutantKey({ fileName, location: { start, end }, mutatorName, replacement }) {
  // The path relative to the root of the repository, or of Stryker’s sandbox in a process that runs there.
  const file = relative(repositoryFolder, fileName).replaceAll('\\', '/');
  return `${file}:${start.line}:${start.column}-${end.line}:${end.column} ${mutatorName} ${replacement}`;
}

/**
 * Draws `count` keys by the seed: those with the smallest hashes of key and seed. Adding or removing other keys hardly changes a draw.
 * @param {readonly string[]} keys
 * @param {number} seed
 * @param {number} count
 */
export function drawMutants(keys, seed, count) {
  /** @param {string} key */
  const rank = (key) => createHash('sha256').update(`${seed}\n${key}`).digest('hex');
  return keys
    .map((key) => ({ key, rank: rank(key) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ key }) => key);
}
