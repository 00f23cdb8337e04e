/** Formats figures for display: three significant digits, always with a unit, with decimal prefixes (1 MB is 10⁶ bytes). */

/** A number with three significant digits unless given otherwise, without an exponent. */
export function formatSignificant(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(value))));
  const fixed = value.toFixed(Math.min(decimals, 12));
  // Rounding can add a digit, as from 9.999 to 10.00, so the digits are counted again.
  const again = Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(Number(fixed)) || 1)));
  return separate(value.toFixed(Math.min(decimals, again, 12)));
}

function separate(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

const integer = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

export function formatCount(count: number): string {
  return integer.format(count);
}

/** A time with `digits` significant digits, in ns, µs, ms, s or min. */
export function formatMs(ms: number, digits = 3): string {
  if (ms >= 120_000) return `${formatSignificant(ms / 60_000, digits)} min`;
  if (ms >= 1_000) return `${formatSignificant(ms / 1_000, digits)} s`;
  if (ms >= 1 || ms === 0) return `${formatSignificant(ms, digits)} ms`;
  if (ms >= 1e-3) return `${formatSignificant(ms * 1e3, digits)} µs`;
  return `${formatSignificant(ms * 1e6, digits)} ns`;
}

/** How long something still takes, in whole seconds, at least one: `38 s`. */
export const timeLeftText = (ms: number): string => formatMs(Math.max(1_000, Math.round(ms / 1_000) * 1_000), 2);

const prefixes = ['', 'k', 'M', 'G', 'T'] as const;

/** A value with a decimal prefix before its unit: `1.50 MB` of 1,500,000 with the unit B. */
export function prefixed(value: number, unit: string, digits: number, separator = ' '): string {
  let step = 0;
  let scaled = value;
  while (scaled >= 999.5 && step < prefixes.length - 1) {
    scaled /= 1_000;
    step += 1;
  }
  const text = step === 0 && Number.isInteger(scaled) ? String(scaled) : formatSignificant(scaled, digits);
  return `${text}${separator}${prefixes[step]}${unit}`;
}

export function formatBytes(bytes: number, digits = 3): string {
  return prefixed(bytes, 'B', digits);
}

export function formatExactBytes(bytes: number): string {
  return `${formatCount(bytes)} bytes`;
}

/** A size in both forms: `13.5 MB (13,512,344 bytes)`. */
export const bytesInFull = (bytes: number): string =>
  bytes < 1_000 ? formatExactBytes(bytes) : `${formatBytes(bytes)} (${formatExactBytes(bytes)})`;

export function formatRatio(ratio: number): string {
  return formatSignificant(ratio);
}

/** A factor with two digits, as in `2.3×`: a factor of two noisy figures is not more precise. */
export function formatFactor(factor: number): string {
  return `${formatSignificant(factor, factor >= 100 ? 3 : 2)}×`;
}

/** The spread of times as a percentage. Below 0.1 %, only this bound is stated. */
export function formatSpread(share: number): string {
  return share < 0.001 ? 'less than 0.1 %' : formatPercent(share);
}

export function formatPercent(share: number): string {
  return `${formatSignificant(share * 100, 2).replace(/^-/u, '−')} %`;
}

const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** An ISO time as `20 Nov 2026, 14:05 UTC`. */
export function formatDateTime(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : `${dateTime.format(date)} UTC`;
}
