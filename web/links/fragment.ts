import * as v from 'valibot';
import { FormatlabError } from '../../workers/model/errors';
import type { Plan } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import { checkPlan } from '../../workers/registry/check-plan';
import { sourceIdSchema, type View, viewSchema } from '../view/view';
import { deflate, inflateBounded } from './bounded-inflate';
import { damagedLink, fromBase64Url, toBase64Url } from './bytes';
import { defaultsV1 } from './defaults-v1';
import { isAddressFragment } from './from-address';
import { checksum, frameFragment } from './frame';
import { newerVersionMessage } from './newer-version';
import { redactPlan } from './redact-plan';
import { readView as readViewText, writeView } from './view-text';

/**
 * The page's view, with or without a run's results, as a URL's fragment:
 *
 *   #v1.checksum&parameters            parameters as `view-text.ts` writes them
 *   #v1.checksum&z=…                   the same parameters, deflated, if that is shorter
 *   #v1.checksum&…&r=…                 with results, packed by `result-pack.ts`; their plan is the view's plan unless
 * the view has another
 *
 * The checksum (30 bits of the CRC-32 of everything after the first &) detects links that were cut off or changed.
 * `#`, `#explore`, `#published`, `#formats`, `#codecs`, `#native` and `#about` open the pages without a saved view, and
 * `#published/000` the page of source 000.
 * `#from=URL` opens the start page, which asks whether to fetch the file at that address: see `from-address.ts`.
 */

interface FragmentContent {
  readonly view: View;
  readonly result: RunResult | null;
  /** A sentence on what was wrong. The view then contains as much as could be read. */
  readonly problem: string | null;
}

/** The longest fragment that is read, in characters. Longer ones are refused unread. */
const fragmentLimit = 4_000_000;
const viewTextLimitBytes = 1_000_000;

const form = /^v([0-9]{1,4})\.([A-Za-z0-9_-]{5})&(.*)$/s;

/** The fragment of a view, without `#`. It never contains names of a user's file. */
export function writeFragment(view: View): string {
  return frameFragment(writeView({ ...view, plan: redactPlan(view.plan, { fileName: false }) }));
}

/**
 * As {@link writeFragment}, but deflated if that is shorter and the fragment would exceed 2,000 characters.
 * `withFileName` is true if the user chose to include the file's name.
 */
export async function writeCompactFragment(view: View, withFileName = false): Promise<string> {
  const parameters = writeView({ ...view, plan: redactPlan(view.plan, { fileName: withFileName }) });
  if (parameters.length <= 2_000) return frameFragment(parameters);
  const packed = `z=${toBase64Url(await deflate(new TextEncoder().encode(parameters)))}`;
  return frameFragment(packed.length < parameters.length ? packed : parameters);
}

type Opened =
  | { readonly kind: 'start'; readonly place: Pick<View, 'page' | 'source'> }
  | { readonly kind: 'link'; readonly text: string; readonly packed: string | null };

const sourcePrefix = 'published/';

/**
 * The page that an address without a saved view opens. Null if the text is no such address.
 *
 * @throws {FormatlabError} with the tag `malformedInput` if the address of a source has no id
 */
function startingPoint(text: string): Pick<View, 'page' | 'source'> | null {
  if (text === '' || isAddressFragment(text)) return { page: defaultsV1.page, source: null };
  const page = v.safeParse(viewSchema.entries.page, text);
  if (page.success) return { page: page.output, source: null };
  if (!text.startsWith(sourcePrefix)) return null;
  const source = v.safeParse(sourceIdSchema, text.slice(sourcePrefix.length));
  if (!source.success)
    throw damagedLink('The address names no published source. A source has a number, as in #published/000.');
  return { page: 'published', source: source.output };
}

/** True for an address without a saved view, such as `#` and `#published`. */
export function isStartingPoint(hash: string): boolean {
  try {
    return startingPoint(hash.replace(/^#/, '')) !== null;
  } catch {
    return false;
  }
}

/**
 * Reads only the frame: the kind of the fragment, and whether it is complete.
 *
 * @throws {FormatlabError} with the tag `malformedInput`
 */
function open(hash: string): Opened {
  const text = hash.startsWith('#') ? hash.slice(1) : hash;
  const start = startingPoint(text);
  if (start !== null) return { kind: 'start', place: start };
  if (text.length > fragmentLimit)
    throw damagedLink(
      `The link has ${text.length.toLocaleString('en')} characters; Formatlab reads at most ${fragmentLimit.toLocaleString('en')}.`,
    );
  const [, version, sum, parameters] = form.exec(text) ?? [];
  if (version === undefined || sum === undefined || parameters === undefined)
    throw damagedLink('This is not a link of Formatlab, or it was cut off.');
  if (checksum(parameters) !== sum)
    throw damagedLink(
      'The link is damaged: it was cut off or changed on its way. Ask for it again, or for a file of the results.',
    );
  if (version !== '1') throw damagedLink(`The link can’t be opened here. ${newerVersionMessage}`);
  // The results are the last parameter. The text before them is parsed separately.
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
 * The view of a fragment, read synchronously for the first paint and for the browser's Back button. `complete` is false
 * if the remainder (results, or a deflated view) needs {@link readFragment}. `fallback` is the view of the page without
 * a fragment. `given` is the plan of the link's results, if these have been read before.
 */
export function readView(
  hash: string,
  fallback: View,
  given: Plan | null = null,
): { readonly view: View; readonly problem: string | null; readonly complete: boolean } {
  try {
    const opened = open(hash);
    if (opened.kind === 'start') return { view: { ...fallback, ...opened.place }, problem: null, complete: true };
    if ((opened.packed !== null && given === null) || opened.text.startsWith('z='))
      return { view: fallback, problem: null, complete: false };
    return { view: readViewText(opened.text, checkPlan, given, viewSchema), problem: null, complete: true };
  } catch (error) {
    return { view: fallback, problem: problemOf(error), complete: true };
  }
}

/**
 * Reads the view and the results of a fragment. Never rejects: `problem` states what was wrong. Reading starts no run.
 */
export async function readFragment(hash: string, fallback: View): Promise<FragmentContent> {
  let result: RunResult | null = null;
  try {
    const opened = open(hash);
    if (opened.kind === 'start') return { view: { ...fallback, ...opened.place }, result, problem: null };
    const { unpackResult } = await import('./result-pack');
    if (opened.packed !== null) result = await unpackResult(fromBase64Url(opened.packed));
    const text = opened.text.startsWith('z=') ? await inflateText(opened.text.slice(2)) : opened.text;
    return { view: readViewText(text, runnable(result), result?.plan ?? null, viewSchema), result, problem: null };
  } catch (error) {
    // Readable results are shown even if this version can't run their plan.
    return { view: fallback, result, problem: problemOf(error) };
  }
}

async function inflateText(packed: string): Promise<string> {
  const bytes = await inflateBounded(fromBase64Url(packed), viewTextLimitBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw damagedLink('The packed part of the link can’t be read.');
  }
}

const runnable =
  (result: RunResult | null) =>
  (plan: unknown): Plan => {
    try {
      return checkPlan(plan);
    } catch (error) {
      if (result === null || !(error instanceof FormatlabError)) throw error;
      throw damagedLink(`The link’s results are shown, but they can’t be run again here: ${error.message}`);
    }
  };
