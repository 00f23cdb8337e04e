import type { PublishedFigure } from '../../workers/model/published';

const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

const units: Readonly<Record<PublishedFigure['metric'], string>> = {
  writeTime: ' s',
  readTime: ' s',
  idealTime: ' s',
  fileSize: ' bytes',
  memorySize: ' bytes',
  speed: ' bytes/s',
  count: '',
  factor: '×',
};

/** A value in a figure's base unit: `102,760,448 bytes`, `0.36 s`. */
export function inBaseUnits(value: number, { metric }: Pick<PublishedFigure, 'metric'>): string {
  const rounded = metric === 'factor' ? Number(value.toPrecision(3)) : metric.endsWith('Time') ? Number(value.toPrecision(6)) : Math.round(value);
  return `${plain.format(rounded)}${units[metric]}`;
}
