/** A part of the file smaller than this is not worth a sentence. */
export const minShare = 0.005;

export function bytesText(bytes: number): string {
  const [size, unit] = bytes >= 1e6 ? [bytes / 1e6, 'MB'] : bytes >= 1e3 ? [bytes / 1e3, 'kB'] : [bytes, 'bytes'];
  return `${size.toLocaleString('en', { maximumSignificantDigits: 3 })} ${unit}`;
}

export const percent = (share: number): string =>
  `${(share * 100).toLocaleString('en', { maximumSignificantDigits: 2 })} %`;

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
