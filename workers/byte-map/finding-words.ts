/** A part of the file smaller than this is not worth a sentence. */
export const minShare = 0.005;

export function bytesText(bytes: number): string {
  const [size, unit] = bytes >= 1e6 ? [bytes / 1e6, 'MB'] : bytes >= 1e3 ? [bytes / 1e3, 'kB'] : [bytes, 'bytes'];
  return `${size.toLocaleString('en', { maximumSignificantDigits: 3 })} ${unit}`;
}

export const percent = (share: number): string =>
  `${(share * 100).toLocaleString('en', { maximumSignificantDigits: 2 })} %`;

/** Says of a codec that it makes a part little smaller, or no smaller at all. */
export function smallSaving(codec: string, uncompressedBytes: number, bytes: number): string {
  const saved = bytes < uncompressedBytes ? `only ${percent(1 - bytes / uncompressedBytes)}` : 'nothing';
  return `${codec} saves ${saved}: ${bytesText(uncompressedBytes)} become ${bytesText(bytes)}.`;
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
