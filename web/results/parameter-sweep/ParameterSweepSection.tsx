import { lossNaming } from '../../figures/losses-summary';
import { type ReactNode, useDeferredValue, useId, useMemo, useState } from 'react';
import { looksOf } from '../../../workers/model/statistics/looks';
import type { Plan } from '../../../workers/model/plan';
import type { RunResult } from '../../../workers/model/result';
import chart from '../../charts/chart.module.css';
import { useElementWidth } from '../../charts/use-element-width';
import { neededOperations } from '../../decide/needed-operations';
import { plural } from '../../../workers/model/plural';
import { operationNames } from '../../figures/operation-names';
import { type ParameterSweep, sweepValuesText } from '../../figures/parameter-sweep';
import {
  type CompletedRow,
  conforms,
  isCompleted,
  markNames,
  type ResultRow,
  shownOperations,
} from '../../figures/rows';
import type { Goal, Situation } from '../../view/situation';
import { CandidateLegend } from '../CandidateLegend';
import styles from './ParameterSweep.module.css';
import { ParameterSweepTable } from './ParameterSweepTable';
import { situationWinners } from './situation-winners';
import { SweepPanelChart } from './SweepPanelChart';
import { placesOf, type SweepPanel, sweepPanels } from './sweep-panels';
import { type SweepScale, winnersAlong } from './winner-changes';
import { winnersSentence } from './winner-words';

interface ParameterSweepSectionProps {
  readonly sweep: ParameterSweep;
  readonly result: RunResult;
  readonly running: boolean;
  /** The rows of all datasets, without those that a filter hides. */
  readonly rows: readonly ResultRow[];
  readonly situation: Situation;
  /** True if filters hide some candidates. */
  readonly filtered: boolean;
  /** Names the parameter unless told. */
  readonly title?: string;
  /** Stands under the title. */
  readonly lead?: ReactNode;
}

const goalTitles: Readonly<Record<Exclude<Goal, 'size'>, string>> = {
  time: 'Smallest total time for your situation',
  money: 'Smallest total cost for your situation',
};

/** The results of a parameter sweep: where the best candidate changes, small multiples of ratio and times, and their table. */
export function ParameterSweepSection({
  sweep,
  result,
  running,
  rows,
  situation,
  filtered,
  title,
  lead,
}: ParameterSweepSectionProps) {
  const id = useId();
  const operations = useMemo(() => shownOperations(result), [result]);
  const panels = useMemo(() => sweepPanels(rows, sweep, operations), [rows, sweep, operations]);
  const scale = sweepScale(sweep);
  const [chosen, setChosen] = useState<number | null>(null);
  const candidates = useMemo(() => {
    const byCandidate = new Map<number, CompletedRow>();
    for (const row of rows.filter(isCompleted))
      if (!byCandidate.has(row.candidate)) byCandidate.set(row.candidate, row);
    return [...byCandidate.values()].sort((a, b) => a.candidate - b.candidate);
  }, [rows]);
  // Below each other, more than two charts would hide what comes after them.
  const [ref, width] = useElementWidth();
  const first = width > 0 && width < 560 ? panels.slice(0, 2) : panels;
  const further = panels.slice(first.length);
  if (panels.length === 0) return null;
  const { parameter } = sweep;
  const chartOf = (panel: SweepPanel) => (
    <SweepPanelChart key={panel.id} panel={panel} sweep={sweep} scale={scale} chosen={chosen} />
  );
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={chart.title}>
        {title ?? `Sweep: ${parameter.label.toLowerCase()}`}
      </h3>
      {lead}
      {running ? (
        <p className={chart.note}>Where the best candidate changes is shown when the run ends.</p>
      ) : (
        <WinnerSentences
          sweep={sweep}
          scale={scale}
          plan={result.plan}
          result={result}
          rows={rows}
          situation={situation}
          filtered={filtered}
        />
      )}
      <div ref={ref} className={styles.panels}>
        {first.map(chartOf)}
      </div>
      <CandidateLegend candidates={candidates} chosen={chosen} onChosen={setChosen} />
      <p className={chart.note}>Choose a candidate to see its lines alone. The best ones have bold lines and labels.</p>
      {further.length > 0 && (
        <details className={chart.more}>
          <summary>{further.map(({ title: name }) => name).join(', ')}</summary>
          <div className={styles.panels}>{further.map(chartOf)}</div>
        </details>
      )}
      <ParameterSweepTable panels={panels} sweep={sweep} candidates={candidates} />
    </section>
  );
}

/** Values over more than a factor of 20 stand on a logarithmic axis, if none is 0. */
function sweepScale(sweep: ParameterSweep): SweepScale {
  if (sweep.parameter.type === 'choice') return 'choices';
  const places = placesOf(sweep);
  const least = Math.min(...places);
  return least > 0 && Math.max(...places) / least >= 20 ? 'log' : 'linear';
}

