import { describe, expect, it } from 'vitest';
import { addressInLink, linkToAddress } from './from-address';
import { readView } from './fragment';
import { startView } from '../view/start-view';

describe('the address of a file in a link', () => {
  const address = 'https://example.org/a b/data.parquet?version=1&part=2#x';

  it('is in the query or in the fragment, which wins', () => {
    const search = `?from=${encodeURIComponent(address)}`;
    expect(addressInLink({ search, hash: '' })).toBe(address);
    expect(addressInLink({ search, hash: '#from=other' })).toBe('other');
    expect(addressInLink({ search, hash: '#v1.abcde&page=about' })).toBe(address);
    expect(addressInLink({ search: '?to=x', hash: '#formats' })).toBeNull();
  });

  it('survives a link', () => {
    const link = new URL(linkToAddress(address, 'https://formatlab.example/?from=old#v1.abcde&page=about'));
    expect(link.search).toBe('');
    expect(addressInLink(link)).toBe(address);
  });

  it('opens the start page', () => {
    const { view, problem, complete } = readView('#from=https%3A%2F%2Fexample.org%2F', startView());
    expect([view.page, problem, complete]).toEqual(['explore', null, true]);
  });
});
