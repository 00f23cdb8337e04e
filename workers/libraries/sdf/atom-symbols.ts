import { elementSymbols } from '../molecules/elements';

/** What a symbol in a file stands for; `isotope` of D and T. */
export interface ReadSymbol {
  readonly element: number;
  readonly isotope: number;
}

const symbols = new Map<string, ReadSymbol>(elementSymbols.map((symbol, element) => [symbol, { element, isotope: 0 }]));
symbols.set('D', { element: 1, isotope: 2 });
symbols.set('T', { element: 1, isotope: 3 });
// Any atom, and groups that are named elsewhere.
for (const wildcard of ['A', 'R', 'R#']) symbols.set(wildcard, { element: 0, isotope: 0 });
for (let group = 0; group < 100; group += 1) symbols.set(`R${group}`, { element: 0, isotope: 0 });

const queries = new Set(['L', 'Q', 'X', 'M', 'AH', 'QH', 'XH', 'MH', '*H', 'LP']);

/** What is wrong with a symbol, as the end of a sentence. */
export function unknownSymbol(symbol: string): string {
  if (symbol === '') return 'has no symbol';
  return queries.has(symbol)
    ? `is “${symbol}”, a query for several elements and no atom`
    : `has the symbol “${symbol.slice(0, 10)}”, which no element has`;
}

export function symbolRead(symbol: string): ReadSymbol | undefined {
  return symbols.get(symbol);
}

/** One byte or two, as they lie in a file, to element + 1; 0 where the slow way has to look. */
export const quickElements = new Uint8Array(0x10000);
for (const [element, symbol] of elementSymbols.entries())
  quickElements[symbol.charCodeAt(0) | ((symbol.length > 1 ? symbol.charCodeAt(1) : 0x20) << 8)] = element + 1;
