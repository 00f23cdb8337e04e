import type { Candidate } from '../../model/plan';
import type { DetectedWriting } from './file-writing';

/** Line ends and indentation are determined from this many bytes at the start. */
const headBytes = 65_536;

/** The start of a text, in characters of one byte. Without its zero bytes, UTF-16 looks like ASCII, which is enough here. */
export async function headOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  return new TextDecoder('windows-1252')
    .decode(bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes)
    .replace(/^(ï»¿|ÿþ|þÿ)/u, '');
}

/**
 * How a text was written. `dialect` describes how the reader parsed the file; it ends with the encoding.
 * @param candidate the candidate that writes such a file
 */
export async function detectTextWriting(
  file: Blob,
  dialect: string | null,
  candidate: Candidate | null = null,
): Promise<DetectedWriting> {
  const facts =
    dialect === null
      ? []
      : [{ name: 'Text', value: dialect.replace('quoted by "', 'quoted by double quotes').slice(0, 300) }];
  return { settings: { writer: null, facts: [...facts, ...lineEndFacts(await headOf(file))] }, candidate };
}

/** The line ends of a text, in words. Empty if the text has a single line. */
export function lineEndFacts(head: string): { readonly name: string; readonly value: string }[] {
  const found = lineEndsOf(head);
  return found === null ? [] : [{ name: 'Line ends', value: found }];
}

/** The line ends of a text, in words. Null if the text has a single line. */
function lineEndsOf(head: string): string | null {
  const found = [
    { name: 'CRLF', pattern: /\r\n/u },
    { name: 'LF', pattern: /(?<!\r)\n/u },
    { name: 'CR', pattern: /\r(?!\n|$)/u },
  ].filter(({ pattern }) => pattern.test(head));
  return found.length === 0 ? null : found.map(({ name }) => name).join(' and ');
}
