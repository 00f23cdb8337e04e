import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Counts the work that the tests cause; budgets limit it (docs/testing.md). When this process ends, it writes its counts as JSON into the folder that
 * FORMATLAB_WORK_FOLDER names. Without that variable it writes nothing. pytest writes files of its own (work.py); scripts/test.mjs adds them up.
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
