import type { RunResult } from '../../workers/model/result';
import type { View } from '../view/view';
import { toBase64Url } from './bytes';
import { frame, writeCompactFragment } from './fragment';
import { type Redaction, redact } from './redact';
import { writeView } from './view-text';

/**
 * How far a link of so many characters gets: `anywhere` to 2,000, `browsers` and code hosts to 8,000, `long` to 60,000 (chat and mail
 * may cut it), beyond that `file`: a file of the results is the better way.
 */
export type LinkTier = 'anywhere' | 'browsers' | 'long' | 'file';

export const tierLimits = { anywhere: 2_000, browsers: 8_000, long: 60_000 } as const;

export function linkTier(characters: number): LinkTier {
  if (characters <= tierLimits.anywhere) return 'anywhere';
  if (characters <= tierLimits.browsers) return 'browsers';
  return characters <= tierLimits.long ? 'long' : 'file';
}

export interface Link {
  readonly url: string;
  readonly characters: number;
  readonly tier: LinkTier;
}

function link(base: string, fragment: string): Link {
  const url = `${base}#${fragment}`;
  return { url, characters: url.length, tier: linkTier(url.length) };
}

const pageUrl = () => location.href.replace(/#.*$/s, '');

/** A link to the view alone. `base` is the page's address without fragment. */
export async function viewLink(view: View, redaction: Redaction, base = pageUrl()): Promise<Link> {
  return link(base, await writeCompactFragment(view, redaction.fileName));
}

/** A link with the results in it. It opens on the results' own plan, so that "Run this here" runs the same. */
export async function resultLink(result: RunResult, view: View, redaction: Redaction, base = pageUrl()): Promise<Link> {
  const { packResult } = await import('./result-pack');
  const told = redact(result, redaction);
  const packed = `r=${toBase64Url(await packResult(told))}`;
  const text = writeView({ ...view, page: 'explore', plan: told.plan }, false);
  return link(base, frame(text === '' ? packed : `${text}&${packed}`));
}
