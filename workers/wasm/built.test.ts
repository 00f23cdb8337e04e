import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from './built/manifest.json';
import { importModule, stubbedImports } from './imports';

/** What is committed is what the manifest says it is; `npm run check:wasm` proves that it is also what the sources give. */

const folder = import.meta.dirname;
const named = (path: string, ending: string) =>
  readdirSync(join(folder, path))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();

const bytesOf = (file: string) => new Uint8Array(readFileSync(join(folder, 'built', file)));

it('has a module for every recipe and a recipe for every module', () => {
  const names = manifest.modules.map(({ name }) => name);
  expect(names).toEqual(named('recipes', '.mjs'));
  expect(named('built', '.wasm')).toEqual(names);
});

const codecExports = [
  'memory',
  'input',
  'area',
  'places',
  'reserve',
  'message',
  'version',
  'open',
  'close',
  'compress',
  'decompress',
];
/** Formats have exports of their own, except for the filters of HDF5; all other modules are codecs and export the ABI of glue/abi.h. */
const formatExports: Readonly<Record<string, readonly string[]>> = {
  records: [
    'memory',
    'allocate',
    'release',
    'message',
    'records_new',
    'records_room',
    'records_feed',
    'records_rejected',
    'records_insert',
    'records_facts',
    'records_plan',
    'records_second',
    'records_left_out',
    'records_columns',
    'records_altered_single',
  ],
  delimited: ['memory', 'allocate', 'release', 'message', 'scan_new', 'scan_read', 'scan_counts', 'scan_column'],
  'hdf5-filters': codecExports,
  interchange: ['memory', 'allocate', 'release', 'message', 'file_write', 'reader_read'],
  parquet: ['memory', 'allocate', 'release', 'message', 'file_write', 'reader_open', 'reader_read'],
};

/** Modules that read users' files, and are measured by nobody. */
const readers: ReadonlySet<string> = new Set(['delimited']);

it('has codecs of less than 4 MB together, formats of less than 8 MB, and readers of less than 200 kB', () => {
  const kindOf = (name: string) => (readers.has(name) ? 'reader' : name in formatExports ? 'format' : 'codec');
  const sizeBytesOf = (kind: ReturnType<typeof kindOf>) =>
    manifest.modules.filter(({ name }) => kindOf(name) === kind).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  expect(sizeBytesOf('codec')).toBeLessThan(4_000_000);
  expect(sizeBytesOf('format')).toBeLessThan(8_000_000);
  expect(sizeBytesOf('reader')).toBeLessThan(200_000);
});

it('applies every patch, and each begins with its reason', () => {
  const patches = readdirSync(join(folder, 'patches')).filter((file) => file.endsWith('.patch'));
  expect([...new Set(manifest.modules.flatMap(({ patches: applied }) => applied))].sort()).toEqual(patches.sort());
  for (const patch of patches) {
    const text = readFileSync(join(folder, 'patches', patch), 'utf8');
    expect(text.slice(0, text.indexOf('\n--- ')).trim().length, patch).toBeGreaterThan(40);
  }
});

describe.each(manifest.modules)('$name', ({ name, file, sizeBytes, sha256, upstream, version, license }) => {
  it('is the file that the manifest describes', () => {
    expect(file).toBe(`${name}.wasm`);
    const bytes = bytesOf(file);
    expect(bytes.length).toBe(sizeBytes);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    expect([upstream, version, license].every((text) => text.length > 0)).toBe(true);
    expect(existsSync(join(folder, 'recipes', `${name}.mjs`))).toBe(true);
  });

  it('imports only what the loader stubs, and exports what the loader calls', () => {
    const module = new WebAssembly.Module(bytesOf(file));
    const allowed: readonly string[] = stubbedImports;
    for (const needed of WebAssembly.Module.imports(module)) {
      expect(needed.module).toBe(importModule);
      expect(allowed).toContain(needed.name);
    }
    const exported = WebAssembly.Module.exports(module).map((entry) => entry.name);
    expect(exported).toEqual(expect.arrayContaining([...(formatExports[name] ?? codecExports)]));
  });

  it('holds no path of the machine that built it', () => {
    expect(Buffer.from(bytesOf(file)).toString('latin1')).not.toMatch(/\/(home|root|Users|work|tmp)\/|[A-Z]:\\Users/);
  });
});
