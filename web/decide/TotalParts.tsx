import { memo, useDeferredValue, useMemo } from 'react';
import { formatBytes } from '../figures/figures';
import { MarkSwatch } from '../charts/Mark';
import { UserFileSwatch } from '../charts/UserFileMark';
import type { UserFile } from '../figures/user-file';
import { ScrollRegion } from '../ui/ScrollRegion';
import type { Situation } from '../view/situation';
import { formatDuration, formatMoney, formatTotal } from './answer-words';
import styles from './BreakEven.module.css';
import type { Contender } from './contenders';
import { type CandidateFigures, costParts, timeParts, totalOf } from './totals';
import { leftOutWords, userFileTotal } from './user-file-total';

interface Part {
  readonly name: string;
  readonly value: number;
}

const maxBars = 6;
/** A smaller share of the total is not written out. */
const negligibleShare = 0.0005;

interface TotalPartsProps {
  readonly contenders: readonly Contender[];
  readonly situation: Situation;
  /** The user's file, which stands first. Null if the data was generated. */
  readonly userFile: UserFile | null;
}

/**
 * The parts of the totals at the present value, as stacked bars: those of the best candidates. The table has the same figures. While a slider
 * moves, the lines of the chart are drawn first, and the parts follow in the next frame.
 */
export function TotalParts({ contenders, situation, userFile }: TotalPartsProps) {
  const now = useMemo(() => ({ contenders, situation }), [contenders, situation]);
  const drawn = useDeferredValue(now);
  return <PartTable contenders={drawn.contenders} situation={drawn.situation} userFile={userFile} />;
}

const PartTable = memo(function PartTable({ contenders, situation, userFile }: TotalPartsProps) {
  const best = contenders
    .map((contender) => ({ contender, total: totalOf(situation, contender.figures) }))
    .sort((a, b) => a.total - b.total)
    .slice(0, maxBars)
    .map(({ contender: { row, figures }, total }) => ({
      key: row.key,
      swatch: <MarkSwatch names={row.names} />,
      label: row.names.label,
      total,
      sizeBytes: figures.sizeBytes,
      parts: partsOf(situation, figures),
    }));
  const first = best[0];
  if (first === undefined || !(first.total > 0)) return null;
  const rows = userFile === null ? best : [fileRow(userFile, situation), ...best];
  const largest = Math.max(...rows.map(({ total }) => total));
  const format = situation.goal === 'time' ? formatDuration : formatMoney;
  return (
    <div className={styles.parts}>
      <ul className={styles.partLegend} aria-hidden="true">
        {first.parts.map(({ name }, index) => (
          <li key={name}>
            <span className={styles.partSwatch} data-part={index} />
            {name}
          </li>
        ))}
      </ul>
      <ScrollRegion label="The parts of the totals of the best candidates" className={styles.partArea}>
        <table className={styles.partTable}>
          <thead>
            <tr>
              <th scope="col">Candidate</th>
              <td className={styles.barHead} />
              <th scope="col">Total</th>
              {first.parts.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">Size</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, swatch, label, total, sizeBytes, parts }) => (
              <tr key={key}>
                <th scope="row">
                  <span className={styles.partName}>
                    {swatch}
                    {label}
                  </span>
                </th>
                <td className={styles.barCell}>
                  <div className={styles.bar} style={{ width: `${(total / largest) * 100}%` }} aria-hidden="true">
                    {parts.map(({ name, value }, index) => (
                      <span key={name} data-part={index} style={{ flexGrow: value / total }} />
                    ))}
                  </div>
                </td>
                <td>{formatTotal(situation, total)}</td>
                {parts.map(({ name, value }) => (
                  <td key={name}>{value === 0 ? '–' : value < total * negligibleShare ? '≈ 0' : format(value, 2)}</td>
                ))}
                <td>{formatBytes(sizeBytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
});

function fileRow(userFile: UserFile, situation: Situation) {
  const { figures, total, leftOut } = userFileTotal(userFile, situation);
  return {
    key: 'user-file',
    swatch: <UserFileSwatch />,
    label: `${userFile.name}${leftOutWords(leftOut)}`,
    total,
    sizeBytes: figures.sizeBytes,
    parts: partsOf(situation, figures),
  };
}

function partsOf(situation: Situation, figures: CandidateFigures): Part[] {
  if (situation.goal === 'money') {
    const { storage, egress, compute, requests, retrieval } = costParts(situation, figures);
    const { per1000Reads, per1000Writes, retrievalPerGb } = situation;
    return [
      { name: 'Storage', value: storage },
      { name: 'Downloads', value: egress },
      { name: 'Computing', value: compute },
      ...(per1000Reads > 0 || per1000Writes > 0 ? [{ name: 'Requests', value: requests }] : []),
      ...(retrievalPerGb > 0 ? [{ name: 'Retrieval', value: retrieval }] : []),
    ];
  }
  const { encodeMs, transferMs, waitMs, decodeMs } = timeParts(situation, figures);
  return [
    { name: 'Encode', value: encodeMs },
    { name: 'Transfer', value: transferMs },
    { name: 'Wait', value: waitMs },
    { name: 'Decode', value: decodeMs },
  ];
}
