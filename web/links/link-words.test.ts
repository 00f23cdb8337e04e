import { expect, test } from 'vitest';
import { linkLengthText } from './link-words';

test.each([
  ['anywhere', '1,234 characters: short enough for any chat or mail.'],
  ['browsers', '1,234 characters: browsers and code hosts accept it, but some chats truncate it.'],
  ['long', '1,234 characters: browsers accept it, but chats and mail may truncate it. A file is safer.'],
  ['file', '1,234 characters: too long for most uses. Send the results as a file instead.'],
] as const)('a link that reaches %s', (tier, words) =>
  expect(linkLengthText({ url: '', characters: 1_234, tier } as Parameters<typeof linkLengthText>[0])).toBe(words),
);
