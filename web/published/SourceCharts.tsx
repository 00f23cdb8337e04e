import { Bar, BarChart, Cell, LabelList, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { PublishedSource } from '../../workers/model/published';
import { workloads } from '../../workers/registry/metadata';
import { formatCount, significant } from '../results/figures';
import { type ChartMetric, sweepPoints, systemBars, systemColor } from './chart-data';
import styles from './SourceCharts.module.css';

const tick = { fontSize: 11, fill: 'var(--ink-soft)' };

/** Hollow, like every published mark: nothing here was measured by this page. */
export default function SourceCharts({ source }: { readonly source: PublishedSource }) {
  const [dataset] = source.datasets;
  const hasSweep = source.datasets.length > 1;
  return (
    <div className={styles.charts}>
      <Bars source={source} metric="fileSize" title="File size" unit="% of the data" />
      {hasSweep ? (
        <>
          <Sweep source={source} metric="writeTime" title="Writing" />
          <Sweep source={source} metric="readTime" title="Reading" />
        </>
      ) : (
        <>
          <Bars source={source} metric="writeTime" title="Writing" unit="MB/s" />
          <Bars source={source} metric="readTime" title="Reading" unit="MB/s" />
        </>
      )}
      <p className={styles.note}>
        {dataset !== undefined && `Sizes of ${dataset.label}. `}
        Speeds are data in memory over the printed time, with all that the source’s clock included. Compare them within this source only.
      </p>
    </div>
  );
}

function Bars({
  source,
  metric,
  title,
  unit,
}: {
  readonly source: PublishedSource;
  readonly metric: ChartMetric;
  readonly title: string;
  readonly unit: string;
}) {
  const bars = systemBars(source, metric);
  const spoken = bars.map(({ label, value }) => `${label} ${significant(value)}`).join(', ');
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.title}>
        {title} <span className={styles.unit}>{unit}</span>
      </figcaption>
      <div role="img" aria-label={`${title}, ${unit}: ${spoken}`}>
        <ResponsiveContainer width="100%" height={bars.length * 30 + 8}>
          <BarChart data={bars} layout="vertical" margin={{ top: 4, right: 48, bottom: 4, left: 0 }} accessibilityLayer={false}>
            <XAxis type="number" hide domain={[0, 'dataMax']} />
            <YAxis type="category" dataKey="label" width={108} tick={tick} axisLine={{ stroke: 'var(--line-strong)' }} tickLine={false} interval={0} />
            <Bar dataKey="value" barSize={14} isAnimationActive={false}>
              {bars.map(({ id, color }) => (
                <Cell key={id} fill="transparent" stroke={color} strokeWidth={1.5} />
              ))}
              <LabelList dataKey="value" position="right" formatter={(value) => significant(Number(value))} style={{ fontSize: 11, fill: 'var(--ink)' }} />
            </Bar>
          </BarChart>
        </ResponsiveContainer>
      </div>
    </figure>
  );
}

const dashes = ['', '5 3', '1.5 3', '8 3 2 3'];

function Sweep({ source, metric, title }: { readonly source: PublishedSource; readonly metric: 'writeTime' | 'readTime'; readonly title: string }) {
  const points = sweepPoints(source, metric);
  const systems = source.systems.filter(({ id }) => points.some((point) => point[id] !== undefined));
  const labels = new Map(systems.map(({ id, shortLabel }) => [id, shortLabel]));
  const counts = points.map(({ itemCount }) => itemCount);
  const spoken = systems
    .map(({ id, shortLabel }) => `${shortLabel} ${points.flatMap((point) => (point[id] === undefined ? [] : [significant(point[id])])).join(', ')}`)
    .join('; ');
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.title}>
        {title} <span className={styles.unit}>MB/s against {workloads.get(source.workload.id)?.sizeUnit ?? 'items'}, log axes</span>
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
              contentStyle={{ background: 'var(--overlay)', border: '1px solid var(--line-strong)', borderRadius: 6, fontSize: 12 }}
              formatter={(value, name) => [`${significant(Number(value))} MB/s`, labels.get(String(name)) ?? String(name)]}
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
              <path d="M1 4h20" stroke={systemColor(system)} strokeWidth="1.5" strokeDasharray={dashes[index % dashes.length]} />
            </svg>
            {system.shortLabel}
          </li>
        ))}
      </ul>
    </figure>
  );
}
