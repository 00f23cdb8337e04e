/** Numbers as text: whether a numeric type holds them as they are written. */

interface Decimal {
  readonly negative: boolean;
  /** Without zeros at either end; empty is zero. */
  readonly digits: string;
  /** The value is 0.digits × 10^exponent. */
  readonly exponent: number;
}

/** Null where the text is no decimal number (as infinities and NaN are not). */
function decimalOf(text: string): Decimal | null {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^\s*([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,6}))?\s*$/iu.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return null;
  const all = whole + fraction;
  const digits = all.replace(/^0+/u, '');
  return {
    negative: sign === '-' && digits !== '',
    digits: digits.replace(/0+$/u, ''),
    exponent: digits === '' ? 0 : whole.length - (all.length - digits.length) + Number(power),
  };
}

/**
 * Whether the type gives back the number with every digit that the text has: `0.1` in float64 does, though no float64 is exactly a tenth, and
 * `9007199254740993` does not. Text that is no decimal number is left to whoever reads it: true.
 */
export function isKept(text: string, type: 'float64' | 'float32' | 'integer'): boolean {
  const decimal = decimalOf(text);
  if (decimal === null || decimal.digits === '') return true;
  if (type === 'integer') return decimal.exponent >= decimal.digits.length;
  const value = type === 'float32' ? Math.fround(Number(text)) : Number(text);
  // toPrecision gives 100 digits at most.
  if (!Number.isFinite(value) || decimal.digits.length > 100) return false;
  const found = decimalOf(value.toPrecision(decimal.digits.length));
  return (
    found !== null &&
    found.negative === decimal.negative &&
    found.digits === decimal.digits &&
    found.exponent === decimal.exponent
  );
}

/** Whether it is a whole number, without sign and leading zeros, that uint64 holds. */
export function isUint64(text: string): boolean {
  return /^\s*(?:0|[1-9]\d{0,19})\s*$/u.test(text) && BigInt(text.trim()) < 2n ** 64n;
}
