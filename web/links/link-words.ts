import { formatCount } from '../figures/figures';
import type { Link, LinkTier } from './result-link';

const reach: Readonly<Record<LinkTier, string>> = {
  anywhere: 'short enough for any chat or mail',
  browsers: 'browsers and code hosts accept it, but some chats truncate it',
  long: 'browsers accept it, but chats and mail may truncate it. A file is safer',
  file: 'too long for most uses. Send the results as a file instead',
};

/** A sentence on the length of a link, and where a link of that length works. */
export function linkLengthText({ characters, tier }: Link): string {
  return `${formatCount(characters)} characters: ${reach[tier]}.`;
}
