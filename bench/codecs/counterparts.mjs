import { existsSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** @import { Counterpart } from './counterpart.mjs' */

const folder = new URL('../../workers/codecs/', import.meta.url);

/** @type {[string, Counterpart | null][]} */
const found = [];
for (const codec of readdirSync(folder).sort()) {
  const file = new URL(`${codec}/testing/native-counterpart.mjs`, folder);
  if (!existsSync(file)) continue;
  const { counterparts } = await import(pathToFileURL(file.pathname).href);
  for (const [implementation, counterpart] of Object.entries(counterparts))
    found.push([`${codec}/${implementation}`, counterpart]);
}

/** Native libraries by 'codec/implementation', as the codecs name them. */
export const counterparts = new Map(
  found.flatMap(([key, counterpart]) => (counterpart === null ? [] : [[key, counterpart]])),
);

/** Implementations that only check the output of others, and are not measured. */
export const unmeasuredImplementations = new Set(
  found.flatMap(([key, counterpart]) => (counterpart === null ? [key] : [])),
);

/**
 * @param {string} key 'codec/implementation'
 * @returns {Counterpart}
 */
export function counterpartOf(key) {
  const counterpart = counterparts.get(key);
  if (counterpart === undefined) {
    const [codec] = key.split('/');
    throw new Error(`workers/codecs/${codec}/testing/native-counterpart.mjs names no native library for ${key}.`);
  }
  return counterpart;
}
