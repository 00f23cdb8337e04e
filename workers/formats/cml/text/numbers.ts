/**
 * A double as Java's `Double.toString` prints it, which CDK's writer uses: at least one decimal, and a power of ten (`1.0E-4`) below 10⁻³ and from 10⁷ on.
 */
export function javaDouble(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-3 && size < 1e7)) {
    const text = Object.is(value, -0) ? '-0' : String(value);
    return Number.isInteger(value) ? `${text}.0` : text;
  }
  if (!Number.isFinite(value)) return String(value);
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  return `${mantissa}${mantissa.includes('.') ? '' : '.0'}E${exponent.replace('+', '')}`;
}

const [zero, nine, point, minus] = [0x30, 0x39, 0x2e, 0x2d];
const powersOfTen = Array.from({ length: 16 }, (_, power) => 10 ** power);
const decoder = new TextDecoder();

/** The number in bytes [from, to) of ASCII text in XML Schema's notation for doubles, without surrounding white space; NaN if it is not a number. */
export function parseXmlDouble(text: Uint8Array, from: number, to: number): number {
  let at = from;
  const negative = text[at] === minus;
  if (negative) at += 1;
  let digits = 0;
  let decimals = -1;
  let whole = 0;
  for (; at < to; at += 1) {
    const byte = text[at] as number;
    if (byte >= zero && byte <= nine) {
      whole = whole * 10 + (byte - zero);
      digits += 1;
      if (decimals >= 0) decimals += 1;
    } else if (byte === point && decimals < 0) decimals = 0;
    else break;
  }
  // A double holds fifteen digits and the power of ten exactly, so a single division rounds only once.
  if (at === to && digits > 0 && digits <= 15) {
    const value = decimals > 0 ? whole / (powersOfTen[decimals] as number) : whole;
    return negative ? -value : value;
  }
  const rest = decoder.decode(text.subarray(from, to)).trim();
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(rest)) return Number(rest);
  return Number.NaN;
}
