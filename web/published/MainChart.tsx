import type { PublishedSource } from '../../workers/model/published';
import { mainChartOf } from './chart-data';
import { SourceBars } from './SourceBars';
import { SourceSweep } from './SourceSweep';

/** The chart that stands for a source in the index. Its page has all charts, and the tables of their figures. */
export default function MainChart({ source }: { readonly source: PublishedSource }) {
  const main = mainChartOf(source);
  switch (main?.kind) {
    case 'sweep':
      return <SourceSweep source={source} workload={main.workload} metric="readTime" title={source.names.read} />;
    case 'bars':
      return <SourceBars chart={main.chart} dense />;
    case undefined:
      return null;
  }
}
