import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contrast, leastDistance, linear, oklab } from './testing/color-metrics';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split(/\[data-theme=.dark.\]/);
const token = (theme: string, name: string) => {
  const hex = new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(theme)?.[1];
  if (hex === undefined) throw new Error(`No token ${name}`);
  return hex;
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

it.each([
  ['light', light, -1],
  ['dark', dark, 1],
] as const)('the ramp for numbers is legible and even in the %s theme', (_, theme, direction) => {
  const stops = ['ramp-low', 'ramp-middle', 'ramp-high'].map((name) => token(theme, name));
  for (const stop of stops) expect(contrast(stop, token(theme, 'background'))).toBeGreaterThanOrEqual(3);
  const [low, middle, high] = stops.map((stop) => oklab(linear(stop)));
  if (low === undefined || middle === undefined || high === undefined) throw new Error('There are three stops.');
  // Without hues, as for colour-blind eyes, lightness alone tells the order.
  expect((middle[0] - low[0]) * direction).toBeGreaterThan(0.1);
  expect((high[0] - middle[0]) * direction).toBeGreaterThan(0.1);
  const length = (a: typeof low, b: typeof low) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  const ratio = length(low, middle) / length(middle, high);
  expect(Math.max(ratio, 1 / ratio)).toBeLessThan(1.1);
});

it.each([
  ['light', light],
  ['dark', dark],
] as const)('the parts of a total are seen, and differ in lightness, in the %s theme', (_, theme) => {
  const tints = ['tint-dark', 'tint-middle', 'tint-light'].map((name) => token(theme, name));
  for (const [index, tint] of tints.entries()) {
    expect(contrast(tint, token(theme, 'background')), tint).toBeGreaterThanOrEqual(3);
    for (const other of tints.slice(index + 1)) expect(contrast(tint, other)).toBeGreaterThanOrEqual(1.7);
  }
});

it.each([
  ['light', light],
  ['dark', dark],
] as const)('the parts of a file are seen and told apart by colour-blind eyes in the %s theme', (_, theme) => {
  const parts = ['part-encode', 'part-transfer', 'part-wait', 'part-decode'].map((name) => token(theme, name));
  for (const [index, part] of parts.entries()) {
    expect(contrast(part, token(theme, 'background')), part).toBeGreaterThanOrEqual(3);
    for (const other of parts.slice(index + 1))
      expect(leastDistance(part, other), `${part} and ${other}`).toBeGreaterThanOrEqual(0.1);
  }
});
