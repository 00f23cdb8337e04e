import { expect, it } from 'vitest';
import { metadataNote } from '../../workers/model/metadata-notes';
import { telling } from '../../workers/model/testing/telling';
import { lossesSummary } from '../figures/losses-summary';
import { lossesOfFound } from './losses-of-found';

it('a table with categories loses their order, another table nothing', () => {
  const text = { name: 'a', type: 'utf8', nullable: false } as const;
  const category = { name: 'a', type: 'category', nullable: false, ordered: false, categories: 2, item: text } as const;
  expect(lossesOfFound({ kind: 'table', columns: [category] }, [])).toEqual([expect.stringMatching(/categories/u)]);
  expect(lossesOfFound({ kind: 'table', columns: [text] }, ['Another note.'])).toEqual([]);
  const note = metadataNote('file', '“geo”', true);
  expect(lossesOfFound({ kind: 'table', columns: [text] }, ['Another note.', `In 2 of 3 files: ${note}`])).toEqual([
    note,
  ]);
  expect(lossesSummary([note])).toMatch(telling('metadata', 'file'));
});
