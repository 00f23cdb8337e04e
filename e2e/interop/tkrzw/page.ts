import { toCanonical } from '../../../workers/model/canonical';
import { fromCanonical } from '../../../workers/model/read-canonical';
import type { Dataset } from '../../../workers/model/dataset';
import type { FileCounts, FormatSession } from '../../../workers/model/entry';
import { completeOptions, type OptionValues } from '../../../workers/model/options';
import { findFormatImplementation } from '../../../workers/registry/metadata';
import { loadFormat, loadWorkload } from '../../../workers/registry/modules';

/** Writes and reads Tkrzw's files in a real browser, for exchange.mjs and for bench/tkrzw.mjs. What is large stays here under a name; bytes go in and out in pieces. */

interface Candidate {
  readonly format: 'hashdbm' | 'treedbm';
  readonly options: OptionValues;
  readonly codec: string | null;
}

const datasets = new Map<string, Dataset>();
const files = new Map<string, Uint8Array<ArrayBuffer>>();
const sessions = new Map<string, FormatSession>();

function found<T>(map: ReadonlyMap<string, T>, name: string): T {
  const value = map.get(name);
  if (value === undefined) throw new Error(`There is nothing under the name ${name}.`);
  return value;
}

async function sessionOf({ format, options, codec }: Candidate): Promise<FormatSession> {
  const key = JSON.stringify([format, options, codec]);
  const known = sessions.get(key);
  if (known !== undefined) return known;
  const implementation = findFormatImplementation(format, 'formatlab')?.implementation;
  if (implementation === undefined) throw new Error(`There is no format ${format}.`);
  const session = await (await loadFormat(format, 'formatlab')).open({
    options: completeOptions(implementation.options, options, format),
    innerCodec: codec === null ? null : { id: codec, level: null },
    schema: { kind: 'records' },
  });
  sessions.set(key, session);
  return session;
}

async function generate(name: string, count: number, seed: number): Promise<void> {
  datasets.set(name, (await loadWorkload('dictionary')).generate({ parameters: {}, seed, from: 0, to: count }));
}

/** Gives the milliseconds of the call itself. */
async function encode(
  candidate: Candidate,
  dataset: string,
  file: string,
): Promise<{ ms: number; sizeBytes: number; counts: FileCounts }> {
  const session = await sessionOf(candidate);
  const data = found(datasets, dataset);
  files.delete(file);
  const start = performance.now();
  const bytes = await session.encode?.(data);
  const ms = performance.now() - start;
  if (bytes === undefined) throw new Error('There is no encode.');
  files.set(file, bytes);
  return { ms, sizeBytes: bytes.length, counts: session.countsOf?.(bytes, 0) ?? {} };
}

async function decode(candidate: Candidate, file: string, dataset: string): Promise<{ ms: number }> {
  const session = await sessionOf(candidate);
  const bytes = found(files, file);
  datasets.delete(dataset);
  const start = performance.now();
  const decoded = await session.decode?.(bytes);
  const ms = performance.now() - start;
  if (decoded === undefined) throw new Error('There is no decode.');
  datasets.set(dataset, decoded);
  return { ms };
}

/** The values of these keys, cold and warm, each as text. */
async function lookUp(
  candidate: Candidate,
  file: string,
  keys: readonly string[],
): Promise<{ cold: string[]; warm: string[] }> {
  const session = await sessionOf(candidate);
  const text = new TextDecoder();
  const by = async (cache: 'none' | 'all') => {
    const lookup = await session.openLookup?.(found(files, file), cache);
    const values: string[] = [];
    for (const key of keys) {
      const value = await lookup?.get(key);
      values.push(value instanceof Uint8Array ? text.decode(value) : 'no bytes');
    }
    return values;
  };
  return { cold: await by('none'), warm: candidate.format === 'treedbm' ? await by('all') : [] };
}

async function sha256(dataset: string): Promise<string> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    await new Blob([...toCanonical(found(datasets, dataset)).parts]).arrayBuffer(),
  );
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function keepCanonical(dataset: string, file: string): Promise<number> {
  const bytes = new Uint8Array(await new Blob([...toCanonical(found(datasets, dataset)).parts]).arrayBuffer());
  files.set(file, bytes);
  return bytes.length;
}

async function loadCanonical(file: string, dataset: string): Promise<void> {
  datasets.set(dataset, fromCanonical(found(files, file).slice().buffer));
}

function piece(file: string, from: number, to: number): string {
  const bytes = found(files, file).subarray(from, to);
  let text = '';
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}

function put(file: string, from: number, sizeBytes: number, base64: string): void {
  const bytes = from === 0 ? new Uint8Array(sizeBytes) : found(files, file);
  bytes.set(
    Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
    from,
  );
  files.set(file, bytes);
}

function drop(): void {
  datasets.clear();
  files.clear();
}

export const tkrzw = { generate, encode, decode, lookUp, sha256, keepCanonical, loadCanonical, piece, put, drop };

declare global {
  interface Window {
    tkrzw: typeof tkrzw;
  }
}

window.tkrzw = tkrzw;
