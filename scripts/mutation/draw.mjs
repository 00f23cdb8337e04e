import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** One mutant's name, the same in every process: file, place, mutator and what stands there instead. */
export function mutantKey({ fileName, location: { start, end }, mutatorName, replacement }) {
  // Stryker's processes know a file by its place in the repository, or in the sandbox that they run in.
  const file = relative(root, fileName).replaceAll('\\', '/');
  return `${file}:${start.line}:${start.column}-${end.line}:${end.column} ${mutatorName} ${replacement}`;
}

/** `count` of the keys, by the seed: those whose hashes together with the seed are the smallest, so that other keys leave a draw alone. */
export function draw(keys, seed, count) {
  const rank = (key) => createHash('sha256').update(`${seed}\n${key}`).digest('hex');
  return keys
    .map((key) => ({ key, rank: rank(key) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ key }) => key);
}
