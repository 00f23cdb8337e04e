/** The number that the bits of an IEEE 754 binary16 represent. The payload of a NaN is lost. */
export function float16ToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1_024) * 2 ** (exponent - 15);
}

/** The binary16 bits to which every NaN is converted. */
export const float16NaN = 0x7e00;
export const isFiniteFloat16 = (bits: number) => (bits & 0x7c00) !== 0x7c00;
export const isFloat16NaN = (bits: number) => (bits & 0x7fff) > 0x7c00;

/** The bits of the nearest binary16, ties to even. Numbers beyond the largest become infinity. */
export function nearestFloat16(value: number): number {
  if (Number.isNaN(value)) return float16NaN;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  // 65520 is half a step above the largest binary16, 65504.
  if (size >= 65_520) return sign | 0x7c00;
  let exponent = -14;
  while (size >= 2 ** (exponent + 1)) exponent += 1;
  const steps = size / 2 ** (exponent - 10);
  const below = Math.floor(steps);
  const rest = steps - below;
  const fraction = below + (rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? 1 : 0);
  // The implicit bit adds 1 to the exponent, except for subnormal numbers. A fraction that is rounded up to 1 carries over into the
  // exponent.
  return sign | (((exponent + 14) << 10) + fraction);
}

/** The bits of the binary16 that equals the number exactly ({@link float16NaN} for NaN); null if there is none. */
export function numberToFloat16(value: number): number | null {
  const bits = nearestFloat16(value);
  return Object.is(float16ToNumber(bits), value) ? bits : null;
}
