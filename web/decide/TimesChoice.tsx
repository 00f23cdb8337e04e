import { Segmented } from '../ui/Segmented';
import type { Situation } from '../view/situation';
import type { Times } from './elsewhere';

const options = [
  { value: 'browser', label: 'Measured here', meaning: 'The times that this run measured.' },
  {
    value: 'native',
    label: 'In Python and other tools',
    meaning:
      'The times of this run, divided by the factor between the browser and the native library. A native run that you imported and marked as of this machine measured it, or else the benchmarks on the pages Formats and Codecs. The intervals include the factor’s.',
  },
] as const;

/** Whose times count: those measured in the browser, or those expected of other tools. */
export function TimesChoice({
  times,
  onTimes,
}: {
  readonly times: Times;
  readonly onTimes: (timesOf: Situation['timesOf']) => void;
}) {
  return (
    <Segmented label="Times" value={times === 'expected' ? 'native' : 'browser'} options={options} onChange={onTimes} />
  );
}
