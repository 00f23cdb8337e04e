import chart from '../charts/chart.module.css';
import { type ExistingFile, existingFileName } from '../figures/existing-file';
import { bytesInFull, formatBytes, formatRatio } from '../figures/figures';
import styles from './RowFigures.module.css';

/** The line that stands for the user's file, as a swatch in running text. */
export function ExistingFileSwatch() {
  return (
    <svg width="22" height="14" viewBox="0 0 22 14" aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      <path d="M1,7H21" className={chart.existing} />
    </svg>
  );
}

/** Its entry in a legend. */
export function ExistingFileLegendItem({ existing }: { readonly existing: ExistingFile | null }) {
  if (existing === null || existing.ratio === null) return null;
  return (
    <li>
      <ExistingFileSwatch /> your file as it is: {formatBytes(existing.sizeBytes)}, of which no time is measured
    </li>
  );
}

/** Size and settings of the user's file: what a chart's tooltip shows of it. */
export function ExistingFigures({ existing }: { readonly existing: ExistingFile }) {
  return (
    <div className={styles.figures}>
      <p className={styles.title}>
        <ExistingFileSwatch />
        {existingFileName}
      </p>
      <dl className={styles.list}>
        {existingEntries(existing).map(([name, value]) => (
          <Entry key={name} name={name} value={value} />
        ))}
      </dl>
      <p className={styles.note}>What the candidates are compared with. {existing.untimed}</p>
    </div>
  );
}

function Entry({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

const existingEntries = ({ sizeBytes, ratio, settings }: ExistingFile): [string, string][] => [
  ['Size', bytesInFull(sizeBytes)],
  ...(ratio === null ? [] : [['Ratio', formatRatio(ratio)] as [string, string]]),
  ...settings.map(({ name, value }): [string, string] => [name, value]),
];

/** The same as one line of text, for the mark's name. */
export const existingFileAriaLabel = (existing: ExistingFile): string =>
  [existingFileName, ...existingEntries(existing).map(([name, value]) => `${name} ${value}`)].join(', ');
