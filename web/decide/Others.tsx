import { useState } from 'react';
import { CandidateTable } from '../charts/CandidateTable';
import { MarkSwatch } from '../charts/Mark';
import { UserFileSwatch } from '../charts/UserFileMark';
import { factorAndEnds } from '../figures/factor-interval';
import { formatBytes, formatFactor, formatSignificant } from '../figures/figures';
import { sizeAgainstUserFile, type UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import type { Standing } from './answer';
import { formatProbability, formatTotal, othersQuestion, standingText, verdictText } from './answer-words';
import type { Excluded } from './contenders';
import styles from './Decision.module.css';
import type { NativeFactor } from './native/native-factors';
import { type AgainstUserFile, againstUserFile, isFileAsGood, leftOutWords, userFileTotal } from './user-file-total';

interface OthersProps {
  readonly standings: readonly Standing[];
  readonly excluded: readonly Excluded[];
  readonly situation: Situation;
  /** The user's file, which stands first. Null if the data was generated. */
  readonly userFile: UserFile | null;
  /** True if the answer is open: only then the shares of resampled runs agree with its word. */
  readonly showsShares: boolean;
}

/** All candidates with their totals, and why each of the others is out. */
export function Others({ standings, excluded, situation, userFile, showsShares }: OthersProps) {
  const [open, setOpen] = useState(false);
  const rivals = Math.max(0, standings.length - 1);
  if (rivals + excluded.length === 0) return null;
  const native = standings.some(({ contender }) => contender.nativeFactors !== undefined);
  const shares = showsShares && standings.some(({ probability }) => probability !== null);
  const figures = () => ({
    columns: [
      'Total',
      'Against the best',
      'Verdict',
      ...(shares ? ['Best in'] : []),
      userFile === null ? 'Size' : 'Size, against your file',
      ...(native ? ['Browser ÷ native: write, read'] : []),
    ],
    rows: [
      ...(userFile === null ? [] : [userFileRow(userFile, situation, standings, { native, shares })]),
      ...standings.map((standing) => {
        const { row, figures: own } = standing.contender;
        return {
          ...headOf(row),
          cells: [
            formatTotal(situation, standing.total),
            standing.verdict === 'best' ? '–' : standingText(standing),
            verdictText(standing),
            ...(shares ? [standing.probability === null ? '–' : formatProbability(standing.probability)] : []),
            `${formatBytes(own.sizeBytes)}${userFile === null ? '' : `, ${sizeAgainstUserFile(own.sizeBytes, userFile)}`}`,
            ...(native ? [factorsText(standing)] : []),
          ],
        };
      }),
      ...excluded.map(({ row, reason }) => ({ ...headOf(row), cells: `Out: ${reason}` })),
    ],
  });
  return (
    <details className={styles.fold} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{othersQuestion(rivals + excluded.length)}</summary>
      {open && (
        <div className={`${styles.folded} ${styles.others}`}>
          <CandidateTable label="All candidates with their totals" {...figures()} />
        </div>
      )}
    </details>
  );
}

function userFileRow(
  userFile: UserFile,
  situation: Situation,
  standings: readonly Standing[],
  columns: { readonly native: boolean; readonly shares: boolean },
) {
  const { total, leftOut } = userFileTotal(userFile, situation);
  const best = standings[0]?.contender ?? null;
  const against = best === null ? null : againstUserFile(userFile, best, situation, fileSeed);
  const isAsGood = isFileAsGood(
    userFile,
    standings.map(({ contender }) => contender),
    situation,
  );
  return {
    key: 'user-file',
    swatch: <UserFileSwatch />,
    label: userFile.name,
    cells: [
      `${formatTotal(situation, total)}${leftOutWords(leftOut)}`,
      against === null || !Number.isFinite(against.factor) ? '–' : factorText(against),
      isAsGood ? 'nothing is more than 3 % better' : 'not a candidate',
      ...(columns.shares ? ['–'] : []),
      formatBytes(userFile.sizeBytes),
      ...(columns.native ? ['–'] : []),
    ],
  };
}

/** The seed of the resampling, which is the same at each drawing. */
const fileSeed = 1;

function factorText({ factor, interval }: AgainstUserFile): string {
  if (interval === null) return formatFactor(factor);
  const [text, ends] = factorAndEnds(factor, interval, ' to ');
  return `${text} (${ends})`;
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
