export type ShownTheme = 'light' | 'dark';

type Color = readonly [red: number, green: number, blue: number];

/**
 * The colours for drawings in each theme. The ground is the one of the tokens `--background` and `--surface` that has the lower contrast. Parts
 * without a colour of their own are drawn in `--ink`.
 */
export const drawingBackgrounds: Readonly<
  Record<ShownTheme, { readonly ground: Color; readonly ink: Color; readonly towards: number }>
> = {
  light: { ground: [0xf6, 0xf7, 0xf9], ink: [0x16, 0x18, 0x1d], towards: 0 },
  dark: { ground: [0x18, 0x1a, 0x1d], ink: [0xec, 0xee, 0xf1], towards: 255 },
};

/** The minimum contrast ratio. WCAG AA requires 4.5 for text; the thin letters and lines of a drawing need more. */
const minContrast = 5;
/** The minimum difference between the largest and the smallest colour channel, from 0 to 255. A colour below it is a grey, whose hue need not be kept. */
const minChroma = 24;
const steps = 64;

/** Adapts the colours of a drawing to a theme. Each colour keeps its hue, and is darkened or lightened until its contrast suffices. */
export function recolorDrawing(svg: string, theme: ShownTheme): string {
  return svg.replaceAll(/rgb\((\d{1,3}),(\d{1,3}),(\d{1,3})\)/g, (_, ...channels: string[]) => {
    const [red = 0, green = 0, blue = 0] = channels.slice(0, 3).map(Number);
    return `rgb(${readable([red, green, blue], theme).join(',')})`;
  });
}

function readable(color: Color, theme: ShownTheme): Color {
  const { ground, ink, towards } = drawingBackgrounds[theme];
  if (Math.max(...color) - Math.min(...color) < minChroma) return ink;
  for (let step = 0; step < steps; step += 1) {
    const [red, green, blue] = color;
    const mixed = (channel: number) => Math.round(channel + ((towards - channel) * step) / steps);
    const candidate: Color = [mixed(red), mixed(green), mixed(blue)];
    if (contrast(candidate, ground) >= minContrast) return candidate;
  }
  return ink;
}

/** The contrast ratio of two colours, from 1 to 21, as WCAG 2.2 defines it. */
export function contrast(a: Color, b: Color): number {
  const [one, other] = [luminance(a), luminance(b)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance([red, green, blue]: Color): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
