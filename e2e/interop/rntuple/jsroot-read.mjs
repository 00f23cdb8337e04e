import { readFileSync } from 'node:fs';
import { openFile } from 'jsroot/io';
import { readHeaderFooter, rntupleProcess } from 'jsroot/rntuple';
import { TSelector } from 'jsroot/tree';

/** Reads every top-level field of a file's RNTuple `ntuple` by jsroot, and prints them as JSON: `node jsroot-read.mjs FILE`. */

const [, , path] = process.argv;
if (path === undefined) throw new Error('Usage: node jsroot-read.mjs FILE');
const bytes = readFileSync(path);
const file = await openFile(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const ntuple = await file.readObject('ntuple');
const { fieldDescriptors } = await readHeaderFooter(ntuple);
const names = fieldDescriptors
  .filter((field, index) => field.parentFieldId === index)
  .map(({ fieldName }) => fieldName);
/** @type {Record<string, unknown[]>} */
const columns = Object.fromEntries(names.map((name) => [name, []]));
const selector = new TSelector();
for (const name of names) selector.addBranch(name);
selector.Process = function () {
  for (const name of names) columns[name]?.push(this.tgtobj[name]);
};
await rntupleProcess(ntuple, selector);
process.stdout.write(JSON.stringify(columns));
