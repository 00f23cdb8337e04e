import { MarkSwatch } from '../charts/Mark';
import { UserFileSwatch } from '../charts/UserFileMark';
import styles from './AnswerBars.module.css';
import { type BarRow, type BarsOf, barRows, largestOf, partsText, usedParts } from './bar-rows';
import { type PartId, partNames } from './total-parts';

/** The totals of the best candidates, of the simplest one, and of the user's file, as bars of their parts. A table has the same figures. */
export function AnswerBars({ shown, situation, userFile, comparison, digits }: BarsOf) {
  const rows = barRows({ shown, situation, userFile, comparison, digits });
  if (rows.length === 0) return null;
  const largest = largestOf(rows);
  const isSize = situation.goal === 'size';
  const used = usedParts(rows);
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
          <tr key={row.key} className={row.names === null ? styles.own : undefined}>
            <th scope="row">
              <span className={styles.name}>
                {row.names === null ? <UserFileSwatch /> : <MarkSwatch names={row.names} />}
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
