/** Checks whether a numeric type preserves a number as it is written. */

interface Decimal {
  readonly negative: boolean;
  /** Digits without leading and trailing zeros; empty for zero. */
  readonly digits: string;
  /** The value is 0.digits × 10^exponent. */
  readonly exponent: number;
}

/** Parses a decimal number; null if the text is not one, as for infinities and NaN. */
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
 * True if the type preserves every digit of the text. float64 preserves `0.1`, although no float64 is exactly a tenth, but neither
 * `9007199254740993` nor a whole number such as `399000000000000000000000`, whose float64 is another whole number. Also true if the text is not a decimal number, which other code checks.
 */
export function keepsEveryDigit(text: string, type: 'float64' | 'float32' | 'integer'): boolean {
  const decimal = decimalOf(text);
  // An integer has no −0.
  if (decimal?.digits === '') return type !== 'integer' || !text.includes('-');
  if (decimal === null) return true;
  if (type === 'integer') return decimal.exponent >= decimal.digits.length;
  const value = type === 'float32' ? Math.fround(Number(text)) : Number(text);
  // toPrecision supports at most 100 digits.
  if (!Number.isFinite(value) || decimal.digits.length > 100) return false;
  // A whole number without a point or an exponent is exact as it is written, its zeros at the end too.
  if (/^\s*[+-]?\d{16,}\s*$/u.test(text)) return BigInt(value) === BigInt(text.trim().replace('+', ''));
  // The digits that programs print may be those of the one of two equally near decimals that toPrecision does not choose.
  return (
    (value === Number(text) && isSame(decimalOf(String(value)), decimal)) ||
    isSame(decimalOf(value.toPrecision(decimal.digits.length)), decimal)
  );
}

const isSame = (found: Decimal | null, { negative, digits, exponent }: Decimal): boolean =>
  found !== null && found.negative === negative && found.digits === digits && found.exponent === exponent;

/** True if the text is an integer that fits uint64, without sign or leading zeros. */
export function isUint64(text: string): boolean {
  return /^\s*(?:0|[1-9]\d{0,19})\s*$/u.test(text) && BigInt(text.trim()) < 2n ** 64n;
}
