import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { repositoryFolder } from '../install.mjs';
import { costsOfPlaywright, costsOfVitest } from './dearest.mjs';
import { reportFolder } from './folders.mjs';
import {
  countsOfPlaywright,
  countsOfVitest,
  failedOfPlaywright,
  failedOfVitest,
  unstableOfPlaywright,
} from './reports.mjs';
import { workOfVitest } from './work.mjs';

/**
 * The commands of each layer of tests.
 *
 * @typedef {import('./reports.mjs').Counts} Counts
 * @typedef {import('./reports.mjs').VitestReport} VitestReport
 * @typedef {import('./work.mjs').Suite} Suite
 * @typedef {object} StepOnly
 * @property {string} layer
 * @property {string} [report] a file of the report folder; without one, a step is one check: passed or failed
 * @property {(report: never) => Counts} [read] what the report counts
 * @property {(report: never) => string[]} [failedNames] of the tests that the report says failed
 * @property {(report: never) => string[]} [unstableNames] of the tests that failed and passed when they ran again
 * @property {(report: never) => import('./dearest.mjs').FileCost[]} [costs] of its files
 * @property {(report: never) => import('./work.mjs').Work} [work] what the report counts of it; other layers write it to the work folder
 * @typedef {StepOnly & import('./run-steps.mjs').Command} Step
 *
 * @typedef {object} Choice
 * @property {Suite} suite
 * @property {(layer: import('./pinned.mjs').Layer) => boolean} runsPinned whether the layer's tests with the tag `pinned` run
 * @property {import('./changed.mjs').Related | null} related what a change relates to; null for all
 */

export const layers = ['lint', 'types', 'python', 'rust', 'unit', 'browser', 'e2e', 'interop'];

/** @param {string} name */
const bin = (name) => join(repositoryFolder, 'node_modules', '.bin', name);
/** @param {string} name */
const script = (name) => [process.execPath, join(repositoryFolder, name)];
const cores = availableParallelism();

/** A check that takes minutes hangs. */
const checkLimitSeconds = 900;
/** @type {Record<Suite, number>} A layer that takes longer than this hangs, even on a machine that is several times slower than usual. */
const layerLimitSeconds = { quick: 1_500, all: 3_000, full: 7_200 };

/**
 * @param {string} layer
 * @param {string} name
 * @param {readonly string[]} command
 * @returns {Step}
 */
const check = (layer, name, command) => ({ layer, name, command, cores: 1, limitSeconds: checkLimitSeconds });

/**
 * @param {Choice} choice
 * @returns {Step[]}
 */
export const checks = ({ suite, runsPinned }) => [
  check('types', 'types', ['npm', 'run', '--silent', 'typecheck']),
  check('lint', 'lint', [bin('biome'), 'check', '.']),
  check('python', 'python', script('scripts/check-python.mjs')),
  check('rust', 'rust', [...script('scripts/check-rust.mjs'), ...(runsPinned('rust') ? [] : ['--format'])]),
  ...(suite !== 'quick' && runsPinned('rust')
    ? [check('rust', 'rust-tests', [...script('scripts/check-rust.mjs'), '--test'])]
    : []),
];

/** The options that leave out tests by their tags. @type {(tags: readonly string[]) => string[]} */
const vitestTags = (tags) => (tags.length === 0 ? [] : [`--tags-filter=${tags.map((tag) => `!${tag}`).join(' && ')}`]);

/**
 * @param {'unit' | 'browser'} project
 * @param {Choice} choice
 * @returns {Step}
 */
function vitest(project, { suite, runsPinned, related }) {
  const leftOut = [
    ...(suite === 'quick' ? ['full'] : []),
    ...(project === 'browser' && !runsPinned('browser') ? ['pinned'] : []),
  ];
  return {
    layer: project,
    name: project,
    cores,
    limitSeconds: layerLimitSeconds[suite],
    command: [
      bin('vitest'),
      'run',
      ...(project === 'browser' ? ['--project', 'browser', '--project', 'contracts'] : ['--project', project]),
      ...vitestTags(leftOut),
      '--reporter=default',
      '--reporter=json',
      `--reporter=${join(repositoryFolder, 'scripts/tests/watchdog-reporter.mjs')}`,
      `--outputFile.json=${join(reportFolder, `${project}.json`)}`,
      ...(related?.[project] ?? []),
    ],
    env: related === null ? {} : related.env,
    report: `${project}.json`,
    /** @param {VitestReport} report */
    read: (report) => countsOfVitest(report, leftOut),
    failedNames: failedOfVitest,
    costs: costsOfVitest,
    work: workOfVitest,
  };
}

/** A port that is free now, so that a server left by an earlier run does not interfere. */
const freePort = () =>
  new Promise((/** @type {(port: number) => void} */ resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, 'localhost', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/**
 * @param {boolean} measures whether the tests are those that press Run, which run one after the other
 * @param {Choice} choice
 * @returns {Promise<Step>}
 */
async function playwright(measures, { suite, related }) {
  const unwanted = [...(measures ? [] : ['@measures']), ...(suite === 'quick' ? ['@full'] : [])];
  const name = measures ? 'e2e-measures' : 'e2e';
  return {
    layer: 'e2e',
    name,
    cores: 1,
    limitSeconds: layerLimitSeconds[suite],
    command: [
      bin('playwright'),
      'test',
      ...(related?.e2e ?? []),
      ...(measures ? ['--grep', '@measures'] : []),
      ...(unwanted.length > 0 ? ['--grep-invert', unwanted.join('|')] : []),
      // The specs of a change may have no test of this kind.
      ...(related === null ? [] : ['--pass-with-no-tests']),
    ],
    env: {
      FORMATLAB_E2E_REPORT: join(reportFolder, `${name}.json`),
      // A folder for each call, since the second call would delete the screenshots of the first.
      FORMATLAB_E2E_OUTPUT: join(repositoryFolder, '.cache', name),
      FORMATLAB_E2E_PORT: String(await freePort()),
    },
    report: `${name}.json`,
    read: countsOfPlaywright,
    failedNames: failedOfPlaywright,
    unstableNames: unstableOfPlaywright,
    costs: costsOfPlaywright,
  };
}

/** @typedef {Counts & { failedNames: string[], files?: import('./dearest.mjs').FileCost[] }} InteropReport */

/**
 * @param {Choice} choice
 * @returns {Step}
 */
const interop = ({ suite, runsPinned, related }) => ({
  layer: 'interop',
  name: 'interop',
  cores,
  limitSeconds: layerLimitSeconds[suite],
  command: [
    ...script('e2e/interop/run.mjs'),
    '--depth',
    suite === 'quick' ? 'quick' : 'full',
    '--pinned',
    suite !== 'quick' && runsPinned('interop') ? 'run' : 'skip',
    '--report',
    join(reportFolder, 'interop.json'),
    ...(related?.interop ?? []),
  ],
  report: 'interop.json',
  /** @param {InteropReport} report */
  read: ({ passed, failed, skipped }) => ({ passed, failed, skipped }),
  /** @param {InteropReport} report */
  failedNames: ({ failedNames }) => failedNames,
  /** @param {InteropReport} report */
  costs: ({ files = [] }) => files,
});

/**
 * The steps that open files, pages and browsers. Those with one browser keep one core busy: each goes beside a step that has work for all.
 * @param {Choice} choice
 * @returns {Promise<Step[]>}
 */
export const tests = async (choice) => [
  interop(choice),
  await playwright(false, choice),
  await playwright(true, choice),
  vitest('browser', choice),
  vitest('unit', choice),
];
