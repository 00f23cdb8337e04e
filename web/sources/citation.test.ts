import { expect, test } from 'vitest';
import { shortCitationOf } from './citation';
import { sourceCitations } from './source-citations';
import { loadPublishedSources } from './sources';

test.each([
  ['Johin', '2024-11-18', 'Johin 2024'],
  ['野澤 真伸 and 河野 健二 (Keio University), 今村 智史 (Fujitsu)', null, '野澤 真伸 et al.'],
  ['Masanobu Nozawa and Kenji Kono (Keio University)', '2022-05-01', 'Masanobu Nozawa et al. 2022'],
  [
    'A developer of the Chemistry Development Kit (name not stated)',
    '2015-10-17',
    'A developer of the Chemistry Development Kit, 2015',
  ],
  ['物理の駅 (Physics station), by a working researcher', null, '物理の駅'],
])('%s of %s is cited as %s', (author, date, citation) => {
  expect(shortCitationOf({ author, date })).toBe(citation);
});

test('the page has the citation of every source before it loads them', async () => {
  const sources = await loadPublishedSources();
  expect(sourceCitations).toEqual(Object.fromEntries(sources.map((source) => [source.id, shortCitationOf(source)])));
});
