import { elementSymbols } from '../../../libraries/molecules/elements';

/** The meaning of an atom symbol in a file; `isotope` is the mass number of D and T. */
interface AtomSymbolMeaning {
  readonly element: number;
  readonly isotope: number;
}

const symbols = new Map<string, AtomSymbolMeaning>(
  elementSymbols.map((symbol, element) => [symbol, { element, isotope: 0 }]),
);
symbols.set('D', { element: 1, isotope: 2 });
symbols.set('T', { element: 1, isotope: 3 });
// Symbols for any atom, and for groups that are defined elsewhere.
for (const wildcard of ['A', 'R', 'R#']) symbols.set(wildcard, { element: 0, isotope: 0 });
for (let group = 0; group < 100; group += 1) symbols.set(`R${group}`, { element: 0, isotope: 0 });

const queries = new Set(['L', 'Q', 'X', 'M', 'AH', 'QH', 'XH', 'MH', '*H', 'LP']);

/** Why a symbol is invalid, as the end of a sentence about the atom. */
export function unknownSymbol(symbol: string): string {
  if (symbol === '') return 'has no symbol';
  return queries.has(symbol)
    ? `is “${symbol}”, which is a query for several elements, not an atom`
    : `has the unknown symbol “${symbol.slice(0, 10)}”`;
}

export function lookUpAtomSymbol(symbol: string): AtomSymbolMeaning | undefined {
  return symbols.get(symbol);
}

/** Element + 1 by the one or two bytes of a symbol; 0 if the slower lookup is needed. */
export const elementsBySymbolBytes = new Uint8Array(0x10000);
for (const [element, symbol] of elementSymbols.entries())
  elementsBySymbolBytes[symbol.charCodeAt(0) | ((symbol.length > 1 ? symbol.charCodeAt(1) : 0x20) << 8)] = element + 1;
