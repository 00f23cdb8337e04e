import { damagedLink } from './bytes';

/** Single values in the text of a view: all characters except letters, digits, -, . and _ are percent-encoded. */

const dash = /[!~*'()]/g;

/** A file's name may contain half of a surrogate pair, which UTF-8 can't encode. */
const loneSurrogate = /\p{Surrogate}/gu;

export const encodeText = (text: string) =>
  encodeURIComponent(text.replace(loneSurrogate, '\ufffd')).replace(
    dash,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** @throws FormatlabError if the percent-encoding is invalid */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw damagedLink('The link is damaged: it contains an invalid percent-encoding.');
  }
}

const looksOtherwise = /^(?:-?[0-9]|yes$|no$|=)/;

/** Writes numbers and yes/no verbatim. A text that looks like one of them is prefixed with `=`. */
export function writeValue(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return encodeText(String(value));
  return looksOtherwise.test(value) ? `=${encodeText(value)}` : encodeText(value);
}

export function readValue(text: string): string | number | boolean {
  if (text === 'yes' || text === 'no') return text === 'yes';
  if (text.startsWith('=')) return decodeText(text.slice(1));
  return /^-?[0-9]/.test(text) ? readNumber(decodeText(text)) : decodeText(text);
}

/** @throws FormatlabError if the text is no number */
export function readNumber(text: string | undefined): number {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value))
    throw damagedLink(`The link is damaged: “${(text ?? '').slice(0, 40)}” is not a number.`);
  return value;
}

type Values = Readonly<Record<string, string | number | boolean>>;

export const writeValues = (values: Values) =>
  Object.entries(values)
    .map(([name, value]) => `,${encodeText(name)}:${writeValue(value)}`)
    .join('');

/** @throws FormatlabError if a name or a value can't be read */
export function readValues(parts: readonly string[]): Values {
  const entries = parts
    .map((part) => splitOnce(part, ':'))
    .map(([name, value]) => [decodeText(name), readValue(value)] as const);
  // valibot's records silently drop such names. A link that contains one is refused.
  const strange = entries.find(([name]) => name in Object.prototype);
  if (strange !== undefined) throw damagedLink(`The link is damaged: there are no options called “${strange[0]}”.`);
  return Object.fromEntries(entries);
}

/** @throws FormatlabError if the text lacks the separator */
export function splitOnce(text: string, separator: string): [string, string] {
  const place = text.indexOf(separator);
  if (place < 0) throw damagedLink(`The link is damaged: “${text.slice(0, 40)}” lacks its “${separator}”.`);
  return [text.slice(0, place), text.slice(place + 1)];
}
