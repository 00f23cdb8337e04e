import chart from '../charts/chart.module.css';
import { type ExistingFile, existingFileName } from '../figures/existing-file';
import { bytesInFull, formatBytes, formatRatio } from '../figures/figures';
import styles from './RowFigures.module.css';

/** A sample of the line that marks the user's file, for a legend. */
export function ExistingFileSwatch() {
  return (
    <svg width="22" height="14" viewBox="0 0 22 14" aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      <path d="M1,7H21" className={chart.existing} />
    </svg>
  );
}

/** The legend's entry for the line that marks the user's file. Null if there is no such line. */
export function ExistingFileLegendItem({ existing }: { readonly existing: ExistingFile | null }) {
  if (existing === null || existing.ratio === null) return null;
  return (
    <li>
      <ExistingFileSwatch /> {`your file as it is: ${formatBytes(existing.sizeBytes)}, times not measured`}
    </li>
  );
}

/** The tooltip of the user's file: its size and settings. */
export function ExistingFileFigures({ existing }: { readonly existing: ExistingFile }) {
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
      <p className={styles.note}>The candidates are compared with this file. {existing.untimed}</p>
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

/** The size and settings of the user's file as one line of text, for screen readers. */
export const existingFileAriaLabel = (existing: ExistingFile): string =>
  [existingFileName, ...existingEntries(existing).map(([name, value]) => `${name} ${value}`)].join(', ');
