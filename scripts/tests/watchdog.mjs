import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { repositoryFolder } from '../install.mjs';
import { runningFolder } from './folders.mjs';

/**
 * Ends a run of Vitest in which a test hangs, and names the test. A test that loops for ever in one synchronous call blocks its thread or page, so that
 * Vitest's own time limit never comes, nor the message that the test has begun.
 */

/** So long after its time limit a test hangs. */
const graceMs = 30_000;
/** So long a file may take to load: the first one waits until Vite has transformed what all of them import. */
const loadLimitMs = 240_000;

/** @typedef {{ file: string, test: string, timeoutMs: number }} Told */

/**
 * The tests that run, by what the threads and pages of this process told.
 * @param {string} folder
 * @param {number} nowMs
 * @returns {{ told: Told, forMs: number }[]}
 */
export function runningTests(folder, nowMs) {
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${process.pid}-`))
    .flatMap((name) => {
      const path = join(folder, name);
      const text = readFileSync(path, 'utf8');
      if (text === '') return [];
      return [{ told: JSON.parse(text), forMs: nowMs - statSync(path).mtimeMs }];
    });
}

/**
 * @param {{ told: Told, forMs: number }[]} running
 * @returns {string[]} the names of those that hang
 */
export const hangingOf = (running) =>
  running
    .filter(({ told, forMs }) => forMs > told.timeoutMs + graceMs)
    .map(({ told, forMs }) => `${told.file} › ${told.test}, for ${Math.round(forMs / 1_000)} s`);

/** A reporter of Vitest. */
export class Watchdog {
  /** @type {Map<string, number>} since when files load, by their names */
  loading = new Map();
  /** The files that have ended: what their pages told last may be lost. @type {Set<string>} */
  ended = new Set();
  /** @type {NodeJS.Timeout | null} */
  timer = null;

  onTestRunStart() {
    mkdirSync(runningFolder, { recursive: true });
    this.timer = setInterval(() => this.look(), 5_000);
    this.timer.unref();
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleQueued(module) {
    this.loading.set(module.moduleId, Date.now());
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleCollected(module) {
    this.loading.delete(module.moduleId);
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    this.ended.add(relative(repositoryFolder, module.moduleId));
  }

  onTestRunEnd() {
    if (this.timer !== null) clearInterval(this.timer);
  }

  look() {
    const nowMs = Date.now();
    const hanging = [
      ...hangingOf(runningTests(runningFolder, nowMs).filter(({ told }) => !this.ended.has(told.file))),
      ...[...this.loading]
        .filter(([, since]) => nowMs - since > loadLimitMs)
        .map(
          ([file, since]) =>
            `${relative(repositoryFolder, file)}, which does not load, for ${Math.round((nowMs - since) / 1_000)} s`,
        ),
    ];
    if (hanging.length === 0) return;
    for (const name of hanging) console.error(`!!! HANGS: ${name}`);
    process.exit(1);
  }
}

/**
 * Writes what pages tell of the test that they run to where the watchdog reads it.
 * @returns {import('vite').Plugin}
 */
export function hearTests() {
  /** By page, the number of the latest message. @type {Map<string, number>} */
  const latest = new Map();
  return {
    name: 'hear-tests',
    configureServer(server) {
      mkdirSync(runningFolder, { recursive: true });
      server.middlewares.use('/running-test', (request, response) => {
        const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
        const page = searchParams.get('page') ?? '';
        const number = Number(searchParams.get('number'));
        let text = '';
        request.on('data', (/** @type {Buffer} */ part) => {
          text += part.toString('utf8');
        });
        request.on('end', () => {
          // Beacons may overtake each other.
          if (/^[\d.]+$/u.test(page) && number > (latest.get(page) ?? 0)) {
            latest.set(page, number);
            writeFileSync(join(runningFolder, `${process.pid}-page-${page}.json`), text);
          }
          response.end();
        });
      });
    },
  };
}
