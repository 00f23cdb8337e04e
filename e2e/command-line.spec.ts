import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { findChromium } from '../scripts/chromium.mjs';
import { frameFragment } from '../web/links/frame';
import { App } from './app';
import { expect, test } from './counted-work';

const run = promisify(execFile);

/** Two candidates and a table that are measured within seconds. */
const view = `#${frameFragment('data=table,500,1&with=csv/formatlab&with=csv/formatlab+gzip@6.file/fflate&do=encode,decode&effort=sizes&for=archive')}`;

test(
  'the page shows the answer of a command that opens its file, and the command again',
  {
    tag: '@full',
  },
  async ({ page }, info) => {
    const json = info.outputPath('answer.json');
    const isRoot = process.getuid?.() === 0;
    const { executablePath } = findChromium();
    const words = [
      'cli/formatlab.mjs',
      '--view',
      view,
      '--json',
      json,
      '--recipe',
      info.outputPath('recipe.json'),
      '--quiet',
      ...(isRoot ? ['--no-sandbox'] : []),
    ];
    const { stdout } = await run(process.execPath, words, {
      env: { ...process.env, ...(executablePath === undefined ? {} : { CHROME_PATH: executablePath }) },
    });
    const { exitCode, answer } = JSON.parse(readFileSync(json, 'utf8'));
    expect(exitCode).toBe(0);
    expect(stdout).toContain(answer.card.headline);

    await page.goto('/');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.locator('input[type=file][accept*="json"]').last().setInputFiles(json);
    const app = new App(page);
    const card = app.results.getByTestId('answer');
    await expect(card.getByRole('heading', { level: 2 })).toHaveText(answer.card.headline);
    const sentences: string[] = answer.card.sentences.map((phrases: { text: string }[]) =>
      phrases.map(({ text }) => text).join(''),
    );
    for (const sentence of sentences) await expect(card).toContainText(sentence);
    await card.getByRole('button', { name: /^More:/ }).click();
    await expect(page.getByText(/^npx formatlab --view '#v1\./)).toBeVisible();
  },
);
