import type { MeasuredQuotient } from '../../../workers/model/claim-verdict';
import type { Operation } from '../../../workers/model/plan';
import { formatSignificant } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import { Icon } from '../../ui/Icon';
import styles from './Scorecard.module.css';
import type { CellInSource } from './quotient';
import { countVerdicts, isOpen, type ScorecardGroup, type ScorecardRow, verdictNames } from './scorecard';
import { VerdictTally, verdictIcons } from './VerdictTally';

interface ScorecardProps {
  readonly sourceId: string;
  readonly groups: readonly ScorecardGroup[];
  readonly running: boolean;
  readonly onCells: (cell: CellInSource, operation: Operation | null) => void;
}

/**
 * Each claim with its verdict. One scale shows the published quotient as a hollow mark, and the measured quotient with
 * its interval.
 */
export function Scorecard({ sourceId, groups, running, onCells }: ScorecardProps) {
  const counts = countVerdicts(groups);
  const tested = counts.some(({ count }) => count > 0);
  return (
    <div className={styles.scorecard}>
      {tested && <VerdictTally counts={counts} running={running} />}
      {groups.map((group) => (
        <details key={group.id} className={styles.group} open={tested}>
          <summary>
            {group.title} <span className={styles.count}>{plural(group.rows.length, 'claim')}</span>
          </summary>
          <p className={styles.legend}>
            <span className={styles.key}>
              <Hollow /> published
            </span>
            <span className={styles.key}>
              <Solid /> measured here, with the 95 % interval
            </span>
            <span className={styles.key}>
              <span className={styles.bandSwatch} aria-hidden="true" /> range that confirms the claim
            </span>
            the line marks 1, no difference
          </p>
          <ul className={styles.rows} aria-label={`${group.title} of source ${sourceId}`}>
            {group.rows.map((row) => (
              <Row key={row.claim.id} row={row} axis={group.axis} running={running} onCells={onCells} />
            ))}
          </ul>
        </details>
      ))}
      <p className={styles.rule}>
        The same rule, fixed before any run, decides every claim. Confirmed: the whole 95 % interval lies within a
        factor of 1.1 (sizes) or 2 (times) of the published quotient, and the effect is between half and twice the
        published one. A claim of “at least” or “at most” is confirmed if the interval lies on the claimed side, without
        tolerance. A claim of “no difference” is confirmed if the interval lies within that factor of 1. Same direction:
        the interval lies outside that range, on the same side of 1. Contradicted: the interval lies on the other side
        of 1, or outside the range and around 1, so that there is no such effect. Inconclusive: the interval crosses the
        edge of the range. Not tested: the claim is about another number of items, about another machine, or about times
        that include other work or do not say what they include. A verdict about times needs 6 rounds.
      </p>
    </div>
  );
}

const Hollow = () => <span className={styles.hollowSwatch} aria-hidden="true" />;
const Solid = () => <span className={styles.solidSwatch} aria-hidden="true" />;

function Row({
  row,
  axis,
  running,
  onCells,
}: {
  readonly row: ScorecardRow;
  readonly axis: ScorecardGroup['axis'];
  readonly running: boolean;
  readonly onCells: ScorecardProps['onCells'];
}) {
  const { claim, outcome } = row;
  const waiting = running && isOpen(outcome?.verdict);
  const [cell] = outcome?.cells ?? [];
  return (
    <li className={styles.row} data-verdict={waiting ? 'waiting' : outcome?.verdict}>
      <div className={styles.claim}>
        {outcome !== null && (
          <span className={styles.verdict}>
            <Icon name={waiting ? 'info' : verdictIcons[outcome.verdict]} />
            {waiting ? 'Waiting' : verdictNames[outcome.verdict]}
          </span>
        )}
        <p className={styles.says}>{claim.says}</p>
        <p className={styles.small}>
          {claim.section}
          {claim.note === null ? '' : `. ${claim.note}`}
        </p>
        {outcome?.reason && !waiting && <p className={styles.reason}>{outcome.reason}</p>}
      </div>
      <div className={styles.figures}>
        <Track row={row} axis={axis} />
        <dl className={styles.values}>
          <div>
            <dt>Published</dt>
            <dd>{publishedText(row)}</dd>
          </div>
          <div>
            <dt>Here</dt>
            <dd>{outcome?.measured ? measuredText(outcome.measured) : '–'}</dd>
          </div>
        </dl>
        {cell !== undefined && (
          <button type="button" className={styles.cells} onClick={() => onCells(cell, claim.of.operations[0] ?? null)}>
            Show the {plural(outcome?.cells.length ?? 0, 'cell')}
          </button>
        )}
      </div>
    </li>
  );
}

const quotientText = (value: number) =>
  `${value >= 1e4 || value < 1e-3 ? value.toExponential(2).replace('e+', ' × 10^').replace('e-', ' × 10^−') : formatSignificant(value)}×`;

function publishedText({ published, claim: { relation } }: ScorecardRow): string {
  const words = { about: '', atLeast: 'at least ', atMost: 'at most ', same: 'no difference, ' } as const;
  return `${words[relation]}${quotientText(published)}`;
}

const measuredText = ({ ratio, low, high }: MeasuredQuotient) =>
  low === high ? quotientText(ratio) : `${quotientText(ratio)} (${quotientText(low)} – ${quotientText(high)})`;

function Track({
  row: { published, band, outcome },
  axis,
}: {
  readonly row: ScorecardRow;
  readonly axis: ScorecardGroup['axis'];
}) {
  const place = (value: number) =>
    Math.max(0, Math.min(100, (100 * Math.log(value / axis.low)) / Math.log(axis.high / axis.low)));
  const from = place(Math.max(band.low, axis.low));
  const measured = outcome?.measured ?? null;
  return (
    <div className={styles.track} aria-hidden="true">
      <span
        className={styles.band}
        style={{ left: `${from}%`, width: `${place(Math.min(band.high, axis.high)) - from}%` }}
      />
      <span className={styles.one} style={{ left: `${place(1)}%` }} />
      {measured !== null && (
        <span
          className={styles.interval}
          style={{ left: `${place(measured.low)}%`, width: `${place(measured.high) - place(measured.low)}%` }}
        />
      )}
      {measured !== null && <span className={styles.here} style={{ left: `${place(measured.ratio)}%` }} />}
      <span className={styles.published} style={{ left: `${place(published)}%` }} />
    </div>
  );
}
