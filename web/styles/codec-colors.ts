import type { FamilyColors } from '../../workers/model/entry';
import { codecs } from '../../workers/registry/metadata';

/**
 * One hue for each codec family, the same in every chart, chip and table, whatever is filtered. Levels are shades of it, from `low`
 * to `high`. Chosen so that every shade has 3:1 against the background (WCAG 1.4.11) and families stay apart for protan, deutan
 * and tritan eyes (OKLab distance of the middle shades); the test beside this file holds both.
 */
interface Shades {
  readonly low: string;
  readonly middle: string;
  readonly high: string;
}

export type Theme = 'light' | 'dark';

const shades = ([low, middle, high]: FamilyColors[Theme]): Shades => ({ low, middle, high });

/** By family, `none` first and the others as the rank in their metadata says. */
export const codecShades: Readonly<Record<string, Readonly<Record<Theme, Shades>>>> = {
  none: { light: shades(['#8c9199', '#7a7f87', '#696d75']), dark: shades(['#92969c', '#a4a8af', '#b7bbc2']) },
  ...Object.fromEntries(
    [...codecs.values()]
      .flatMap(({ family, familyColors }) => (familyColors === undefined ? [] : [{ family, familyColors }]))
      .sort((a, b) => a.familyColors.rank - b.familyColors.rank)
      .map(({ family, familyColors }) => [
        family,
        { light: shades(familyColors.light), dark: shades(familyColors.dark) },
      ]),
  ),
};

/** Codecs as lists show them: those of one family together, the families by their rank, which is that of common use; a family without a hue last. */
export function sortByFamily<C extends { readonly family: string; readonly id: string }>(codecs: Iterable<C>): C[] {
  const families = Object.keys(codecShades);
  const place = ({ family }: C) => (Object.hasOwn(codecShades, family) ? families.indexOf(family) : families.length);
  return [...codecs].sort((a, b) => place(a) - place(b) || (a.id < b.id ? -1 : 1));
}

/** A family without a hue of its own is drawn as `none`; a test demands a hue for every family of the registry. */
const known = (family: string) => (Object.hasOwn(codecShades, family) ? family : 'none');

/**
 * A CSS colour for a codec family (`'none'` where nothing compresses), right in both themes by itself.
 * @param levelFraction place of the level in the implementation's range, 0 to 1; the middle shade where it has no levels.
 */
export function codecColor(family: string, levelFraction: number | null = null): string {
  const name = known(family);
  if (levelFraction === null) return `var(--codec-${name})`;
  const percent = Math.round(Math.min(1, Math.max(0, levelFraction)) * 100);
  return `color-mix(in oklab, var(--codec-${name}-high) ${percent}%, var(--codec-${name}-low))`;
}

/**
 * Place of a level in its range, 0 to 1; null where there are no levels. Levels below zero are accelerations, of which zstd has 131,072: they share the
 * lowest shade, or all other levels would share the highest.
 */
export function levelFraction(
  level: number | null,
  levels: { readonly min: number; readonly max: number } | null,
): number | null {
  if (level === null || levels === null || levels.max === levels.min) return null;
  const lowest = levels.max > 0 ? Math.max(levels.min, 0) : levels.min;
  return Math.max(0, (level - lowest) / (levels.max - lowest));
}

function variables(theme: Theme): string {
  return Object.entries(codecShades)
    .map(
      ([
        family,
        {
          [theme]: { low, middle, high },
        },
      ]) => `--codec-${family}:${middle};--codec-${family}-low:${low};--codec-${family}-high:${high};`,
    )
    .join('');
}

/** The custom properties that `codecColor` refers to, as a style sheet. */
export function codecStyleSheet(): string {
  return `:root{${variables('light')}}:root[data-theme='dark']{${variables('dark')}}`;
}
