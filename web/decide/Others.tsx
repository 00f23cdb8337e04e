import { useState } from 'react';
import { formatBytes, formatSignificant, plural } from '../figures/figures';
import { ScrollRegion } from '../ui/ScrollRegion';
import type { Situation } from '../view/situation';
import wide from '../ui/wide-table.module.css';
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
  // The intervals take a resampling each, so they are computed when somebody looks.
  const [open, setOpen] = useState(false);
  const others = Math.max(0, standings.length - 1) + excluded.length;
  if (others === 0) return null;
  const native = standings.some(({ contender }) => contender.nativeFactors !== undefined);
  return (
    <details className={styles.others} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{`Why not one of the other ${plural(others, 'candidate')}?`}</summary>
      {open && (
        <ScrollRegion label="All candidates with their totals" className={wide.region}>
          <table className={wide.table}>
            <thead>
              <tr className={wide.single}>
                <th scope="col" className={wide.first}>
                  Candidate
                </th>
                <th scope="col">Total</th>
                <th scope="col">Against the best</th>
                <th scope="col">Verdict</th>
                <th scope="col">Best in</th>
                <th scope="col">Size</th>
                {native && <th scope="col">Browser ÷ native: write, read</th>}
              </tr>
            </thead>
            <tbody>
              {standings.map((standing) => (
                <tr key={standing.contender.row.key}>
                  <th scope="row" className={wide.first}>
                    {standing.contender.row.names.label}
                  </th>
                  <td>{formatTotal(situation, standing.total)}</td>
                  <td>{standing.verdict === 'best' ? '–' : standingText(standing)}</td>
                  <td>{verdictWords[standing.verdict]}</td>
                  <td>{formatProbability(standing.probability)}</td>
                  <td>{formatBytes(standing.contender.figures.sizeBytes)}</td>
                  {native && <td>{factorsText(standing)}</td>}
                </tr>
              ))}
              {excluded.map(({ row, reason }) => (
                <tr key={row.key}>
                  <th scope="row" className={wide.first}>
                    {row.names.label}
                  </th>
                  <td colSpan={native ? 6 : 5} className={styles.reason}>
                    {`Out: ${reason}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </details>
  );
}

/** The factors to native of writing and reading, with their intervals. */
function factorsText({ contender: { nativeFactors } }: Standing): string {
  const text = (factor: NativeFactor | undefined) =>
    factor === undefined
      ? 'not known'
      : `${formatSignificant(factor.factor, 2)} (${formatSignificant(factor.low, 2)} to ${formatSignificant(factor.high, 2)})`;
  return `${text(nativeFactors?.encode)}, ${text(nativeFactors?.decode)}`;
}
