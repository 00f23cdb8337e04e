/** A number as a source prints it, parsed: `103.32 MB`, `246469`, `1億`, `29万`, `57%`, `1/4`, `3.03×10^6`, `12 m 16 s`. */
interface PrintedNumber {
  /** The number without its unit, except that a per cent sign is applied: 0.57 for `57%`. */
  readonly value: number;
  /** The value of one step in the last printed digit: 0.01 for `103.32 MB`, 10,000 for `29万`; 0 for a fraction, which is exact. */
  readonly lastDigit: number;
}

const pattern = /(\d[\d,]*)(?:\.(\d+))?(?:\s*\/\s*(\d+))?(?:\s*×\s*10\^(-?\d+))?\s*(万|億|[%％])?/u;

/** Minutes and seconds, converted to seconds. */
const minutes = /(\d+)\s*m(?:in)?\s+(\d+(?:\.(\d+))?)\s*s\b/u;

const multiples: Readonly<Record<string, number>> = { 万: 1e4, 億: 1e8, '%': 0.01, '％': 0.01 };

/**
 * Parses the first number in `printed`.
 * @throws RangeError if there is none.
 */
export function readPrintedNumber(printed: string): PrintedNumber {
  const duration = minutes.exec(printed);
  if (duration !== null)
    return { value: 60 * Number(duration[1]) + Number(duration[2]), lastDigit: 10 ** -(duration[3] ?? '').length };
  const match = pattern.exec(printed);
  if (match === null) throw new RangeError(`“${printed}” has no number in it.`);
  const [, whole = '', decimals = '', denominator, exponent = '0', multiple = ''] = match;
  const unit = 10 ** Number(exponent) * (multiples[multiple] ?? 1);
  const mantissa = Number(`${whole.replaceAll(',', '')}.${decimals || '0'}`);
  if (denominator !== undefined) return { value: (mantissa / Number(denominator)) * unit, lastDigit: 0 };
  return { value: mantissa * unit, lastDigit: 10 ** -decimals.length * unit };
}
