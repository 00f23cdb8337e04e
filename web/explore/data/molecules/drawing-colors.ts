export type ShownTheme = 'light' | 'dark';

type Color = readonly [red: number, green: number, blue: number];

/** What a drawing lies on in each theme (the tokens `--background` and `--surface`, the one of the two that is harder to read on), and what is drawn on it without a colour of its own (`--ink`). */
export const drawingGrounds: Readonly<
  Record<ShownTheme, { readonly ground: Color; readonly ink: Color; readonly towards: number }>
> = {
  light: { ground: [0xf6, 0xf7, 0xf9], ink: [0x16, 0x18, 0x1d], towards: 0 },
  dark: { ground: [0x18, 0x1a, 0x1d], ink: [0xec, 0xee, 0xf1], towards: 255 },
};

/** Of WCAG AA for text of any size is 4.5; letters and lines of a drawing are thin. */
const minContrast = 5;
/** Of the greatest to the least channel: black and the greys, as carbon has them, have no hue to keep. */
const minChroma = 24;
const steps = 64;

/** The colours of elements are meant for neither ground: each keeps its hue and goes towards black or white as far as it takes to be read. */
export function drawnOn(svg: string, theme: ShownTheme): string {
  return svg.replaceAll(/rgb\((\d{1,3}),(\d{1,3}),(\d{1,3})\)/g, (_, ...channels: string[]) => {
    const [red = 0, green = 0, blue = 0] = channels.slice(0, 3).map(Number);
    return `rgb(${readable([red, green, blue], theme).join(',')})`;
  });
}

function readable(color: Color, theme: ShownTheme): Color {
  const { ground, ink, towards } = drawingGrounds[theme];
  if (Math.max(...color) - Math.min(...color) < minChroma) return ink;
  for (let step = 0; step < steps; step += 1) {
    const [red, green, blue] = color;
    const mixed = (channel: number) => Math.round(channel + ((towards - channel) * step) / steps);
    const candidate: Color = [mixed(red), mixed(green), mixed(blue)];
    if (contrast(candidate, ground) >= minContrast) return candidate;
  }
  return ink;
}

/** WCAG 2.2, “contrast ratio”. */
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
