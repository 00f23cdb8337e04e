import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePython } from '../../scripts/python.mjs';
import { startLineProcess } from '../line-process.mjs';

export const repositoryFolder = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @typedef {{ name: string, inner: { id: string, level: number } | null, uproot: [library: string, level: number] | null }} Compression
 */

/**
 * @typedef {{
 *   id: 'tree' | 'ntuple',
 *   label: string,
 *   tool: string,
 *   option: string,
 *   piece: string,
 *   pieces: number[],
 * }} RootFormat
 */

/**
 * The options of root.mjs.
 * @typedef {{
 *   formats: RootFormat[],
 *   codecs: Compression[],
 *   pieces: number[] | undefined,
 *   rows: number,
 *   rounds: number,
 *   scratch: string,
 * }} Asked
 */

/** @typedef {ReturnType<typeof start>} Side */

/**
 * ROOT's compressions, and uproot's level for the same work: it hands its own to the library as it is, where ROOT doubles zstd's. uproot's LZ4 is the fast kind whatever the
 * level; bench/root.py puts LZ4's HC in its place from level 4 on, as ROOT has it.
 * @type {Compression[]}
 */
export const codecs = [
  { name: 'none', inner: null, uproot: null },
  { name: 'lz4 1', inner: { id: 'lz4', level: 1 }, uproot: ['LZ4', 1] },
  { name: 'lz4 4', inner: { id: 'lz4', level: 4 }, uproot: ['LZ4', 4] },
  { name: 'zstd 1', inner: { id: 'zstd', level: 1 }, uproot: ['ZSTD', 2] },
  { name: 'zstd 5', inner: { id: 'zstd', level: 5 }, uproot: ['ZSTD', 10] },
  { name: 'zlib 1', inner: { id: 'zlib', level: 1 }, uproot: ['ZLIB', 1] },
  { name: 'lzma 1', inner: { id: 'lzma', level: 1 }, uproot: ['LZMA', 1] },
];

/**
 * The other levels, which --all-levels adds.
 * @type {Compression[]}
 */
export const otherLevels = [
  { name: 'lz4 9', inner: { id: 'lz4', level: 9 }, uproot: ['LZ4', 9] },
  ...[2, 3, 4, 6, 7, 8, 9].map(
    /** @returns {Compression} */ (level) => ({
      name: `zstd ${level}`,
      inner: { id: 'zstd', level },
      uproot: ['ZSTD', level * 2],
    }),
  ),
  ...[6, 9].map(
    /** @returns {Compression} */ (level) => ({
      name: `zlib ${level}`,
      inner: { id: 'zlib', level },
      uproot: ['ZLIB', level],
    }),
  ),
  ...[5, 9].map(
    /** @returns {Compression} */ (level) => ({
      name: `lzma ${level}`,
      inner: { id: 'lzma', level },
      uproot: ['LZMA', level],
    }),
  ),
];

/**
 * The two formats: whose modules answer, and by which option their pieces are sized (as a call would, and as uproot does: one piece for all that a call writes).
 * @type {RootFormat[]}
 */
export const formats = [
  {
    id: 'tree',
    label: 'TTree',
    tool: 'e2e/interop/root/tool.mjs',
    option: 'basketBytes',
    piece: 'basket',
    pieces: [32_000, 16_000_000],
  },
  {
    id: 'ntuple',
    label: 'RNTuple',
    tool: 'e2e/interop/rntuple/tool.mjs',
    option: 'pageBytes',
    piece: 'page',
    pieces: [1_048_576, 16_777_216],
  },
];

/**
 * @param {string} command
 * @param {string[]} args
 */
function start(command, args) {
  const child = startLineProcess(command, args, {
    cwd: repositoryFolder,
    env: { ...process.env, OMP_NUM_THREADS: '1' },
  });
  return {
    /**
     * @param {object} request
     * @returns {Promise<unknown>} the answer, which is no error
     */
    async ask(request) {
      const line = await child.ask(JSON.stringify(request));
      if (line === null) throw new Error('The other program ended. Its output is above.');
      const answer = JSON.parse(line);
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer;
    },
    end: child.end,
  };
}

/**
 * A process with our modules for a format, which answers what its tool.mjs documents.
 * @param {RootFormat} format
 */
export const startFormatlab = ({ tool }) => start(process.execPath, [join(repositoryFolder, tool)]);

/** A process with uproot, which answers what bench/root.py documents. */
export function startUproot() {
  const python = ensurePython();
  if (python === null) throw new Error('The comparison needs Python 3.10 or newer.');
  return start(python, [join(repositoryFolder, 'bench/root.py')]);
}
