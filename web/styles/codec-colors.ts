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

const shades = (low: string, middle: string, high: string): Shades => ({ low, middle, high });

export const codecShades: Readonly<Record<string, Readonly<Record<Theme, Shades>>>> = {
  none: { light: shades('#8c9199', '#7a7f87', '#696d75'), dark: shades('#92969c', '#a4a8af', '#b7bbc2') },
  zstd: { light: shades('#de7336', '#c9601f', '#b34f02'), dark: shades('#df8324', '#f4963d', '#ffae6a') },
  lz4: { light: shades('#258270', '#04705f', '#065d4f'), dark: shades('#02beac', '#22d3bf', '#45e7d2') },
  deflate: { light: shades('#2c87fe', '#0d73eb', '#0562cc'), dark: shades('#6d97e6', '#7faafa', '#9bbefe') },
  snappy: { light: shades('#d1306e', '#bc135d', '#a1054d'), dark: shades('#d34189', '#e8559b', '#fd69ae') },
  brotli: { light: shades('#946d1f', '#825c00', '#6c4d06'), dark: shades('#9b7404', '#b08512', '#c39830') },
  lzma: { light: shades('#b0364a', '#9c213a', '#88032a'), dark: shades('#c2615b', '#d6736c', '#eb857e') },
  bzip2: { light: shades('#aa6cdb', '#975ac7', '#8548b3'), dark: shades('#9765e0', '#a978f5', '#b990fe') },
  blosc: { light: shades('#329ab9', '#1a8faa', '#0b7590'), dark: shades('#0e88a4', '#0a9cbc', '#31afcf') },
  pco: { light: shades('#649a2e', '#538714', '#447401'), dark: shades('#82c175', '#95d587', '#a8e99a') },
  fsst: { light: shades('#4934a3', '#3a248b', '#2c1374'), dark: shades('#5954cc', '#615ed6', '#6967e1') },
};

/** Codecs as lists show them: those of one family together, the families in the order above, which is that of common use; a family without a hue last. */
export function byFamily<C extends { readonly family: string; readonly id: string }>(codecs: Iterable<C>): C[] {
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
