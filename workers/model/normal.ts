/**
 * Standard normal numbers, as the same bits in every language: they use only operations that IEEE 754 rounds exactly (+, −, ×, ÷, √), and
 * none of `Math.log` or `Math.exp`. `e2e/interop/formatlab_vectors.py` does the same in numpy, operation by operation.
 */

type Coefficients = readonly [number, number, number, number, number, number, number, number];

/**
 * The rational approximations of algorithm AS 241, PPND16 (Wichura, “The percentage points of the normal distribution”, Applied Statistics
 * 37, 1988): the numerator and the denominator for the middle, the tails and the far tails, with the constant term first.
 */
const middle: readonly [Coefficients, Coefficients] = [
  [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
    33430.57558358813, 2509.0809287301227,
  ],
  [
    1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
    28729.085735721943, 5226.495278852854,
  ],
];
const tail: readonly [Coefficients, Coefficients] = [
  [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
    0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
  ],
  [
    1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
    0.0005475938084995345, 1.0507500716444169e-9,
  ],
];
const farTail: readonly [Coefficients, Coefficients] = [
  [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
    0.0012426609473880784, 0.000027115555687434876, 2.0103343992922881e-7,
  ],
  [
    1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 0.000018463183175100548,
    1.421511758316446e-7, 2.0442631033899397e-15,
  ],
];

/** By Horner's rule. */
const polynomial = ([k0, k1, k2, k3, k4, k5, k6, k7]: Coefficients, x: number): number =>
  ((((((k7 * x + k6) * x + k5) * x + k4) * x + k3) * x + k2) * x + k1) * x + k0;

const quotient = ([numerator, denominator]: readonly [Coefficients, Coefficients], x: number): number =>
  polynomial(numerator, x) / polynomial(denominator, x);

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
const naturalLogOf2 = Math.LN2;
const squareRootOfHalf = Math.SQRT1_2;
const lastOddTerm = 21;

/**
 * The natural logarithm of a normal (not subnormal) positive number, to 16 digits: the exponent times ln 2, and for the rest the series
 * ln m = 2 (s + s³/3 + s⁵/5 + …) with s = (m − 1) ÷ (m + 1).
 */
export function exactLog(value: number): number {
  double[0] = value;
  const high = words[1] as number;
  let exponent = (high >>> 20) - 1_022;
  words[1] = (high & 0xfffff) | 0x3fe00000;
  let mantissa = double[0];
  if (mantissa < squareRootOfHalf) {
    mantissa *= 2;
    exponent -= 1;
  }
  const s = (mantissa - 1) / (mantissa + 1);
  const square = s * s;
  let sum = 1 / lastOddTerm;
  for (let odd = lastOddTerm - 2; odd >= 1; odd -= 2) sum = sum * square + 1 / odd;
  return exponent * naturalLogOf2 + 2 * s * sum;
}

const smallestProbability = 2 ** -54;

/** The standard normal number below which a share `probability` of all lies, to 16 digits. 0 counts as 2⁻⁵⁴. */
export function normalQuantile(probability: number): number {
  const p = probability === 0 ? smallestProbability : probability;
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) return q * quotient(middle, 0.180625 - q * q);
  const r = Math.sqrt(-exactLog(q < 0 ? p : 1 - p));
  const size = r <= 5 ? quotient(tail, r - 1.6) : quotient(farTail, r - 5);
  return q < 0 ? -size : size;
}
