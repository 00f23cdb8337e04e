const smallestPlain = 1e-4;
const largestPlain = 1e16;

/** A float as Python prints it: always with a point or an exponent, which tells 1.0 from 1. JavaScript finds the same digits, but writes them in another way. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  if (Object.is(value, -0)) return '-0.0';
  const size = Math.abs(value);
  if (size === 0 || (size >= smallestPlain && size < largestPlain))
    return Number.isInteger(value) ? `${value}.0` : String(value);
  return value.toExponential().replace(/e([+-])(\d)$/u, 'e$10$2');
}
