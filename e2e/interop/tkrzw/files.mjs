import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/** Files between this machine's disk and the page of page.ts, in pieces: one message can't hold a whole one. */

const pieceBytes = 6 * 2 ** 20;

/**
 * @param {import('playwright').Page} page
 * @param {string} name
 * @param {number} sizeBytes
 * @param {string} path
 */
export async function saveFromPage(page, name, sizeBytes, path) {
  const target = openSync(path, 'w');
  try {
    for (let from = 0; from < sizeBytes; from += pieceBytes) {
      const base64 = await page.evaluate(
        ([file, start, end]) => window.tkrzw.piece(file, start, end),
        /** @type {const} */ ([name, from, Math.min(from + pieceBytes, sizeBytes)]),
      );
      writeSync(target, Buffer.from(base64, 'base64'));
    }
  } finally {
    closeSync(target);
  }
}

/**
 * @param {import('playwright').Page} page
 * @param {string} name
 * @param {string} path
 */
export async function loadIntoPage(page, name, path) {
  const bytes = readFileSync(path);
  for (let from = 0; from < Math.max(1, bytes.length); from += pieceBytes) {
    const base64 = bytes.subarray(from, from + pieceBytes).toString('base64');
    await page.evaluate(
      ([file, start, size, text]) => window.tkrzw.put(file, start, size, text),
      /** @type {const} */ ([name, from, bytes.length, base64]),
    );
  }
}
