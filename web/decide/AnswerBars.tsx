import type { ReactNode } from 'react';
import { MarkSwatch } from '../charts/Mark';
import { UserFileSwatch } from '../charts/UserFileMark';
import { formatBytes } from '../figures/figures';
import { valueLossWords } from '../figures/losses-summary';
import type { UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import type { Standing } from './answer';
import { formatTotal } from './answer-words';
import styles from './AnswerBars.module.css';
import type { FileComparison } from './file-comparison';
import { totalInterval } from './total-interval';
import { type PartId, partNames, type TotalPart, totalPartsOf } from './total-parts';
import { leftOutWords } from './user-file-total';

interface AnswerBarsProps {
  /** The candidates to show, the best one first. */
  readonly shown: readonly Standing[];
  readonly situation: Situation;
  /** The user's file, which stands last. Null if the data was generated. */
  readonly userFile: UserFile | null;
  readonly comparison: FileComparison | null;
  /** The significant digits of totals. */
  readonly digits: number;
}

interface BarRow {
  readonly key: string;
  readonly swatch: ReactNode;
  readonly label: string;
  /** What stands below the name. Null if nothing does. */
  readonly note: string | null;
  readonly total: number;
  readonly totalText: string;
  readonly sizeText: string;
  readonly parts: readonly TotalPart[];
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/** The totals of the best candidates, of the simplest one, and of the user's file, as bars of their parts. A table has the same figures. */
export function AnswerBars({ shown, situation, userFile, comparison, digits }: AnswerBarsProps) {
  const [best] = shown;
  if (best === undefined) return null;
  const rows: BarRow[] = shown.map((standing) => {
    const { row, figures } = standing.contender;
    const loss = valueLossWords(row);
    return {
      key: row.key,
      swatch: <MarkSwatch names={row.names} />,
      label: row.names.label,
      note: loss === null ? null : `Loses ${loss}`,
      total: standing.total,
      totalText: formatTotal(situation, standing.total, digits),
      sizeText: formatBytes(figures.sizeBytes),
      parts: totalPartsOf(situation, figures),
      interval: totalInterval(standing, best, situation),
    };
  });
  if (userFile !== null)
    rows.push({
      key: 'user-file',
      swatch: <UserFileSwatch />,
      label: userFile.name,
      note: comparison === null ? null : leftOutWords(comparison.leftOut).trim() || null,
      total: comparison?.total ?? 0,
      totalText: comparison === null ? '–' : formatTotal(situation, comparison.total, digits),
      sizeText: formatBytes(userFile.sizeBytes),
      parts: comparison === null ? [] : totalPartsOf(situation, comparison.figures),
      interval: null,
    });
  const largest = Math.max(...rows.map(({ total, interval }) => Math.max(total, interval?.high ?? 0)));
  const isSize = situation.goal === 'size';
  const used = best.total > 0 ? usedParts(rows) : [];
  return (
    <table className={styles.bars}>
      <caption className="visually-hidden">Totals of the best candidates</caption>
      <thead>
        <tr className={styles.head}>
          <th scope="col">Candidate</th>
          <td className={styles.wideOnly}>
            <ul className={styles.legend} aria-hidden="true">
              {!isSize &&
                used.map((id) => (
                  <li key={id}>
                    <span className={styles.tint} data-part={id} />
                    {partNames[id]}
                  </li>
                ))}
            </ul>
          </td>
          {!isSize && <th scope="col">Total</th>}
          <th scope="col">Size</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className={row.key === 'user-file' ? styles.own : undefined}>
            <th scope="row">
              <span className={styles.name}>
                {row.swatch}
                <span>
                  {row.label}
                  {row.note !== null && <small>{row.note}</small>}
                </span>
              </span>
              <span className={styles.narrowOnly}>
                <Track row={row} used={used} largest={largest} />
              </span>
            </th>
            <td className={styles.wideOnly}>
              <Track row={row} used={used} largest={largest} />
            </td>
            {!isSize && (
              <td>
                {row.totalText}
                <span className="visually-hidden">{partsText(row, situation)}</span>
              </td>
            )}
            <td>{row.sizeText}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A smaller share of a total is not drawn, nor named. */
const negligibleShare = 0.0005;

/** The parts that some total has, in their order. */
const usedParts = (rows: readonly BarRow[]): PartId[] => [
  ...new Set(
    rows.flatMap(({ parts, total }) => parts.flatMap(({ id, value }) => (value > total * negligibleShare ? [id] : []))),
  ),
];

/** The parts in words, for those who do not see the bar. */
function partsText({ parts, total, interval }: BarRow, situation: Situation): string {
  const texts = parts.flatMap(({ id, value }) =>
    value > total * negligibleShare ? [`${partNames[id].toLowerCase()} ${formatTotal(situation, value, 2)}`] : [],
  );
  const range =
    interval === null
      ? []
      : [`between ${formatTotal(situation, interval.low)} and ${formatTotal(situation, interval.high)}`];
  return texts.length + range.length === 0 ? '' : ` (${[...texts, ...range].join(', ')})`;
}

function Track({
  row,
  used,
  largest,
}: {
  readonly row: BarRow;
  readonly used: readonly PartId[];
  readonly largest: number;
}) {
  const percent = (value: number) => `${(100 * value) / largest}%`;
  const { interval } = row;
  return (
    <span className={styles.track} aria-hidden="true">
      {used.map((id) => {
        const value = row.parts.find((part) => part.id === id)?.value ?? 0;
        return <span key={id} className={styles.part} data-part={id} style={{ width: percent(value) }} />;
      })}
      {interval !== null && (
        <span
          className={styles.whisker}
          style={{ left: percent(interval.low), width: percent(interval.high - interval.low) }}
        />
      )}
    </span>
  );
}
