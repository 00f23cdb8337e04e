import { FoldedCandidateTable } from '../charts/CandidateTable';
import { MarkSwatch } from '../charts/Mark';
import { formatBytes, formatSignificant, plural } from '../figures/figures';
import type { Situation } from '../view/situation';
import type { Standing } from './answer';
import { formatProbability, formatTotal, standingText } from './answer-words';
import type { Excluded } from './contenders';
import styles from './Decision.module.css';
import type { NativeFactor } from './native/native-factors';

interface OthersProps {
  readonly standings: readonly Standing[];
  readonly excluded: readonly Excluded[];
  readonly situation: Situation;
}

const verdictWords: Readonly<Record<Standing['verdict'], string>> = {
  best: 'best',
  behind: 'behind',
  farBehind: 'far behind, from too few rounds for a test',
  tied: 'no clear difference',
  undecided: 'not decided',
};

/** All candidates with their totals, and why each of the others is out. */
export function Others({ standings, excluded, situation }: OthersProps) {
  const others = Math.max(0, standings.length - 1) + excluded.length;
  if (others === 0) return null;
  const native = standings.some(({ contender }) => contender.nativeFactors !== undefined);
  const figures = () => ({
    columns: [
      'Total',
      'Against the best',
      'Verdict',
      'Best in',
      'Size',
      ...(native ? ['Browser ÷ native: write, read'] : []),
    ],
    rows: [
      ...standings.map((standing) => {
        const { row, figures: own } = standing.contender;
        return {
          ...headOf(row),
          cells: [
            formatTotal(situation, standing.total),
            standing.verdict === 'best' ? '–' : standingText(standing),
            verdictWords[standing.verdict],
            formatProbability(standing.probability),
            formatBytes(own.sizeBytes),
            ...(native ? [factorsText(standing)] : []),
          ],
        };
      }),
      ...excluded.map(({ row, reason }) => ({ ...headOf(row), cells: `Out: ${reason}` })),
    ],
  });
  return (
    <FoldedCandidateTable
      summary={`Why not one of the other ${plural(others, 'candidate')}?`}
      label="All candidates with their totals"
      className={styles.others}
      figures={figures}
    />
  );
}

const headOf = ({ key, names }: Excluded['row']) => ({
  key,
  swatch: <MarkSwatch names={names} />,
  label: names.label,
});

/** The factors to native of writing and reading, with their intervals. */
function factorsText({ contender: { nativeFactors } }: Standing): string {
  const text = (factor: NativeFactor | undefined) =>
    factor === undefined
      ? 'not known'
      : `${formatSignificant(factor.factor, 2)} (${formatSignificant(factor.low, 2)} to ${formatSignificant(factor.high, 2)})`;
  return `${text(nativeFactors?.encode)}, ${text(nativeFactors?.decode)}`;
}
