import { fittedLabel, textWidthPx } from '../../charts/measure-text';
import { logAxis } from '../../charts/ticks';
import { type ParameterSweep, sweepValueTick } from '../../figures/parameter-sweep';
import { placesOf } from './sweep-panels';
import type { SweepScale } from './winner-changes';

const padding = 0.05;
/** The smallest distance between two labels of ticks, px. */
const gapPx = 8;
const fontSize = 11;

interface SweepAxis {
  readonly scale: 'linear' | 'log';
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  readonly format: (x: number) => string;
}

/** The axis of the swept parameter: a tick at each measured value, as far as their labels have room on `widthPx`. Names of choices are cut. */
export function sweepAxis(sweep: ParameterSweep, scale: SweepScale, widthPx: number): SweepAxis {
  const places = placesOf(sweep).sort((a, b) => a - b);
  const [low = 0, high = 1] = [places[0], places.at(-1)];
  const span = high - low;
  const domain: readonly [number, number] =
    scale === 'log'
      ? logAxis(places, 2, padding).domain
      : scale === 'choices'
        ? [low - 0.5, high + 0.5]
        : [low - padding * span, high + padding * span];
  const format = (x: number) => {
    const label = sweepValueTick(sweep.parameter, scale === 'choices' ? (sweep.values[x] ?? '') : x);
    return scale === 'choices'
      ? fittedLabel({ label, shortLabel: label }, fontSize, widthPx / places.length - gapPx - 2)
      : label;
  };
  const share = (x: number) =>
    scale === 'log'
      ? Math.log(x / domain[0]) / Math.log(domain[1] / domain[0])
      : (x - domain[0]) / (domain[1] - domain[0]);
  const half = (x: number) => textWidthPx(format(x), fontSize) / 2;
  const ticks: number[] = [];
  // The first and the last value always have room for a label before the others.
  for (const x of [...new Set([low, high, ...places])]) {
    const at = share(x) * widthPx;
    const isFree = ticks.every((other) => Math.abs(share(other) * widthPx - at) >= half(other) + half(x) + gapPx);
    if (isFree) ticks.push(x);
  }
  return { scale: scale === 'log' ? 'log' : 'linear', domain, ticks: ticks.sort((a, b) => a - b), format };
}
