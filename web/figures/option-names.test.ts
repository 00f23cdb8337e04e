import { expect, it } from 'vitest';
import { completeOptions, type OptionValues } from '../../workers/model/options';
import * as registry from '../../workers/registry/metadata';
import { findFormatImplementation } from '../../workers/registry/metadata';
import { candidate, formatImplementation, formatMeta } from '../results/testing/test-results';
import { nameCandidates } from './candidate-names';

it('leaves out the defaults where several options set candidates apart, and long texts', () => {
  const settings = 'id: PLAIN, zstd 3; price: BYTE_STREAM_SPLIT, zstd 9';
  const changed = { statistics: 'page', pageVersion: '2', pageRows: 1_000, sortedBy: 'id', columns: settings };
  const parquet = findFormatImplementation('parquet', 'arrow-rs')?.implementation.options ?? [];
  const inName = (...all: OptionValues[]) =>
    nameCandidates(
      all.map((options) => candidate('parquet', null, completeOptions(parquet, options, 'Parquet'), 'arrow-rs')),
    ).map(({ label }) => label.split(', ').slice(1));
  expect(inName({}, changed)).toEqual([
    [],
    ['data page v2', 'rows per page 1,000', 'page index', 'sorted by id', 'settings by column'],
  ]);
  expect(inName({ columns: 'id: PLAIN' }, {})).toEqual([['settings by column'], ['no settings by column']]);
  expect(inName({ columns: settings }, {})).toEqual([['settings by column'], ['no settings by column']]);
  expect(inName({ columns: settings }, { columns: `${settings}0` }, {})).toEqual([
    ['settings by column (1)'],
    ['settings by column (2)'],
    ['no settings by column'],
  ]);
  expect(inName({ columns: settings }, { columns: `${settings}0` })).toEqual([
    ['settings by column (1)'],
    ['settings by column (2)'],
  ]);
  expect(inName({ columns: settings, sortedBy: 'id' }, { columns: settings })).toEqual([
    ['sorted by id'],
    ['not sorted'],
  ]);
});

it.each([
  ['smiles', 'rdkit', [{ sanitize: true }, { sanitize: false }], ['sanitize what is read', 'not sanitized']],
  ['smiles', 'rdkit', [{ malformed: 'skip', sanitize: false }, {}], ['malformed lines left out, not sanitized', '']],
  ['hdf5', 'h5wasm', [{ chunkRows: 0 }, { chunkRows: 100 }], ['chunks as h5py guesses', 'rows per chunk 100']],
] as const)('says in words what an option of %s by %s is', (format, implementation, options, texts) => {
  const found = findFormatImplementation(format, implementation);
  const complete = (given: OptionValues) => completeOptions(found?.implementation.options ?? [], given, format);
  const names = nameCandidates(options.map((each) => candidate(format, null, complete(each), implementation)));
  const title = found?.format.label ?? '';
  expect(names.map(({ label }) => label)).toEqual(texts.map((text) => (text === '' ? title : `${title}, ${text}`)));
});

it('leaves out texts that were left empty', () => {
  const sortedBy = { type: 'text', id: 'sortedBy', label: 'Sorted by', maxLength: 100, default: '' } as const;
  const pickle = formatMeta('pickle', 'Pickle', [
    { ...formatImplementation('formatlab', 'Formatlab'), options: [sortedBy] },
  ]);
  const formats = new Map([['pickle', pickle]]);
  const optionsOf = (value: string) =>
    nameCandidates([candidate('pickle', null, { sortedBy: value })], { ...registry, formats })[0]?.options;
  expect(optionsOf('')).toBe('');
  expect(optionsOf('price')).toBe('Sorted by: price');
});
