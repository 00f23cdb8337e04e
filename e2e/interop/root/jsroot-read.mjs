import { readFileSync } from 'node:fs';
import { openFile } from 'jsroot/io';
import { TSelector, treeProcess } from 'jsroot/tree';

/** Reads every branch of every tree of a file by jsroot, and prints them as JSON (64-bit integers as texts, NaN and infinities too): `node jsroot-read.mjs FILE`. */

const [, , path] = process.argv;
if (path === undefined) throw new Error('Usage: node jsroot-read.mjs FILE');

/** @typedef {{ fEntries: number, fBranches: { arr: { fName: string }[] } }} Tree */

/**
 * @param {Awaited<ReturnType<typeof openFile>>} file
 * @param {string} name
 */
async function readTree(file, name) {
  const tree = /** @type {Tree} */ (await file.readObject(name));
  /** @type {Record<string, unknown[]>} */
  const columns = Object.fromEntries(tree.fBranches.arr.map((branch) => [branch.fName, []]));
  if (tree.fEntries > 0) {
    const selector = new TSelector();
    for (const branch of tree.fBranches.arr) selector.addBranch(branch, branch.fName);
    selector.Process = function () {
      for (const [branch, values] of Object.entries(columns)) {
        const value = this.tgtobj[branch];
        const isList = ArrayBuffer.isView(value) || Array.isArray(value);
        values.push(isList ? Array.from(/** @type {ArrayLike<unknown>} */ (value)) : value);
      }
    };
    await treeProcess(tree, selector);
  }
  return { entries: tree.fEntries, columns };
}

const bytes = readFileSync(path);
const file = await openFile(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
/** @type {Record<string, Awaited<ReturnType<typeof readTree>>>} */
const trees = {};
for (const { fName, fClassName } of file.fKeys) if (fClassName === 'TTree') trees[fName] = await readTree(file, fName);
const text = JSON.stringify(trees, (_, value) =>
  typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)) ? String(value) : value,
);
process.stdout.write(text);
