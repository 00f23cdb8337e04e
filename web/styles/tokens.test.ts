import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split(/\[data-theme=.dark.\]/);
const token = (theme: string, name: string) => {
  const hex = new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(theme)?.[1];
  if (hex === undefined) throw new Error(`No token ${name}`);
  return hex;
};
const luminance = (hex: string) =>
  [1, 3, 5].reduce((sum, at, i) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return (
      sum + ([0.2126, 0.7152, 0.0722][i] ?? 0) * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    );
  }, 0);
const contrast = (a: string, b: string) => {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};

const text = ['ink', 'ink-soft', 'ink-faint', 'accent', 'danger', 'warning', 'good'].flatMap((ink) =>
  ['background', 'surface', 'surface-strong', 'overlay'].map((ground) => [ink, ground, 4.5] as const),
);
const others = [
  ['on-accent', 'accent', 4.5],
  ['ink', 'accent-soft', 4.5],
  ['accent', 'accent-soft', 4.5],
  ['danger', 'danger-soft', 4.5],
  ['warning', 'warning-soft', 4.5],
  ['good', 'good-soft', 4.5],
  ['control-line', 'background', 3],
] as const;

it.each([...text, ...others])('%s on %s has at least %d:1 in both themes', (ink, ground, least) => {
  for (const theme of [light, dark])
    expect(contrast(token(theme, ink), token(theme, ground))).toBeGreaterThanOrEqual(least);
});

const oklab = (hex: string): readonly [number, number, number] => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
};

it.each([
  ['light', light, -1],
  ['dark', dark, 1],
] as const)('the ramp for numbers is legible and even in the %s theme', (_, theme, direction) => {
  const stops = ['ramp-low', 'ramp-middle', 'ramp-high'].map((name) => token(theme, name));
  for (const stop of stops) expect(contrast(stop, token(theme, 'background'))).toBeGreaterThanOrEqual(3);
  const [low, middle, high] = stops.map(oklab);
  if (low === undefined || middle === undefined || high === undefined) throw new Error('There are three stops.');
  // Without hues, as for colour-blind eyes, lightness alone tells the order.
  expect((middle[0] - low[0]) * direction).toBeGreaterThan(0.1);
  expect((high[0] - middle[0]) * direction).toBeGreaterThan(0.1);
  const length = (a: typeof low, b: typeof low) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  const ratio = length(low, middle) / length(middle, high);
  expect(Math.max(ratio, 1 / ratio)).toBeLessThan(1.1);
});
