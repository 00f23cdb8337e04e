import { Fragment } from 'react';
import { Bar, BarChart, Cell, LabelList, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { figuresOf, type Metric, type PublishedSource, type PublishedWorkload } from '../../workers/model/published';
import { workloads } from '../../workers/registry/metadata';
import { formatCount, formatSignificant } from '../figures/figures';
import { type BarChartData, barCharts, datasetsOfWorkload, sweepPoints, systemColor } from './chart-data';
import styles from './SourceCharts.module.css';

const tick = { fontSize: 11, fill: 'var(--ink-soft)' };

/** Charts of a source's figures. The marks are hollow because this page did not measure them. */
export default function SourceCharts({ source }: { readonly source: PublishedSource }) {
  const charts = source.workloads.map((workload) => ({
    workload,
    bars: barCharts(source, workload),
    sizes: datasetsOfWorkload(source, workload),
  }));
  const first = charts.find(({ bars }) => bars.some(({ id }) => id === 'size'))?.sizes[0];
  const hasSpeeds = figuresOf(source).some(({ metric }) => isTime(metric));
  return (
    <div className={styles.charts}>
      {charts.map(({ workload, bars, sizes }) => (
        <Fragment key={workload.id}>
          {bars.map((chart) => (
            <Bars key={chart.id} chart={chart} />
          ))}
          {sizes.length > 1 && (
            <>
              <Sweep source={source} workload={workload} metric="writeTime" title={source.names.write} />
              <Sweep source={source} workload={workload} metric="readTime" title={source.names.read} />
            </>
          )}
        </Fragment>
      ))}
      <p className={styles.note}>
        {first !== undefined && `The sizes are of ${first.label}. `}
        {hasSpeeds &&
          'Speeds are the bytes of the data in memory divided by the printed time, which covers everything that the source’s clock included. '}
        Compare these figures within this source only.
      </p>
    </div>
  );
}

const isTime = (metric: Metric) => metric === 'writeTime' || metric === 'readTime';

/** The width in pixels of the widest text at the charts' font size of 11 pixels, rounded up generously. */
const widthOf = (texts: readonly string[]) => Math.ceil(6.4 * Math.max(...texts.map(({ length }) => length)));

/** Bars whose values differ by more than this factor are drawn on a logarithmic axis. */
const linearSpan = 1_000;

function Bars({ chart: { title, unit, bars } }: { readonly chart: BarChartData }) {
  const values = bars.map(({ value }) => value);
  const isLog = Math.max(...values) / Math.min(...values) > linearSpan;
  const unitWords = isLog ? `${unit}, log axis` : unit;
  const spoken = bars.map(({ label, value }) => `${label} ${formatSignificant(value)}`).join(', ');
  const labelWidth = Math.max(108, widthOf(bars.map(({ label }) => label)) + 20);
  const valueWidth = Math.max(48, widthOf(values.map((value) => formatSignificant(value))) + 16);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.title}>
        {title} <span className={styles.unit}>{unitWords}</span>
      </figcaption>
      <div role="img" aria-label={`${title}, ${unitWords}: ${spoken}`}>
        <ResponsiveContainer width="100%" height={bars.length * (bars.length > 8 ? 24 : 30) + 8}>
          <BarChart
            data={[...bars]}
            layout="vertical"
            margin={{ top: 4, right: valueWidth, bottom: 4, left: 0 }}
            accessibilityLayer={false}
          >
            {isLog ? (
              <XAxis type="number" hide scale="log" domain={[1, 'dataMax']} />
            ) : (
              <XAxis type="number" hide domain={[0, 'dataMax']} />
            )}
            <YAxis
              type="category"
              dataKey="id"
              width={labelWidth}
              tickFormatter={(id: string) => bars.find((bar) => bar.id === id)?.label ?? id}
              tick={tick}
              axisLine={{ stroke: 'var(--line-strong)' }}
              tickLine={false}
              interval={0}
            />
            <Bar dataKey="value" barSize={14} isAnimationActive={false}>
              {bars.map(({ id, color }) => (
                <Cell key={id} fill="transparent" stroke={color} strokeWidth={1.5} />
              ))}
              <LabelList
                dataKey="value"
                position="right"
                formatter={(value) => formatSignificant(Number(value))}
                style={{ fontSize: 11, fill: 'var(--ink)' }}
              />
            </Bar>
          </BarChart>
        </ResponsiveContainer>
      </div>
    </figure>
  );
}

const dashes = ['', '5 3', '1.5 3', '8 3 2 3'];

interface SweepProps {
  readonly source: PublishedSource;
  readonly workload: PublishedWorkload;
  readonly metric: 'writeTime' | 'readTime';
  readonly title: string;
}

function Sweep({ source, workload, metric, title }: SweepProps) {
  const points = sweepPoints(source, workload, metric);
  const systems = source.systems.filter(({ id }) => points.some((point) => point[id] !== undefined));
  const labels = new Map(systems.map(({ id, shortLabel }) => [id, shortLabel]));
  const counts = points.map(({ itemCount }) => itemCount);
  const spoken = systems
    .map(
      ({ id, shortLabel }) =>
        `${shortLabel} ${points.flatMap((point) => (point[id] === undefined ? [] : [formatSignificant(point[id])])).join(', ')}`,
    )
    .join('; ');
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.title}>
        {title}{' '}
        <span className={styles.unit}>
          MB/s against {workloads.get(workload.workload)?.sizeUnit ?? 'items'}, log axes
        </span>
      </figcaption>
      <div role="img" aria-label={`${title}, MB/s at ${counts.map(formatCount).join(', ')} items: ${spoken}`}>
        <ResponsiveContainer width="100%" height={168}>
          <LineChart data={points} margin={{ top: 8, right: 16, bottom: 0, left: 0 }} accessibilityLayer={false}>
            <XAxis
              dataKey="itemCount"
              type="number"
              scale="log"
              domain={['dataMin', 'dataMax']}
              ticks={counts}
              tickFormatter={(count: number) => `${count / 1_000}k`}
              tick={tick}
              axisLine={{ stroke: 'var(--line-strong)' }}
              tickLine={false}
            />
            <YAxis
              type="number"
              scale="log"
              domain={[10, 2_000]}
              ticks={[10, 100, 1_000]}
              tick={tick}
              width={40}
              axisLine={false}
              tickLine={false}
              tickFormatter={(value: number) => formatCount(value)}
            />
            <Tooltip
              isAnimationActive={false}
              contentStyle={{
                background: 'var(--overlay)',
                border: '1px solid var(--line-strong)',
                borderRadius: 6,
                fontSize: 12,
              }}
              formatter={(value, name) => [
                `${formatSignificant(Number(value))} MB/s`,
                labels.get(String(name)) ?? String(name),
              ]}
              labelFormatter={(count) => `${formatCount(Number(count))} items`}
            />
            {systems.map((system, index) => (
              <Line
                key={system.id}
                dataKey={system.id}
                stroke={systemColor(system)}
                strokeWidth={1.5}
                strokeDasharray={dashes[index % dashes.length] ?? ''}
                dot={{ r: 3.5, fill: 'var(--background)', stroke: systemColor(system), strokeDasharray: '' }}
                isAnimationActive={false}
                connectNulls
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <ul className={styles.legend}>
        {systems.map((system, index) => (
          <li key={system.id}>
            <svg width="22" height="8" aria-hidden="true">
              <path
                d="M1 4h20"
                stroke={systemColor(system)}
                strokeWidth="1.5"
                strokeDasharray={dashes[index % dashes.length]}
              />
            </svg>
            {system.shortLabel}
          </li>
        ))}
      </ul>
    </figure>
  );
}
