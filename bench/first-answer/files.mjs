import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statfsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePython } from '../../scripts/python.mjs';

/** The files of the bench, with their sizes: those of the everyday, and those that no program reads whole. */
export const benchFiles = [
  { name: 'orders-20MB.csv', sizeMB: 20 },
  { name: 'orders-5MB.jsonl', sizeMB: 5 },
  { name: 'orders-6M-rows.parquet', sizeMB: 110 },
  { name: 'sensors-100MB.h5', sizeMB: 70 },
  { name: 'sensors-300MB.npy', sizeMB: 300 },
  { name: 'orders-450MB.parquet', sizeMB: 450 },
  { name: 'orders-2GB.csv', sizeMB: 2_000 },
  { name: 'orders-10GB.parquet', sizeMB: 10_000 },
];

/** A file is made only if the disk has room for so many times its size. */
const roomFactor = 3;

/**
 * Makes the files that are missing, with the libraries that their users take. A file that the disk has no room for is left out, and said so.
 * @param {string} folder
 * @param {number} mostMB larger files are left out
 * @param {readonly string[]} [only] the names of the files; without them, all
 * @returns {string[]} the paths of the files
 */
export function makeBenchFiles(folder, mostMB, only = benchFiles.map(({ name }) => name)) {
  mkdirSync(folder, { recursive: true });
  const interpreter = ensurePython();
  if (interpreter === null) throw new Error('Without Python the files of the bench cannot be made.');
  const script = fileURLToPath(new URL('make_files.py', import.meta.url));
  return benchFiles.flatMap(({ name, sizeMB }) => {
    if (!only.includes(name)) return [];
    const path = join(folder, name);
    if (existsSync(path)) return [path];
    const { bavail, bsize } = statfsSync(folder);
    const freeMB = (bavail * bsize) / 1e6;
    const why =
      sizeMB > mostMB
        ? `it is larger than ${mostMB} MB`
        : freeMB < roomFactor * sizeMB
          ? `the disk has only ${Math.floor(freeMB)} MB left`
          : null;
    if (why !== null) {
      console.log(`${name} is left out: ${why}.`);
      return [];
    }
    const { status } = spawnSync(interpreter, [script, folder, name], { stdio: 'inherit' });
    if (status !== 0) throw new Error(`${name} could not be made.`);
    return [path];
  });
}

/** @param {string} path */
export const describeFile = (path) => `${basename(path)}, ${(statSync(path).size / 1e6).toFixed(1)} MB`;
