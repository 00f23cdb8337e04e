/** The number that the bits of an IEEE 754 binary16 stand for; the payload of a NaN is lost. */
export function float16ToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1_024) * 2 ** (exponent - 15);
}

/** The bits of the binary16 that is exactly this number (NaN as 0x7e00); null where none is. */
export function numberToFloat16(value: number): number | null {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size === Number.POSITIVE_INFINITY) return sign | 0x7c00;
  // Subnormal numbers are multiples of 2^−24, as are those of the lowest exponent.
  const exponent = size < 2 ** -14 ? -14 : Math.floor(Math.log2(size));
  const fraction = (size / 2 ** exponent) * 1_024;
  if (!Number.isInteger(fraction) || size > 65_504) return null;
  return sign | (size < 2 ** -14 ? fraction : ((exponent + 15) << 10) | (fraction - 1_024));
}