interface WinnerSentencesProps extends Omit<ParameterSweepSectionProps, 'running'> {
  readonly scale: SweepScale;
  readonly plan: Plan;
}

function WinnerSentences({ sweep, scale, plan, result, rows, situation, filtered }: WinnerSentencesProps) {
  const calm = useDeferredValue(situation);
  const { parameter } = sweep;
  const places = useMemo(() => {
    const xs = placesOf(sweep);
    const measured = new Set(rows.filter(isCompleted).map(({ dataset }) => dataset));
    return xs
      .map((x, dataset) => {
        const info = result.datasets[dataset];
        return {
          x,
          value: sweep.values[dataset] ?? '',
          rows: rows.filter((row) => row.dataset === dataset),
          schema: info?.status === 'ready' ? info.schema : null,
          isMeasured: measured.has(dataset),
        };
      })
      .filter(({ isMeasured }) => isMeasured)
      .sort((a, b) => a.x - b.x);
  }, [sweep, rows, result]);
  const names = useMemo(
    () => new Map(rows.filter(isCompleted).map((row) => [row.candidate, markNames(row).label])),
    [rows],
  );
  const sizes = useMemo(() => {
    const rival = (row: ResultRow): row is CompletedRow =>
      isCompleted(row) && !row.names.isBaseline && conforms(row) && row.sizeBytes !== null && row.sizeBytes > 0;
    const ids = [...names.keys()];
    const contestants = ids.flatMap((candidate) => {
      const own = places.flatMap((place) => place.rows.filter((row) => row.candidate === candidate && rival(row)));
      const totals = own.flatMap((row) => (isCompleted(row) && row.sizeBytes !== null ? [row.sizeBytes] : []));
      return totals.length === places.length ? [{ candidate, totals }] : [];
    });
    return winnersAlong(
      places.map(({ x }) => x),
      contestants,
      scale,
    );
  }, [places, names, scale]);
  const totals = useMemo(
    () =>
      calm.goal === 'size' || places.length < 2
        ? null
        : situationWinners(places, calm, { candidates: plan.candidates, seed: plan.seed, scale, looks: looksOf(plan) }),
    [places, calm, plan, scale],
  );
  if (places.length < 2) return <p className={chart.note}>Only one value has figures, so nothing can be compared.</p>;
  const nameOf = lossNaming();
  const words = {
    parameter,
    values: places.map(({ value }) => value),
    nameOf: (candidate: number) => {
      const label = names.get(candidate) ?? '';
      const own = rows.filter(isCompleted).filter((row) => row.candidate === candidate);
      // Some values of the parameter may leave a format nothing to lose.
      const row = own.find(({ verification }) => verification.loss.length > 0) ?? own[0];
      if (row === undefined) return label;
      return nameOf({ key: String(candidate), names: { label }, verification: row.verification });
    },
  };
  const partial = [...names].filter(([candidate]) =>
    places.some((place) => !place.rows.some((row) => row.candidate === candidate && isCompleted(row))),
  );
  const totalTitle =
    calm.goal === 'size'
      ? ''
      : `${goalTitles[calm.goal]}${calm.timesOf === 'native' ? ', with the times of this run' : ''}`;
  const missing = neededOperations(calm).filter((operation) => !plan.operations.includes(operation));
  return (
    <div className={styles.sentences} data-testid="sweep-winners">
      {sizes !== null && <p>{winnersSentence(sizes, { ...words, title: 'Smallest file' })}</p>}
      {calm.goal !== 'size' && totals !== null && (
        <p>
          {typeof totals === 'object'
            ? winnersSentence(totals, {
                ...words,
                title: totalTitle,
                intervals: totals.intervals,
                isByVerdict: true,
              })
            : `${totalTitle}: ${
                totals === 'tooFewRounds'
                  ? 'too few rounds were measured for a verdict. Choose a longer effort.'
                  : missing.length > 0
                    ? `not known, since the run did not measure “${missing.map((one) => operationNames[one]).join('”, “')}”.`
                    : 'not known, since no candidate has a total at every value.'
              }`}
        </p>
      )}
      <p className={chart.note}>
        {parameter.type === 'choice'
          ? 'Sizes are exact.'
          : `Measured at ${sweepValuesText(parameter, words.values)}, where sizes are exact. A change between two measured values is interpolated: it stands where straight lines on the scales of the charts cross.`}
        {filtered ? ' Candidates that a filter hides do not take part.' : ''}
        {partial.length === 0
          ? ''
          : ` ${plural(partial.length, 'candidate')} without a figure at every value ${partial.length === 1 ? 'does' : 'do'} not take part: ${partial.map(([, name]) => name).join(', ')}.`}
      </p>
    </div>
  );
}
