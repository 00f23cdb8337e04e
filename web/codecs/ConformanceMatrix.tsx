import { useMemo } from 'react';
import { codecs } from '../../workers/registry/metadata';
import type { Conformance } from '../../workers/model/conformance';
import { formatBytes, formatCount, formatDateTime, formatExactBytes } from '../figures/figures';
import { ShapeSwatch } from '../charts/Mark';
import { markShape } from '../charts/mark-style';
import { sortByFamily, codecColor } from '../styles/codec-colors';
import { Icon } from '../ui/Icon';
import { ScrollRegion } from '../ui/ScrollRegion';
import { Toggletip } from '../ui/Toggletip';
import styles from './ConformanceMatrix.module.css';
import {
  type ConformanceGroup,
  type ConformanceRow,
  conformanceGroups,
  conformanceSentence,
  type DirectionState,
  lostFilesText,
  maxListedRejections,
  equalSizesText,
} from './conformance-rows';

/** For every implementation: whether the reference reads its output, and whether it reads the reference's output. */
export function ConformanceMatrix({ conformance }: { readonly conformance: Conformance | null }) {
  const groups = useMemo(() => conformanceGroups(sortByFamily(codecs.values()), conformance), [conformance]);
  return (
    <>
      <p className={styles.sentence}>{conformanceSentence(groups)}</p>
      <Faults groups={groups} />
      <details className={styles.fold}>
        <summary>All tests of all implementations</summary>
        <ScrollRegion className={styles.scroll} label="Conformance matrix">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Implementation</th>
                <th scope="col" className={styles.aside}>
                  Licence
                </th>
                <th scope="col" className={styles.aside}>
                  Levels
                </th>
                <th scope="col">Its output is read by the reference</th>
                <th scope="col">It reads the reference’s output</th>
                <th scope="col" className={styles.aside}>
                  Real files, both ways
                </th>
                <th scope="col" className={styles.aside}>
                  Sizes as upstream’s{' '}
                  <Toggletip about="the sizes">
                    In how many cases the compressed size equals that of the same upstream version at the same level, to
                    the byte.
                  </Toggletip>
                </th>
              </tr>
            </thead>
            {groups.map((group) => (
              <Group key={group.codec.id} group={group} />
            ))}
          </table>
        </ScrollRegion>
        {conformance !== null && (
          <p className={styles.note}>
            Sizes {listOfSizes(conformance.sizesBytes)} × zeros, random bytes, counting, JSON text, compressed data and
            short repeats, every level at the edges. Real files: {conformance.corpus}
            {/[.!?]$/.test(conformance.corpus) ? '' : '.'} Taken on {formatDateTime(conformance.takenAt)} with{' '}
            {conformance.browser}.
          </p>
        )}
      </details>
    </>
  );
}

/** What the reference rejects. It stands outside the fold, because such files can't be read elsewhere. */
function Faults({ groups }: { readonly groups: readonly ConformanceGroup[] }) {
  const rows = groups.flatMap((group) => group.rows.filter(({ verdict }) => verdict === 'doesNot'));
  return rows.length === 0 ? null : (
    <ul className={styles.faults}>
      {rows.map(({ key, codec, implementation, blocks }) => (
        <li key={key}>
          <strong>
            {codec.label}, {implementation.label}
          </strong>{' '}
          <span className={styles.fault}>{blocks ?? 'not conforming'}</span>
        </li>
      ))}
    </ul>
  );
}

const listOfSizes = (sizes: readonly number[]) =>
  sizes.map((size) => (size < 100_000 ? formatCount(size) : `${formatBytes(size)}`)).join(', ');

function Group({ group: { codec, reference, rows } }: { readonly group: ConformanceGroup }) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={7} className={styles.codec}>
          <span className={styles.codecName} style={{ borderColor: codecColor(codec.family) }}>
            {codec.label}
          </span>
          {reference !== null && <span className={styles.reference}>reference: {reference}</span>}
        </th>
      </tr>
      {rows.map((row) => (
        <Row key={row.key} row={row} />
      ))}
    </tbody>
  );
}

