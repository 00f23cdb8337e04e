import { type Candidate, candidateKey } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import type { View } from '../view/view';
import { toBase64Url } from './bytes';
import { writeCompactFragment } from './fragment';
import { frameFragment } from './frame';
import { namesColumns } from './names-columns';
import { redact } from './redact';
import { hasOwnFile, type Redaction } from './redact-plan';
import { writeView } from './view-text';

/**
 * Where a link of a given length works: `anywhere` up to 2,000 characters, in `browsers` and on code hosts up to 8,000,
 * and `long` up to 60,000, which chats and mail may truncate. Longer links are `file`: sharing the results as a file is
 * better.
 */
export type LinkTier = 'anywhere' | 'browsers' | 'long' | 'file';

const linkTierLimits = { anywhere: 2_000, browsers: 8_000, long: 60_000 } as const;

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

/**
 * A link to the view without results. `base` is the page's address without a fragment. Without the names of a user's columns it has no candidate that
 * names one, unless all do: the view does not tell which columns the file has.
 */
export async function viewLink(view: View, redaction: Redaction, base = pageUrl()): Promise<Link> {
  const { plan } = view;
  const nameless = plan.candidates.filter((candidate) => !namesColumns(candidate));
  const hides = hasOwnFile(plan) && !redaction.columnNames && nameless.length > 0;
  const shared = hides
    ? { ...withBaselineOf(view, plan.candidates, nameless), plan: { ...plan, candidates: nameless } }
    : view;
  return link(base, await writeCompactFragment(shared, redaction.fileName));
}

/** The view with the key of its baseline as it is among the candidates that are shared. `shared[i]` stands for `own[i]`, or none has the baseline's key. */
function withBaselineOf(view: View, own: readonly Candidate[], shared: readonly Candidate[]): View {
  const { baseline } = view.results;
  if (baseline === null || shared.some((candidate) => candidateKey(candidate) === baseline)) return view;
  const index = own.findIndex((candidate) => candidateKey(candidate) === baseline);
  const renamed = own.length === shared.length ? shared[index] : undefined;
  return { ...view, results: { ...view.results, baseline: renamed === undefined ? null : candidateKey(renamed) } };
}

/** A link that contains the results. It opens the plan of the results, so that “Run this here” repeats the same run. */
export async function resultLink(result: RunResult, view: View, redaction: Redaction, base = pageUrl()): Promise<Link> {
  const { packResult } = await import('./result-pack');
  const redacted = redact(result, redaction);
  const packed = `r=${toBase64Url(await packResult(redacted))}`;
  const shared = withBaselineOf(view, result.plan.candidates, redacted.plan.candidates);
  const text = writeView({ ...shared, page: 'explore', plan: redacted.plan }, false);
  return link(base, frameFragment(text === '' ? packed : `${text}&${packed}`));
}
