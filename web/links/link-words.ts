import { formatCount } from '../figures/figures';
import type { Link, LinkTier } from './result-link';

const reach: Readonly<Record<LinkTier, string>> = {
  anywhere: 'short enough for any chat or mail',
  browsers: 'browsers and code hosts take it; some chats cut it',
  long: 'browsers take it, chats and mail may cut it: a file is safer',
  file: 'too long for most places: send the file instead',
};

/** How far a link gets, in words. */
export function linkWords({ characters, tier }: Link): string {
  return `${formatCount(characters)} characters: ${reach[tier]}.`;
}
