import { memo, useDeferredValue, useId, useMemo, useState } from 'react';
import chart from '../charts/chart.module.css';
import { MarkSwatch } from '../charts/Mark';
import { useElementWidth } from '../charts/use-element-width';
import { Segmented } from '../ui/Segmented';
import { Select } from '../ui/Select';
import controls from '../ui/controls.module.css';
import type { Situation } from '../view/situation';
import { axisWords, bandText, computedText, formatTotal, rangeText } from './answer-words';
import { type Axis, type AxisId, axes, axesOf } from './axes';
import styles from './BreakEven.module.css';
import { type BreakEvenSpan, breakEvenLines, contendersIn, fractionOf, valueAt } from './break-even-lines';
import { BreakEvenPlot, type BreakEvenScale, plotRoom, rightRoomPx } from './BreakEvenPlot';
import { type Band, crossingBand, placedSpans } from './changes';
import { type Contender, contenderSituation } from './contenders';
import type { Replicates } from './replicates';
import { spanLetters } from './span-letter';
import { lossNaming } from '../figures/losses-summary';
import type { UserFile } from '../figures/user-file';
import { useStable } from './use-stable';
import { leftOutWords, userFileTotal } from './user-file-total';
import { TotalsTable } from './TotalsTable';

interface BreakEvenProps {
  /** The contenders of another situation: along an axis that starts at none, the times of its use count as well. */
  readonly contendersOfSituation: (situation: Situation) => readonly Contender[];
  readonly situation: Situation;
  /** The user's file, which has a line, and stands first in the tables. Null if the data was generated. */
  readonly userFile: UserFile | null;
  readonly replicates: Replicates;
  /** True while a slider moves, when only what fits into a frame is computed. */
  readonly isDraft: boolean;
  /** A change by a slider. */
  readonly onDraft: (next: Situation) => void;
}

/** Total time, or cost, along one figure of the situation: who wins where, and the parts of the total at the present value. */
export function BreakEven(props: BreakEvenProps) {
  const { situation } = props;
  const titleId = useId();
  const all = axesOf(situation);
  const [chosen, setChosen] = useState<AxisId | null>(null);
  const axis = all.find(({ id }) => id === chosen) ?? all[0];
  const [scale, setScale] = useState<BreakEvenScale>('total');
  const [ref, width] = useElementWidth();
  if (axis === undefined) return null;
  const { label } = axisWords[axis.id];
  const noun = situation.goal === 'time' ? 'Total time' : 'Cost';
  return (
    <figure className={chart.figure} aria-labelledby={titleId}>
      <div className={chart.head}>
        <h2 id={titleId} className={chart.title}>
          {`${noun} against ${label.toLowerCase()}`}
        </h2>
        <div className={chart.controls}>
          <Segmented
            label="Vertical axis"
            value={scale}
            options={[
              { value: 'total', label: noun },
              { value: 'factor', label: 'Against the best' },
            ]}
            onChange={setScale}
          />
          <Select
            aria-label="Figure of the situation on the axis"
            value={axis.id}
            options={all.map(({ id }) => ({ value: id, label: axisWords[id].label }))}
            onChange={(id) => setChosen(all.find((each) => each.id === id)?.id ?? null)}
          />
        </div>
      </div>
      <p
        className={chart.axisTitle}
      >{`↑ ${noun.toLowerCase()}${scale === 'total' ? '' : ', divided by the smallest'}, log scale`}</p>
      <div ref={ref}>{width > 0 && <AlongAxis {...props} axis={axis} width={width} scale={scale} />}</div>
    </figure>
  );
}

interface AlongAxisProps extends BreakEvenProps {
  readonly axis: Axis;
  readonly width: number;
  readonly scale: BreakEvenScale;
}

const neutral = 1;

