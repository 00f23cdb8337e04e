import { expect, it } from 'vitest';
import { browserName, relativeDriftOf, isBrowserRun } from './environment-words';

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0',
    'Edge 156 on Linux',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36',
    'Headless Chrome 156 on Linux',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
    'Safari 26 on Linux',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145 on Linux'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Chrome 156 on Linux',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 OPR/120.0.0.0',
    'Opera 120 on Linux',
  ],
  ['native harness 1', 'native harness 1'],
])('reads %s', (userAgent, name) => expect(browserName({ userAgent, platform: 'Linux' })).toBe(name));

it('tells a browser from a native harness', () => {
  expect(isBrowserRun({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' })).toBe(
    true,
  );
  expect(isBrowserRun({ userAgent: 'CPython 3.11.7 (one process)' })).toBe(false);
});

it('warns of a drift over a tenth, either way', () => {
  expect(relativeDriftOf({ kernelMsBefore: 10, kernelMsAfter: 11.5 })).toMatchObject({ warns: true });
  expect(relativeDriftOf({ kernelMsBefore: 10, kernelMsAfter: 8.5 })).toMatchObject({ warns: true });
  expect(relativeDriftOf({ kernelMsBefore: 10, kernelMsAfter: 10.5 })).toMatchObject({ warns: false });
  expect(relativeDriftOf({ kernelMsBefore: 10, kernelMsAfter: null })).toBeNull();
});

it('names no platform where none is told', () =>
  expect(browserName({ userAgent: 'Mozilla/5.0 Gecko/20100101 Firefox/145.0', platform: '' })).toBe('Firefox 145'));

it('tells the change, and warns above a tenth alone', () => {
  expect(relativeDriftOf({ kernelMsBefore: 8, kernelMsAfter: 9 })).toEqual({ change: 0.125, warns: true });
  expect(relativeDriftOf({ kernelMsBefore: 8, kernelMsAfter: 8.5 })).toEqual({ change: 0.0625, warns: false });
  expect(relativeDriftOf({ kernelMsBefore: 8, kernelMsAfter: 7 })).toEqual({ change: -0.125, warns: true });
  expect(relativeDriftOf({ kernelMsBefore: null, kernelMsAfter: 9 })).toBeNull();
  expect(relativeDriftOf({ kernelMsBefore: 0, kernelMsAfter: 9 })).toBeNull();
});
