import { isRecord } from './json-record';
import { plural } from '../model/plural';

/** Matches half of a surrogate pair, which UTF-8 cannot hold. In text it can only be written as an escape. */
const loneSurrogate = /\p{Surrogate}/u;
const surrogateEscape = /\\u[dD][89a-fA-F]/;

/** True if a text has no exact form in UTF-8. */
export const isBrokenText = (text: string): boolean => loneSurrogate.test(text);

/** A note on texts that are changed because UTF-8 cannot hold them. */
export const brokenTextsNote = (count: number): string =>
  `${plural(count, 'text')} ${count === 1 ? 'holds' : 'hold'} half of a surrogate pair, which UTF-8 can’t store; it became “\uFFFD”.`;

/** The names in a JSON text: the strings before a colon. */
function namesIn(text: string): number {
  let names = 0;
  for (let start = text.indexOf('"'); start >= 0; ) {
    let end = text.indexOf('"', start + 1);
    for (; end >= 0; end = text.indexOf('"', end + 1)) {
      let backslashes = 0;
      while (text[end - 1 - backslashes] === '\\') backslashes += 1;
      if (backslashes % 2 === 0) break;
    }
    if (end < 0) break;
    let next = end + 1;
    while (text[next] === ' ' || text[next] === '\n' || text[next] === '\r' || text[next] === '\t') next += 1;
    if (text[next] === ':') names += 1;
    start = text.indexOf('"', next);
  }
  return names;
}

/** Counts what `JSON.parse` and UTF-8 lose of a JSON text. */
export class JsonLosses {
  #repeatedNames = 0;
  #brokenTexts = 0;

  /** `value` is the parsed text. */
  add(text: string, value: unknown): void {
    const mayBreak = surrogateEscape.test(text);
    let names = 0;
    const open: unknown[] = [value];
    while (open.length > 0) {
      const next = open.pop();
      if (Array.isArray(next)) for (const item of next) open.push(item);
      else if (isRecord(next)) {
        for (const name of Object.keys(next)) {
          names += 1;
          open.push(next[name]);
        }
      } else if (mayBreak && typeof next === 'string' && isBrokenText(next)) this.#brokenTexts += 1;
    }
    this.#repeatedNames += namesIn(text) - names;
  }

  notes(): readonly string[] {
    return lossNotes(this.#repeatedNames, this.#brokenTexts);
  }
}

/** Notes on values whose name occurs again, and on texts that UTF-8 cannot hold. */
export const lossNotes = (repeatedNames: number, brokenTexts: number): readonly string[] => [
  ...(repeatedNames === 0
    ? []
    : [
        `${plural(repeatedNames, 'value')} of names that occur again in the same object ${repeatedNames === 1 ? 'is' : 'are'} lost: the last value of a name is kept.`,
      ]),
  ...(brokenTexts === 0 ? [] : [brokenTextsNote(brokenTexts)]),
];
