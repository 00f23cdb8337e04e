import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { CpuOfDescendants } from './cpu-of-descendants.mjs';
import { reportFolder } from './folders.mjs';
import { repositoryFolder } from '../install.mjs';

/**
 * @typedef {object} Command
 * @property {string} name
 * @property {readonly string[]} command
 * @property {Record<string, string>} [env]
 * @property {number} cores how many it keeps busy
 * @property {number} limitSeconds after which it is ended: it hangs
 *
 * @typedef {object} Ran
 * @property {number | null} code null if the command could not be started
 * @property {boolean} ranOut whether it was ended at its limit
 * @property {number} seconds
 * @property {number | null} cpuSeconds of the command and all that it started; null where nothing tells it
 * @property {string} log the path of what it printed
 */

const hasShell = process.platform !== 'win32';

/**
 * The seconds of user and system time of a shell's children, as its command `times` prints them in its second line: `1m2.30s 0m4.50s`.
 * @param {string} text
 */
export function childSeconds(text) {
  const line = text.trim().split('\n')[1] ?? '';
  const times = [...line.matchAll(/(\d+)m([\d.]+)s/gu)].map(
    ([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds),
  );
  return times.length === 2 ? times.reduce((sum, one) => sum + one, 0) : null;
}

/**
 * Runs a command and measures it. With `shown` it writes to the terminal, otherwise to a file.
 * @param {Command} step
 * @param {boolean} shown
 * @returns {Promise<Ran>}
 */
export async function runCommand({ name, command, env = {}, limitSeconds }, shown) {
  const log = join(reportFolder, `${name}.log`);
  const timesFile = join(reportFolder, `${name}.times`);
  const file = shown ? null : openSync(log, 'w');
  const [program = '', ...args] = hasShell
    ? ['sh', '-c', '"$@"; code=$?; times > "$FORMATLAB_TIMES"; exit $code', 'sh', ...command]
    : command;
  const startedAt = Date.now();
  const child = spawn(program, args, {
    cwd: repositoryFolder,
    stdio: file === null ? 'inherit' : ['ignore', file, file],
    env: { ...process.env, ...env, FORMATLAB_TIMES: timesFile },
    // A group of its own, so that all of it can be ended.
    detached: hasShell && !shown,
  });
  const descendants = new CpuOfDescendants(child.pid);
  let ranOut = false;
  const timer = setTimeout(() => {
    ranOut = true;
    try {
      process.kill(hasShell && !shown && child.pid !== undefined ? -child.pid : (child.pid ?? 0), 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }, limitSeconds * 1_000);
  running.add(child);
  const code = await new Promise((/** @type {(code: number | null) => void} */ resolve) => {
    child.on('error', (error) => {
      console.error(error.message);
      resolve(null);
    });
    child.on('close', resolve);
  });
  running.delete(child);
  clearTimeout(timer);
  // The shell knows what was waited for, to the last short process; Chromium's pages are not, and are seen while they run.
  const seenSeconds = descendants.end();
  if (file !== null) closeSync(file);
  let cpuSeconds = seenSeconds;
  try {
    cpuSeconds = Math.max(cpuSeconds ?? 0, childSeconds(readFileSync(timesFile, 'utf8')) ?? 0);
    rmSync(timesFile);
  } catch {
    // It was killed before the shell could tell.
  }
  return { code: ranOut ? 1 : code, ranOut, seconds: (Date.now() - startedAt) / 1_000, cpuSeconds, log };
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Ends what runs, with all that it started: groups of their own do not hear the terminal's Ctrl+C. */
export function endAll() {
  for (const { pid } of running) {
    try {
      if (pid !== undefined) process.kill(hasShell ? -pid : pid, 'SIGTERM');
    } catch {
      // It has ended.
    }
  }
}

/**
 * Runs the steps in order, each as soon as cores are free for it. Two cores more than there are are given away, since every step waits at times.
 * @template {{ cores: number }} Step
 * @template Result
 * @param {readonly Step[]} steps
 * @param {(step: Step) => Promise<Result>} run
 * @param {number} cores
 * @returns {Promise<Result[]>}
 */
export async function runSteps(steps, run, cores = availableParallelism()) {
  const room = cores + 2;
  const waiting = [...steps];
  /** @type {Result[]} */
  const done = [];
  let busy = 0;
  await new Promise((/** @type {(value?: unknown) => void} */ resolve, reject) => {
    const next = () => {
      for (let step = waiting[0]; step !== undefined; step = waiting[0]) {
        const taken = Math.min(step.cores, cores);
        if (busy > 0 && busy + taken > room) return;
        waiting.shift();
        busy += taken;
        run(step).then((result) => {
          done.push(result);
          busy -= taken;
          next();
        }, reject);
      }
      if (busy === 0) resolve();
    };
    next();
  });
  return done;
}
