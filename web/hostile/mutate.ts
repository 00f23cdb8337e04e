import type { Mulberry } from '../../workers/model/testing/mulberry';

/** Replaces one to three values of a JSON document by malformed ones. The same seed gives the same changes. */
export function mutateJson(value: unknown, next: Mulberry): { readonly value: unknown; readonly changes: string[] } {
  const copy = structuredClone(value);
  const changes: string[] = [];
  const count = 1 + Math.floor(next() * 3);
  for (let change = 0; change < count; change++) {
    const places = placesOf(copy);
    const place = places[Math.floor(next() * places.length)];
    if (place !== undefined) changes.push(changeAt(place, next));
  }
  return { value: copy, changes };
}

interface Place {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string | number;
  readonly path: string;
}

/** All positions in the value. Of an array only the first few items are included, so that samples don't dominate. */
function placesOf(value: unknown, path = ''): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown> | unknown[];
  const keys = Array.isArray(holder) ? [...holder.slice(0, 6).keys()] : Object.keys(holder);
  return keys.flatMap((key) => {
    const own = `${path}/${key}`;
    return [{ holder, key, path: own }, ...placesOf((holder as Record<string | number, unknown>)[key], own)];
  });
}

const numbers = [0, -0, -1, -1e308, 1, 1e308, 1e-320, 5e-324, 2 ** 53, 1e21, 0.5, 1e12, 1e-12, 2 ** 40];
const strings = [
  '',
  ' ',
  'x'.repeat(999),
  'x'.repeat(20_000),
  '\u0000',
  '\u202eabc',
  '<svg onload=1>',
  'NaN',
  '🧪'.repeat(100),
  '\ud800',
  '__proto__',
  'constructor',
  'a"b\\c\n',
];

function changeAt({ holder, key, path }: Place, next: Mulberry): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const at = holder as Record<string | number, unknown>;
  const old = at[key];
  const set = (value: unknown) => {
    at[key] = value;
    return `${path} = ${JSON.stringify(value)?.slice(0, 60)}`;
  };
  if (next() < 0.12) {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete at[key];
    return `${path} removed`;
  }
  if (typeof old === 'number') return set(pick(numbers));
  if (typeof old === 'string') return set(pick(strings));
  if (typeof old === 'boolean') return set(!old);
  if (Array.isArray(old)) {
    const how = pick(['empty', 'double', 'drop'] as const);
    if (how === 'empty') return set([]);
    if (how === 'drop') return set(old.slice(1));
    at[key] = [...old, ...structuredClone(old)];
    return `${path} doubled`;
  }
  return set(old === null ? pick([0, '', 1e308]) : null);
}
