import type { NumericType } from '../../../model/column';
import { valueParser, textFormatter } from '../../../columns/text-values';
import type { JsonScanner } from './scanner';

/** The number as JSON; null for NaN and infinities. */
export function numberText(type: NumericType): (value: number | bigint) => string {
  const text = textFormatter(type);
  return (value) => (typeof value === 'number' && !Number.isFinite(value) ? 'null' : text(value));
}

/** Reads one number of the type from the scanner; null becomes NaN. */
export function numberReader(scanner: JsonScanner, elementType: NumericType): () => number | bigint {
  const parse = valueParser(elementType);
  const isFloat = elementType === 'float32' || elementType === 'float64';
  return () => {
    const token = scanner.token();
    if (isFloat && token === 'null') return Number.NaN;
    const value = token === 'NaN' || token.endsWith('Infinity') ? null : parse(token);
    if (value === null) throw scanner.error(`“${token.slice(0, 100)}” is not a valid ${elementType}; it ends`);
    return value;
  };
}
