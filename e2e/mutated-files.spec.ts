import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { zipSync } from 'fflate';
import { mutantsOfFile } from '../workers/own-file/testing/mutants';
import { type ValidFile, validFiles } from '../workers/own-file/testing/sound-files';
import { App, collectPageErrors } from './app';
import { restoreStoredRun } from './kept-runs';

const fixtures = 'workers/own-file/fixtures';
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
        const data =
          document.querySelector('section[aria-label="Data"], [role=region][aria-label="Data"]') ?? document.body;
        const isShown = data.querySelector(`[aria-label="Change the file ${fileName}"]`) !== null;
        const isReading = data.querySelector('[role=progressbar], progress') !== null;
        const refusal = [...data.querySelectorAll('[role=alert]')].find((each) => wordsOf(each).includes(fileName));
        const facts = [...data.querySelectorAll('p')].find((each) => / in memory/.test(wordsOf(each)));
        const isCounting = [...data.querySelectorAll('[role=status]')].some((each) => /^Counting/.test(wordsOf(each)));
        const says =
          !isShown || isReading || isCounting
            ? 'nothing'
            : refusal !== undefined
              ? 'refusal'
              : facts !== undefined
                ? 'data'
                : 'nothing';
        if (says === 'nothing' && performance.now() < limit) continue;
        const rows = [...document.querySelectorAll('tbody tr')].filter((row) => /[MG]B\/s/.test(wordsOf(row)));
        return { says, words: wordsOf(says === 'refusal' ? refusal : facts), measured: rows.length };
      }
    },
    { fileName, base64: Buffer.from(bytes).toString('base64'), boundMs },
  );
}

/** JSON that JSON.parse refuses must be refused; so must a changed gzip, unless what it unpacks to is what it was. */
function expectRight(sound: { fileName: string; words: string }, mutant: Uint8Array, answer: Answer, place: string) {
  if (answer.says !== 'data') return;
  if (sound.fileName === 'a.json') expect(() => JSON.parse(new TextDecoder().decode(mutant)), place).not.toThrow();
  if (sound.fileName.endsWith('.gz')) expect(answer.words, place).toBe(sound.words);
}

/** Other mutants than those of the usual run. */
const seed = Number(process.env.FORMATLAB_MUTANTS_SEED ?? 100);

/** Which part of the mutants is dropped: part `number` of `parts` of about the same size. */
interface Slice {
  readonly number: number;
  readonly parts: number;
}

async function dropMutants(page: Page, kind: string, count: number, { number, parts }: Slice): Promise<void> {
  const outcomes = { data: 0, refusal: 0, nothing: 0 };
  const sources = kinds[kind] ?? [];
  const before = await new App(page).measuredRows().count();
  expect(before).toBeGreaterThan(0);
  const from = Math.floor(((number - 1) * count) / parts);
  const to = Math.floor((number * count) / parts);
  let index = -1;
  for (const [source, { fileName, bytes: make }] of sources.entries()) {
    const share = Math.floor(count / sources.length) + (source < count % sources.length ? 1 : 0);
    const bytes = await make();
    let sound: Answer | null = null;
    for (const { what, bytes: mutant } of mutantsOfFile(bytes, seed + source, share)) {
      index += 1;
      if (index < from || index >= to) continue;
      sound ??= await drop(page, `sound-${fileName}`, bytes);
      expect(sound.says, `${fileName}: ${sound.words}`).toBe('data');
      // A name of its own tells this answer from the last one.
      const answer = await drop(page, `mutant-${index}-${fileName}`, mutant);
      const place = `${fileName}: ${what}: ${answer.words}`;
      outcomes[answer.says] += 1;
      expect(answer.says, place).not.toBe('nothing');
      if (answer.says === 'refusal') expect(answer.words.length, place).toBeGreaterThan(40);
      expect(answer.words, place).not.toMatch(/(?:Type|Range|Reference)Error|is not a function|unreachable/u);
      expect(answer.measured, place).toBe(sound.measured);
      expectRight({ fileName, words: sound.words }, mutant, answer, place);
    }
  }
  test.info().annotations.push({ type: 'outcomes', description: `${kind}: ${JSON.stringify(outcomes)}` });
  await expect(new App(page).measuredRows()).toHaveCount(before);
}

function watch(page: Page): string[] {
  const found = collectPageErrors(page);
  page.on('crash', () => found.push('The page crashed.'));
  return found;
}

test('a mutated file of every kind, dropped on the page, is shown or refused, and the results stay', {
  tag: '@full',
}, async ({ page }) => {
  const found = watch(page);
  await restoreStoredRun(page, 'vectors');
  await new App(page).openKept();
  for (const kind of Object.keys(kinds))
    await test.step(kind, () => dropMutants(page, kind, 1, { number: 1, parts: 1 }));
  expect(found).toEqual([]);
});

/** How many of each kind, since mutants.browser.test.ts reads hundreds without the page; a longer look takes more. */
const count = Number(process.env.FORMATLAB_MUTANTS ?? 10);
/** A part of them, for a run of a few minutes: `2/5` is the second of five parts. One kind is chosen with `--grep`. */
const [part = 1, parts = 1] = (process.env.FORMATLAB_MUTANTS_SLICE ?? '1/1').split('/').map(Number);

for (const kind of Object.keys(kinds)) {
  test(`mutated files of ${kind}, dropped on a page with results, are shown or refused, and the results stay`, {
    tag: '@full',
  }, async ({ page }) => {
    test.setTimeout(3_600_000);
    const found = watch(page);
    await restoreStoredRun(page, 'vectors');
    await new App(page).openKept();
    await dropMutants(page, kind, count, { number: part, parts });
    expect(found).toEqual([]);
  });
}
