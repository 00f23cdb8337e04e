import type { RunResult } from '../../workers/model/result';
import type { View } from '../view/view';
import { toBase64Url } from './bytes';
import { writeCompactFragment } from './fragment';
import { frameFragment } from './frame';
import { redact } from './redact';
import type { Redaction } from './redact-plan';
import { writeView } from './view-text';

/**
 * Where a link of a given length works: `anywhere` up to 2,000 characters, in `browsers` and on code hosts up to 8,000,
 * and `long` up to 60,000, which chats and mail may truncate. Longer links are `file`: sharing the results as a file is
 * better.
 */
export type LinkTier = 'anywhere' | 'browsers' | 'long' | 'file';

export const linkTierLimits = { anywhere: 2_000, browsers: 8_000, long: 60_000 } as const;

export function linkTier(characters: number): LinkTier {
  if (characters <= linkTierLimits.anywhere) return 'anywhere';
  if (characters <= linkTierLimits.browsers) return 'browsers';
  return characters <= linkTierLimits.long ? 'long' : 'file';
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

/** Without the query, which may hold the address of a file that was opened. */
const pageUrl = () => location.href.replace(/[?#].*$/s, '');

/** A link to the view without results. `base` is the page's address without a fragment. */
export async function viewLink(view: View, redaction: Redaction, base = pageUrl()): Promise<Link> {
  return link(base, await writeCompactFragment(view, redaction.fileName));
}

/** A link that contains the results. It opens the plan of the results, so that “Run this here” repeats the same run. */
export async function resultLink(result: RunResult, view: View, redaction: Redaction, base = pageUrl()): Promise<Link> {
  const { packResult } = await import('./result-pack');
  const redacted = redact(result, redaction);
  const packed = `r=${toBase64Url(await packResult(redacted))}`;
  const text = writeView({ ...view, page: 'explore', plan: redacted.plan }, false);
  return link(base, frameFragment(text === '' ? packed : `${text}&${packed}`));
}
