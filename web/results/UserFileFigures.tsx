import chart from '../charts/chart.module.css';
import { type UserFile, userFileName } from '../figures/user-file';
import { bytesInFull, formatBytes, formatMs, formatRatio } from '../figures/figures';
import styles from './RowFigures.module.css';

/** A sample of the line that marks the user's file, for a legend. */
export function UserFileSwatch() {
  return (
    <svg width="22" height="14" viewBox="0 0 22 14" aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      <path d="M1,7H21" className={chart.userFile} />
    </svg>
  );
}

/** The legend's entry for the line that marks the user's file. Null if there is no such line. */
export function UserFileLegendItem({ userFile }: { readonly userFile: UserFile | null }) {
  if (userFile === null || userFile.ratio === null) return null;
  return (
    <li>
      <UserFileSwatch />{' '}
      {`your file as it is: ${formatBytes(userFile.sizeBytes)}, ${userFile.decode === null ? 'times not measured' : `read in ${formatMs(userFile.decode.bestMs)}`}`}
    </li>
  );
}

/** The tooltip of the user's file: its size and settings. */
export function UserFileFigures({ userFile }: { readonly userFile: UserFile }) {
  return (
    <div className={styles.figures}>
      <p className={styles.title}>
        <UserFileSwatch />
        {userFileName}
      </p>
      <dl className={styles.list}>
        {userFileEntries(userFile).map(([name, value]) => (
          <Entry key={name} name={name} value={value} />
        ))}
      </dl>
      <p className={styles.note}>The candidates are compared with this file. {userFile.timesNote}</p>
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

const userFileEntries = ({ sizeBytes, ratio, decode, settings }: UserFile): [string, string][] => [
  ['Size', bytesInFull(sizeBytes)],
  ...(ratio === null ? [] : [['Ratio', formatRatio(ratio)] as [string, string]]),
  ...(decode === null ? [] : [['Decode', formatMs(decode.bestMs)] as [string, string]]),
  ...settings.map(({ name, value }): [string, string] => [name, value]),
];

/** The size and settings of the user's file as one line of text, for screen readers. */
export const userFileAriaLabel = (userFile: UserFile): string =>
  [userFileName, ...userFileEntries(userFile).map(([name, value]) => `${name} ${value}`)].join(', ');
