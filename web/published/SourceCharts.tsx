import { Fragment } from 'react';
import { figuresOf, type Metric, type PublishedSource } from '../../workers/model/published';
import { barCharts, datasetsOfWorkload } from './chart-data';
import { SourceBars } from './SourceBars';
import styles from './SourceCharts.module.css';
import { SourceSweep } from './SourceSweep';

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
            <SourceBars key={chart.id} chart={chart} />
          ))}
          {sizes.length > 1 && (
            <>
              <SourceSweep source={source} workload={workload} metric="writeTime" title={source.names.write} />
              <SourceSweep source={source} workload={workload} metric="readTime" title={source.names.read} />
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
