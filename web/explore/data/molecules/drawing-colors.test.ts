import { readFileSync } from 'node:fs';
import { Molecule } from 'openchemlib';
import { expect, test } from 'vitest';
import { contrast, drawingBackgrounds, recolorDrawing, type ShownTheme } from './drawing-colors';

const themes: readonly ShownTheme[] = ['light', 'dark'];
const colors = (svg: string) =>
  [...svg.matchAll(/rgb\((\d+),(\d+),(\d+)\)/g)].map(([, red, green, blue]): readonly [number, number, number] => [
    Number(red),
    Number(green),
    Number(blue),
  ]);

/** Every element bound to a carbon, in OpenChemLib's colours. */
const drawings = Array.from({ length: 103 }, (_, index) => {
  const molecule = new Molecule(2, 1);
  molecule.addBond(molecule.addAtom(index + 1), molecule.addAtom(6));
  molecule.inventCoordinates();
  return molecule.toSVG(100, 100, `element-${index + 1}`);
});

test.each(themes)('every element is read on the ground of the %s theme, and on the page’s background', (theme) => {
  const tokens =
    readFileSync(new URL('../../../styles/tokens.css', import.meta.url), 'utf8').split(/\[data-theme=.dark.\]/)[
      theme === 'light' ? 0 : 1
    ] ?? '';
  const token = (name: string): readonly [number, number, number] => {
    const hex = new RegExp(`--${name}: #([0-9a-f]{6})`).exec(tokens)?.[1] ?? '';
    return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
  };
  expect(drawingBackgrounds[theme]).toMatchObject({ ground: token('surface'), ink: token('ink') });
  expect(drawings.flatMap(colors).length).toBeGreaterThan(200);
  for (const color of drawings.flatMap((svg) => colors(recolorDrawing(svg, theme)))) {
    for (const ground of [drawingBackgrounds[theme].ground, token('background')])
      expect(contrast(color, ground), `${color}`).toBeGreaterThanOrEqual(4.5);
  }
});

test('nothing but colours is changed, and hues are kept', () => {
  for (const theme of themes) {
    for (const svg of drawings)
      expect(recolorDrawing(svg, theme).replaceAll(/rgb\([\d,]+\)/g, '')).toBe(svg.replaceAll(/rgb\([\d,]+\)/g, ''));
    const [[red = 0, green = 0, blue = 0] = []] = colors(recolorDrawing('<text fill="rgb(255,13,13)">O</text>', theme));
    expect(red).toBeGreaterThan(green + 80);
    expect(green).toBe(blue);
  }
});
