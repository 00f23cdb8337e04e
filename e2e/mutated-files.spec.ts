import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './counted-work';
import { zipSync } from 'fflate';
import { mutantsOfFile } from '../workers/open-file/testing/mutants';
import { type ValidFile, validFiles } from '../workers/open-file/testing/sound-files';
import { App, collectPageErrors } from './app';
import { restoreStoredRun } from './kept-runs';

const fixtures = 'workers/open-file/fixtures';
const foreign: Record<string, string> = Object.assign(
  {},
  ...readdirSync(fixtures)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(`${fixtures}/${name}`, 'utf8'))),
);
const foreignFile = (name: string) => {
  const encoded = foreign[name];
  if (encoded === undefined) throw new Error(`There is no ${name} among the fixtures.`);
  return Uint8Array.from(Buffer.from(encoded, 'base64'));
};
const members = (folder: string) =>
  Object.fromEntries(
    Object.keys(foreign)
      .filter((name) => name.startsWith(`${folder}/`))
      .map((name) => [name, foreignFile(name)]),
  );
/** Files whose type the page finds by itself: archives of several files, and a text that is no table. */
const otherKinds: Readonly<Record<string, readonly ValidFile[]>> = {
  'Zip archives': [
    ...(['csv', 'jsonl', 'hive', 'arrow'] as const).map((folder): ValidFile => {
      const types = { csv: 'csv', jsonl: 'ndjson', hive: 'parquet', arrow: 'arrow' } as const;
      return {
        fileName: `${folder}.zip`,
        type: types[folder],
        bytes: () => zipSync(members(folder), { mtime: '2024-01-02' }),
      };
    }),
    ...['stored.zip', 'streamed.zip'].map(
      (fileName): ValidFile => ({ fileName, type: 'ndjson', bytes: () => foreignFile(fileName) }),
    ),
  ],
  'plain text': [
    {
      fileName: 'a.txt',
      type: 'bytes',
      bytes: () => new TextEncoder().encode(`${'A line of plain text.\n'.repeat(40)}ünï\n`),
    },
  ],
};
const kinds = { ...validFiles(foreignFile), ...otherKinds };

/**
 * The kinds that reach the page by different ways: a text, a table whose bytes are mapped, a file of several tables, an archive of several files, molecules,
 * and bytes. mutants.browser.test.ts reads mutants of every kind.
 */
const chosenKinds = ['CSV', 'Parquet', 'SQLite', 'Zip archives', 'SMILES', 'plain text'];

/** What the page said of a file within the bound. */
interface Answer {
  readonly says: 'data' | 'refusal' | 'nothing';
  readonly words: string;
  readonly measured: number;
}

/** Only what hangs takes so long, on any machine: the page itself ends a reading after three minutes. */
const boundMs = 60_000;

/** Drops a file on the page, and waits until the page shows its data with all counts or says why it cannot. */
function drop(page: Page, fileName: string, bytes: Uint8Array): Promise<Answer> {
  return page.evaluate(
    async ({ fileName, base64, boundMs }) => {
      const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], fileName));
      const target = document.querySelector('main') ?? document.body;
      for (const type of ['dragenter', 'dragover', 'drop'])
        target.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
      const limit = performance.now() + boundMs;
      const wordsOf = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        const panel = document.querySelector('dialog[open]');
        // The panel of the data says what was read. It opens by itself if a file can't be read.
        if (panel === null) document.querySelector<HTMLElement>('[aria-label$=": the data"]')?.click();
        const inPanel = (selector: string) => [...(panel?.querySelectorAll(selector) ?? [])];
        const isShown = inPanel(`[aria-label="Change the file ${fileName}"]`).length > 0;
        const isReading = inPanel('[role=progressbar], progress').length > 0;
        const refusal = inPanel('[role=alert]').find((each) => wordsOf(each).includes(fileName));
        const facts = inPanel('p').find((each) => / in memory/.test(wordsOf(each)));
        const isCounting = inPanel('[role=status]').some((each) => /^Counting/.test(wordsOf(each)));
        const says =
          !isShown || isReading || isCounting
            ? 'nothing'
            : refusal !== undefined
              ? 'refusal'
              : facts !== undefined
                ? 'data'
                : 'nothing';
        if (says === 'nothing' && performance.now() < limit) continue;
        const rows = [...document.querySelectorAll('tbody tr')].filter((row) => /[kMG]B\/s/.test(wordsOf(row)));
        return { says, words: wordsOf(says === 'refusal' ? refusal : facts), measured: rows.length };
      }
    },
    { fileName, base64: Buffer.from(bytes).toString('base64'), boundMs },
  );
}

const textKinds = ['CSV', 'NDJSON', 'SMILES', 'plain text'];

/** What the page says of each file of a kind: of a sound one, of its half, of mutants, and of the sound one again. */
async function dropMutants(page: Page, kind: string, count: number): Promise<void> {
  const [source] = kinds[kind] ?? [];
  if (source === undefined) throw new Error(`There is no file of ${kind}.`);
  const { fileName } = source;
  const bytes = await source.bytes();
  const expectSound = async (name: string): Promise<Answer> => {
    const sound = await drop(page, `${name}-${fileName}`, bytes);
    expect(sound.says, `${name}, ${fileName}: ${sound.words}`).toBe('data');
    return sound;
  };
  const expectTold = ({ says, words, measured }: Answer, place: string) => {
    expect(says, place).not.toBe('nothing');
    if (says === 'refusal') expect(words.length, place).toBeGreaterThan(fileName.length + 20);
    expect(words, place).not.toMatch(/(?:Type|Range|Reference)Error|is not a function|unreachable/u);
    // What was measured of other data does not stand beside it.
    expect(measured, place).toBe(0);
  };

  const sound = await expectSound('sound');
  // Half of a text is a shorter text, and half of any other file is none.
  const half = await drop(page, `half-${fileName}`, bytes.slice(0, bytes.length >> 1));
  expectTold(half, `half of ${fileName}: ${half.words}`);
  if (textKinds.includes(kind)) {
    expect(half.says, half.words).toBe('data');
    expect(half.words).not.toBe(sound.words);
  } else expect(half.says, half.words).toBe('refusal');

  for (const [index, { what, bytes: mutant }] of [...mutantsOfFile(bytes, seed, count)].entries()) {
    // A name of its own tells this answer from the last one.
    const answer = await drop(page, `mutant-${index}-${fileName}`, mutant);
    expectTold(answer, `${fileName}: ${what}: ${answer.words}`);
  }
  const again = await expectSound('again');
  expect(again.words).toBe(sound.words);
}

/** Other mutants than those of the usual run. */
const seed = Number(process.env.FORMATLAB_MUTANTS_SEED ?? 100);
/** Mutants of each kind beside its half. */
const count = Number(process.env.FORMATLAB_MUTANTS ?? 1);

test('of a damaged file the page shows the data or the reason, keeps its results, and reads the next file', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(3_600_000);
  const found = collectPageErrors(page);
  page.on('crash', () => found.push('The page crashed.'));
  await restoreStoredRun(page, 'vectors');
  const app = new App(page);
  await app.openKept();
  const measured = await app.measuredRows().count();
  expect(measured).toBeGreaterThan(0);
  for (const kind of chosenKinds) await test.step(kind, () => dropMutants(page, kind, count));
  // Nothing of what was measured before is lost.
  await app.openKept();
  await expect(app.measuredRows()).toHaveCount(measured);
  expect(found).toEqual([]);
});
