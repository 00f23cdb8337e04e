import { UserFileSwatch } from '../charts/UserFileMark';
import type { UserFile } from '../figures/user-file';
import { operationNames } from '../figures/operation-names';
import { bytesInFull, formatBytes, formatMs, formatRatio } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import styles from './RowFigures.module.css';

/** The legend's entry for the line or the point that marks the user's file. Null if there is none. */
export function UserFileLegendItem({
  userFile,
  isPoint = false,
}: {
  readonly userFile: UserFile | null;
  readonly isPoint?: boolean;
}) {
  if (userFile === null || userFile.ratio === null) return null;
  return (
    <li>
      <UserFileSwatch isPoint={isPoint} />{' '}
      {`${userFile.name.replace(/^Y/u, 'y')}: ${formatBytes(userFile.sizeBytes)}, ${userFile.decode === null ? 'times not measured' : `read in ${formatMs(userFile.decode.bestMs)}`}`}
    </li>
  );
}

/** The tooltip of the user's file: its size and settings. */
export function UserFileFigures({ userFile }: { readonly userFile: UserFile }) {
  return (
    <div className={styles.figures}>
      <p className={styles.title}>
        <UserFileSwatch />
        {userFile.name}
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

const userFileEntries = ({
  sizeBytes,
  ratio,
  decode,
  project,
  lookup,
  lookupsPerCall,
  settings,
}: UserFile): [string, string][] => [
  ['Size', bytesInFull(sizeBytes)],
  ...(ratio === null ? [] : [['Ratio', formatRatio(ratio)] as [string, string]]),
  ...(decode === null ? [] : [['Decode', formatMs(decode.bestMs)] as [string, string]]),
  ...(project === null ? [] : [[operationNames.project, formatMs(project.bestMs)] as [string, string]]),
  ...(lookup === null
    ? []
    : [
        [operationNames.lookup, `${formatMs(lookup.bestMs)} for ${plural(lookupsPerCall, 'look-up')}`] as [
          string,
          string,
        ],
      ]),
  ...settings.map(({ name, value }): [string, string] => [name, value]),
];

/** The name, size and settings of the user's file as one line of text, for screen readers. */
export const userFileAriaLabel = (userFile: UserFile): string =>
  [userFile.name, ...userFileEntries(userFile).map(([name, value]) => `${name} ${value}`)].join(', ');