function Row({ row }: { readonly row: ConformanceRow }) {
  const { codec, implementation, library, levels, written, read, files, sizes, blocks, verdict } = row;
  const license = implementation.library.license;
  return (
    <>
      <tr className={styles.measured}>
        <th scope="row" className={styles.implementation}>
          <span className={styles.name}>
            <ShapeSwatch shape={markShape(implementation.id)} color={codecColor(codec.family)} />
            <span>{implementation.label}</span>
            {verdict === 'doesNot' && <span className={styles.badge}>not conforming</span>}
          </span>
          {library !== implementation.label && <span className={styles.detail}>{library}</span>}
          <span className={`${styles.detail} ${styles.narrow}`}>
            {[
              license,
              `levels: ${levels}`,
              files === null ? '' : `real files: ${lostFilesText(files)}`,
              sizes === null ? '' : `sizes as upstream’s: ${equalSizesText(sizes)}`,
            ]
              .filter((part) => part !== '')
              .join(' · ')}
          </span>
        </th>
        <td className={`${styles.aside} ${styles.license}`}>{license}</td>
        <td className={`${styles.aside} ${styles.levels}`}>{levels}</td>
        <Direction state={written} absent="does not write" />
        <Direction state={read} absent="does not read" />
        <td className={styles.aside}>
          {files === null ? '–' : <Folded summary={lostFilesText(files)} more="which" texts={files.lost} />}
        </td>
        <td className={styles.aside}>
          {sizes === null ? (
            '–'
          ) : (
            <Folded summary={equalSizesText(sizes)} more="why" texts={sizes.reason === null ? [] : [sizes.reason]} />
          )}
        </td>
      </tr>
      {blocks !== null && (
        <tr>
          <td colSpan={7} className={styles.blocks}>
            <span className={verdict === 'doesNot' ? styles.fault : styles.detail}>{blocks}</span>
          </td>
        </tr>
      )}
    </>
  );
}

/** A short text with a button that shows the details. */
function Folded({
  summary,
  more,
  texts,
}: {
  readonly summary: string;
  readonly more: string;
  readonly texts: readonly string[];
}) {
  if (texts.length === 0) return <span className={styles.fine}>{summary}</span>;
  return (
    <details className={styles.cases}>
      <summary>
        <span className={styles.fine}>{summary}</span>
        <span className={styles.more}>{more}</span>
      </summary>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </details>
  );
}

function Direction({ state, absent }: { readonly state: DirectionState; readonly absent: string }) {
  if (state.status === 'absent') return <td className={styles.absent}>{absent}</td>;
  if (state.status === 'notMeasured') return <td className={styles.absent}>{state.reason}</td>;
  const { cases, accepted, refused, leftOut } = state.direction;
  const isAccepted = state.status === 'accepted';
  const mark = (
    <span className={isAccepted ? styles.accepted : styles.refused}>
      <Icon name={isAccepted ? 'check' : 'close'} />
      <span>
        <span className={isAccepted ? styles.word : undefined}>{isAccepted ? 'accepted' : 'refused'} </span>
        {formatCount(isAccepted ? accepted : cases - accepted)} of {formatCount(cases)}
      </span>
    </span>
  );
  if (refused.length === 0 && leftOut === null) return <td>{mark}</td>;
  return (
    <td>
      <details className={styles.cases}>
        <summary>
          {mark}
          <span className={styles.more}>{refused.length > 0 ? 'which' : 'omitted'}</span>
        </summary>
        {refused.length > 0 && (
          <ul>
            {refused.slice(0, maxListedRejections).map(({ sizeBytes, pattern, level, message }) => (
              <li key={`${sizeBytes} ${pattern} ${level}`}>
                {formatExactBytes(sizeBytes)}, {pattern}
                {level === null ? '' : `, level ${level}`}: {message}
              </li>
            ))}
            {cases - accepted > maxListedRejections && (
              <li>and {formatCount(cases - accepted - maxListedRejections)} more</li>
            )}
          </ul>
        )}
        {leftOut !== null && <p>Omitted: {leftOut}</p>}
      </details>
    </td>
  );
}
