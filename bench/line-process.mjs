import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** @typedef {ReturnType<typeof startLineProcess>} LineProcess */

/**
 * Starts a program that answers one line for each line that it reads.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, ownGroup?: boolean }} options `ownGroup`: Ctrl+C in the terminal does not reach the program.
 */
export function startLineProcess(command, args, { env = process.env, cwd, ownGroup = false } = {}) {
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
    ...(cwd === undefined ? {} : { cwd }),
    detached: ownGroup,
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // If the program has ended, its answers end.
  child.stdin.on('error', () => undefined);
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.on('error', (error) => resolve(`could not be started: ${error.message}`));
    child.on('close', (code, signal) => resolve(`ended with ${signal ?? `code ${code}`}`));
  });
  return {
    /**
     * The answer, or null if the program has ended without one.
     * @param {string} line
     * @returns {Promise<string | null>}
     */
    async ask(line) {
      child.stdin.write(`${line}\n`);
      const { value, done } = await lines.next();
      return done === true ? null : value;
    },
    /** Resolves to how the program ended, as the end of a sentence. */
    ended,
    end: () => child.stdin.end(),
    kill: () => child.kill('SIGKILL'),
  };
}
