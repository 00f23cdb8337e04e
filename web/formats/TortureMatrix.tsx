import { useMemo, useState } from 'react';
import type { Torture, TortureOutcome, TortureSystem } from '../../workers/model/torture';
import { Icon, type IconName } from '../ui/Icon';
import { ScrollRegion } from '../ui/ScrollRegion';
import styles from './TortureMatrix.module.css';
import {
  type TortureCaseRow,
  tortureCaseGroups,
  outcomeCountsOf,
  lostCases,
  type OutcomeCounts,
  type OutcomeKind,
  outcomeLabels,
  systemName,
} from './torture-table';

const icons: Readonly<Record<OutcomeKind, IconName>> = { kept: 'check', changed: 'approximate', refused: 'close' };
const kinds = ['kept', 'changed', 'refused'] as const;

interface TortureMatrixProps {
  readonly torture: Torture;
  readonly systems: readonly TortureSystem[];
}

/**
 * The matrix: one column per system, with a bar of its outcomes, and one row per case, which opens to show the reasons.
 * A phone shows a list of the systems instead.
 */
export function TortureMatrix({ torture, systems }: TortureMatrixProps) {
  const groups = useMemo(() => tortureCaseGroups(torture, systems), [torture, systems]);
  return (
    <>
      <ul className={styles.legend}>
        {kinds.map((kind) => (
          <li key={kind}>
            <span className={styles[kind]}>
              <Icon name={icons[kind]} />
            </span>
            <span>
              <b>{outcomeLabels[kind].word}</b>: {outcomeLabels[kind].meaning}
            </span>
          </li>
        ))}
      </ul>
      <ul className={styles.systems} aria-label="What each format keeps">
        {systems.map((system) => (
          <SystemCard key={system.id} torture={torture} system={system} />
        ))}
      </ul>
      <ScrollRegion className={styles.scroll} label="Torture matrix">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.corner}>
                Case
              </th>
              {systems.map((system) => (
                <th key={system.id} scope="col" className={styles.system}>
                  <span className={styles.format}>{system.format}</span>
                  <span className={styles.implementation}>{system.label === system.format ? '' : system.label}</span>
                  <Bar counts={outcomeCountsOf(system)} name={systemName(system)} />
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(({ group, rows }) => (
            <tbody key={group}>
              <tr>
                <th scope="rowgroup" colSpan={systems.length + 1} className={styles.group}>
                  <span className={styles.stays}>{group}</span>
                </th>
              </tr>
              {rows.map((row) => (
                <Case key={row.id} row={row} systems={systems} />
              ))}
            </tbody>
          ))}
        </table>
      </ScrollRegion>
    </>
  );
}

/** One system on a phone, where the matrix does not fit: its bar, and the cases that it does not keep. */
function SystemCard({ torture, system }: { readonly torture: Torture; readonly system: TortureSystem }) {
  const lost = lostCases(torture, system);
  return (
    <li>
      <details>
        <summary>
          <span className={styles.format}>{system.format}</span>
          <span className={styles.implementation}>{system.label === system.format ? '' : system.label}</span>
          <Bar counts={outcomeCountsOf(system)} name={systemName(system)} />
        </summary>
        {lost.length === 0 ? (
          <p>It keeps every case.</p>
        ) : (
          <ul>
            {lost.map(({ id, label, kind, reason }) => (
              <li key={id}>
                <span className={styles[kind]}>
                  <Icon name={icons[kind]} />
                </span>
                <span>
                  <b>{label}</b> {outcomeLabels[kind].word}. {reason}
                </span>
              </li>
            ))}
          </ul>
        )}
      </details>
    </li>
  );
}

const partHeights = { kept: 6, changed: 3, refused: 1 } as const;

/** The numbers of cases that a system keeps, changes and refuses, as parts of one bar. */
function Bar({ counts, name }: { readonly counts: OutcomeCounts; readonly name: string }) {
  const total = counts.kept + counts.changed + counts.refused;
  let start = 0;
  return (
    <>
      <svg
        className={styles.bar}
        viewBox="0 0 60 6"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name}: ${counts.kept} kept, ${counts.changed} changed, ${counts.refused} refused`}
      >
        {kinds.map((kind) => {
          const width = total === 0 ? 0 : (counts[kind] / total) * 60;
          const x = start;
          start += width;
          // Their heights tell the parts apart where colours don't.
          const height = partHeights[kind];
          return <rect key={kind} className={styles[kind]} x={x} y={6 - height} width={width} height={height} />;
        })}
      </svg>
      <span className={styles.count}>{counts.kept} kept</span>
    </>
  );
}

function Case({ row, systems }: { readonly row: TortureCaseRow; readonly systems: readonly TortureSystem[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <tr className={styles.case}>
        <th scope="row" className={styles.name}>
          {row.remarks.length === 0 ? (
            row.label
          ) : (
            <button type="button" className={styles.opener} aria-expanded={open} onClick={() => setOpen(!open)}>
              <span className={open ? styles.opened : styles.closed}>
                <Icon name="chevron" />
              </span>
              {row.label}
            </button>
          )}
        </th>
        {row.outcomes.map((outcome, index) => (
          <Outcome key={systems[index]?.id} outcome={outcome} />
        ))}
      </tr>
      {open && (
        <tr>
          <td colSpan={systems.length + 1} className={styles.remarks}>
            <ul className={styles.stays}>
              {row.remarks.map(({ text, systems: names }) => (
                <li key={text}>
                  <b>{names.length === systems.length && names.length > 1 ? 'All' : names.join(', ')}</b>: {text}
                </li>
              ))}
            </ul>
          </td>
        </tr>
      )}
    </>
  );
}

function Outcome({ outcome }: { readonly outcome: TortureOutcome | null }) {
  if (outcome === null)
    return (
      <td className={styles.outcome}>
        <span className={styles.untried}>–</span>
        <span className="visually-hidden">not tested</span>
      </td>
    );
  const kind = outcome.outcome;
  return (
    <td className={styles.outcome}>
      <span className={styles[kind]}>
        <Icon name={icons[kind]} />
      </span>
      <span className="visually-hidden">{outcomeLabels[kind].word}</span>
    </td>
  );
}
