import { namedSituationIds, namedSituations } from '../view/named-situations';
import type { Situation } from '../view/situation';
import { damagedLink } from './bytes';

/**
 * A situation as text: a named one, and what differs from it. `archive`, or `download,reads:50,readableBy:python.r`. Of the named ones, the
 * text starts with the one that it differs least from. Numbers are written as JavaScript does, null as `none`, true and false as `yes` and `no`.
 */

const keys = Object.keys(namedSituations.download.situation) as (keyof Situation)[];

export function writeSituation(situation: Situation): string {
  const texts = namedSituationIds.map((id) => {
    const base = namedSituations[id].situation;
    const changed = keys.filter((key) => JSON.stringify(base[key]) !== JSON.stringify(situation[key]));
    return [id, ...changed.map((key) => `${key}:${writePart(situation[key])}`)];
  });
  return texts.reduce((shortest, parts) => (parts.length < shortest.length ? parts : shortest)).join(',');
}

function writePart(value: Situation[keyof Situation]): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? value.join('.') : encodeURIComponent(String(value));
}

/**
 * The situation of a text. The view's schema validates it later.
 *
 * @throws {FormatlabError} with the tag `malformedInput`
 */
export function readSituation(text: string): unknown {
  const [id = '', ...parts] = text.split(',');
  const named = namedSituationIds.find((each) => each === id);
  if (named === undefined)
    throw damagedLink(
      `The link is damaged or newer than this Formatlab: it names an unknown situation “${id.slice(0, 40)}”.`,
    );
  const base = namedSituations[named].situation;
  const changed = parts.map((part) => {
    const colon = part.indexOf(':');
    const key = keys.find((each) => each === part.slice(0, Math.max(0, colon)));
    if (key === undefined)
      throw damagedLink(
        `The link is damaged or newer than this Formatlab: its situation has an unknown part “${part.slice(0, 40)}”.`,
      );
    return [key, readPart(part.slice(colon + 1), base[key])] as const;
  });
  return { ...base, ...Object.fromEntries(changed) };
}

function readPart(text: string, standard: Situation[keyof Situation]): unknown {
  if (Array.isArray(standard)) return text === '' ? [] : text.split('.');
  if (text === 'none') return null;
  if (typeof standard === 'boolean') return text === 'yes' ? true : text === 'no' ? false : text;
  if (typeof standard === 'string') return text;
  // A plus sign of an exponent is percent-encoded.
  const number = text === '' ? Number.NaN : Number(text.replaceAll('%2B', '+'));
  return Number.isNaN(number) ? text : number;
}