function AlongAxis(props: AlongAxisProps) {
  const { axis, width, scale, contendersOfSituation, situation, userFile, replicates, isDraft, onDraft } = props;
  // The lines don't depend on the axis's own value, so that moving along the axis redraws nothing but the cursor.
  const rest = useStable(axis.withValue(situation, axis.valueOf(situation) === null ? neutral : axis.min));
  const required = useStable(contenderSituation(rest));
  const along = useMemo(() => contendersOfSituation(required), [contendersOfSituation, required]);
  const lines = useMemo(() => breakEvenLines(axis, rest, along), [axis, rest, along]);
  const file = useMemo(
    () =>
      userFile === null
        ? null
        : {
            at: Float64Array.from(lines.values, (value) => userFileTotal(userFile, axis.withValue(rest, value)).total),
            label: `${userFile.phrase}${leftOutWords(userFileTotal(userFile, axis.withValue(rest, axis.max)).leftOut)}`,
          },
    [userFile, lines, axis, rest],
  );
  // The bands take a resampling, so they wait until the slider rests. Lines that it does not change keep theirs.
  const [settled, setSettled] = useState({ axis, rest, lines });
  if (!isDraft && settled.lines !== lines) setSettled({ axis, rest, lines });
  const calm = useDeferredValue(settled);
  const bands = useMemo(
    () =>
      calm.lines.spans.slice(1).flatMap((span, index): (Band | null)[] => {
        const before = calm.lines.spans[index];
        return before === undefined
          ? []
          : [crossingBand(calm.axis, calm.rest, [before.contender, span.contender], replicates, { at: span.from })];
      }),
    [calm, replicates],
  );
  const shownBands = calm.lines === lines ? bands : noBands;
  const summary = useMemo(() => summaryOf(lines.spans, shownBands, axis, rest), [lines, shownBands, axis, rest]);
  const value = axis.valueOf(situation);
  const fraction = value === null || value <= 0 ? null : Math.min(1, Math.max(0, fractionOf(axis, value)));
  const height = width < 560 ? 260 : 320;
  const { leftPx } = plotRoom;
  const rightPx = rightRoomPx(width);
  const plotWidth = width - leftPx - rightPx;
  const { label, format } = axisWords[axis.id];
  const set = (next: number) => onDraft(axis.withValue(situation, next));
  const shown = value === null || value <= 0 ? null : value;
  return (
    <>
      <div
        className={styles.plot}
        style={{ height }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          set(valueUnder(event, axis, leftPx, plotWidth));
        }}
        onPointerMove={(event) => {
          if (event.buttons === 1) set(valueUnder(event, axis, leftPx, plotWidth));
        }}
      >
        <BreakEvenPlot
          axis={axis}
          lines={lines}
          file={file}
          bands={shownBands}
          scale={scale}
          situation={rest}
          width={width}
          height={height}
          label={summary}
        />
        {fraction !== null && (
          <div
            className={styles.cursor}
            style={{ left: leftPx + fraction * plotWidth, top: plotRoom.topPx, bottom: plotRoom.bottomPx }}
          />
        )}
      </div>
      <input
        type="range"
        className={`${controls.range} ${styles.slider}`}
        style={{ marginLeft: leftPx - 8, width: plotWidth + 16 }}
        aria-label={`${label} of the situation`}
        aria-valuetext={shown === null ? 'none' : format(shown)}
        min={0}
        max={1_000}
        step={1}
        value={Math.round((fraction ?? 0) * 1_000)}
        onChange={(event) => set(roundValue(valueAt(axis, Number(event.target.value) / 1_000)))}
      />
      <p className={styles.present}>
        {shown === null
          ? `${label}: none in this situation. Move the slider to choose one.`
          : `${label}: ${format(shown)}`}
      </p>
      <OtherSlider axis={axis} situation={situation} onDraft={onDraft} />
      <Winners spans={lines.spans} bands={shownBands} axis={axis} situation={rest} />
      <TotalsTable
        axis={axis}
        contenders={along}
        situation={rest}
        title={`totals against ${label.toLowerCase()}`}
        userFile={userFile}
      />
    </>
  );
}

/** The slider of the figure that people vary most besides the axis: how often the data is read, or how long it is kept. */
function OtherSlider({ axis, situation, onDraft }: Pick<AlongAxisProps, 'axis' | 'situation' | 'onDraft'>) {
  const other = otherAxis(axis, situation);
  const { label, format } = axisWords[other.id];
  const value = other.valueOf(situation);
  const from = sliderRange[other.id] ?? other;
  const range = { ...other, ...from };
  const fraction = value === null || value <= 0 ? 0 : Math.min(1, Math.max(0, fractionOf(range, value)));
  return (
    <label className={styles.otherSlider}>
      <span>{label}</span>
      <input
        type="range"
        className={controls.range}
        aria-valuetext={value === null ? 'none' : format(value)}
        min={0}
        max={300}
        step={1}
        value={Math.round(fraction * 300)}
        onChange={(event) =>
          onDraft(other.withValue(situation, sliderValue(valueAt(range, Number(event.target.value) / 300))))
        }
      />
      <span className={styles.otherValue}>{value === null ? 'none' : format(value)}</span>
    </label>
  );
}

