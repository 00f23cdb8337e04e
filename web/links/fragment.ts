import { FormatlabError } from '../../workers/model/errors';
import type { Plan } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import { checkPlan } from '../../workers/registry/check-plan';
import { type View, viewSchema } from '../view/view';
import { deflate, inflateBounded } from './bounded-inflate';
import { crc32, damaged, fromBase64Url, toBase64Url } from './bytes';
import { defaultsV1 } from './defaults-v1';
import { newerMessage } from './parse-result';
import { redactPlan } from './redact';
import { readView as readViewText, writeView } from './view-text';

/**
 * The page's view, and with it a run's results, as a URL's fragment:
 *
 *   #v1.checksum&parameters            parameters as `view-text.ts` writes them
 *   #v1.checksum&z=…                   the same, deflated, where that is shorter
 *   #v1.checksum&…&r=…                 with results, as `result-pack.ts` packs them; their plan stands for the view's unless the view says otherwise
 *
 * The checksum (30 bits of the CRC-32 of all that follows the first &) tells a link that was cut or changed from one that says something else.
 * `#`, `#explore`, `#published`, `#formats`, `#codecs` and `#about` are the page's own starting points.
 */

export interface FragmentContent {
  readonly view: View;
  readonly result: RunResult | null;
  /** What was wrong, as a sentence; the view is then as far as the link could be followed. */
  readonly problem: string | null;
}

/** Characters of a fragment that are looked at; above, it is refused unread. */
export const fragmentLimit = 4_000_000;
const viewTextLimitBytes = 1_000_000;

const form = /^v([0-9]{1,4})\.([A-Za-z0-9_-]{5})&(.*)$/s;

function checksum(text: string): string {
  const crc = crc32(new TextEncoder().encode(text));
  return toBase64Url(new Uint8Array([crc >>> 24, (crc >>> 16) & 255, (crc >>> 8) & 255, crc & 255])).slice(0, 5);
}

export function frame(parameters: string): string {
  return `v1.${checksum(parameters)}&${parameters}`;
}

/** The fragment of a view, without `#`. Names of an own file stay out of it, whatever the view holds. */
export function writeFragment(view: View): string {
  return frame(writeView({ ...view, plan: redactPlan(view.plan, { fileName: false }) }));
}

/** As {@link writeFragment}, deflated where that makes it shorter and it would be over 2,000 characters. `withFileName` is the user's tick. */
export async function writeCompactFragment(view: View, withFileName = false): Promise<string> {
  const parameters = writeView({ ...view, plan: redactPlan(view.plan, { fileName: withFileName }) });
  if (parameters.length <= 2_000) return frame(parameters);
  const packed = `z=${toBase64Url(await deflate(new TextEncoder().encode(parameters)))}`;
  return frame(packed.length < parameters.length ? packed : parameters);
}

type Opened =
  | { readonly kind: 'start'; readonly page: View['page'] }
  | { readonly kind: 'link'; readonly text: string; readonly packed: string | null };

/** The frame alone: which form it is, and whether it is whole. Throws `malformedInput`. */
function open(hash: string): Opened {
  const text = hash.startsWith('#') ? hash.slice(1) : hash;
  if (text === '') return { kind: 'start', page: defaultsV1.page };
  if (text === 'explore' || text === 'published' || text === 'formats' || text === 'codecs' || text === 'about')
    return { kind: 'start', page: text };
  if (text.length > fragmentLimit)
    throw damaged(
      `The link has ${text.length.toLocaleString('en')} characters; Formatlab reads at most ${fragmentLimit.toLocaleString('en')}.`,
    );
  const [, version, sum, parameters] = form.exec(text) ?? [];
  if (version === undefined || sum === undefined || parameters === undefined)
    throw damaged('This is not a link of Formatlab, or it was cut off.');
  if (checksum(parameters) !== sum)
    throw damaged(
      'The link is damaged: it was cut off or changed on its way. Ask for it again, or for a file of the results.',
    );
  if (version !== '1') throw damaged(`The link can’t be opened here. ${newerMessage}`);
  // Results come last: the text before them is read alone.
  const place = parameters.startsWith('r=') ? 0 : parameters.indexOf('&r=');
  if (place < 0) return { kind: 'link', text: parameters, packed: null };
  return {
    kind: 'link',
    text: parameters.slice(0, place),
    packed: parameters.slice(parameters.indexOf('r=', place) + 2),
  };
}

function problemOf(error: unknown): string {
  if (error instanceof FormatlabError) return error.record.message;
  return `The link can’t be read: ${error instanceof Error ? error.message : String(error)}`.slice(0, 500);
}

/**
 * The view of a fragment without waiting: for the first paint and for Back. `complete` is false where the rest (results, or a deflated view) takes
 * {@link readFragment}. `fallback` is the page's own start.
 */
export function readView(
  hash: string,
  fallback: View,
): { readonly view: View; readonly problem: string | null; readonly complete: boolean } {
  try {
    const opened = open(hash);
    if (opened.kind === 'start') return { view: { ...fallback, page: opened.page }, problem: null, complete: true };
    if (opened.packed !== null || opened.text.startsWith('z='))
      return { view: fallback, problem: null, complete: false };
    return { view: readViewText(opened.text, checkPlan, null, viewSchema), problem: null, complete: true };
  } catch (error) {
    return { view: fallback, problem: problemOf(error), complete: true };
  }
}

/** Everything that a fragment holds. Never rejects: what is wrong is the `problem`. Nothing of it runs. */
export async function readFragment(hash: string, fallback: View): Promise<FragmentContent> {
  let result: RunResult | null = null;
  try {
    const opened = open(hash);
    if (opened.kind === 'start') return { view: { ...fallback, page: opened.page }, result, problem: null };
    const { unpackResult } = await import('./result-pack');
    if (opened.packed !== null) result = await unpackResult(fromBase64Url(opened.packed));
    const text = opened.text.startsWith('z=') ? await inflateText(opened.text.slice(2)) : opened.text;
    return { view: readViewText(text, runnable(result), result?.plan ?? null, viewSchema), result, problem: null };
  } catch (error) {
    // Results that stand are shown even where their plan can't be run by this version.
    return { view: fallback, result, problem: problemOf(error) };
  }
}

async function inflateText(packed: string): Promise<string> {
  const bytes = await inflateBounded(fromBase64Url(packed), viewTextLimitBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw damaged('The packed part of the link can’t be read.');
  }
}

const runnable =
  (result: RunResult | null) =>
  (plan: unknown): Plan => {
    try {
      return checkPlan(plan);
    } catch (error) {
      if (result === null || !(error instanceof FormatlabError)) throw error;
      throw damaged(`The link’s results are shown, but they can’t be run again here: ${error.message}`);
    }
  };
