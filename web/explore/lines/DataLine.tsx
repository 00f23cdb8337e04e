import type { ReactNode } from 'react';
import type { Plan } from '../../../workers/model/plan';
import type { OwnFileReport } from '../../../workers/model/protocol/coordinator';
import { datasetName } from '../../figures/dataset-words';
import { formatBytes, formatCount } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import type { OwnFileState } from '../../state/own-file';
import { Button } from '../../ui/Button';
import { ProgressBar } from '../../ui/ProgressBar';
import { mainDataset } from '../plan-edit';
import styles from './lines.module.css';

interface DataLineProps {
  readonly plan: Plan;
  readonly ownFile: OwnFileState;
  /** Bytes of the plan’s data in memory. */
  readonly dataBytes: number;
  readonly onChange: () => void;
  readonly onStop: () => void;
}

/** The data that is open, in one line: its name, its extent, its size, and what the page noted when it read it. */
export function DataLine({ plan, ownFile, dataBytes, onChange, onStop }: DataLineProps) {
  const main = mainDataset(plan);
  if (ownFile.status === 'none') {
    if (main.source === 'workload')
      return (
        <Line
          name={datasetName(main)}
          facts={[
            `${formatBytes(dataBytes)} in memory`,
            ...(plan.datasets.length > 1 ? [`${plan.datasets.length} datasets`] : []),
            'generated',
          ]}
          change="Change"
          onChange={onChange}
        />
      );
    const { fileName, fileSizeBytes } = main;
    return (
      <Line
        name={fileName ?? 'A file'}
        facts={[formatBytes(fileSizeBytes), 'not open here']}
        change="Open it"
        onChange={onChange}
      />
    );
  }
  const { name, size } = ownFile.file;
  const bytes = formatBytes(size);
  if (ownFile.status === 'reading')
    return (
      <Line name={name} facts={[bytes, `${ownFile.stage}…`]} change="Options" onChange={onChange}>
        <div className={styles.reading}>
          <ProgressBar label={`Progress of ${name}`} fraction={null} />
        </div>
        <Button size="small" onClick={onStop}>
          Stop
        </Button>
      </Line>
    );
  if (ownFile.status === 'failed')
    return (
      <Line
        name={name}
        facts={[bytes, ownFile.error.parts === undefined ? 'not read' : 'several parts']}
        change={ownFile.error.parts === undefined ? 'See why' : 'Choose a part'}
        onChange={onChange}
      />
    );
  const { notes, badRowCount } = ownFile.report;
  const noteCount = notes.length + (badRowCount > 0 ? 1 : 0);
  return (
    <Line
      name={name}
      facts={[extentOf(ownFile.report), bytes, ...(noteCount > 0 ? [plural(noteCount, 'note')] : [])]}
      change="Change"
      onChange={onChange}
    />
  );
}

function extentOf({ schema, itemCount }: OwnFileReport): string {
  switch (schema.kind) {
    case 'table':
      return `${plural(itemCount, 'row')} × ${plural(schema.columns.length, 'column')}`;
    case 'array':
      return `${schema.shape.join(' × ')} ${schema.elementType}`;
    case 'molecules':
      return plural(itemCount, 'molecule');
    default:
      return `${formatCount(itemCount)} items`;
  }
}

function Line({
  name,
  facts,
  change,
  onChange,
  children,
}: {
  readonly name: string;
  readonly facts: readonly string[];
  readonly change: string;
  readonly onChange: () => void;
  readonly children?: ReactNode;
}) {
  return (
    <section className={styles.line} aria-label="Open data">
      <p className={styles.text}>
        <strong className={styles.name}>{name}</strong>
        {facts.map((fact) => (
          <span key={fact} className={styles.fact}>
            {fact}
          </span>
        ))}
      </p>
      {children}
      <Button size="small" className={styles.end} aria-label={`${change}: the data`} onClick={onChange}>
        {change}
      </Button>
    </section>
  );
}
