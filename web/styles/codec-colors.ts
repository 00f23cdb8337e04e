import type { FamilyColors } from '../../workers/model/entry';
import { codecs, formats } from '../../workers/registry/metadata';

/**
 * The hue of each codec family, the same in every chart, chip and table. Levels are its shades, from `low` to `high`. Every shade has a contrast
 * of at least 3:1 against the background (WCAG 1.4.11), and families stay distinct for protan, deutan and tritan vision (OKLab distance of the
 * middle shades). The test beside this file checks both.
 */
interface Shades {
  readonly low: string;
  readonly middle: string;
  readonly high: string;
}

export type Theme = 'light' | 'dark';

const shades = ([low, middle, high]: FamilyColors[Theme]): Shades => ({ low, middle, high });

/** The shades of each family. `none` comes first, the others in the order of their rank in the metadata. */
export const codecShades: Readonly<Record<string, Readonly<Record<Theme, Shades>>>> = {
  none: { light: shades(['#8c9199', '#7a7f87', '#696d75']), dark: shades(['#92969c', '#a4a8af', '#b7bbc2']) },
  ...Object.fromEntries(
    [
      ...codecs.values(),
      // A codec that exists only inside formats brings its family's hue there.
      ...[...formats.values()].flatMap(({ implementations }) =>
        implementations.flatMap(({ innerCodecs }) => innerCodecs),
      ),
    ]
      .flatMap(({ family, familyColors }) => (familyColors === undefined ? [] : [{ family, familyColors }]))
      .sort((a, b) => a.familyColors.rank - b.familyColors.rank)
      .map(({ family, familyColors }) => [
        family,
        { light: shades(familyColors.light), dark: shades(familyColors.dark) },
      ]),
  ),
};

/**
 * Sorts codecs for lists. Codecs of one family are adjacent, and families are sorted by rank, which reflects common use. Families without a hue
 * come last.
 */
export function sortByFamily<C extends { readonly family: string; readonly id: string }>(codecs: Iterable<C>): C[] {
  const families = Object.keys(codecShades);
  const place = ({ family }: C) => (Object.hasOwn(codecShades, family) ? families.indexOf(family) : families.length);
  return [...codecs].sort((a, b) => place(a) - place(b) || (a.id < b.id ? -1 : 1));
}

/** A family without a hue of its own has the colour of `none`. A test requires a hue for every family of the registry. */
const known = (family: string) => (Object.hasOwn(codecShades, family) ? family : 'none');

/**
 * A CSS colour for a codec family, or for `'none'` without a codec. It adapts to both themes.
 * @param levelFraction the position of the level in the implementation's range, 0 to 1. The middle shade is used if there are no levels.
 */
export function codecColor(family: string, levelFraction: number | null = null): string {
  const name = known(family);
  if (levelFraction === null) return `var(--codec-${name})`;
  const percent = Math.round(Math.min(1, Math.max(0, levelFraction)) * 100);
  return `color-mix(in oklab, var(--codec-${name}-high) ${percent}%, var(--codec-${name}-low))`;
}

/** How many shades of a family a chart has: more can't be told apart. Labels tell the other levels. */
const shadeCount = 4;

/**
 * The shade of a level in its range, from 0 to 1 in equal steps. Null without levels. Low levels are the usual ones, so they take more of the shades. Levels below zero are accelerations; zstd has 131,072 of them. They share
 * the lowest shade, since otherwise all other levels would share the highest.
 */
export function levelFraction(
  level: number | null,
  levels: { readonly min: number; readonly max: number } | null,
): number | null {
  if (level === null || levels === null || levels.max === levels.min) return null;
  const lowest = levels.max > 0 ? Math.max(levels.min, 0) : levels.min;
  const share = Math.max(0, (level - lowest) / (levels.max - lowest));
  return Math.round(Math.sqrt(share) * (shadeCount - 1)) / (shadeCount - 1);
}

/** What the highest shade is mixed with, so that the shades between are told apart. It only gains contrast against the background. */
const farthest: Readonly<Record<Theme, string>> = { light: 'black', dark: 'white' };

function variables(theme: Theme): string {
  return Object.entries(codecShades)
    .map(
      ([
        family,
        {
          [theme]: { low, middle, high },
        },
      ]) =>
        `--codec-${family}:${middle};--codec-${family}-low:${low};--codec-${family}-high:color-mix(in oklab,${high} 62%,${farthest[theme]});`,
    )
    .join('');
}

/** A style sheet with the custom properties to which `codecColor` refers. */
export function codecStyleSheet(): string {
  return `:root{${variables('light')}}:root[data-theme='dark']{${variables('dark')}}`;
}
