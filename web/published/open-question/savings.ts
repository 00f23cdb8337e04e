import type { RunResult } from '../../../workers/model/result';
import { formatPercent } from '../../figures/figures';
import { type ParameterSweep, sweepValueText } from '../../figures/parameter-sweep';
import { isCompleted, resultRows } from '../../figures/rows';

/** What a codec saves at one value of a sweep: the share of the file without it. Negative if its file is larger. */
interface Saving {
  readonly value: string;
  readonly share: number;
}

interface CodecSavings {
  /** The candidate with the codec, and the same one without it. */
  readonly name: string;
  readonly plainName: string;
  readonly savings: readonly Saving[];
}

/** For each candidate with a codec whose format and options are measured without one as well: what the codec saves at each value. */
export function codecSavings({ plan, ...rest }: RunResult, sweep: ParameterSweep): CodecSavings[] {
  const rows = resultRows({ plan, ...rest }, false).filter(isCompleted);
  const cell = (candidate: number, dataset: number) =>
    rows.find((row) => row.candidate === candidate && row.dataset === dataset);
  return plan.candidates.flatMap((candidate, index): CodecSavings[] => {
    if (candidate.codec === null) return [];
    const plain = plan.candidates.findIndex(
      ({ format, implementation, options, codec }) =>
        codec === null &&
        format === candidate.format &&
        implementation === candidate.implementation &&
        JSON.stringify(options) === JSON.stringify(candidate.options),
    );
    const savings = sweep.values.flatMap((value, dataset): Saving[] => {
      const [own, without] = [cell(index, dataset)?.sizeBytes, cell(plain, dataset)?.sizeBytes];
      return own == null || without == null || without === 0
        ? []
        : [{ value: sweepValueText(sweep.parameter, value), share: 1 - own / without }];
    });
    const [name, plainName] = [cell(index, 0)?.names.label, cell(plain, 0)?.names.label];
    return savings.length < 2 || name === undefined || plainName === undefined ? [] : [{ name, plainName, savings }];
  });
}

/** `HDF5, gzip 4 against HDF5: 5.0 % smaller for uniform, 13 % smaller for normal.` */
export const savingsText = ({ name, plainName, savings }: CodecSavings): string =>
  `${name} against ${plainName}: ${savings
    .map(({ value, share }) =>
      share < 0 ? `${formatPercent(-share)} larger for ${value}` : `${formatPercent(share)} smaller for ${value}`,
    )
    .join(', ')}.`;
