import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Counts the work that the tests cause, which budgets limit. This process writes its counts as JSON into the folder that FORMATLAB_WORK_FOLDER names when it
 * ends, and nothing without it; those of pytest write files of their own (work.py). Whoever reads them adds up the files.
 */

/** @type {Record<string, number>} */
const counts = {};
const folder = process.env.FORMATLAB_WORK_FOLDER;

/**
 * @param {'writtenFiles' | 'pagesOpened' | 'encodedBytes'} name
 * @param {number} [by]
 */
export function countWork(name, by = 1) {
  if (folder !== undefined && Object.keys(counts).length === 0) {
    process.on('exit', () => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `interop-${process.pid}.json`), JSON.stringify(counts));
    });
  }
  counts[name] = (counts[name] ?? 0) + by;
}