/** The range of the other slider, where it is narrower than the axis. */
const sliderRange: Partial<Record<AxisId, { readonly min: number; readonly max: number }>> = {
  reads: { min: 1, max: 1_000 },
  columnReads: { min: 1, max: 1_000 },
  lookups: { min: 1, max: 1e6 },
  months: { min: 1, max: 120 },
};

/** Whole numbers from 10 on, as for counts. */
const sliderValue = (value: number) => (value >= 10 ? Math.round(roundValue(value)) : Number(value.toPrecision(2)));

function otherAxis({ id }: Axis, { goal, reads, columnReads, lookups }: Situation): Axis {
  const uses: readonly AxisId[] = [
    ...(goal === 'money' ? (['months'] as const) : []),
    ...(reads > 0 || (columnReads === 0 && lookups === 0) ? (['reads'] as const) : []),
    ...(columnReads > 0 ? (['columnReads'] as const) : []),
    ...(lookups > 0 ? (['lookups'] as const) : []),
    goal === 'money' ? 'reads' : 'bandwidth',
  ];
  return axes[uses.find((each) => each !== id) ?? 'reads'];
}

const noBands: readonly (Band | null)[] = [];

/** Three significant digits, as the page shows them. */
const roundValue = (value: number) => Number(value.toPrecision(3));

function valueUnder(
  event: { readonly clientX: number; readonly currentTarget: HTMLElement },
  axis: Axis,
  leftPx: number,
  plotWidth: number,
): number {
  const x = event.clientX - event.currentTarget.getBoundingClientRect().left - leftPx;
  return roundValue(valueAt(axis, Math.min(1, Math.max(0, x / plotWidth))));
}

function summaryOf(
  spans: readonly BreakEvenSpan[],
  bands: readonly (Band | null)[],
  axis: Axis,
  situation: Situation,
): string {
  const { label } = axisWords[axis.id];
  const nameOf = lossNaming();
  const parts = placedSpans(spans, bands).map((group) => {
    const names = contendersIn(group).map(({ row }) => nameOf(row));
    return `${alternatives.format(names)} from ${rangeText(axis.id, group[0].from, (group.at(-1) ?? group[0]).to)}`;
  });
  return `${situation.goal === 'time' ? 'Total time' : 'Cost'} against ${label.toLowerCase()}, both axes logarithmic. Smallest: ${parts.join('; ')}. The list below has the same figures.`;
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

/** Who wins where, in words: equal to the bands of the chart. */
const Winners = memo(function Winners({
  spans,
  bands,
  axis,
  situation,
}: {
  readonly spans: readonly BreakEvenSpan[];
  readonly bands: readonly (Band | null)[];
  readonly axis: Axis;
  readonly situation: Situation;
}) {
  const nameOf = lossNaming();
  const groups = placedSpans(spans, bands);
  return (
    <ol className={styles.winners} aria-label="Who wins where">
      {groups.map((group, index) => {
        const { from, line } = group[0];
        const end = group.at(-1) ?? group[0];
        const band = bands[spans.indexOf(end)];
        const range = band === undefined ? null : bandText(axis.id, band);
        const last = index === groups.length - 1;
        const where =
          groups.length === 1
            ? `everywhere from ${rangeText(axis.id, from, end.to)}`
            : last
              ? `from ${computedText(axis.id, from)}`
              : index === 0
                ? `up to ${computedText(axis.id, end.to)}`
                : rangeText(axis.id, from, end.to);
        const letters = spanLetters(spans, group);
        const contenders = contendersIn(group);
        return (
          <li key={letters}>
            <span className={styles.letter}>{letters}</span>
            {contenders.map(({ row }) => (
              <MarkSwatch key={row.key} names={row.names} />
            ))}
            <span>
              {`${alternatives.format(contenders.map(({ row }) => nameOf(row)))} `}
              <span className={styles.where}>
                {where}
                {range === null || last ? '' : ` (95 %: ${range})`}
              </span>
            </span>
            <span className="visually-hidden">{`, total ${formatTotal(situation, line[0]?.total ?? 0)} to ${formatTotal(situation, end.line.at(-1)?.total ?? 0)}`}</span>
          </li>
        );
      })}
    </ol>
  );
});
