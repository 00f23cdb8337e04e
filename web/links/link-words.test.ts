import { expect, test } from 'vitest';
import { linkWords } from './link-words';

test.each([
  ['anywhere', '1,234 characters: short enough for any chat or mail.'],
  ['browsers', '1,234 characters: browsers and code hosts take it; some chats cut it.'],
  ['long', '1,234 characters: browsers take it, chats and mail may cut it: a file is safer.'],
  ['file', '1,234 characters: too long for most places: send the file instead.'],
] as const)('a link that reaches %s', (tier, words) =>
  expect(linkWords({ url: '', characters: 1_234, tier } as Parameters<typeof linkWords>[0])).toBe(words),
);
