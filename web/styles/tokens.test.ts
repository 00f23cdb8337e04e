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
