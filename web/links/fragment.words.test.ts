import { expect, test } from 'vitest';
import { deflate } from './bounded-inflate';
import { toBase64Url } from './bytes';
import { defaultsV1 } from './defaults-v1';
import { readFragment, readView } from './fragment';
import { frameFragment } from './frame';
import { redactEverything } from './redact-plan';
import { resultLink } from './result-link';
import { sampleResult } from './testing/sample-results';

test.each([
  ['published/', 'The address names no published source. A source has a number, as in #published/000.'],
  ['hologram', 'This is not a link of Formatlab, or it was cut off.'],
  [
    'v1.AAAAA&page=about',
    'The link is damaged: it was cut off or changed on its way. Ask for it again, or for a file of the results.',
  ],
  [
    frameFragment('page=about').replace(/^v1/, 'v1234'),
    'The link can’t be opened here. It was made by a newer version of Formatlab. Reload the page to get the latest version, then open it again.',
  ],
  ['x'.repeat(4_000_001), 'The link has 4,000,001 characters; Formatlab reads at most 4,000,000.'],
])('a link that can’t be followed: %.20s', (text, words) =>
  expect(readView(`#${text}`, defaultsV1).problem).toBe(words),
);

test('a packed view that is no text', async () => {
  const packed = toBase64Url(await deflate(new Uint8Array([0xff, 0xfe])));
  const { problem } = await readFragment(`#${frameFragment(`z=${packed}`)}`, defaultsV1);
  expect(problem).toBe('The packed part of the link can’t be read.');
});

test('what fails without a reason of ours', () => {
  const broken = Object.defineProperty({ ...defaultsV1 }, 'page', {
    enumerable: true,
    get: () => {
      throw new RangeError('No.');
    },
  });
  expect(readView('#about', broken).problem).toBe('The link can’t be read: No.');
});

test('results whose plan can’t be run again', async () => {
  const result = sampleResult({ candidates: 1, rounds: 1, samples: 1 });
  const candidates = result.plan.candidates.map((candidate) => ({ ...candidate, format: 'hologram' }));
  const link = await resultLink({ ...result, plan: { ...result.plan, candidates } }, defaultsV1, redactEverything, '');
  const { problem } = await readFragment(link.url, defaultsV1);
  expect(problem).toMatch(/^The link’s results are shown, but they can’t be run again here: /);
});
