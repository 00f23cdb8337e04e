import { expect, it } from 'vitest';
import * as metadata from '../../workers/registry/metadata';
import { verifierNames } from './verifier-names';

it('names who verified by the labels of the page, the codec’s implementations before the format’s', () => {
  expect(verifierNames('bokuweb, fzstd', { codecId: 'zstd', formatId: 'raw' }, metadata)).toBe('zstd-wasm, fzstd');
  expect(verifierNames('native', { codecId: 'lz4', formatId: 'raw' }, metadata)).toBe('LZ4 1.10.0');
  expect(verifierNames('hyparquet', { codecId: 'zstd', formatId: 'parquet' }, metadata)).toBe('hyparquet');
});

it('keeps the id of what the registry no longer knows', () => {
  expect(verifierNames('gone', { codecId: 'none', formatId: 'pickle' }, metadata)).toBe('gone');
});
