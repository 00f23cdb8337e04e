import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openInteropPage } from '../interop-page.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/**
 * What a run is held to. `quick`: small cases at the default level. `full`: small cases at all edges of levels, and those of 1 MiB at the default
 * level unless they take long. `whole`, which makes the committed matrix: large ones of any size and at every level too, and larger files. All that
 * was ever refused was smaller than 1 MiB, so that a test need not repeat the rest.
 */
/** @type {Record<'quick' | 'full' | 'whole', Omit<import('./page.ts').Request, 'serverUrl'>>} */
export const conformanceScopes = {
  quick: {
    limits: { defaultLevelOnly: true, large: 'none', largestBytes: 0, caseLimitMs: 0 },
    filesUpToBytes: 16_384,
  },
  full: {
    limits: { defaultLevelOnly: false, large: 'defaultLevel', largestBytes: 1_048_576, caseLimitMs: 200 },
    filesUpToBytes: 65_536,
  },
  whole: {
    limits: { defaultLevelOnly: false, large: 'allLevels', largestBytes: 16_777_216, caseLimitMs: 60_000 },
    filesUpToBytes: 1_500_000,
  },
};

/**
 * The reference libraries behind a port of this machine. They end with this process, whatever ends it.
 * @param {string} python
 */
async function startReferences(python) {
  const server = spawn(python, [join(here, '../reference_server.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  const lines = createInterface({ input: server.stdout });
  const first = await Promise.race([once(lines, 'line'), once(server, 'exit').then(() => null)]);
  if (first === null) throw new Error('The reference server did not start.');
  const { port } = JSON.parse(first[0]);
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      const ended = once(server, 'exit');
      server.stdin.end();
      await ended;
    },
  };
}

/**
 * Runs the matrix in real Chromium against the reference libraries.
 * @param {{ python: string, scope: keyof typeof conformanceScopes, only?: string[], onProgress?: (soFar: import('../../../workers/model/conformance').Conformance) => void }} options
 *   `only`: codecs, or 'codec/implementation'; all unless told. `onProgress`: after each implementation, with all that are done.
 * @returns {Promise<{ conformance: import('../../../workers/model/conformance').Conformance, ran: Record<string, import('./implementation').Measured['ran']>, largestBytes: number, filesUpToBytes: number }>}
 */
export async function measureConformance({ python, scope, only = [], onProgress = () => undefined }) {
  const references = await startReferences(python);
  try {
    const { page, browserVersion, newPage, close } = await openInteropPage({
      input: 'conformance/page.html',
      ready: 'conformance',
    });
    try {
      const request = { serverUrl: references.url, ...conformanceScopes[scope] };
      /** @param {import('playwright').Page} one */
      const open = async (one) => {
        one.on('console', (message) => message.type() === 'log' && console.log(`  ${message.text()}`));
        return one.evaluate((wanted) => window.conformance.open(wanted), request);
      };
      const { implementations, sizesBytes, corpus } = await open(page);
      const second = await newPage();
      await open(second);
      const chosen = implementations.filter(
        ({ codec, implementation }) =>
          only.length === 0 || only.includes(codec) || only.includes(`${codec}/${implementation}`),
      );
      const waiting = [...chosen.entries()];
      /** @type {import('../../../workers/model/conformance').ImplementationConformance[]} */
      const records = [];
      /** @type {Record<string, import('./implementation').Measured['ran']>} */
      const ran = {};
      /** @type {() => import('../../../workers/model/conformance').Conformance} */
      const soFar = () => ({
        format: 'formatlab.conformance',
        version: 1,
        takenAt: new Date().toISOString(),
        browser: `Chromium ${browserVersion}`,
        sizesBytes: [...sizesBytes],
        corpus,
        implementations: records.filter((record) => record !== undefined),
      });
      /** @param {import('playwright').Page} one */
      const work = async (one) => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const [index, names] = next;
          const measured = await one.evaluate((wanted) => window.conformance.measure(wanted), names);
          records[index] = measured.record;
          ran[`${names.codec}/${names.implementation}`] = measured.ran;
          console.log(lineOf(measured));
          onProgress(soFar());
        }
      };
      // Two tabs, each with its own process: the codecs run in the page's own thread.
      await Promise.all([work(page), work(second)]);
      const { limits, filesUpToBytes } = conformanceScopes[scope];
      return { conformance: soFar(), ran, largestBytes: limits.largestBytes, filesUpToBytes };
    } finally {
      await close();
    }
  } finally {
    await references.close();
  }
}

/** @param {import('./implementation').Measured} measured */
function lineOf({ record, seconds }) {
  /** @type {(name: string, one: import('../../../workers/model/conformance').ConformanceDirection | null) => string} */
  const direction = (name, one) => (one === null ? '' : `, ${name} ${one.accepted} of ${one.cases}`);
  const sizes =
    record.sizes === null
      ? ''
      : `, ${record.sizes.equal} of ${record.sizes.compared} sizes equal${record.sizes.explained > 0 ? `, ${record.sizes.explained} explained` : ''}`;
  const blocks = record.blocks === null ? '' : `, ${record.blocks.rejected} of ${record.blocks.tried} blocks rejected`;
  const files = `, files ${record.files.tried - record.files.lost.length} of ${record.files.tried}`;
  return `${record.codec} by ${record.implementation} (${seconds} s)${direction('written', record.written)}${direction('read', record.read)}${files}${sizes}${blocks}`;
}
