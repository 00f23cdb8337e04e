import { type Quantity, quantities } from '../../../../workers/model/imported-set';
import { formatBytes, formatMs, formatSignificant } from '../../../figures/figures';
import { formatRate, formatThroughput } from '../../../figures/throughput';

/** A value in base units as text: `12.5 ms`, `1.2 GB`, `510 MB/s`, `34.7 %`, `2.9`. */
export function figureText(value: number, quantity: Quantity): string {
  if (value < 0) return `−${figureText(-value, quantity)}`;
  switch (quantities[quantity].dimension) {
    case 'time':
      return formatMs(value * 1e3);
    case 'bytes':
      return formatBytes(value);
    case 'speed':
      return formatThroughput(value, 'bytes');
    case 'rate':
      return formatRate(value);
    case 'bare':
      return quantity === 'sizeShare'
        ? `${formatSignificant(value * 100)} %`
        : quantity === 'factor'
          ? `${formatSignificant(value)}×`
          : formatSignificant(value);
  }
}

export const betterDirectionText: Readonly<Record<'less' | 'more', string>> = {
  less: 'less is better',
  more: 'more is better',
};
