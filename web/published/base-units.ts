import { lastDigitOf, type PublishedFigure } from '../../workers/model/published';

const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

type Metric = PublishedFigure['metric'];

const units: Readonly<Record<Metric, string>> = {
  writeTime: ' s',
  readTime: ' s',
  compressTime: ' s',
  decompressTime: ' s',
  compressRate: '/s',
  decompressRate: '/s',
  readRate: '/s',
  readRateMin: '/s',
  readRateMax: '/s',
  elapsedTime: ' s',
  writeSpeedUp: '×',
  readSpeedUp: '×',
  latency: ' µs',
  fileSize: ' bytes',
  sizeRatio: '',
  memorySize: ' bytes',
  pageSize: ' bytes',
  pageCount: ' pages',
  itemCount: '',
  idealTime: ' s',
  count: '',
  factor: '×',
  speed: ' bytes/s',
};

/** The number of significant digits shown. Sources print no more digits than these. */
const significantDigits: Readonly<Partial<Record<Metric, number>>> = {
  factor: 3,
  writeSpeedUp: 3,
  readSpeedUp: 3,
  latency: 4,
  sizeRatio: 5,
};

/** A figure in its base unit with the trailing zeros that the source prints: `2.40×`. */
export function printedInBaseUnits(figure: PublishedFigure): string {
  const scale = figure.metric === 'latency' ? 1e6 : 1;
  const digit = lastDigitOf(figure) * scale;
  if (digit === 0 || digit > 0.5) return inBaseUnits(figure.value, figure);
  const decimals = Math.round(-Math.log10(digit));
  return `${(figure.value * scale).toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })}${units[figure.metric]}`;
}

/**
 * A value in the base unit of the figure's metric: `102,760,448 bytes`, `0.36 s`, `297,667/s`. Latencies are in
 * microseconds.
 */
export function inBaseUnits(value: number, { metric }: Pick<PublishedFigure, 'metric'>): string {
  const digits = metric.endsWith('Time') ? 6 : significantDigits[metric];
  const scaled = metric === 'latency' ? value * 1e6 : value;
  return `${plain.format(digits === undefined ? Math.round(scaled) : Number(scaled.toPrecision(digits)))}${units[metric]}`;
}
