import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** One library's program (native/harness.c), asked line by line. */
export function startNative(program, environment = {}) {
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...environment } });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // An ended program shows as the end of its answers.
  child.stdin.on('error', () => undefined);
  const ask = async (line) => {
    child.stdin.write(`${line}\n`);
    const { value, done } = await lines.next();
    const word = line.split(' ')[0];
    if (done || !value.startsWith(word))
      throw new Error(`${program} ended or did not answer “${line}”; what it said stands above.`);
    return value.slice(word.length).trim();
  };
  return {
    version: () => ask('version'),
    data: (path) => ask(`data ${path}`),
    open: (parameters) => ask(`open ${parameters.join(' ')}`.trim()),
    /** Compresses and checks the first `dataBytes`, and writes sizes and blocks to `path`; gives the sum of the sizes. */
    async blocks(dataBytes, blockBytes, path) {
      return Number((await ask(`blocks ${dataBytes} ${blockBytes} ${path}`)).split(' ')[1]);
    },
    /** Milliseconds of one pass, over so many. */
    time: async (direction, passes) => Number(await ask(`${direction} ${passes}`)),
    end: () => child.stdin.end(),
  };
}
