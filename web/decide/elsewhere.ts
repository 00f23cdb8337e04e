import { listedNames } from '../figures/candidate-list';
import { formatSignificant } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import type { Goal, Situation } from '../view/situation';
import type { Contender } from './contenders';

/** What the other times say: those in Python and other tools, if the card shows the browser's, and the reverse. */
export interface Elsewhere {
  /** Null if no candidate has such times. */
  readonly best: Contender | null;
  /** The total of the card's best candidate divided by that of `best`, both by those times. Null if either has no total. */
  readonly factor: number | null;
  /** The contenders in the browser that no benchmark compares with native. Empty if the card shows native times. */
  readonly notCompared: readonly Contender[];
}

/** Whose times the card shows: of this browser, of a browser elsewhere, of native libraries as measured or as expected. */
export type Times = 'here' | 'elsewhere' | 'native' | 'expected';

/** Follows “Keep it as”. */
export const timesWords: Readonly<Record<Times, string>> = {
  here: ' · times measured here',
  elsewhere: ' · times measured in another browser',
  native: ' · times measured in Python and other tools',
  expected: ' · times expected in Python and other tools',
};

/** True if the other times have another best candidate. */
export const isElsewhereOther = ({ row }: Contender, { best }: Elsewhere): boolean =>
  best !== null && best.row.key !== row.key;

/** What the other times would say. */
export function otherTimesText(contender: Contender, elsewhere: Elsewhere, times: Times, { goal }: Situation): string {
  const { best, factor, notCompared } = elsewhere;
  const left =
    notCompared.length === 0
      ? ''
      : ` ${plural(notCompared.length, 'candidate')} ${notCompared.length === 1 ? 'was' : 'were'} not compared with them: ${listedNames(notCompared.map(({ row }) => row.names.label))}.`;
  if (best === null)
    return 'In Python and other tools, the best is not known: no candidate here was compared with them.';
  const { label } = best.row.names;
  const by = factor === null ? '' : `; there, this candidate ${timesAsMuch(factor, goal)}`;
  const isOther = isElsewhereOther(contender, elsewhere);
  if (times === 'expected')
    return isOther ? `In the browser, ${label} is the best${by}.` : 'In the browser, it is the best as well.';
  const among = notCompared.length === 0 ? '' : ' of those compared';
  return isOther
    ? `In Python and other tools, ${label} is expected to be the best${among}${by}.${left}`
    : `In Python and other tools, it is expected to be the best${among} as well.${left}`;
}

/** `takes 1.4 times as long`. A factor below 1.2 has three digits. */
function timesAsMuch(factor: number, goal: Goal): string {
  const text = formatSignificant(factor, factor < 1.2 || factor >= 100 ? 3 : 2);
  return {
    time: `takes ${text} times as long`,
    money: `costs ${text} times as much`,
    size: `is ${text} times as large`,
  }[goal];
}
