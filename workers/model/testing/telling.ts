const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');

/** A number stands alone: 1 is not in 16,777,217 or 1.5. A name that begins or ends with a letter or digit is no part of a longer word. */
function alone(fact: string | number | bigint): string {
  const text = typeof fact === 'string' ? fact : String(fact);
  if (/^-?\d[\d.,]*$/u.test(text)) return `(?<![\\d.,])${escaped(text)}(?![\\d]|[.,]\\d)`;
  const before = /^[\p{L}\d]/u.test(text) ? '(?<![\\p{L}\\d])' : '';
  const after = /[\p{L}\d]$/u.test(text) ? '(?![\\p{L}\\d])' : '';
  return `${before}${escaped(text)}${after}`;
}

/**
 * Matches a text that tells these facts: numbers, names, values, units, in any order and any words. Tests use it for what the product says, so that a
 * sentence can be reworded; its words are tested once, in a file `*.words.test.ts`.
 */
export function telling(...facts: readonly (string | number | bigint)[]): RegExp {
  return new RegExp(`^${facts.map((fact) => `(?=.*${alone(fact)})`).join('')}`, 'su');
}
