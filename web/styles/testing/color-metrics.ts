/** Linear red, green and blue, or a colour's coordinates in OKLab. */
type Rgb = readonly [number, number, number];

/** A colour such as `#0a1b2c` without sRGB's gamma. */
export const linear = (hex: string): Rgb => {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
};
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
/** The contrast of two colours (WCAG 2, 1.4.3). */
export const contrast = (a: string, b: string) => {
  const [high, low] = [luminance(linear(a)), luminance(linear(b))].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

/** OKLab's coordinates of a linear colour (Björn Ottosson 2020). */
export const oklab = ([r, g, b]: Rgb): Rgb => {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
};

/** What full and colour-blind eyes see of linear colours (Machado, Oliveira and Fernandes 2009, severity 1). */
const visions: Record<string, readonly number[]> = {
  full: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};
const see = (matrix: readonly number[], [r, g, b]: Rgb): Rgb => {
  const row = (at: number) =>
    Math.min(1, Math.max(0, (matrix[at] ?? 0) * r + (matrix[at + 1] ?? 0) * g + (matrix[at + 2] ?? 0) * b));
  return [row(0), row(3), row(6)];
};

/** The smallest distance of two colours in OKLab, over full and colour-blind vision. */
export const leastDistance = (a: string, b: string) =>
  Math.min(
    ...Object.values(visions).map((matrix) => {
      const [x, y] = [oklab(see(matrix, linear(a))), oklab(see(matrix, linear(b)))];
      return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
    }),
  );
