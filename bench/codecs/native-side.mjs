import { startLineProcess } from '../line-process.mjs';

/** @typedef {ReturnType<typeof startNative>} NativeSide */

/**
 * Starts one library's program (native/harness.c), which answers one line for each line that it reads.
 * @param {string} program
 * @param {Readonly<Record<string, string>>} environment
 */
export function startNative(program, environment = {}) {
  const child = startLineProcess(program, [], { env: { ...process.env, ...environment } });
  /** @param {string} line */
  const ask = async (line) => {
    const answer = await child.ask(line);
    const word = line.split(' ')[0] ?? '';
    if (answer === null || !answer.startsWith(word))
      throw new Error(`${program} ended or did not answer “${line}”. Its output is above.`);
    return answer.slice(word.length).trim();
  };
  return {
    version: () => ask('version'),
    /** @param {string} path */
    data: (path) => ask(`data ${path}`),
    /** @param {readonly (number | null)[]} parameters */
    open: (parameters) => ask(`open ${parameters.join(' ')}`.trim()),
    /**
     * Compresses the first `dataBytes` in blocks, verifies them, and writes their sizes and bytes to `path`. Returns the sum of the sizes.
     * @param {number} dataBytes
     * @param {number} blockBytes
     * @param {string} path
     */
    async blocks(dataBytes, blockBytes, path) {
      return Number((await ask(`blocks ${dataBytes} ${blockBytes} ${path}`)).split(' ')[1]);
    },
    /**
     * The milliseconds of one pass, averaged over `passes`.
     * @type {(direction: import('../../workers/model/protocol/codec-loop').CodecDirection, passes: number) => Promise<number>}
     */
    time: async (direction, passes) => Number(await ask(`${direction} ${passes}`)),
    end: child.end,
  };
}
